#include "render/module/test_file_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/pair.h"
#include "render/python/layout.h"
#include "render/python/python_text.h"
#include "render/python/test_case.h"

namespace skua::render {

void TestFileText::Add(std::string_view text) {
  const std::size_t from = text_.size();
  text_ += text;
  CountLines(from);
}

RenderedTest TestFileText::AddFunction(TestFunction function, int indent, const PageStyle& style) {
  for (std::size_t begin = 0, end; begin < function.comment.size(); begin = end + 1) {
    end = std::min(function.comment.find('\n', begin), function.comment.size());
    Add(fmt::format("{:{}}{}\n", "", 4 * indent, function.comment.substr(begin, end - begin)));
  }
  if (!function.decorator.empty()) Add(LayOut(function.decorator, indent, style.columns));
  RenderedTest rendered;
  rendered.line = lines_ + 1;
  const uint32_t above = function.docstring.empty() ? 0 : 1;  // the body
  for (const uint32_t line : function.body.assertion_lines) {
    rendered.assertion_lines.push_back(line == 0 ? 0 : rendered.line + above + line);
  }
  Add(fmt::format("{:{}}def {}({}):\n", "", 4 * indent, function.name, function.parameters));
  if (above > 0)
    Add(fmt::format("{:{}}\"\"\"{}\"\"\"\n", "", 4 * (indent + 1), function.docstring));
  Add(function.body.text);
  rendered.name = std::move(function.name);
  rendered.call = std::move(function.body.call);
  return rendered;
}

RenderedModule Assemble(const model::Subject& subject, const RenderOptions& options, FileKind kind,
                        const RenderedParts& parts, std::size_t tests) {
  const FileHeader header{options.version, model::NameOfTests(subject), options.fingerprint, true,
                          CommentAbove(options.above)};
  TestFileText file(HeaderText(header, kind) + (parts.imports.empty() ? "" : "\n") + parts.imports);
  for (const NamedText& definition : parts.definitions) file.Add("\n\n" + definition.text);
  RenderedModule module;
  module.tests.resize(tests);
  const NamedText* before = nullptr;
  for (const RenderedFunction& function : parts.functions) {
    file.Add(GapBetween(before, function.text, parts.case_base));
    before = &function.text;
    const uint32_t above = file.lines();
    for (const auto& [test, rendered] : function.tests) {
      module.tests[test] = MovedDown(rendered, above);
    }
    file.Add(function.text.text);
  }
  module.text = std::move(file).Sealed(header);
  return module;
}

void Quote(const PageStyle& style, RenderedParts& parts) {
  if (!style.single_quotes) return;
  for (NamedText& definition : parts.definitions) {
    definition.text = WithSingleQuotes(definition.text);
  }
  for (RenderedFunction& function : parts.functions) {
    function.text.text = WithSingleQuotes(function.text.text);
  }
}

RenderedTest MovedDown(RenderedTest test, uint32_t lines) {
  test.line += lines;
  for (uint32_t& line : test.assertion_lines) line += line == 0 ? 0 : lines;
  return test;
}

Imports ImportsFor(const model::Subject& subject, const RenderOptions& options) {
  std::set<std::string> first_party = options.first_party;
  first_party.insert(subject.module.name.substr(0, subject.module.name.find('.')));
  return Imports(std::move(first_party), options.page);
}

void TestFileText::CountLines(std::size_t from) {
  lines_ += static_cast<uint32_t>(
      std::count(text_.begin() + static_cast<std::ptrdiff_t>(from), text_.end(), '\n'));
}

}  // namespace skua::render
