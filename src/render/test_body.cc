#include "render/test_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "render/layout.h"
#include "render/literal.h"
#include "render/value_text.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Callable;
using model::CallableKind;
using model::GeneratedTest;
using model::Passing;
using model::Statement;
using model::StatementKind;
using model::Subject;

constexpr int kLongestInline = 50;    // columns of a literal that is written where it is used
constexpr int kLongestLine = 88 - 4;  // inside a function

bool IsCollection(StatementKind kind) {
  return kind >= StatementKind::kList && kind <= StatementKind::kDict;
}

// Dunder methods that people call by a builtin.
std::string_view BuiltinFor(std::string_view method) {
  static constexpr std::pair<std::string_view, std::string_view> kBuiltins[] = {
      {"__len__", "len"},   {"__str__", "str"}, {"__repr__", "repr"},   {"__bool__", "bool"},
      {"__hash__", "hash"}, {"__abs__", "abs"}, {"__float__", "float"}, {"__int__", "int"}};
  for (const auto& [name, builtin] : kBuiltins) {
    if (name == method) return builtin;
  }
  return "";
}

// Whether two literals are the same member of a set, as True, 1 and 1.0 are.
bool SameKey(const Statement& a, const Statement& b) {
  const auto number = [](const Statement& s) -> std::optional<double> {
    if (s.kind == StatementKind::kFloat) return s.real;
    const bool small = s.kind == StatementKind::kInt && s.text.empty();
    if (s.kind == StatementKind::kBool || small) return static_cast<double>(s.integer);
    return std::nullopt;
  };
  if (number(a) && number(b)) return *number(a) == *number(b);
  return a.kind != StatementKind::kCall && !IsCollection(a.kind) && a == b;
}

class BodyWriter {
 public:
  BodyWriter(const Subject& subject, const GeneratedTest& test, Imports& imports)
      : subject_(subject),
        test_(test),
        statements_(test.test.statements),
        imports_(imports),
        act_(ActOf(test)),
        uses_(statements_.size(), 0),
        asserted_(statements_.size(), 0),
        texts_(statements_.size()) {
    body_.assertion_lines.resize(test.assertions.size(), 0);
  }

  TestBody Write() && {
    CountUses();
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      if (IsLive(i)) WriteStatement(i);
      WriteAssertions(i);
    }
    body_.call = CallText(act_, /*by_class=*/true);
    return std::move(body_);
  }

 private:
  enum class Section { kNone, kArrange, kAct, kAssert };

  // --- What is used, and where -------------------------------------------------------------------

  void CountUses() {
    for (const Assertion& assertion : test_.assertions) ++asserted_[assertion.variable];
    for (std::size_t i = statements_.size(); i-- > 0;) {
      if (!IsLive(i)) continue;
      for (const model::VariableIndex operand : OperandsOf(statements_[i])) ++uses_[operand];
    }
  }

  bool IsLive(std::size_t i) const {
    return statements_[i].kind == StatementKind::kCall || uses_[i] > 0 || asserted_[i] > 0;
  }

  // Without what Python would not keep: repeated members of a set, values under a repeated key.
  std::vector<model::VariableIndex> OperandsOf(const Statement& s) const {
    const std::size_t step = s.kind == StatementKind::kDict ? 2 : 1;
    std::vector<model::VariableIndex> operands(s.operands.begin(), s.operands.end());
    if (step == 1 && s.kind != StatementKind::kSet && s.kind != StatementKind::kFrozenSet) {
      return operands;
    }
    std::vector<model::VariableIndex> kept;
    for (std::size_t i = 0; i + step <= operands.size(); i += step) {
      std::size_t k = 0;
      while (k < kept.size() && !SameKey(statements_[kept[k]], statements_[operands[i]])) k += step;
      if (k == kept.size()) kept.push_back(operands[i]);
      if (step == 1) continue;
      kept.resize(std::max(kept.size(), k + 2));
      kept[k + 1] = operands[i + 1];
    }
    return kept;
  }

  const Callable& CalleeOf(std::size_t i) const {
    return subject_.callables[statements_[i].target];
  }

  // --- Statements --------------------------------------------------------------------------------

  void WriteStatement(std::size_t i) {
    if (statements_[i].kind != StatementKind::kCall) {
      std::string text = LiteralText(i);
      if (IsInlineLiteral(i, text)) {
        texts_[i] = std::move(text);
      } else {
        Assign(i, text, Section::kArrange);
      }
      return;
    }
    const std::string call = CallText(i, false);
    if (i == act_ && test_.exception) {
      WriteRaisingCall(call);
    } else if (const Assertion* assertion = OnlyAssertionOn(i)) {
      WriteAssertedCall(i, call, *assertion);
    } else if (IsInlineCall(i, call)) {
      texts_[i] = call;
    } else if (uses_[i] > 0 || asserted_[i] > 0) {
      Assign(i, call, SectionOf(i));
    } else {
      Emit(call, SectionOf(i));
    }
  }

  Section SectionOf(std::size_t i) const { return i == act_ ? Section::kAct : Section::kArrange; }

  void Assign(std::size_t i, std::string_view text, Section section) {
    texts_[i] = VariableName(i);
    Emit(fmt::format("{} = {}", texts_[i], text), section);
  }

  bool IsInlineLiteral(std::size_t i, const std::string& text) const {
    if (asserted_[i] > 0 || IsReceiver(i)) {
      return statements_[i].kind == StatementKind::kEnumMember ||
             statements_[i].kind == StatementKind::kClass;
    }
    if (IsCollection(statements_[i].kind)) {
      return uses_[i] == 1 && (IsUnpacked(i) || DisplayWidth(text) <= kLongestInline);
    }
    return DisplayWidth(text) <= kLongestInline;
  }

  // A value made by a library's constructor out of literals is as good as a literal.
  bool IsInlineCall(std::size_t i, const std::string& call) const {
    const Callable& callee = CalleeOf(i);
    const auto& operands = statements_[i].operands;
    return i != act_ && !callee.in_subject && callee.kind == CallableKind::kConstructor &&
           uses_[i] == 1 && asserted_[i] == 0 && !IsReceiver(i) &&
           DisplayWidth(call) <= kLongestInline &&
           std::all_of(operands.begin(), operands.end(), [&](model::VariableIndex operand) {
             return statements_[operand].kind < StatementKind::kList;
           });
  }

  bool IsReceiver(std::size_t i) const {
    return std::any_of(statements_.begin(), statements_.end(), [&](const Statement& s) {
      return s.kind == StatementKind::kCall && HasReceiver(subject_.callables[s.target]) &&
             s.operands[0] == i;
    });
  }

  bool IsUnpacked(std::size_t i) const {
    const auto [call, argument] = FirstUse(i);
    if (call == nullptr) return false;
    const Passing passing = PassingOf(subject_.callables[call->target], *call, argument);
    return passing == Passing::kUnpackSequence || passing == Passing::kUnpackMapping;
  }

  // The first call that takes the variable as an argument, and which.
  std::pair<const Statement*, std::size_t> FirstUse(std::size_t i) const {
    for (const Statement& s : statements_) {
      if (s.kind != StatementKind::kCall) continue;
      const std::size_t receiver = HasReceiver(subject_.callables[s.target]) ? 1 : 0;
      for (std::size_t o = receiver; o < s.operands.size(); ++o) {
        if (s.operands[o] == i) return {&s, o - receiver};
      }
    }
    return {nullptr, 0};
  }

  // --- Names -------------------------------------------------------------------------------------

  std::string VariableName(std::size_t i) {
    std::string name = WantedName(i);
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name = "value";
    if (name == "l" || IsKeyword(name) || IsBuiltin(name)) name += '_';
    std::string candidate = name;
    for (unsigned n = 2; imports_.names().IsTaken(candidate) || local_.IsTaken(candidate); ++n) {
      candidate = fmt::format("{}_{}", name, n);
    }
    local_.Reserve(candidate);
    return candidate;
  }

  std::string WantedName(std::size_t i) const {
    const Statement& statement = statements_[i];
    const bool is_call = statement.kind == StatementKind::kCall;
    if (is_call && CalleeOf(i).kind == CallableKind::kConstructor) {
      return SnakeCase(CalleeOf(i).name);
    }
    if (const auto [call, argument] = FirstUse(i); call != nullptr) {
      return SnakeCase(
          subject_.callables[call->target].parameters[call->parameters[argument]].name);
    }
    if (is_call) return i == act_ ? "result" : SnakeCase(CalleeOf(i).name) + "_result";
    if (statement.kind == StatementKind::kDict) return "mapping";
    return IsCollection(statement.kind) ? "items" : "value";
  }

  // --- Expressions -------------------------------------------------------------------------------

  std::string LiteralText(std::size_t i) {
    const Statement& s = statements_[i];
    switch (s.kind) {
      case StatementKind::kNone:
        return "None";
      case StatementKind::kBool:
        return s.integer != 0 ? "True" : "False";
      case StatementKind::kInt:
        return s.text.empty() ? IntLiteral(s.integer) : IntLiteral(s.text);
      case StatementKind::kFloat:
        return FloatLiteral(s.real);
      case StatementKind::kComplex:
        return ComplexLiteral(s.real, s.imaginary);
      case StatementKind::kStr:
        return StrLiteral(s.text);
      case StatementKind::kBytes:
        return BytesLiteral(s.text);
      case StatementKind::kList:
        return CollectionText(Collection::kList, OperandTexts(s));
      case StatementKind::kTuple:
        return CollectionText(Collection::kTuple, OperandTexts(s));
      case StatementKind::kSet:
        return CollectionText(Collection::kSet, OperandTexts(s));
      case StatementKind::kFrozenSet:
        return CollectionText(Collection::kFrozenSet, OperandTexts(s));
      case StatementKind::kDict:
        return CollectionText(Collection::kDict, OperandTexts(s));
      case StatementKind::kEnumMember: {
        const model::Class& c = subject_.classes[s.target];
        return imports_.Reach(c.module, c.qualified_name) + "." +
               c.enum_members[static_cast<std::size_t>(s.integer)];
      }
      case StatementKind::kClass: {
        const model::Class& c = subject_.classes[s.target];
        return imports_.Reach(c.module, c.qualified_name);
      }
      case StatementKind::kFunction:
      case StatementKind::kLambda:
      case StatementKind::kLazy:
      case StatementKind::kCall:
        break;
    }
    return "";
  }

  std::vector<std::string> OperandTexts(const Statement& statement) const {
    std::vector<std::string> texts;
    for (const model::VariableIndex operand : OperandsOf(statement)) {
      texts.push_back(texts_[operand]);
    }
    return texts;
  }

  // by_class: for people, the receiver named by its class: "RateTable.add(limit=5)".
  std::string CallText(std::size_t i, bool by_class) {
    const Statement& call = statements_[i];
    const Callable& callee = CalleeOf(i);
    const bool method = HasReceiver(callee);
    const std::string arguments = fmt::format("{}", fmt::join(ArgumentTexts(call, callee), ", "));
    if (!method) {
      return fmt::format("{}({})", imports_.Reach(callee.module, callee.qualified_name), arguments);
    }
    const std::string& receiver =
        by_class ? subject_.classes[callee.class_index].qualified_name : texts_[call.operands[0]];
    if (const auto builtin = BuiltinFor(callee.name); !builtin.empty() && arguments.empty()) {
      return fmt::format("{}({})", builtin, receiver);
    }
    return fmt::format("{}.{}({})", receiver, AttributeName(callee), arguments);
  }

  // `__name` is `_Class__name` to whoever is outside of the class.
  std::string AttributeName(const Callable& callee) const {
    const bool mangled = callee.name.starts_with("__") && !callee.name.ends_with("__");
    if (!mangled || callee.class_index == model::kNoIndex) return callee.name;
    const std::string& name = subject_.classes[callee.class_index].name;
    const auto first = std::min(name.find_first_not_of('_'), name.size());
    return fmt::format("_{}{}", name.substr(first), callee.name);
  }

  // By position first, then what *args adds, then by keyword: the order in which Python binds them.
  std::vector<std::string> ArgumentTexts(const Statement& call, const Callable& callee) {
    std::vector<std::string> positions, keywords;
    const std::size_t receiver = HasReceiver(callee) ? 1 : 0;
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const model::VariableIndex operand = call.operands[a + receiver];
      const std::string& text = texts_[operand];
      switch (PassingOf(callee, call, a)) {
        case Passing::kPosition:
          positions.push_back(text);
          break;
        case Passing::kKeyword:
          keywords.push_back(
              fmt::format("{}={}", callee.parameters[call.parameters[a]].name, text));
          break;
        case Passing::kUnpackSequence:
          UnpackSequence(operand, positions);
          break;
        case Passing::kUnpackMapping:
          UnpackMapping(callee, operand, keywords);
          break;
      }
    }
    positions.insert(positions.end(), keywords.begin(), keywords.end());
    return positions;
  }

  // Whether the variable is written where it is used, so that its parts can be.
  bool IsWrittenInline(std::size_t i) const {
    return texts_[i] == "" || !local_.IsTaken(texts_[i]);
  }

  void UnpackSequence(model::VariableIndex operand, std::vector<std::string>& positions) {
    const Statement& sequence = statements_[operand];
    const bool ordered =
        sequence.kind == StatementKind::kList || sequence.kind == StatementKind::kTuple;
    if (!ordered || !IsWrittenInline(operand)) {
      positions.push_back("*" + texts_[operand]);
      return;
    }
    for (const std::string& text : OperandTexts(sequence)) positions.push_back(text);
  }

  void UnpackMapping(const Callable& callee, model::VariableIndex operand,
                     std::vector<std::string>& keywords) {
    const Statement& mapping = statements_[operand];
    const auto is_keyword = [&](model::VariableIndex key) {
      const Statement& s = statements_[key];
      return s.kind == StatementKind::kStr && IsIdentifier(s.text) &&
             std::none_of(callee.parameters.begin(), callee.parameters.end(),
                          [&](const model::Parameter& p) { return p.name == s.text; });
    };
    std::vector<std::string> texts;
    bool plain = mapping.kind == StatementKind::kDict && IsWrittenInline(operand);
    const std::vector<model::VariableIndex> operands = OperandsOf(mapping);
    for (std::size_t o = 0; plain && o + 1 < operands.size(); o += 2) {
      plain = is_keyword(operands[o]);
      texts.push_back(fmt::format("{}={}", statements_[operands[o]].text, texts_[operands[o + 1]]));
    }
    if (!plain) texts.assign(1, "**" + texts_[operand]);
    keywords.insert(keywords.end(), texts.begin(), texts.end());
  }

  // --- Exceptions and assertions -----------------------------------------------------------------

  void WriteRaisingCall(const std::string& call) {
    if (test_.is_finding) {
      Emit(call, Section::kAct);
      return;
    }
    const std::string type = imports_.Reach(ReachableTypeName(*test_.exception));
    std::string with = fmt::format("with {}.raises({}):", imports_.Pytest(), type);
    if (const std::string match = MatchableText(*test_.exception); !match.empty()) {
      const std::string matching =
          fmt::format("with pytest.raises({}, match={}):", type, StrLiteral(match));
      if (DisplayWidth(matching) <= kLongestLine) with = matching;
    }
    Emit(with, Section::kAct);
    body_.text += LayOut(call, 2);
  }

  // Set when all that is asked of a call's result is one assertion just behind it, so that the call
  // can stand in the assertion.
  const Assertion* OnlyAssertionOn(std::size_t i) const {
    if (uses_[i] > 0 || asserted_[i] != 1) return nullptr;
    const auto assertion = std::find_if(test_.assertions.begin(), test_.assertions.end(),
                                        [&](const Assertion& a) { return a.variable == i; });
    const bool fits = assertion->after_statement == i && assertion->attribute.empty();
    return fits ? &*assertion : nullptr;
  }

  void WriteAssertedCall(std::size_t i, const std::string& call, const Assertion& assertion) {
    const std::optional<std::string> in_place = AssertionText(assertion, call);
    if (in_place && DisplayWidth(*in_place) <= kLongestLine) {
      Emit(*in_place, i == act_ ? Section::kAct : Section::kAssert, &assertion);
      written_in_place_ = &assertion;
    } else if (in_place) {
      Assign(i, call, SectionOf(i));
    } else {
      Emit(call, SectionOf(i));
    }
  }

  void WriteAssertions(std::size_t i) {
    for (const Assertion& assertion : test_.assertions) {
      if (assertion.after_statement != i || &assertion == written_in_place_) continue;
      if (texts_[assertion.variable].empty()) continue;
      const auto text = AssertionText(assertion, texts_[assertion.variable]);
      if (!text) continue;
      // Behind a call that stands in its own assertion, further ones follow without a gap.
      const bool act_is_assertion =
          written_in_place_ != nullptr && written_in_place_->variable == act_;
      if (section_ == Section::kAct && act_is_assertion) section_ = Section::kAssert;
      Emit(*text, Section::kAssert, &assertion);
    }
  }

  std::optional<std::string> AssertionText(const Assertion& assertion, std::string_view variable) {
    std::string left(variable);
    if (!assertion.attribute.empty()) left += "." + assertion.attribute;
    switch (assertion.kind) {
      case AssertionKind::kIsInstance:
        return fmt::format("assert isinstance({}, {})", left,
                           imports_.Reach(assertion.expected.type_name));
      case AssertionKind::kLength:
        return fmt::format("assert len({}) == {}", left, assertion.expected.integer);
      case AssertionKind::kEquals:
        break;
    }
    const auto expected = ExpectedText(assertion.expected, imports_);
    if (!expected) return std::nullopt;
    const model::ValueKind kind = assertion.expected.kind;
    const bool by_identity = kind == model::ValueKind::kNone || kind == model::ValueKind::kBool ||
                             kind == model::ValueKind::kType;
    return fmt::format("assert {} {} {}", left, by_identity ? "is" : "==", *expected);
  }

  // --- Lines -------------------------------------------------------------------------------------

  uint32_t NextLine() const {
    return static_cast<uint32_t>(std::count(body_.text.begin(), body_.text.end(), '\n')) + 1;
  }

  void MarkLine(const Assertion& assertion) {
    const auto index = static_cast<std::size_t>(&assertion - test_.assertions.data());
    body_.assertion_lines[index] = NextLine();
  }

  void Emit(std::string_view flat, Section section, const Assertion* assertion = nullptr) {
    if (section_ != Section::kNone && section != section_) body_.text += '\n';
    section_ = section;
    if (assertion != nullptr) MarkLine(*assertion);
    body_.text += LayOut(flat, 1);
  }

  const Subject& subject_;
  const GeneratedTest& test_;
  const std::vector<Statement>& statements_;
  Imports& imports_;
  const std::size_t act_;
  std::vector<unsigned> uses_;      // as operands of live statements
  std::vector<unsigned> asserted_;  // assertions on it
  std::vector<std::string> texts_;  // a variable's name, or the expression written in its place
  NameScope local_;
  const Assertion* written_in_place_ = nullptr;
  Section section_ = Section::kNone;
  TestBody body_;
};

}  // namespace

std::size_t ActOf(const GeneratedTest& test) {
  const auto& statements = test.test.statements;
  for (std::size_t i = statements.size(); i-- > 0;) {
    if (statements[i].kind == StatementKind::kCall) return i;
  }
  return 0;
}

const std::string& ReachableTypeName(const model::RaisedException& exception) {
  return exception.importable_type_name.empty() ? exception.type_name
                                                : exception.importable_type_name;
}

std::string MatchableText(const model::RaisedException& exception) {
  constexpr std::size_t kShortest = 2, kShortestPiece = 8, kLongest = 50;
  // What Python itself says differs from version to version; what the project says does not.
  if (!exception.is_explicit || exception.message.find("0x") != std::string::npos) return "";
  std::string_view message = exception.message;
  if (message.size() >= 2 && message.front() == '\'' && message.back() == '\'') {
    message = message.substr(1, message.size() - 2);  // a KeyError shows its key's repr
  }
  const auto is_plain = [](char c) {
    constexpr std::string_view kSpecial = "\\.^$*+?{}[]|()";
    return c >= 0x20 && c < 0x7F && kSpecial.find(c) == std::string_view::npos;
  };
  if (message.size() <= kLongest && std::all_of(message.begin(), message.end(), is_plain)) {
    return message.size() < kShortest ? "" : std::string(message);
  }
  // The longest run of words without a character that is special in regular expressions or a quote,
  // behind which stands what the test passed.
  std::string_view best;
  while (!message.empty()) {
    const auto end = std::find_if_not(message.begin(), message.end(),
                                      [&](char c) { return is_plain(c) && c != '\'' && c != '"'; });
    const auto length = static_cast<std::size_t>(end - message.begin());
    if (length > best.size()) best = message.substr(0, length);
    message.remove_prefix(std::min(length + 1, message.size()));
  }
  if (best.size() > kLongest) best = best.substr(0, best.rfind(' ', kLongest));
  constexpr std::string_view kEdge = " ,;:=-";
  const auto first = best.find_first_not_of(kEdge);
  if (first == std::string_view::npos) return "";
  best = best.substr(first, best.find_last_not_of(kEdge) - first + 1);
  const bool words = best.find(' ') != std::string_view::npos;
  const bool good = words && best.size() >= kShortestPiece && best.size() <= kLongest;
  return good ? std::string(best) : "";
}

std::string RenderDecorator(const GeneratedTest& test, Imports& imports) {
  if (!test.is_finding || !test.exception) return "";
  const model::RaisedException& exception = *test.exception;
  std::string reason = exception.message.substr(0, exception.message.find('\n'));
  if (reason.size() > 80) reason = reason.substr(0, 77) + "...";
  if (!exception.path.empty()) {
    reason += fmt::format("{}{}:{}", reason.empty() ? "" : " at ", exception.path, exception.line);
  }
  return fmt::format("@{}.mark.xfail(strict=True, raises={}, reason={})", imports.Pytest(),
                     imports.Reach(ReachableTypeName(exception)), StrLiteral(reason));
}

TestBody RenderBody(const Subject& subject, const GeneratedTest& test, Imports& imports) {
  return BodyWriter(subject, test, imports).Write();
}

}  // namespace skua::render
