#include "render/body/result_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "render/body/operator_syntax.h"

namespace skua::render {

using model::Assertion;
using model::Callable;
using model::CallableKind;
using model::ResultUse;
using model::Statement;

ResultWriter::ResultWriter(const model::GeneratedTest& test, std::size_t act, const Usage& usage,
                           ExpressionWriter& expressions, VariableNaming& names, Imports& imports,
                           BodyLines& lines)
    : test_(test),
      statements_(test.test.statements),
      act_(act),
      usage_(usage),
      expressions_(expressions),
      names_(names),
      imports_(imports),
      lines_(lines) {}

Expression ResultWriter::Of(std::size_t i) {
  if (NeedsCoroutine(i)) return Coroutine(i);
  switch (expressions_.CalleeOf(i).use) {
    case ResultUse::kAwait: {
      const std::string asyncio = imports_.Module("asyncio");
      return {fmt::format("{}.run({})", asyncio, expressions_.CallText(i).text)};
    }
    case ResultUse::kIterate:
      if (IsBounded(i)) return {fmt::format("list({})", IteratedText(i))};
      return {fmt::format("list({}({}, {}))", imports_.Reach("itertools", "islice"),
                          IteratedText(i), model::kMostItems)};
    case ResultUse::kFirst:
      return {fmt::format("{}[0]", expressions_.CallText(i).text)};
    default:
      return IsComparedWithItself(i) ? ComparisonWithItself(i) : expressions_.CallText(i);
  }
}

bool ResultWriter::NeedsCoroutine(std::size_t i) const {
  const Callable& callee = expressions_.CalleeOf(i);
  const OperatorForm form = expressions_.SyntaxOf(i).form;
  return callee.use == ResultUse::kAsyncIterate || IsWith(form) || form == OperatorForm::kAwait ||
         (callee.use == ResultUse::kAwait && form != OperatorForm::kCall &&
          form != OperatorForm::kMethod);
}

Expression ResultWriter::Coroutine(std::size_t i) {
  const Statement& s = statements_[i];
  const OperatorForm form = expressions_.SyntaxOf(i).form;
  std::vector<std::pair<int, std::string>> lines;  // levels below the function's own, and the text
  std::string name = "wait";
  if (IsWith(form)) {
    const bool leaves = form == OperatorForm::kAsyncExit;
    const bool named = usage_.IsNeeded(i) && !Raises(i);
    const std::string value = named ? names_.Take("value") : "";
    name = leaves ? "leave" : "enter";
    lines.emplace_back(0, fmt::format("async with {}{}:", expressions_.Of(s.operands[0]).text,
                                      named ? " as " + value : ""));
    if (leaves) lines.emplace_back(1, "raise " + expressions_.Of(s.operands[1]).text);
    if (named) lines.emplace_back(leaves ? 0 : 1, "return " + value);
    if (!leaves && !named) lines.emplace_back(1, "pass");
  } else if (expressions_.CalleeOf(i).use == ResultUse::kAsyncIterate) {
    name = "collect";
    const std::string items = IteratedText(i), item = names_.Take("item");
    if (IsBounded(i)) {
      lines.emplace_back(0, fmt::format("return [{0} async for {0} in {1}]", item, items));
    } else {
      const std::string first = names_.Take("items");
      lines = {{0, first + " = []"},
               {0, fmt::format("async for {} in {}:", item, items)},
               {1, fmt::format("{}.append({})", first, item)},
               {1, fmt::format("if len({}) == {}:", first, model::kMostItems)},
               {2, "break"},
               {0, "return " + first}};
    }
  } else {
    const std::string awaited = expressions_.CallText(i).text;
    lines.emplace_back(
        0, fmt::format("return {}{}", form == OperatorForm::kAwait ? "" : "await ", awaited));
  }
  name = names_.Take(name);
  lines_.Add(fmt::format("async def {}():", name), BodyLines::Section::kDefinition);
  for (const auto& [level, line] : lines) lines_.AddInBlock(line, 1 + level);
  return {fmt::format("{}.run({}())", imports_.Module("asyncio"), name)};
}

bool ResultWriter::IsComparedWithItself(std::size_t i) const {
  const OperatorSyntax syntax = expressions_.SyntaxOf(i);
  const auto& operands = statements_[i].operands;
  return syntax.form == OperatorForm::kBinary && syntax.binding == Binding::kComparison &&
         operands[0] == operands[1];
}

Expression ResultWriter::ComparisonWithItself(std::size_t i) {
  const Expression& itself = expressions_.Of(statements_[i].operands[0]);
  const std::string other = names_.Take("other");
  lines_.Add(fmt::format("{} = {}", other, itself.text), BodyLines::Section::kArrange);
  return OperatorText(expressions_.SyntaxOf(i), itself, {{other}}, imports_);
}

std::string ResultWriter::IteratedText(std::size_t i) {
  const Callable& callee = expressions_.CalleeOf(i);
  const bool itself = callee.kind == CallableKind::kOperator &&
                      (callee.name == "__iter__" || callee.name == "__aiter__");
  return itself ? expressions_.Of(statements_[i].operands[0]).text : expressions_.CallText(i).text;
}

bool ResultWriter::IsBounded(std::size_t i) const {
  if (Raises(i)) return true;
  return std::any_of(test_.assertions.begin(), test_.assertions.end(), [&](const Assertion& a) {
    if (!IsOfVariable(a) || a.variable != i || !a.attribute.empty()) return false;
    const bool items = a.kind == model::AssertionKind::kEquals;
    const bool length = a.kind == model::AssertionKind::kLength;
    return (items && a.expected.items.size() < model::kMostItems) ||
           (length && a.expected.integer < static_cast<int64_t>(model::kMostItems));
  });
}

}  // namespace skua::render
