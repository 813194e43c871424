#include "render/unittest_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/pair.h"
#include "render/definitions.h"
#include "render/file_header.h"
#include "render/findings_module.h"
#include "render/python_text.h"
#include "render/test_body.h"
#include "render/test_file_text.h"
#include "render/test_name.h"
#include "render/unittest_idiom.h"

namespace skua::render {
namespace {

// Takes as much room as a method's `self` parameter and its indentation.
constexpr const char* kRoomOfMethod = "    self";

// "rate_table" and "_RateTable" → "RateTable"
std::string PascalCase(std::string_view name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    if (c != '_') result += begins_word ? static_cast<char>(std::toupper(c)) : c;
    begins_word = c == '_';
  }
  return result;
}

// The TestCase of a test: that of the class under test, or that of the module's functions. Findings
// stay in their order, in one TestCase.
std::string CaseNameOf(const model::Subject& subject, const model::GeneratedTest& test,
                       FileKind kind) {
  const model::Statement& call = test.test.statements[ActOf(subject, test)];
  const model::ClassIndex owner = subject.callables[call.target].class_index;
  const bool by_class = kind != FileKind::kFindings && owner != model::kNoIndex;
  if (by_class && subject.classes[owner].in_subject) {
    return "Test" + PascalCase(subject.classes[owner].name);
  }
  const std::string& module = subject.module.name;
  return "Test" + PascalCase(std::string_view(module).substr(module.rfind('.') + 1));
}

std::string Decorator(const model::GeneratedTest& test, Imports& imports) {
  if (!test.is_finding) return "";
  const std::string unittest = imports.Module("unittest");
  const std::string skipped = ReasonToSkip(test);
  if (skipped.empty()) return fmt::format("@{}.expectedFailure", unittest);
  return fmt::format("@{}.skip(\"{}\")", unittest, skipped);
}

RenderedModule Render(const model::Subject& subject, const model::Suite& suite,
                      const RenderOptions& options, FileKind kind) {
  Imports imports = ImportsFor(subject, options);
  const std::string unittest = imports.Module("unittest");
  Definitions definitions(subject, imports);
  NearClass near(imports);
  const auto render_body = [&](const model::GeneratedTest& test) {
    UnittestIdiom idiom(subject, test, imports, near);
    return RenderBody(subject, test, imports, definitions, idiom);
  };
  // A first rendering collects the names that the tests import, which no variable may take.
  for (const model::GeneratedTest& test : suite) render_body(test);

  const FileHeader header{options.version, model::NameOfTests(subject), options.fingerprint, true};
  TestFileText file(HeaderText(header, kind) + "\n" + imports.Text() + definitions.Text() +
                    near.Text());
  std::vector<std::string> cases;  // in the order of their first tests
  for (const model::GeneratedTest& test : suite) {
    std::string name = CaseNameOf(subject, test, kind);
    if (std::find(cases.begin(), cases.end(), name) == cases.end()) {
      cases.push_back(std::move(name));
    }
  }
  std::vector<FunctionToName> functions;
  for (const model::GeneratedTest& test : suite)
    functions.push_back({{&test}, {}, {}, kRoomOfMethod});
  const std::vector<std::string> names =
      NameFunctions(subject, functions, {}, options.page.columns);
  RenderedModule module;
  module.tests.resize(suite.size());
  for (const std::string& name : cases) {
    file.Add(fmt::format("\n\nclass {}({}.TestCase):\n", name, unittest));
    bool first = true;
    for (std::size_t i = 0; i < suite.size(); ++i) {
      if (CaseNameOf(subject, suite[i], kind) != name) continue;
      if (!std::exchange(first, false)) file.Add("\n");
      TestFunction function{TracebackComment(suite[i], 1, options.page.columns),
                            Decorator(suite[i], imports), names[i], "self", render_body(suite[i])};
      module.tests[i] = file.AddFunction(std::move(function), 1, options.page);
      module.tests[i].name = fmt::format("{}::{}", name, names[i]);
    }
  }
  if (options.page.single_quotes) file = TestFileText(WithSingleQuotes(file.text()));
  module.text = std::move(file).Sealed(header);
  return module;
}

}  // namespace

RenderedModule RenderUnittest(const model::Subject& subject, const model::Suite& suite,
                              const RenderOptions& options) {
  return Render(subject, suite, options, FileKind::kTests);
}

RenderedModule RenderUnittestFindings(const model::Subject& subject, const model::Suite& findings,
                                      const RenderOptions& options) {
  return Render(subject, findings, options, FileKind::kFindings);
}

}  // namespace skua::render
