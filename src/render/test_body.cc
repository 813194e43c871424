#include "render/test_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "render/assertion_text.h"
#include "render/environment_text.h"
#include "render/exception_text.h"
#include "render/expression_writer.h"
#include "render/inlining.h"
#include "render/layout.h"
#include "render/variable_naming.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::Callable;
using model::CallableKind;
using model::GeneratedTest;
using model::ResultUse;
using model::Statement;
using model::StatementKind;
using model::Subject;

constexpr int kLongestLine = 88 - 4;  // inside a function

class BodyWriter {
 public:
  BodyWriter(const Subject& subject, const GeneratedTest& test, Imports& imports,
             Definitions& definitions)
      : test_(test),
        statements_(test.test.statements),
        imports_(imports),
        act_(ActOf(subject, test)),
        usage_(subject, test),
        expressions_(subject, test, usage_, imports, definitions),
        inlining_(test, usage_, expressions_, act_),
        names_(subject, test, usage_, act_, imports.names()) {
    body_.assertion_lines.resize(test.assertions.size(), 0);
  }

  TestBody Write() && {
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (usage_.IsLive(i)) WriteStatement(i);
      WriteAssertions(i);
    }
    body_.call = expressions_.CallByClass(act_);
    return std::move(body_);
  }

 private:
  // kDefinition: a local function, with an empty line on both sides.
  enum class Section { kNone, kArrange, kAct, kAssert, kDefinition };

  // --- Statements --------------------------------------------------------------------------------

  void WriteStatement(std::size_t i) {
    if (statements_[i].kind != StatementKind::kCall) {
      WriteValue(i);
    } else if (CalleeOf(i).kind == CallableKind::kEnvironment) {
      WriteEnvironment(i);
    } else if (const OperatorForm form = expressions_.SyntaxOf(i).form;
               form == OperatorForm::kEnter || form == OperatorForm::kExit) {
      WriteWith(i, form);
    } else {
      WriteCall(i, NeedsCoroutine(i) ? WriteCoroutine(i) : UsedResult(i));
    }
  }

  void WriteValue(std::size_t i) {
    Expression value = expressions_.ValueText(i);
    if (inlining_.OfValue(i, value.text)) {
      expressions_.Inline(i, std::move(value));
    } else if (statements_[i].kind == StatementKind::kLambda) {
      WriteLocalFunction(i);
    } else {
      Assign(i, value.text, Section::kArrange);
    }
  }

  void WriteCall(std::size_t i, Expression call) {
    if (i == act_ && test_.exception) {
      WriteRaisingCall(IsDiscardable(i) ? call.text : "_ = " + call.text);
    } else if (IsStatement(i)) {
      Emit(call.text, SectionOf(i));
      expressions_.Inline(i, {"None"});
    } else if (const Assertion* assertion = OnlyAssertionOn(i)) {
      WriteAssertedCall(i, call, *assertion);
    } else if (inlining_.OfCall(i, call.text)) {
      expressions_.Inline(i, std::move(call));
    } else if (IsNeeded(i)) {
      Assign(i, call.text, SectionOf(i));
    } else {
      Emit(IsDiscardable(i) ? call.text : "_ = " + call.text, SectionOf(i));
    }
  }

  void WriteEnvironment(std::size_t i) {
    const std::string& name = CalleeOf(i).name;
    const std::vector<std::string> arguments = expressions_.ArgumentTexts(i);
    std::optional<Expression> path = PathText(name, arguments.empty() ? "" : arguments[0]);
    if (!path) {
      Emit(EnvironmentText(name, arguments, imports_), Section::kArrange);
      expressions_.Inline(i, {"None"});
      return;
    }
    const std::string action =
        PathAction(name, arguments.back(), &statements_[statements_[i].operands.back()]);
    const Statement* user = usage_.OnlyUser(i);
    if (!IsNeeded(i)) {
      if (!action.empty()) Emit(Operand(*path, Binding::kPrimary) + action, Section::kArrange);
    } else if (action.empty() && user != nullptr && user->kind == StatementKind::kCall) {
      expressions_.Inline(i, *std::move(path));
    } else {
      Assign(i, path->text, Section::kArrange);
      if (!action.empty()) Emit(expressions_.Of(i).text + action, Section::kArrange);
    }
  }

  // --- Blocks ------------------------------------------------------------------------------------

  void WriteWith(std::size_t i, OperatorForm form) {
    const Statement& s = statements_[i];
    const std::string manager = expressions_.Of(s.operands[0]).text;
    const std::string block =
        form == OperatorForm::kExit ? "raise " + expressions_.Of(s.operands[1]).text : "pass";
    if (i == act_ && test_.exception && !test_.is_finding) {
      const std::string raises =
          RaisesText(*test_.exception, LeftBeside("with , :" + manager), imports_);
      Emit(fmt::format("with {}, {}:", raises, manager), Section::kAct);
      body_.text += LayOut(block, 2);
      return;
    }
    const std::string as = IsNeeded(i) ? " as " + TakeName(i) : "";
    Emit(fmt::format("with {}{}:", manager, as), SectionOf(i));
    body_.text += LayOut(block, 2);
  }

  // What only an `async def` can do.
  bool NeedsCoroutine(std::size_t i) const {
    const Callable& callee = CalleeOf(i);
    const OperatorForm form = expressions_.SyntaxOf(i).form;
    return callee.use == ResultUse::kAsyncIterate || IsWith(form) || form == OperatorForm::kAwait ||
           (callee.use == ResultUse::kAwait && form != OperatorForm::kCall &&
            form != OperatorForm::kMethod);
  }

  // Defines a local coroutine, and gives the call that runs it.
  Expression WriteCoroutine(std::size_t i) {
    const Statement& s = statements_[i];
    const OperatorForm form = expressions_.SyntaxOf(i).form;
    std::vector<std::pair<int, std::string>> lines;  // levels below the function's own, and text
    std::string name = "wait";
    if (IsWith(form)) {
      const bool leaves = form == OperatorForm::kAsyncExit;
      const bool named = IsNeeded(i) && !(i == act_ && test_.exception);
      const std::string value = named ? names_.Take("value") : "";
      name = leaves ? "leave" : "enter";
      lines.emplace_back(0, fmt::format("async with {}{}:", expressions_.Of(s.operands[0]).text,
                                        named ? " as " + value : ""));
      if (leaves) lines.emplace_back(1, "raise " + expressions_.Of(s.operands[1]).text);
      if (named) lines.emplace_back(leaves ? 0 : 1, "return " + value);
      if (!leaves && !named) lines.emplace_back(1, "pass");
    } else if (CalleeOf(i).use == ResultUse::kAsyncIterate) {
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
    Emit(fmt::format("async def {}():", name), Section::kDefinition);
    for (const auto& [level, line] : lines) body_.text += LayOut(line, 2 + level);
    return {fmt::format("{}.run({}())", imports_.Module("asyncio"), name)};
  }

  // A lambda that more than one place uses.
  void WriteLocalFunction(std::size_t i) {
    const auto& operands = statements_[i].operands;
    const bool identity = operands.empty();
    Emit(fmt::format("def {}({}*args, **kwargs):", TakeName(i), identity ? "value, " : ""),
         Section::kDefinition);
    body_.text += LayOut("return " + (identity ? "value" : expressions_.Of(operands[0]).text), 2);
  }

  // --- What is done with results -----------------------------------------------------------------

  Expression UsedResult(std::size_t i) {
    switch (CalleeOf(i).use) {
      case ResultUse::kAwait: {
        const std::string asyncio = imports_.Module("asyncio");
        return {fmt::format("{}.run({})", asyncio, expressions_.CallText(i).text)};
      }
      case ResultUse::kIterate:
        if (IsBounded(i)) return {fmt::format("list({})", IteratedText(i))};
        return {fmt::format("list({}({}, {}))", imports_.Reach("itertools", "islice"),
                            IteratedText(i), model::kMostItems)};
      default:
        return IsComparedWithItself(i) ? ComparisonWithItself(i) : expressions_.CallText(i);
    }
  }

  // `a == a`: linters take this for a slip, too.
  bool IsComparedWithItself(std::size_t i) const {
    const OperatorSyntax syntax = expressions_.SyntaxOf(i);
    const auto& operands = statements_[i].operands;
    return syntax.form == OperatorForm::kBinary && syntax.binding == Binding::kComparison &&
           operands[0] == operands[1];
  }

  Expression ComparisonWithItself(std::size_t i) {
    const Expression& itself = expressions_.Of(statements_[i].operands[0]);
    const std::string other = names_.Take("other");
    Emit(fmt::format("{} = {}", other, itself.text), Section::kArrange);
    return OperatorText(expressions_.SyntaxOf(i), itself, {{other}}, imports_);
  }

  // What is iterated: the receiver itself, where the operator only asks for its iterator.
  std::string IteratedText(std::size_t i) {
    const Callable& callee = CalleeOf(i);
    const bool itself = callee.kind == CallableKind::kOperator &&
                        (callee.name == "__iter__" || callee.name == "__aiter__");
    return itself ? expressions_.Of(statements_[i].operands[0]).text
                  : expressions_.CallText(i).text;
  }

  // Whether it is known to end before the most items that a test takes.
  bool IsBounded(std::size_t i) const {
    if (i == act_ && test_.exception) return true;
    return std::any_of(test_.assertions.begin(), test_.assertions.end(), [&](const Assertion& a) {
      if (a.variable != i || !a.attribute.empty()) return false;
      const bool items = a.kind == model::AssertionKind::kEquals;
      const bool length = a.kind == model::AssertionKind::kLength;
      return (items && a.expected.items.size() < model::kMostItems) ||
             (length && a.expected.integer < static_cast<int64_t>(model::kMostItems));
    });
  }

  // --- Where things are written ------------------------------------------------------------------

  const Callable& CalleeOf(std::size_t i) const { return expressions_.CalleeOf(i); }

  Section SectionOf(std::size_t i) const { return i == act_ ? Section::kAct : Section::kArrange; }

  bool IsNeeded(std::size_t i) const { return usage_.uses(i) > 0 || usage_.asserted(i) > 0; }

  bool IsStatement(std::size_t i) const {
    const CallableKind kind = CalleeOf(i).kind;
    return kind == CallableKind::kSetter || kind == CallableKind::kDeleter ||
           render::IsStatement(expressions_.SyntaxOf(i).form);
  }

  // Whether it can stand alone: linters take an attribute or a comparison that does for a slip.
  bool IsDiscardable(std::size_t i) const {
    const OperatorSyntax syntax = expressions_.SyntaxOf(i);
    const bool is_read =
        CalleeOf(i).kind == CallableKind::kGetter || syntax.form == OperatorForm::kPrefix ||
        syntax.form == OperatorForm::kAttribute || syntax.binding == Binding::kComparison;
    return !is_read || CalleeOf(i).use != ResultUse::kValue;
  }

  // --- Exceptions and assertions -----------------------------------------------------------------

  // Columns of a line that `text` leaves.
  static std::size_t LeftBeside(std::string_view text) {
    const auto longest = static_cast<std::size_t>(kLongestLine);
    return longest - std::min(text.size(), longest);
  }

  void WriteRaisingCall(const std::string& call) {
    if (test_.is_finding) {
      Emit(call, Section::kAct);
      return;
    }
    Emit(fmt::format("with {}:", RaisesText(*test_.exception, LeftBeside("with :"), imports_)),
         Section::kAct);
    body_.text += LayOut(call, 2);
  }

  // Set when all that is asked of a call's result is one assertion just behind it, so that the call
  // can stand in the assertion.
  const Assertion* OnlyAssertionOn(std::size_t i) const {
    if (usage_.uses(i) > 0 || usage_.asserted(i) != 1) return nullptr;
    const auto assertion = std::find_if(test_.assertions.begin(), test_.assertions.end(),
                                        [&](const Assertion& a) { return a.variable == i; });
    const bool fits = assertion->after_statement == i && assertion->attribute.empty();
    return fits ? &*assertion : nullptr;
  }

  void WriteAssertedCall(std::size_t i, Expression call, const Assertion& assertion) {
    const bool is_false = assertion.kind == model::AssertionKind::kEquals &&
                          assertion.expected.kind == model::ValueKind::kBool &&
                          assertion.expected.integer == 0;
    if (is_false && expressions_.SyntaxOf(i).form == OperatorForm::kContains) {
      WriteInPlace(i, fmt::format("assert {}", expressions_.NotInText(i)), assertion);
      return;
    }
    const std::optional<std::string> in_place = AssertionText(assertion, call, imports_);
    if (in_place && DisplayWidth(*in_place) <= kLongestLine) {
      WriteInPlace(i, *in_place, assertion);
    } else if (in_place) {
      Assign(i, call.text, SectionOf(i));
    } else {
      Emit(call.text, SectionOf(i));
    }
  }

  void WriteInPlace(std::size_t i, std::string_view text, const Assertion& assertion) {
    Emit(text, i == act_ ? Section::kAct : Section::kAssert, &assertion);
    written_in_place_ = &assertion;
  }

  void WriteAssertions(std::size_t i) {
    for (const Assertion& assertion : test_.assertions) {
      if (assertion.after_statement != i || &assertion == written_in_place_) continue;
      const Expression& value = expressions_.Of(assertion.variable);
      if (value.text.empty() || value.text == "None") continue;
      const auto text = AssertionText(assertion, value, imports_);
      if (!text) continue;
      // Behind a call that stands in its own assertion, further ones follow without a gap.
      const bool act_is_assertion =
          written_in_place_ != nullptr && written_in_place_->variable == act_;
      if (section_ == Section::kAct && act_is_assertion) section_ = Section::kAssert;
      Emit(*text, Section::kAssert, &assertion);
    }
  }

  // --- Lines -------------------------------------------------------------------------------------

  std::string TakeName(std::size_t i) {
    expressions_.Name(i, names_.TakeFor(i));
    return expressions_.Of(i).text;
  }

  void Assign(std::size_t i, std::string_view text, Section section) {
    Emit(fmt::format("{} = {}", TakeName(i), text), section);
  }

  void Emit(std::string_view flat, Section section, const Assertion* assertion = nullptr) {
    const bool apart = section != section_ || section == Section::kDefinition;
    if (section_ != Section::kNone && apart) body_.text += '\n';
    section_ = section;
    if (assertion != nullptr) {
      const auto index = static_cast<std::size_t>(assertion - test_.assertions.data());
      const auto lines = std::count(body_.text.begin(), body_.text.end(), '\n');
      body_.assertion_lines[index] = static_cast<uint32_t>(lines) + 1;
    }
    body_.text += LayOut(flat, 1);
  }

  const GeneratedTest& test_;
  const std::vector<Statement>& statements_;
  Imports& imports_;
  const std::size_t act_;
  const Usage usage_;
  ExpressionWriter expressions_;
  const Inlining inlining_;
  VariableNaming names_;
  const Assertion* written_in_place_ = nullptr;
  Section section_ = Section::kNone;
  TestBody body_;
};

}  // namespace

std::size_t ActOf(const Subject& subject, const GeneratedTest& test) {
  const auto& statements = test.test.statements;
  for (std::size_t i = statements.size(); i-- > 0;) {
    if (statements[i].kind == StatementKind::kCall &&
        subject.callables[statements[i].target].kind != CallableKind::kEnvironment) {
      return i;
    }
  }
  // Nothing but the surroundings: their last change.
  for (std::size_t i = statements.size(); i-- > 0;) {
    if (statements[i].kind == StatementKind::kCall) return i;
  }
  return 0;
}

TestBody RenderBody(const Subject& subject, const GeneratedTest& test, Imports& imports,
                    Definitions& definitions) {
  return BodyWriter(subject, test, imports, definitions).Write();
}

}  // namespace skua::render
