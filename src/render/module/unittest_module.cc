#include "render/module/unittest_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/pair.h"
#include "render/body/definitions.h"
#include "render/body/exception_text.h"
#include "render/body/test_body.h"
#include "render/body/unittest_idiom.h"
#include "render/file/file_header.h"
#include "render/module/findings_module.h"
#include "render/module/test_file_text.h"
#include "render/names/test_name.h"
#include "render/python/naming.h"
#include "render/python/test_case.h"

namespace skua::render {
namespace {

// Takes as many columns as a method's `self` parameter and its indentation.
constexpr const char* kRoomOfMethod = "    self";

// Returns the TestCase of a test: that of the class under test, or of the module's functions.
// Findings are in order in one TestCase.
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

// Returns the TestCases of the suite, in the order of their first tests.
std::vector<std::string> CasesOf(const model::Subject& subject, const model::Suite& suite,
                                 FileKind kind) {
  std::vector<std::string> cases;
  for (const model::GeneratedTest& test : suite) {
    std::string name = CaseNameOf(subject, test, kind);
    if (std::ranges::find(cases, name) == cases.end()) cases.push_back(std::move(name));
  }
  return cases;
}

std::vector<std::string> NameMethods(const model::Subject& subject, const model::Suite& suite,
                                     const StandingFile* standing, int columns) {
  std::vector<FunctionToName> methods;
  for (const model::GeneratedTest& test : suite)
    methods.push_back({{&test}, {}, {}, kRoomOfMethod});
  std::vector<std::string> taken;
  if (standing != nullptr) {
    for (const NamedText& method : standing->functions()) {
      taken.emplace_back(NameInCase(method.name));
    }
  }
  return NameFunctions(subject, methods, taken, columns);
}

RenderedModule Render(const model::Subject& subject, const model::Suite& suite,
                      const RenderOptions& options, FileKind kind) {
  return Assemble(subject, options, kind,
                  RenderAddedMethods(subject, suite, options, kind, nullptr), suite.size());
}

}  // namespace

RenderedParts RenderAddedMethods(const model::Subject& subject, const model::Suite& added,
                                 const RenderOptions& options, FileKind kind,
                                 const StandingFile* standing) {
  Imports imports = ImportsFor(subject, options);
  Definitions definitions(subject, imports);
  if (standing != nullptr) {
    imports.Adopt(standing->imports(), standing->Words());
    definitions.Adopt(standing->definitions());
  }
  const std::string unittest = imports.Module("unittest");
  const auto render_body = [&](const model::GeneratedTest& test) {
    UnittestIdiom idiom(subject, test, imports, definitions);
    return RenderBody(subject, test, imports, definitions, idiom);
  };
  // Renders once to collect the names that the tests import, which no variable may have.
  for (const model::GeneratedTest& test : added) render_body(test);

  RenderedParts parts{imports.Text(), unittest + ".TestCase", definitions.Added(), {}};
  const std::vector<std::string> names =
      NameMethods(subject, added, standing, options.page.columns);
  for (const std::string& test_case : CasesOf(subject, added, kind)) {
    for (std::size_t i = 0; i < added.size(); ++i) {
      if (CaseNameOf(subject, added[i], kind) != test_case) continue;
      TestFileText text("");
      RenderedTest rendered =
          text.AddFunction({TracebackComment(added[i], 1, options.page.columns),
                            Decorator(added[i], imports), names[i], "self", render_body(added[i])},
                           1, options.page);
      rendered.name = NameOfMethod(test_case, names[i]);
      parts.functions.push_back({{rendered.name, text.text()}, {{i, rendered}}});
    }
  }
  Quote(options.page, parts);
  return parts;
}

RenderedModule RenderUnittest(const model::Subject& subject, const model::Suite& suite,
                              const RenderOptions& options) {
  return Render(subject, suite, options, FileKind::kTests);
}

RenderedModule RenderUnittestFindings(const model::Subject& subject, const model::Suite& findings,
                                      const RenderOptions& options) {
  return Render(subject, findings, options, FileKind::kFindings);
}

}  // namespace skua::render
