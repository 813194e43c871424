#include "render/body/test_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "render/body/assertion_text.h"
#include "render/body/body_lines.h"
#include "render/body/environment_text.h"
#include "render/body/expression_writer.h"
#include "render/body/inlining.h"
#include "render/body/result_writer.h"
#include "render/body/variable_naming.h"
#include "render/python/layout.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Callable;
using model::CallableKind;
using model::GeneratedTest;
using model::ResultUse;
using model::Statement;
using model::StatementKind;
using model::Subject;

class BodyWriter {
 public:
  BodyWriter(const Subject& subject, const GeneratedTest& test, Imports& imports,
             Definitions& definitions, Idiom& idiom, const Substitutes& substitutes)
      : test_(test),
        statements_(test.test.statements),
        subject_(subject),
        imports_(imports),
        definitions_(definitions),
        idiom_(idiom),
        substitutes_(substitutes),
        act_(ActOf(subject, test)),
        usage_(subject, test),
        expressions_(subject, test, usage_, imports, definitions),
        inlining_(test, usage_, expressions_, act_),
        names_(subject, test, usage_, act_, imports.names()),
        lines_(idiom.depth(), imports.style().columns),
        results_(test, act_, usage_, expressions_, names_, imports, lines_) {
    body_.assertion_lines.resize(test.assertions.size(), 0);
    for (const auto& [statement, name] : substitutes.statements) names_.Reserve(name);
    for (const auto& [assertion, name] : substitutes.assertions) names_.Reserve(name);
    for (const auto& [call, name] : substitutes.keywords) {
      names_.Reserve(name);
      expressions_.PassMapping(call, name);
    }
    if (!substitutes.match.empty()) names_.Reserve(substitutes.match);
  }

  TestBody Write() && {
    const Idiom::Frame frame = idiom_.Around(names_);
    for (const std::string& line : frame.statements) lines_.Add(line, Section::kArrange);
    if (!frame.context.empty()) lines_.Enter(frame.context);
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (usage_.IsLive(i)) WriteStatement(i);
      WriteAssertions(i);
    }
    body_.text = std::move(lines_).Text();
    body_.call = expressions_.CallByClass(act_);
    return std::move(body_);
  }

 private:
  using Section = BodyLines::Section;

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
      WriteCall(i, results_.Of(i));
    }
  }

  void WriteValue(std::size_t i) {
    if (const auto name = substitutes_.statements.find(i); name != substitutes_.statements.end()) {
      expressions_.Name(i, name->second);
      return;
    }
    Expression value = expressions_.ValueText(i);
    if (inlining_.OfValue(i, value.text)) {
      expressions_.Inline(i, std::move(value));
    } else if (statements_[i].kind == StatementKind::kLambda && !usage_.IsMock(i)) {
      WriteLocalFunction(i);
    } else {
      Assign(i, value.text, Section::kArrange);
    }
  }

  void WriteCall(std::size_t i, Expression call) {
    if (i == act_ && test_.exception) {
      WriteRaisingCall(IsDiscardable(i) ? call.text : "_ = " + call.text);
    } else if (IsStatement(i)) {
      lines_.Add(call.text, SectionOf(i));
      expressions_.Inline(i, {"None"});
    } else if (const Assertion* assertion = OnlyAssertionOn(i)) {
      WriteAssertedCall(i, call, *assertion);
    } else if (inlining_.OfCall(i, call.text)) {
      expressions_.Inline(i, std::move(call));
    } else if (usage_.IsNeeded(i)) {
      Assign(i, call.text, SectionOf(i));
    } else {
      lines_.Add(IsDiscardable(i) ? call.text : "_ = " + call.text, SectionOf(i));
    }
  }

  // Returns the day of a moment; a calendar reads nothing else.
  std::string DayOf(std::size_t moment) const {
    constexpr std::size_t kDay = std::string_view("2024-03-02").size();
    const Statement& text = statements_[moment];
    return text.kind == StatementKind::kStr ? StrLiteral(text.text.substr(0, kDay))
                                            : expressions_.Of(moment).text;
  }

  void WriteEnvironment(std::size_t i) {
    const std::string& name = CalleeOf(i).name;
    std::vector<std::string> arguments = expressions_.ArgumentTexts(i);
    if (const auto overridden = OverriddenBy(name)) {
      arguments = {imports_.Reach(CalleeOf(i).module, overridden->first) + ".dependency_overrides",
                   imports_.Reach(CalleeOf(i).module, overridden->second),
                   "lambda: " + arguments[0]};
      for (const std::string& line : idiom_.Prepare(name, arguments, names_).statements) {
        lines_.Add(line, Section::kArrange);
      }
      expressions_.Inline(i, {"None"});
      return;
    }
    if (name.starts_with("calendar:")) arguments = {DayOf(statements_[i].operands[0])};
    if (Answers(name)) {
      arguments = {fmt::format("{}({})", definitions_.Answering(name), fmt::join(arguments, ", "))};
    } else if (name == "system") {
      arguments = {"lambda command: " + arguments[0]};
    } else if (name == "skip_sleep") {
      arguments = {"lambda seconds: None"};
    } else if (name.starts_with("tick:")) {
      arguments = {
          fmt::format("{}.count({}).__next__", imports_.Module("itertools"), arguments[0])};
    } else if (Gives(name)) {
      arguments = {fmt::format(
          "{}({}={})", imports_.Reach("unittest.mock", "Mock"),
          IsException(statements_[i].operands[0]) ? "side_effect" : "return_value", arguments[0])};
    }
    if (const std::string target = ReplacedFunction(name); !target.empty()) {
      arguments.insert(arguments.begin(), fmt::format("\"{}\"", target));
    }
    Idiom::Preparation preparation = idiom_.Prepare(name, arguments, names_);
    for (const std::string& line : preparation.statements) lines_.Add(line, Section::kArrange);
    if (const std::string& importer = CalleeOf(i).module; !importer.empty()) {
      ReplaceImported(name, importer);
    }
    if (!preparation.path) {
      expressions_.Inline(i, {"None"});
      return;
    }
    Expression& path = *preparation.path;
    const std::string action =
        PathAction(name, arguments.back(), &statements_[statements_[i].operands.back()]);
    const Statement* user = usage_.OnlyUser(i);
    if (!usage_.IsNeeded(i)) {
      if (!action.empty()) lines_.Add(Operand(path, Binding::kPrimary) + action, Section::kArrange);
    } else if (action.empty() && user != nullptr && user->kind == StatementKind::kCall) {
      expressions_.Inline(i, std::move(path));
    } else {
      Assign(i, path.text, Section::kArrange);
      if (!action.empty()) lines_.Add(expressions_.Of(i).text + action, Section::kArrange);
    }
  }

  bool IsException(std::size_t variable) const {
    const Statement& made = statements_[variable];
    if (made.kind != StatementKind::kCall) return false;
    const model::Callable& callable = subject_.callables[made.target];
    return callable.kind == model::CallableKind::kConstructor &&
           subject_.classes[callable.class_index].is_exception;
  }

  // Also replaces the name by which `importer` imported the replaced function.
  void ReplaceImported(const std::string& callable, const std::string& importer) {
    const std::string target = ReplacedFunction(callable);
    const std::size_t dot = target.rfind('.');
    const std::string replaced = imports_.Module(target.substr(0, dot)) + target.substr(dot);
    const std::string known_as = fmt::format("\"{}{}\"", importer, target.substr(dot));
    const Idiom::Preparation preparation = idiom_.Prepare(callable, {known_as, replaced}, names_);
    for (const std::string& line : preparation.statements) lines_.Add(line, Section::kArrange);
  }

  // --- Blocks ------------------------------------------------------------------------------------

  void WriteWith(std::size_t i, OperatorForm form) {
    const Statement& s = statements_[i];
    const std::string manager = expressions_.Of(s.operands[0]).text;
    const std::string block =
        form == OperatorForm::kExit ? "raise " + expressions_.Of(s.operands[1]).text : "pass";
    if (i == act_ && test_.exception && !test_.is_finding) {
      lines_.Add(fmt::format("with {}, {}:", Raises(", " + manager), manager), Section::kAct);
      lines_.AddInBlock(block);
      return;
    }
    const std::string as = usage_.IsNeeded(i) ? " as " + TakeName(i) : "";
    lines_.Add(fmt::format("with {}{}:", manager, as), SectionOf(i));
    lines_.AddInBlock(block);
  }

  // Writes a function for a lambda with several uses.
  void WriteLocalFunction(std::size_t i) {
    const auto [parameters, result] = expressions_.LambdaParts(statements_[i]);
    lines_.Add(fmt::format("def {}({}):", TakeName(i), parameters), Section::kDefinition);
    lines_.AddInBlock("return " + result);
  }

  // --- Where things are written ------------------------------------------------------------------

  const Callable& CalleeOf(std::size_t i) const { return expressions_.CalleeOf(i); }

  Section SectionOf(std::size_t i) const { return i == act_ ? Section::kAct : Section::kArrange; }

  bool IsStatement(std::size_t i) const {
    const CallableKind kind = CalleeOf(i).kind;
    return kind == CallableKind::kSetter || kind == CallableKind::kDeleter ||
           render::IsStatement(expressions_.SyntaxOf(i).form);
  }

  // Returns whether the expression can be a statement: linters reject an attribute or comparison
  // alone.
  bool IsDiscardable(std::size_t i) const {
    const OperatorSyntax syntax = expressions_.SyntaxOf(i);
    const bool is_read =
        CalleeOf(i).kind == CallableKind::kGetter || syntax.form == OperatorForm::kPrefix ||
        syntax.form == OperatorForm::kAttribute || syntax.binding == Binding::kComparison;
    return !is_read || CalleeOf(i).use != ResultUse::kValue;
  }

  // --- Exceptions and assertions -----------------------------------------------------------------

  void WriteRaisingCall(const std::string& call) {
    if (test_.is_finding) {
      lines_.Add(call, Section::kAct);
      return;
    }
    lines_.Add(fmt::format("with {}:", Raises("")), Section::kAct);
    lines_.AddInBlock(call);
  }

  // Returns the context manager that expects the exception, named if assertions read it. `beside`
  // is the text after it on its line.
  std::string Raises(const std::string& beside) {
    std::string as;
    if (usage_.asserted(act_) > 0) {
      const std::string error = names_.Take("error");
      expressions_.Name(act_, fmt::format("{}.{}", error, idiom_.Raised()));
      as = " as " + error;
    }
    return idiom_.Raises(*test_.exception, lines_.LeftBeside("with :" + as + beside)) + as;
  }

  // Returns the assertion directly after a call if it is the only use of the result, so that the
  // call can be inlined; else null.
  const Assertion* OnlyAssertionOn(std::size_t i) const {
    if (usage_.uses(i) > 0 || usage_.asserted(i) != 1) return nullptr;
    const auto assertion =
        std::find_if(test_.assertions.begin(), test_.assertions.end(),
                     [&](const Assertion& a) { return IsOfVariable(a) && a.variable == i; });
    const bool fits = assertion->after_statement == i && assertion->attribute.empty();
    return fits ? &*assertion : nullptr;
  }

  void WriteAssertedCall(std::size_t i, Expression call, const Assertion& assertion) {
    const bool is_false = assertion.kind == AssertionKind::kEquals &&
                          assertion.expected.kind == model::ValueKind::kBool &&
                          assertion.expected.integer == 0 &&
                          !substitutes_.assertions.contains(IndexOf(assertion));
    if (is_false && expressions_.SyntaxOf(i).form == OperatorForm::kContains) {
      WriteInPlace(i, idiom_.Holds(expressions_.NotInText(i)), assertion);
      return;
    }
    if (const auto differs = is_false ? expressions_.NotEqualText(i) : std::nullopt) {
      WriteInPlace(i, idiom_.Holds(*differs), assertion);
      return;
    }
    const std::optional<std::string> in_place = idiom_.Assertion(assertion, call);
    if (in_place && DisplayWidth(*in_place) <= lines_.columns()) {
      WriteInPlace(i, *in_place, assertion);
    } else if (in_place) {
      Assign(i, call.text, SectionOf(i));
    } else {
      lines_.Add(call.text, SectionOf(i));
    }
  }

  void WriteInPlace(std::size_t i, std::string_view text, const Assertion& assertion) {
    AddAssertion(text, i == act_ ? Section::kAct : Section::kAssert, assertion);
    written_in_place_ = &assertion;
  }

  void WriteAssertions(std::size_t i) {
    std::vector<std::string> before = idiom_.BeforeAssertions(i, names_);
    for (const Assertion& assertion : test_.assertions) {
      if (assertion.after_statement != i || &assertion == written_in_place_) continue;
      // Imports the module only if the assertion is written in the end.
      const bool is_global = assertion.kind == AssertionKind::kGlobal;
      if (is_global && !idiom_.Assertion(assertion, {"module"})) continue;
      const Expression value = ValueOf(assertion);
      if (IsOfVariable(assertion) && (value.text.empty() || value.text == "None")) continue;
      const auto text = idiom_.Assertion(assertion, value);
      if (!text) continue;
      // Assertions after a call that is inlined in its own assertion follow without an empty line.
      const bool act_is_assertion =
          written_in_place_ != nullptr && written_in_place_->variable == act_;
      if (lines_.section() == Section::kAct && act_is_assertion) lines_.Continue(Section::kAssert);
      for (const std::string& line : std::exchange(before, {})) lines_.Add(line, Section::kAssert);
      AddAssertion(*text, Section::kAssert, assertion);
    }
  }

  // Returns the expression that an assertion tests, if the test has one.
  Expression ValueOf(const Assertion& assertion) {
    if (IsOfVariable(assertion)) {
      const auto holder = usage_.HolderOf(assertion.variable);
      const bool is_of_calls = statements_[assertion.variable].kind == StatementKind::kLambda;
      if (!is_of_calls || !holder) return expressions_.Of(assertion.variable);
      return {fmt::format("{}.{}", expressions_.Of(holder->first).text, holder->second)};
    }
    if (assertion.kind == AssertionKind::kGlobal) return ModuleText(subject_, imports_);
    if (assertion.kind == AssertionKind::kFile) return PathOf(assertion.attribute);
    return {""};
  }

  // Returns the variable that holds the path of a file; empty if there is none.
  Expression PathOf(std::string_view file) const {
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (statements_[i].kind == StatementKind::kCall && expressions_.IsNamed(i) &&
          CalleeOf(i).kind == CallableKind::kEnvironment && !statements_[i].operands.empty() &&
          statements_[statements_[i].operands[0]].text == file) {
        return expressions_.Of(i);
      }
    }
    return {""};
  }

  // --- Lines -------------------------------------------------------------------------------------

  std::string TakeName(std::size_t i) {
    expressions_.Name(i, names_.TakeFor(i));
    return expressions_.Of(i).text;
  }

  void Assign(std::size_t i, std::string_view text, Section section) {
    lines_.Add(fmt::format("{} = {}", TakeName(i), text), section);
  }

  std::size_t IndexOf(const Assertion& assertion) const {
    return static_cast<std::size_t>(&assertion - test_.assertions.data());
  }

  void AddAssertion(std::string_view flat, Section section, const Assertion& assertion) {
    body_.assertion_lines[IndexOf(assertion)] = lines_.Add(flat, section);
  }

  const GeneratedTest& test_;
  const std::vector<Statement>& statements_;
  const Subject& subject_;
  Imports& imports_;
  Definitions& definitions_;
  Idiom& idiom_;
  const Substitutes& substitutes_;
  const std::size_t act_;
  const Usage usage_;
  ExpressionWriter expressions_;
  const Inlining inlining_;
  VariableNaming names_;
  BodyLines lines_;
  ResultWriter results_;
  const Assertion* written_in_place_ = nullptr;
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
  // A test that only changes the environment: its last change is the act.
  for (std::size_t i = statements.size(); i-- > 0;) {
    if (statements[i].kind == StatementKind::kCall) return i;
  }
  return 0;
}

TestBody RenderBody(const Subject& subject, const GeneratedTest& test, Imports& imports,
                    Definitions& definitions, Idiom& idiom, const Substitutes& substitutes) {
  return BodyWriter(subject, test, imports, definitions, idiom, substitutes).Write();
}

}  // namespace skua::render
