#include "render/module/findings_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "model/pair.h"
#include "render/body/definitions.h"
#include "render/body/environment_text.h"
#include "render/body/exception_text.h"
#include "render/body/pytest_idiom.h"
#include "render/body/test_body.h"
#include "render/file/file_header.h"
#include "render/module/test_file_text.h"
#include "render/module/unittest_module.h"
#include "render/names/test_name.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

// Returns the text on one line, safe for a comment.
std::string Plain(std::string_view text, std::size_t most) {
  std::string plain;
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++characters) {
    const std::size_t begin = at;
    const uint32_t c = NextCodePoint(text, at);
    if (characters == most) return plain.substr(0, plain.rfind(' ') + 1) + "...";
    const bool is_invisible = c < 0x20 || (c >= 0x7F && c <= 0xA0) ||
                              (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
                              (c >= 0x2060 && c <= 0x206F) || (c >= 0xD800 && c < 0xE000) ||
                              c == 0xFEFF;
    plain += is_invisible ? "?" : text.substr(begin, at - begin);
  }
  return plain;
}

}  // namespace

std::string TracebackComment(const model::GeneratedTest& test, int indent, int columns) {
  std::string comment;
  if (!test.is_finding || !test.exception) return comment;
  const auto most = static_cast<std::size_t>(columns - 4 * indent);
  const auto add = [&](std::string_view mark, const std::string& text) {
    comment += fmt::format("{}{}\n", mark, Plain(text, most - mark.size() - 3));
  };
  for (const model::RaisedException::Frame& frame : test.exception->frames) {
    add("# ", fmt::format("{}:{} in {}", frame.path, frame.line, frame.function));
    if (!frame.text.empty()) add("#     ", frame.text);
  }
  return comment;
}

RenderedParts RenderAddedFindings(const model::Subject& subject, const model::Suite& findings,
                                  const RenderOptions& options, const StandingFile* standing) {
  Imports imports = ImportsFor(subject, options);
  Definitions definitions(subject, imports);
  std::vector<std::string> taken;
  if (standing != nullptr) {
    imports.Adopt(standing->imports(), standing->Words());
    definitions.Adopt(standing->definitions());
    for (const NamedText& function : standing->functions()) taken.push_back(function.name);
  }
  const auto render = [&](const model::GeneratedTest& test) {
    PytestIdiom idiom(subject, test, imports);
    return TestFunction{TracebackComment(test, 0, options.page.columns),
                        RenderDecorator(test, imports), "",
                        fmt::format("{}", fmt::join(FixturesOf(subject, test), ", ")),
                        RenderBody(subject, test, imports, definitions, idiom)};
  };
  // Renders once to collect the names that the tests import, which no variable may have.
  for (const model::GeneratedTest& test : findings) render(test);

  RenderedParts parts{imports.Text(), "", definitions.Added(), {}};
  const std::vector<std::string> names = NameTests(subject, findings, taken, options.page.columns);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    TestFunction function = render(findings[i]);
    function.name = names[i];
    TestFileText text("");
    const RenderedTest rendered = text.AddFunction(std::move(function), 0, options.page);
    parts.functions.push_back({{names[i], text.text()}, {{i, rendered}}});
  }
  Quote(options.page, parts);
  return parts;
}

RenderedModule RenderFindings(const model::Subject& subject, const model::Suite& findings,
                              const RenderOptions& options) {
  if (options.style == Style::kUnittest) return RenderUnittestFindings(subject, findings, options);
  return Assemble(subject, options, FileKind::kFindings,
                  RenderAddedFindings(subject, findings, options, nullptr), findings.size());
}

}  // namespace skua::render
