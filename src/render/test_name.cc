#include "render/test_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "render/environment_text.h"
#include "render/exception_text.h"
#include "render/literal.h"
#include "render/naming.h"
#include "render/operator_syntax.h"
#include "render/test_body.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::Statement;
using model::StatementKind;
using model::Subject;
using model::Value;
using model::ValueKind;

constexpr std::size_t kLongestName = 79;
constexpr std::size_t kLongestSlug = 24;

std::string ClassSlug(std::string_view type_name) {
  const auto last = type_name.find_last_of(":.");
  return SnakeCase(last == std::string_view::npos ? type_name : type_name.substr(last + 1));
}

std::string NumberSlug(const std::string& digits) {
  const bool negative = !digits.empty() && digits[0] == '-';
  std::string slug = digits.substr(negative ? 1 : 0);
  std::replace(slug.begin(), slug.end(), '.', '_');
  if (slug.size() > 12 || slug.find_first_not_of("0123456789_") != std::string::npos) return "";
  return negative ? "minus_" + slug : slug;
}

std::string CollectionSlug(std::string_view what, std::size_t size) {
  if (size == 0) return fmt::format("empty_{}", what);
  return fmt::format("{}_of_{}", what, size);
}

std::string StrSlug(const std::string& text) {
  if (text.empty()) return "empty_string";
  const std::string slug = Slug(text, kLongestSlug);
  return slug.size() >= 2 && text.size() <= 2 * kLongestSlug ? slug : "";
}

// What a value is, in a few words; a kind of thing when there are none for this one.
std::string ValueSlug(const Value& value) {
  switch (value.kind) {
    case ValueKind::kNone:
      return "none";
    case ValueKind::kBool:
      return value.integer != 0 ? "true" : "false";
    case ValueKind::kInt: {
      const std::string slug =
          NumberSlug(value.text.empty() ? IntLiteral(value.integer) : value.text);
      return slug.empty() ? "large_int" : slug;
    }
    case ValueKind::kFloat: {
      const std::string slug = NumberSlug(FloatLiteral(value.real));
      return slug.empty() ? "float" : slug;
    }
    case ValueKind::kComplex:
      return "complex";
    case ValueKind::kStr: {
      const std::string slug = StrSlug(value.text);
      return slug.empty() ? "string" : slug;
    }
    case ValueKind::kBytes:
      return value.text.empty() ? "empty_bytes" : "bytes";
    case ValueKind::kList:
      return CollectionSlug("list", value.items.size());
    case ValueKind::kTuple:
      return CollectionSlug("tuple", value.items.size());
    case ValueKind::kSet:
      return CollectionSlug("set", value.items.size());
    case ValueKind::kFrozenSet:
      return CollectionSlug("frozenset", value.items.size());
    case ValueKind::kDict:
      return CollectionSlug("dict", value.items.size() / 2);
    case ValueKind::kEnumMember:
      return SnakeCase(value.text);
    case ValueKind::kType:
      return ClassSlug(value.type_name) + "_class";
    case ValueKind::kObject:
      if (!value.text.empty() && value.text.size() <= kLongestSlug) {
        return Slug(value.text, kLongestSlug);
      }
      return ClassSlug(value.type_name);
    case ValueKind::kOpaque:
      return ClassSlug(value.type_name);
  }
  return "";
}

// A literal argument in a few words; empty when it has none.
std::string StatementSlug(const Subject& subject, const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kNone:
      return "none";
    case StatementKind::kBool:
      return statement.integer != 0 ? "true" : "false";
    case StatementKind::kInt:
      return NumberSlug(statement.text.empty() ? IntLiteral(statement.integer) : statement.text);
    case StatementKind::kFloat:
      return NumberSlug(FloatLiteral(statement.real));
    case StatementKind::kStr:
      return StrSlug(statement.text);
    case StatementKind::kBytes:
      return statement.text.empty() ? "empty_bytes" : "";
    case StatementKind::kList:
      return statement.operands.empty() ? "empty_list" : "";
    case StatementKind::kTuple:
      return statement.operands.empty() ? "empty_tuple" : "";
    case StatementKind::kSet:
      return statement.operands.empty() ? "empty_set" : "";
    case StatementKind::kDict:
      return statement.operands.empty() ? "empty_dict" : "";
    case StatementKind::kEnumMember:
      return SnakeCase(subject.classes[statement.target]
                           .enum_members[static_cast<std::size_t>(statement.integer)]);
    case StatementKind::kClass:
      return SnakeCase(subject.classes[statement.target].name);
    case StatementKind::kFunction:
      return SnakeCase(subject.callables[statement.target].name);
    case StatementKind::kLambda:
      return "function";
    default:
      return "";
  }
}

// What an operator does: "getitem", "called", "entered".
std::string OperatorSlug(const Subject& subject, const model::TestCase& test,
                         const Statement& call) {
  const std::string& name = subject.callables[call.target].name;
  switch (SyntaxOf(name, call.parameters.size()).form) {
    case OperatorForm::kCall:
      return "called";
    case OperatorForm::kEnter:
    case OperatorForm::kAsyncEnter:
      return "entered";
    case OperatorForm::kExit:
    case OperatorForm::kAsyncExit: {
      const Statement& raised = test.statements[call.operands[1]];
      return raised.kind == StatementKind::kClass
                 ? "left_by_" + SnakeCase(subject.classes[raised.target].name)
                 : "left_by_exception";
    }
    case OperatorForm::kAwait:
      return "awaited";
    default:
      return SnakeCase(name);
  }
}

// "account_balance", "stack_getitem", "pool_left_by_value_error".
std::string ActSlug(const Subject& subject, const model::TestCase& test, std::size_t act) {
  using model::CallableKind;
  const Statement& call = test.statements[act];
  const model::Callable& callable = subject.callables[call.target];
  std::string own = SnakeCase(callable.name);
  switch (callable.kind) {
    case CallableKind::kFunction:
    case CallableKind::kConstructor:
      return own;
    case CallableKind::kEnvironment:
      return "after_" + own;
    case CallableKind::kSetter:
      own = "set_" + own;
      break;
    case CallableKind::kDeleter:
      own = "delete_" + own;
      break;
    case CallableKind::kOperator:
      own = OperatorSlug(subject, test, call);
      break;
    default:
      break;
  }
  if (callable.class_index == model::kNoIndex) return own;
  const model::Class& owner = subject.classes[callable.class_index];
  // A function or context manager that a call gave is known by that call.
  const std::size_t maker = HasReceiver(callable) ? call.operands[0] : act;
  const bool made = maker != act && test.statements[maker].kind == StatementKind::kCall;
  const bool known_by_maker = !owner.in_subject && owner.definition.empty() && made;
  return (known_by_maker ? ActSlug(subject, test, maker) : SnakeCase(owner.name)) + "_" + own;
}

// What is done with what the call gives, as a verb.
std::string_view VerbOf(const model::Callable& callable) {
  using model::CallableKind;
  if (callable.use == model::ResultUse::kIterate ||
      callable.use == model::ResultUse::kAsyncIterate) {
    return "yields";
  }
  if (callable.kind == CallableKind::kGetter) return "is";
  const bool enters = callable.kind == CallableKind::kOperator &&
                      IsWith(SyntaxOf(callable.name, callable.parameters.size()).form);
  return enters ? "gives" : "returns";
}

std::string AssertionSlug(const Assertion& assertion, std::string_view verb) {
  const Value& expected = assertion.expected;
  const bool list = verb == "yields" && expected.kind == ValueKind::kList;
  switch (assertion.kind) {
    case AssertionKind::kEquals:
      if (list && expected.items.empty()) return "yields_nothing";
      if (list) {
        return fmt::format("yields_{}_item{}", expected.items.size(),
                           expected.items.size() == 1 ? "" : "s");
      }
      return fmt::format("{}_{}", verb, ValueSlug(expected));
    case AssertionKind::kIsInstance:
      return fmt::format("{}_{}", verb, ClassSlug(expected.type_name));
    case AssertionKind::kLength:
      return verb == "yields" ? fmt::format("yields_{}_items", expected.integer)
                              : fmt::format("{}_length_{}", verb, expected.integer);
    case AssertionKind::kText:
    case AssertionKind::kGlobal:
    case AssertionKind::kOutput:
    case AssertionKind::kErrorOutput:
    case AssertionKind::kLog:
    case AssertionKind::kFile:
      break;
  }
  return "";
}

// What comes of the call: its exception, its result, or the state it leaves.
std::string OutcomeSlug(const Subject& subject, const GeneratedTest& test, std::size_t act) {
  if (test.exception) {
    return "raises_" + ClassSlug(ReachableTypeName(*test.exception));
  }
  const model::Callable& callable = subject.callables[test.test.statements[act].target];
  const std::string_view verb = VerbOf(callable);
  const Assertion* state = nullptr;
  for (const Assertion& assertion : test.assertions) {
    if (assertion.variable == act && assertion.attribute.empty()) {
      return AssertionSlug(assertion, verb);
    }
    if (assertion.after_statement == act && state == nullptr) state = &assertion;
  }
  if (state == nullptr) return "";
  if (!state->attribute.empty()) {
    const std::string attribute = SnakeCase(state->attribute);
    if (state->variable != act) {
      // That what is set changes goes without saying.
      const bool is_set =
          callable.kind == model::CallableKind::kSetter && state->attribute == callable.name;
      return is_set ? "" : "changes_" + attribute;
    }
    const bool constructs = callable.kind == model::CallableKind::kConstructor;
    return fmt::format("{}_{}_{}", constructs ? "has" : verb, attribute,
                       ValueSlug(state->expected));
  }
  return state->kind == AssertionKind::kLength ? "changes_length" : "changes_argument";
}

struct Named {
  std::string base;
  std::map<uint16_t, std::string> arguments;  // parameter → slug, of the act
};

Named Describe(const Subject& subject, const GeneratedTest& test) {
  Named named;
  const std::size_t act = ActOf(subject, test);
  const Statement& call = test.test.statements[act];
  const model::Callable& callable = subject.callables[call.target];
  named.base = "test_" + ActSlug(subject, test.test, act);
  const std::string outcome = OutcomeSlug(subject, test, act);
  if (!outcome.empty()) named.base += "_" + outcome;
  const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
  for (std::size_t a = 0; a < call.parameters.size(); ++a) {
    const Statement& operand = test.test.statements[call.operands[a + receiver]];
    const std::string slug = StatementSlug(subject, operand);
    const std::string parameter = SnakeCase(callable.parameters[call.parameters[a]].name);
    if (slug.empty() || parameter.empty()) continue;
    named.arguments[call.parameters[a]] = fmt::format("_with_{}_{}", parameter, slug);
  }
  return named;
}

// Of tests with the same base: the parameter whose arguments tell most of them apart.
std::optional<uint16_t> TellingParameter(const std::vector<const Named*>& group) {
  std::map<uint16_t, std::set<std::string>> slugs;
  for (const Named* named : group) {
    for (const auto& [parameter, slug] : named->arguments) slugs[parameter].insert(slug);
  }
  const auto best = std::max_element(slugs.begin(), slugs.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  if (best == slugs.end() || best->second.size() < 2) return std::nullopt;
  return best->first;
}

}  // namespace

std::vector<std::string> NameTests(const Subject& subject, const model::Suite& suite) {
  std::vector<Named> named;
  for (const GeneratedTest& test : suite) named.push_back(Describe(subject, test));
  std::map<std::string, std::vector<const Named*>> groups;
  for (const Named& one : named) groups[one.base].push_back(&one);

  NameScope scope;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const Named& one = named[i];
    const std::vector<const Named*>& group = groups[one.base];
    std::string name = one.base;
    if (group.size() > 1) {
      if (const auto parameter = TellingParameter(group)) {
        const auto slug = one.arguments.find(*parameter);
        if (slug != one.arguments.end()) name += slug->second;
      }
    }
    // The whole line `def name(fixtures):` is short enough to stay one.
    names.push_back(scope.Take(name, kLongestName - FixturesOf(subject, suite[i]).size()));
  }
  return names;
}

}  // namespace skua::render
