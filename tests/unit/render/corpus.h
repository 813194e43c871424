// What is promised of every rendered file, whatever is in it. With SKUA_RENDERED_DIR set files are
// left there for tests/runtime/generated_style, which runs Python, black and ruff over them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "base/files.h"
#include "render/file/file_header.h"
#include "render/file/suite_file.h"
#include "render/file/suite_json.h"
#include "render/module/findings_module.h"
#include "render/module/test_module.h"
#include "render/module/unittest_module.h"

namespace skua::render {

inline std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline void LeaveFile(const std::string& name, const std::string& text) {
  if (const char* folder = std::getenv("SKUA_RENDERED_DIR")) {
    base::WriteFileAtomically(std::filesystem::path(folder) / name, text);
  }
}

// But for the types of statements, which are those of the subject.
inline void ExpectSameTest(const model::GeneratedTest& a, const model::GeneratedTest& b) {
  const auto without_types = [](model::TestCase test) {
    for (model::Statement& s : test.statements) {
      s.type = 0;
      if (std::isnan(s.real)) s.real = 0, s.text = "nan";  // which equals itself
    }
    return test;
  };
  EXPECT_EQ(without_types(a.test), without_types(b.test));
  EXPECT_EQ(a.assertions, b.assertions);
  EXPECT_EQ(a.goals, b.goals);
  EXPECT_EQ(a.restored, b.restored);
  EXPECT_EQ(a.is_finding, b.is_finding);
  EXPECT_EQ(a.verdict, b.verdict);
  ASSERT_EQ(a.exception.has_value(), b.exception.has_value());
  if (!a.exception) return;
  const auto fields = [](const model::RaisedException& e) {
    return std::tie(e.type_name, e.message, e.is_foreign_message, e.path, e.line, e.is_explicit,
                    e.is_documented, e.at_boundary, e.importable_type_name, e.frames);
  };
  EXPECT_EQ(fields(*a.exception), fields(*b.exception));
}

inline void ExpectUnittestPromised(const model::Subject& subject, const model::Suite& suite,
                                   const RenderedModule& module) {
  ASSERT_EQ(module.tests.size(), suite.size());
  const std::vector<std::string> lines = LinesOf(module.text);
  std::set<std::string> names;
  for (std::size_t t = 0; t < suite.size(); ++t) {
    const RenderedTest& test = module.tests[t];
    EXPECT_TRUE(names.insert(test.name).second) << test.name;
    const auto colons = test.name.find("::");
    ASSERT_NE(colons, std::string::npos);
    EXPECT_EQ(lines.at(test.line - 1), "    def " + test.name.substr(colons + 2) + "(self):");
    EXPECT_LE(lines.at(test.line - 1).size(), 88u);
    EXPECT_NE(module.text.find("\nclass " + test.name.substr(0, colons) + "(unittest.TestCase):"),
              std::string::npos);
    ASSERT_EQ(test.assertion_lines.size(), suite[t].assertions.size());
    for (const uint32_t line : test.assertion_lines) {
      if (line == 0) continue;  // a NaN inside of a collection
      const std::string& text = lines.at(line - 1);
      EXPECT_TRUE(text.substr(text.find_first_not_of(' ')).starts_with("self.assert")) << text;
    }
  }
  EXPECT_TRUE(IsUnedited(module.text));
  EXPECT_EQ(module.text.find("pytest"), std::string::npos);
  EXPECT_EQ(ParseHeader(module.text)->module, subject.module.name);
}

// As a style of its own, and its findings by themselves.
inline void ExpectStylesPromised(const model::Subject& subject, const model::Suite& suite,
                                 RenderOptions options, const std::string& name) {
  options.style = Style::kUnittest;
  const RenderedModule module = RenderUnittest(subject, suite, options);
  ExpectUnittestPromised(subject, suite, module);
  LeaveFile("test_unittest_" + name + ".py", module.text);

  model::Suite findings;
  for (const model::GeneratedTest& test : suite) {
    if (test.is_finding) findings.push_back(test);
  }
  if (findings.empty()) return;
  const RenderedModule by_unittest = RenderFindings(subject, findings, options);
  ExpectUnittestPromised(subject, findings, by_unittest);
  LeaveFile("test_unittest_" + name + "_findings.py", by_unittest.text);

  options.style = Style::kPytest;
  const RenderedModule by_pytest = RenderFindings(subject, findings, options);
  ASSERT_EQ(by_pytest.tests.size(), findings.size());
  const std::vector<std::string> lines = LinesOf(by_pytest.text);
  for (const RenderedTest& test : by_pytest.tests) {
    EXPECT_TRUE(lines.at(test.line - 1).starts_with("def " + test.name + "("));
  }
  EXPECT_TRUE(IsUnedited(by_pytest.text));
  LeaveFile("test_" + name + "_findings.py", by_pytest.text);
}

// `name` of the file to leave, without "test_" and ".py".
inline void ExpectWhatIsPromised(const model::Subject& subject, const model::Suite& suite,
                                 const std::string& name) {
  const RenderOptions options{"0.1.0", "7c1d03ab5e", {}};
  const RenderedModule module = RenderPytest(subject, suite, options);

  ASSERT_EQ(module.tests.size(), suite.size());
  const std::vector<std::string> lines = LinesOf(module.text);
  std::set<std::string> names;
  for (std::size_t t = 0; t < suite.size(); ++t) {
    const RenderedTest& test = module.tests[t];
    EXPECT_TRUE(names.insert(test.name).second) << test.name;
    const std::string function = test.name.substr(0, test.name.find('['));
    EXPECT_LE(function.size(), 79u);
    const bool is_row = function != test.name;
    const std::string& line = lines.at(test.line - 1);
    EXPECT_TRUE(line.starts_with(is_row ? "" : "def " + function + "(")) << line;
    EXPECT_NE(module.text.find("\ndef " + function + "("), std::string::npos);
    ASSERT_EQ(test.assertion_lines.size(), suite[t].assertions.size());
    for (const uint32_t assertion : test.assertion_lines) {
      EXPECT_TRUE(lines.at(assertion - 1).starts_with("    assert ")) << lines.at(assertion - 1);
    }
  }
  EXPECT_TRUE(IsUnedited(module.text));
  std::string sorted;
  for (const std::string& test : names) sorted += test + "\n";
  LeaveFile("test_" + name + ".names", sorted);

  const std::string file = RenderSuiteFile(subject, suite, options);
  const ArchivedSuite back = SuiteFromJson(file, subject);
  EXPECT_TRUE(back.dropped.empty());
  ASSERT_EQ(back.suite.size(), suite.size());
  for (std::size_t t = 0; t < suite.size(); ++t) ExpectSameTest(back.suite[t], suite[t]);
  EXPECT_EQ(SuiteToJson(subject, back.suite), SuiteToJson(subject, suite));
  EXPECT_TRUE(ParseSuiteHeader(file)->unedited);

  LeaveFile("test_" + name + ".py", module.text);
  LeaveFile("test_" + name + ".json", file);
  ExpectStylesPromised(subject, suite, options, name);
}

}  // namespace skua::render
