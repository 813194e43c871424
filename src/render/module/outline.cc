#include "render/module/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "model/answering.h"
#include "render/body/assertion_text.h"
#include "render/body/calls_text.h"
#include "render/body/exception_text.h"
#include "render/body/expression_writer.h"
#include "render/body/usage.h"
#include "render/body/value_text.h"
#include "render/names/slug.h"
#include "render/python/layout.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::CallableKind;
using model::GeneratedTest;
using model::Statement;
using model::StatementKind;
using model::Subject;
using model::Value;
using model::ValueKind;
using Slot = Outline::Slot;

constexpr int kLongestCell = 120;
constexpr std::size_t kLongestOwnId = 40;
constexpr int kLongestKeyword = 30;

bool IsMutable(StatementKind kind) {
  return kind == StatementKind::kList || kind == StatementKind::kSet ||
         kind == StatementKind::kDict;
}

std::string FloatRepr(double real) {
  if (std::isnan(real)) return "nan";
  if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
  std::string text = FloatLiteral(real);
  const auto exponent = text.find('e');
  const bool bare = exponent != std::string::npos && text[exponent + 1] != '-';
  return bare ? text.insert(exponent + 1, "+") : text;
}

// Returns pytest's text for a value in the name of a test, if all versions of pytest agree and it
// is readable.
template <typename Scalar>
std::optional<std::string> PytestId(const Scalar& scalar) {
  using Kind = decltype(scalar.kind);
  switch (scalar.kind) {
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return scalar.integer != 0 ? "True" : "False";
    case Kind::kInt:
      if (!scalar.text.empty()) return std::nullopt;
      return IntLiteral(scalar.integer);
    case Kind::kFloat:
      return FloatRepr(scalar.real);
    case Kind::kStr:
    case Kind::kBytes: {
      const std::string& text = scalar.text;
      const bool good = text.size() <= kLongestOwnId && text.find("::") == std::string::npos &&
                        std::all_of(text.begin(), text.end(),
                                    [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
      return good ? std::optional(text) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

class Outliner {
 public:
  Outliner(const Subject& subject, const GeneratedTest& test, Imports& imports,
           Definitions& definitions, Detail without)
      : without_(without),
        subject_(subject),
        test_(test),
        statements_(test.test.statements),
        imports_(imports),
        usage_(subject, test),
        expressions_(subject, test, usage_, imports, definitions) {}

  std::optional<Outline> Draw() && {
    if (test_.is_finding) return std::nullopt;
    for (const model::RestoredState& restored : test_.restored) {
      outline_.shape +=
          fmt::format("<{}:{}:{}>", static_cast<int>(restored.by), restored.module, restored.path);
    }
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (!usage_.IsLive(i)) continue;
      if (IsLiteral(i)) {
        ReadLiteral(i);
        continue;
      }
      if (!AddStatement(i)) return std::nullopt;
    }
    for (std::size_t a = 0; a < test_.assertions.size(); ++a) AddAssertion(a);
    AddException();
    return std::move(outline_);
  }

 private:
  // --- Statements --------------------------------------------------------------------------------

  // Returns whether the value is inlined, or is a collection of such values that nothing else uses.
  bool IsLiteral(std::size_t i) const {
    const Statement& s = statements_[i];
    if (s.kind <= StatementKind::kBytes || s.kind == StatementKind::kEnumMember ||
        s.kind == StatementKind::kClass) {
      return true;
    }
    if (!IsCollection(s.kind)) return false;
    const auto operands = usage_.OperandsOf(s);
    return std::all_of(operands.begin(), operands.end(), [&](model::VariableIndex operand) {
      return IsLiteral(operand) &&
             (!IsCollection(statements_[operand].kind) || usage_.OnlyUser(operand) != nullptr);
    });
  }

  void ReadLiteral(std::size_t i) { expressions_.Inline(i, expressions_.ValueText(i)); }

  // Returns whether a literal may be in a table. Values of a table are made only once, so a value
  // that a test changes must be made in the test.
  bool IsSlot(std::size_t i) const {
    const bool may_change = IsMutable(statements_[i].kind) && usage_.asserted(i) > 0;
    return !usage_.IsReceiver(i) && !may_change &&
           DisplayWidth(expressions_.Of(i).text) <= kLongestCell;
  }

  bool AddStatement(std::size_t i) {
    const Statement& s = statements_[i];
    bool fixed = false;
    if (s.kind == StatementKind::kCall) {
      if (expressions_.CalleeOf(i).kind == CallableKind::kEnvironment) return false;
      const OperatorForm form = expressions_.SyntaxOf(i).form;
      fixed = form == OperatorForm::kExit || form == OperatorForm::kAsyncExit;
      ++outline_.lines;
    }
    position_[i] = position_.size();
    if (const auto keywords = KeywordsOf(i)) {
      outline_.shape += fmt::format("{}:{}(**)", static_cast<int>(s.kind), s.target);
      outline_.slots.push_back({Slot::Kind::kKeywords, i, *keywords, "", std::nullopt, true});
      return true;
    }
    outline_.shape +=
        fmt::format("{}:{}:{}(", static_cast<int>(s.kind), s.target, fmt::join(s.parameters, ","));
    if (s.kind == StatementKind::kLambda) outline_.shape += AnsweringOf(s);
    for (const model::VariableIndex operand : usage_.OperandsOf(s)) {
      outline_.shape += Reference(operand, fixed) + ",";
    }
    outline_.shape += ")";
    return true;
  }

  // Returns how a lambda is written, which depends on whether a single answer is raised.
  std::string AnsweringOf(const Statement& lambda) const {
    std::string answering = std::to_string(lambda.integer);
    if (lambda.integer != model::kReturned) {
      for (const model::VariableIndex answer : lambda.operands) {
        answering += fmt::format("/{}", static_cast<int>(statements_[answer].kind));
      }
    }
    return answering;
  }

  // Returns the dict that a constructor call may unpack in place of its arguments, without which
  // the outline is made; nullopt unless all can be passed by name, and each is a short literal of
  // its own.
  std::optional<std::string> KeywordsOf(std::size_t i) const {
    const Statement& call = statements_[i];
    if (without_ != Detail::kKeywords || call.kind != StatementKind::kCall ||
        expressions_.CalleeOf(i).kind != CallableKind::kConstructor ||
        !expressions_.CalleeOf(i).in_subject) {
      return std::nullopt;
    }
    std::vector<std::string> items;
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const model::Parameter& parameter = expressions_.CalleeOf(i).parameters[call.parameters[a]];
      const model::VariableIndex value = call.operands[a];
      const std::string& text = expressions_.Of(value).text;
      const bool fits = (parameter.kind == model::ParameterKind::kPositionalOrKeyword ||
                         parameter.kind == model::ParameterKind::kKeywordOnly) &&
                        IsLiteral(value) && !IsCollection(statements_[value].kind) &&
                        usage_.OnlyUser(value) != nullptr && usage_.asserted(value) == 0 &&
                        DisplayWidth(text) <= kLongestKeyword;
      if (!fits) return std::nullopt;
      items.push_back(StrLiteral(parameter.name));
      items.push_back(text);
    }
    return CollectionText(Collection::kDict, items);
  }

  // Returns the outline's text for a variable.
  std::string Reference(std::size_t i, bool fixed) {
    if (!IsLiteral(i)) return fmt::format("v{}", position_.at(i));
    if (fixed || !IsSlot(i)) return "=" + expressions_.Of(i).text;
    const auto [known, is_new] = slot_of_.emplace(i, outline_.slots.size());
    if (is_new) {
      const Statement& s = statements_[i];
      outline_.slots.push_back({Slot::Kind::kArgument, i, expressions_.Of(i).text, WordsOf(s),
                                PytestId(s), IsCollection(s.kind)});
    }
    return fmt::format("s{}", known->second);
  }

  std::string WordsOf(const Statement& s) const {
    std::string words = StatementSlug(subject_, s);
    if (!words.empty() || s.kind != StatementKind::kBytes) return words;
    const std::string slug = StrSlug(s.text);
    return slug.empty() ? "bytes" : "bytes_" + slug;
  }

  // --- Outcomes
  // ------------------------------------------------------------------------------------

  // Returns whether the expected value of such an assertion may be in a table.
  static bool IsTabular(AssertionKind kind) {
    return kind == AssertionKind::kEquals || kind == AssertionKind::kLength ||
           kind == AssertionKind::kItems || kind == AssertionKind::kText ||
           kind == AssertionKind::kGlobal || kind == AssertionKind::kOutput ||
           kind == AssertionKind::kErrorOutput;
  }

  // Returns whether the assertion reads better with its own values than with columns: `assert 3 in
  // vector`, `assert 5 not in vector`.
  bool SaysItself(const Assertion& a) const {
    if (IsOfCalls(test_, a)) return true;
    if (!IsOfVariable(a) || a.expected.kind != ValueKind::kBool || !a.attribute.empty() ||
        statements_[a.variable].kind != StatementKind::kCall) {
      return false;
    }
    const OperatorSyntax syntax = expressions_.SyntaxOf(a.variable);
    return syntax.form == OperatorForm::kContains || syntax.binding == Binding::kComparison;
  }

  void AddAssertion(std::size_t index) {
    const Assertion& a = test_.assertions[index];
    ++outline_.lines;
    const auto behind = std::count_if(position_.begin(), position_.end(), [&](const auto& entry) {
      return entry.first <= a.after_statement;
    });
    outline_.shape += fmt::format("|{}:{}:{}:{}", static_cast<int>(a.kind), behind,
                                  IsOfVariable(a) ? Reference(a.variable, false) : "", a.attribute);
    const auto text = ExpectedText(a.expected, imports_);
    if (!text || !IsTabular(a.kind) || SaysItself(a) || DisplayWidth(*text) > kLongestCell) {
      outline_.shape += fmt::format("={}:{}", a.expected.type_name, text.value_or(""));
      return;
    }
    // The outline includes everything that decides how the test is written.
    const bool counts = a.kind == AssertionKind::kLength;
    const std::size_t items =
        counts ? static_cast<std::size_t>(std::max<int64_t>(a.expected.integer, 0))
               : AsWritten(a.expected).items.size();
    outline_.shape += fmt::format(":{}{}", IsComparedByIdentity(a.expected) ? "is" : "==",
                                  items >= model::kMostItems ? "!" : "");
    // pytest names a float in a table as an object, because of pytest.approx, unless it is
    // infinite.
    const Value& written = AsWritten(a.expected);
    const ValueKind kind = written.kind;
    const bool is_object = (kind == ValueKind::kFloat && !std::isinf(written.real)) ||
                           kind == ValueKind::kObject ||
                           (kind >= ValueKind::kList && kind <= ValueKind::kDict);
    outline_.slots.push_back({Slot::Kind::kExpected, index, *text, ValueSlug(written),
                              is_object ? std::nullopt : PytestId(written), is_object});
  }

  void AddException() {
    if (!test_.exception) return;
    const std::string match = MatchableText(*test_.exception);
    outline_.shape += fmt::format("!{}:{}", ReachableTypeName(*test_.exception), match.empty());
    if (match.empty()) return;
    Value value;
    value.kind = ValueKind::kStr;
    value.text = match;
    outline_.slots.push_back(
        {Slot::Kind::kMatch, 0, StrLiteral(match), StrSlug(match), PytestId(value), false});
  }

  const Detail without_;
  const Subject& subject_;
  const GeneratedTest& test_;
  const std::vector<Statement>& statements_;
  Imports& imports_;
  const Usage usage_;
  ExpressionWriter expressions_;
  std::map<std::size_t, std::size_t> position_;  // by statement, except literals
  std::map<std::size_t, std::size_t> slot_of_;   // by statement
  Outline outline_;
};

}  // namespace

std::optional<Outline> OutlineOf(const Subject& subject, const GeneratedTest& test,
                                 Imports& imports, Definitions& definitions, Detail without) {
  return Outliner(subject, test, imports, definitions, without).Draw();
}

}  // namespace skua::render
