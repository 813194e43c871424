// What is promised of every rendered file, whatever is in it. With SKUA_RENDERED_DIR set files are
// left there for tests/runtime/generated_style, which runs Python, black and ruff over them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "render/environment_text.h"
#include "render/file_header.h"
#include "render/suite_json.h"
#include "render/test_module.h"

namespace skua::render {

inline std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
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
    EXPECT_LE(test.name.size(), 79u);
    EXPECT_EQ(lines.at(test.line - 1),
              "def " + test.name + "(" + FixturesOf(subject, suite[t]) + "):");
    ASSERT_EQ(test.assertion_lines.size(), suite[t].assertions.size());
    for (const uint32_t line : test.assertion_lines) {
      EXPECT_TRUE(lines.at(line - 1).starts_with("    assert ")) << lines.at(line - 1);
    }
  }
  EXPECT_TRUE(IsUnedited(module.text));

  const ArchivedSuite back = SuiteFromJson(SuiteToJson(subject, suite), subject);
  EXPECT_EQ(back.dropped, 0u);
  EXPECT_EQ(RenderPytest(subject, back.suite, options).text, module.text);

  if (const char* folder = std::getenv("SKUA_RENDERED_DIR")) {
    base::WriteFileAtomically(std::filesystem::path(folder) / ("test_" + name + ".py"),
                              module.text);
  }
}

}  // namespace skua::render
