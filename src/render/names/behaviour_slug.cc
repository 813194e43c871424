#include "render/names/behaviour_slug.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "model/answering.h"
#include "model/type_fit.h"
#include "render/body/calls_text.h"
#include "render/body/exception_text.h"
#include "render/body/operator_syntax.h"
#include "render/body/usage.h"
#include "render/names/slug.h"
#include "render/python/naming.h"

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

// Returns the class of the object that the statement makes, if known.
model::ClassIndex ClassOf(const Subject& subject, const Statement& value) {
  if (value.kind != StatementKind::kCall) return model::kNoIndex;
  const model::Callable& maker = subject.callables[value.target];
  return maker.kind == model::CallableKind::kConstructor ? maker.class_index
                                                         : subject.types[maker.result].class_index;
}

// Returns whether the operator acts on the hash of an object, not on the object.
bool IsOfHash(const Subject& subject, const model::TestCase& test, const Statement& call) {
  const Statement& compared = test.statements[call.operands[0]];
  return compared.kind == StatementKind::kCall &&
         subject.callables[compared.target].kind == model::CallableKind::kOperator &&
         subject.callables[compared.target].name == "__hash__";
}

// Returns a word for an operator: "getitem", "called", "entered".
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
    case OperatorForm::kReflected: {
      // Python asks the left operand first, and only that one if both have the same class:
      // "__add__".
      const bool is_asked_first =
          model::IsDerivedFrom(subject, ClassOf(subject, test.statements[call.operands[1]]),
                               subject.callables[call.target].class_index);
      return SnakeCase(is_asked_first ? "__" + name.substr(3) : name);
    }
    default:
      return (IsOfHash(subject, test, call) ? "hash_" : "") + SnakeCase(name);
  }
}

// Returns a verb for the use of the call's result.
std::string_view VerbOf(const model::Callable& callable) {
  using model::CallableKind;
  if (callable.use == model::ResultUse::kIterate ||
      callable.use == model::ResultUse::kAsyncIterate) {
    return "yields";
  }
  // A name begins with the attribute or the class: "duration_months_is_1", "duration_is_empty".
  if (callable.kind == CallableKind::kGetter || callable.kind == CallableKind::kConstructor) {
    return "is";
  }
  const bool enters = callable.kind == CallableKind::kOperator &&
                      IsWith(SyntaxOf(callable.name, callable.parameters.size()).form);
  return enters ? "gives" : "returns";
}

// Returns the declared result of the call: "job"; empty if it is not a class.
std::string DeclaredSlug(const Subject& subject, const model::Callable& callable) {
  const model::Type& type = subject.types[callable.result];
  if (type.kind != model::TypeKind::kClass && type.kind != model::TypeKind::kEnum) return "";
  return SnakeCase(subject.classes[type.class_index].name);
}

// Describes a string by its first line with words.
std::string TextSlug(const std::string& text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string slug = StrSlug(text.substr(begin, end - begin));
    if (!slug.empty() && slug != "empty_string") return slug;
    begin = end + 1;
  }
  return "text";
}

std::string PrintsSlug(const std::string& text) {
  if (text.empty()) return "prints_nothing";
  const auto lines = std::count(text.begin(), text.end(), '\n');
  return lines > 1 ? "prints_lines" : "prints_" + TextSlug(text);
}

// Describes log records by the most severe one: "logs_warning".
std::string LogsSlug(const Value& records) {
  static constexpr std::array<std::string_view, 6> kLevels = {
      "record", "debug_record", "info", "warning", "error", "critical_error"};
  int64_t gravest = 0;
  for (const Value& record : records.items) {
    if (record.items.size() == 3) gravest = std::max(gravest, record.items[1].integer);
  }
  if (records.items.empty()) return "logs_nothing";
  return fmt::format(
      "logs_{}",
      kLevels[static_cast<std::size_t>(std::clamp<int64_t>(gravest / 10, 0, kLevels.size() - 1))]);
}

// Describes whether there are several items; their number rarely matters.
std::string ItemsSlug(int64_t count, std::string_view verb) {
  const std::string_view none = verb == "yields" ? "nothing" : verb == "is" ? "empty" : "no_items";
  if (count > 0 && verb == "is") verb = "has";
  return fmt::format("{}_{}", verb, count == 0 ? none : count == 1 ? "one_item" : "items");
}

std::string AssertionSlug(const Assertion& assertion, std::string_view verb) {
  const Value& expected = assertion.expected;
  const bool list = verb == "yields" && expected.kind == ValueKind::kList;
  switch (assertion.kind) {
    case AssertionKind::kEquals:
      if (list) return ItemsSlug(static_cast<int64_t>(expected.items.size()), verb);
      return fmt::format("{}_{}", verb, UncountedSlug(expected));
    case AssertionKind::kIsInstance:
      return fmt::format("{}_{}", verb, ClassSlug(expected.type_name));
    case AssertionKind::kLength:
      return ItemsSlug(expected.integer, verb);
    case AssertionKind::kItems: {
      const auto count = static_cast<int64_t>(expected.items.size());
      return ItemsSlug(expected.kind == ValueKind::kDict ? count / 2 : count, verb);
    }
    case AssertionKind::kText: {
      const std::string slug = StrSlug(expected.text);
      return fmt::format("{}_{}", verb, slug.empty() ? "text" : slug);
    }
    case AssertionKind::kOutput:
      return PrintsSlug(expected.text);
    case AssertionKind::kErrorOutput:
      return "reports_" + TextSlug(expected.text);
    case AssertionKind::kLog:
      return LogsSlug(expected);
    case AssertionKind::kFile: {
      const std::string file = SnakeCase(assertion.attribute);
      return fmt::format("{}_{}", expected.kind == ValueKind::kNone ? "removes" : "writes",
                         file.empty() ? "file" : file);
    }
    case AssertionKind::kGlobal:
      return "changes_" + SnakeCase(assertion.attribute);
  }
  return "";
}

// Describes an assertion on the receiver or an argument of a call.
std::string ChangedSlug(const Assertion& state, bool is_receiver) {
  if (!is_receiver) {
    return state.kind == AssertionKind::kText     ? "changes_text"
           : state.kind == AssertionKind::kLength ? "changes_length"
                                                  : "changes_argument";
  }
  if (state.kind == AssertionKind::kLength) return ItemsSlug(state.expected.integer, "leaves");
  if (state.kind == AssertionKind::kText) return AssertionSlug(state, "leaves");
  switch (state.expected.kind) {
    case model::ValueKind::kList:
    case model::ValueKind::kTuple:
    case model::ValueKind::kSet:
    case model::ValueKind::kDict:
      return state.expected.items.empty() ? "leaves_no_items" : "leaves_items";
    default:
      return "leaves_" + UncountedSlug(state.expected);
  }
}

// Returns the name of the parameter for which the variable is passed; empty if it is not an
// argument.
std::string ParameterOf(const model::Callable& callable, const Statement& call,
                        model::VariableIndex variable) {
  const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
  for (std::size_t a = 0; a < call.parameters.size(); ++a) {
    if (call.operands[receiver + a] == variable) {
      return SnakeCase(callable.parameters[call.parameters[a]].name);
    }
  }
  return "";
}

// Describes an assertion on calls of a double: "awaits_finish", "does_not_call_save".
std::string CallsSlug(const Subject& subject, const GeneratedTest& test, const Assertion& calls) {
  std::string name;
  for (const Statement& user : test.test.statements) {
    if (user.kind != StatementKind::kCall || !name.empty()) continue;
    name = ParameterOf(subject.callables[user.target], user, calls.variable);
  }
  const Statement& lambda = test.test.statements[calls.variable];
  const bool is_awaited = (lambda.integer & model::kAwaitable) != 0;
  const bool is_none = calls.kind == AssertionKind::kEquals && calls.expected.items.empty();
  return fmt::format("{}{}{}_{}", is_none ? "does_not_" : "", is_awaited ? "await" : "call",
                     is_none ? "" : "s", name.empty() ? "function" : name);
}

// Describes an assertion on something other than the result.
std::string StateSlug(const Subject& subject, const GeneratedTest& test, const Assertion& state,
                      std::size_t act) {
  const Statement& call = test.test.statements[act];
  const model::Callable& callable = subject.callables[call.target];
  const std::string_view verb = VerbOf(callable);
  if (!IsOfVariable(state)) return AssertionSlug(state, verb);
  if (IsOfCalls(test, state)) return CallsSlug(subject, test, state);
  if (state.attribute.empty()) {
    return ChangedSlug(state, HasReceiver(callable) && call.operands[0] == state.variable);
  }
  const std::string attribute =
      (state.attribute.starts_with('[') ? "item_" : "") + SnakeCase(state.attribute);
  if (state.variable != act) {
    // A setter obviously changes its attribute.
    const bool is_set =
        callable.kind == model::CallableKind::kSetter && state.attribute == callable.name;
    if (is_set) return "";
    // The result of an argument's method has no name of its own.
    const std::string argument =
        state.attribute.ends_with("()") ? ParameterOf(callable, call, state.variable) : "";
    return "changes_" + (argument.empty() ? attribute : argument);
  }
  const bool constructs = callable.kind == model::CallableKind::kConstructor;
  if (state.kind == AssertionKind::kLength) {
    return fmt::format("{}{}{}", constructs ? "has_" : "gives_",
                       state.expected.integer == 0 ? "empty_" : "", attribute);
  }
  return constructs ? fmt::format("has_{}_{}", attribute, UncountedSlug(state.expected))
                    : fmt::format("{}_is_{}", attribute, UncountedSlug(state.expected));
}

// Returns the function of the subject that a framework runs when a method of its client is called;
// empty for other calls.
std::string HandlerSlug(const Subject& subject, const model::Callable& callable) {
  if (callable.kind != model::CallableKind::kMethod || !callable.in_subject ||
      callable.class_index == model::kNoIndex || callable.code_object == model::kNoIndex ||
      subject.classes[callable.class_index].in_subject) {
    return "";
  }
  const std::string& name = subject.code_objects[callable.code_object].qualified_name;
  return SnakeCase(name.substr(name.rfind('.') + 1));
}

}  // namespace

std::string ActSlug(const Subject& subject, const model::TestCase& test, std::size_t act) {
  using model::CallableKind;
  const Statement& call = test.statements[act];
  const model::Callable& callable = subject.callables[call.target];
  if (std::string handler = HandlerSlug(subject, callable); !handler.empty()) return handler;
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
  // A returned function or context manager is named after the call that returned it.
  const std::size_t maker = HasReceiver(callable) ? call.operands[0] : act;
  const bool made = maker != act && test.statements[maker].kind == StatementKind::kCall;
  const bool known_by_maker = !owner.in_subject && owner.definition.empty() && made;
  return (known_by_maker ? ActSlug(subject, test, maker) : SnakeCase(owner.name)) + "_" + own;
}

// The first assertion of each sort after the act; null if there is none.
struct Stated {
  const Assertion* result = nullptr;
  const Assertion* state = nullptr;  // of something else than the result
  const Assertion* text = nullptr;   // of the result
};

static Stated StatedOf(const GeneratedTest& test, std::size_t act) {
  Stated stated;
  for (const Assertion& assertion : test.assertions) {
    if (assertion.after_statement != act) continue;
    const bool is_result =
        IsOfVariable(assertion) && assertion.variable == act && assertion.attribute.empty();
    const Assertion*& known = !is_result                               ? stated.state
                              : assertion.kind == AssertionKind::kText ? stated.text
                                                                       : stated.result;
    if (known == nullptr) known = &assertion;
  }
  return stated;
}

std::string OutcomeSlug(const Subject& subject, const GeneratedTest& test, std::size_t act) {
  if (const std::string why = ReasonToSkip(test); !why.empty()) return Slug(why, why.size());
  if (test.exception) {
    return "raises_" + ClassSlug(ReachableTypeName(*test.exception));
  }
  const Statement& call = test.test.statements[act];
  const model::Callable& callable = subject.callables[call.target];
  auto [result, state, text] = StatedOf(test, act);
  if (text != nullptr && result == nullptr && state == nullptr) {
    const bool says_nothing = StrSlug(text->expected.text).empty();
    const bool constructs = callable.kind == model::CallableKind::kConstructor;
    if (says_nothing && constructs) return "has_text";
    const std::string declared = says_nothing ? DeclaredSlug(subject, callable) : std::string();
    if (!declared.empty()) return fmt::format("{}_{}", VerbOf(callable), declared);
    result = text;
  }
  // The effect of the call says more than "None".
  const bool says_little = result != nullptr && result->expected.kind == ValueKind::kNone;
  if (result != nullptr && !(says_little && state != nullptr)) {
    return AssertionSlug(*result, VerbOf(callable));
  }
  return state == nullptr ? "" : StateSlug(subject, test, *state, act);
}

}  // namespace skua::render
