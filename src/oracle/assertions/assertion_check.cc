#include "oracle/assertions/assertion_check.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>

#include "model/function_types.h"
#include "oracle/assertions/assertion_judge.h"
#include "oracle/assertions/type_relations.h"
#include "oracle/assertions/value_match.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Observation;
using model::RaisedException;
using model::StatementObservation;
using model::Value;
using model::ValueKind;

bool IsRecord(const Value& expected, const StatementObservation::LogRecord& logged) {
  return expected.items.size() == 3 && expected.items[0].text == logged.logger &&
         expected.items[1].integer == logged.level && expected.items[2].text == logged.message;
}

const Value* FieldOf(const Value& value, std::string_view name) {
  const auto field =
      std::ranges::find_if(value.fields, [&](const auto& f) { return f.first == name; });
  return field == value.fields.end() ? nullptr : &field->second;
}

// Returns the element at `part`, such as "[3]".
const Value* ElementOf(const Value& value, std::string_view part) {
  const bool is_sequence = value.kind == ValueKind::kList || value.kind == ValueKind::kTuple;
  std::size_t index = 0;
  std::from_chars(part.data() + 1, part.data() + part.size(), index);
  return is_sequence && index < value.items.size() ? &value.items[index] : nullptr;
}

// Returns whether the assertion is on an Enum member's name, which observations do not list as an
// attribute.
bool IsMemberName(const Assertion& assertion, const Value* variable) {
  std::string_view path = assertion.attribute;
  if (path != "name" && !path.ends_with(".name")) return false;
  path.remove_suffix(std::min(path.size(), std::string_view(".name").size()));
  const Value* member = Attribute(variable, path);
  return member != nullptr && member->kind == ValueKind::kEnumMember &&
         assertion.kind == AssertionKind::kEquals && member->text == assertion.expected.text;
}

class Checker {
 public:
  Checker(const model::Subject& subject, const Observation& seen)
      : subject_(subject), states_(seen) {}

  // Returns whether the assertion holds. REQUIRES: assertions are passed in the test's order.
  bool Holds(const Assertion& assertion) {
    const std::size_t after = assertion.after_statement;
    if (states_.Statement(after) == nullptr) return false;
    switch (assertion.kind) {
      case AssertionKind::kEquals:
      case AssertionKind::kIsInstance:
      case AssertionKind::kLength:
      case AssertionKind::kItems:
      case AssertionKind::kText: {
        const Value* variable = states_.Variable(assertion.variable, after);
        const Value* value = Attribute(variable, assertion.attribute);
        if (value == nullptr) return IsMemberName(assertion, variable);
        return IsAsExpected(assertion, *value);
      }
      // The statements did not change a global or attribute that the observation does not mention.
      case AssertionKind::kGlobal:
        return IsTold(assertion.expected, states_.Global(assertion.attribute, after));
      case AssertionKind::kFile:
        return IsTold(assertion.expected, states_.File(assertion.attribute, after));
      case AssertionKind::kOutput:
        return Printed(&StatementObservation::printed, after) == assertion.expected.text &&
               IsStable(StatementObservation::kPrinted, after);
      case AssertionKind::kErrorOutput:
        return Printed(&StatementObservation::printed_errors, after) == assertion.expected.text &&
               IsStable(StatementObservation::kPrintedErrors, after);
      case AssertionKind::kLog:
        return IsLogged(assertion.expected.items, after) &&
               IsStable(StatementObservation::kLogged, after);
    }
    return false;
  }

  // Returns the observed value at the place of the assertion, or nullopt. REQUIRES: as for Holds.
  std::optional<Value> Seen(const Assertion& assertion) {
    const std::size_t after = assertion.after_statement;
    if (states_.Statement(after) == nullptr) return std::nullopt;
    switch (assertion.kind) {
      case AssertionKind::kGlobal:
        return Told(states_.Global(assertion.attribute, after));
      case AssertionKind::kFile:
        return Told(states_.File(assertion.attribute, after));
      case AssertionKind::kOutput:
        return Heard(&StatementObservation::printed, StatementObservation::kPrinted, after);
      case AssertionKind::kErrorOutput:
        return Heard(&StatementObservation::printed_errors, StatementObservation::kPrintedErrors,
                     after);
      case AssertionKind::kLog:
        return Logged(after);
      default:
        break;
    }
    const Value* value =
        Attribute(states_.Variable(assertion.variable, after), assertion.attribute);
    if (value == nullptr) return std::nullopt;
    switch (assertion.kind) {
      case AssertionKind::kIsInstance: {
        Value type;
        type.kind = ValueKind::kOpaque;
        type.type_name = TypeNameOf(*value);
        return type;
      }
      case AssertionKind::kLength: {
        const std::optional<int64_t> length = LengthOf(*value);
        return length ? std::optional(IntValue(*length)) : std::nullopt;
      }
      case AssertionKind::kText:
        return Told(value->kind == ValueKind::kStr ? value : Attribute(value, kTextField));
      case AssertionKind::kItems:
        return Told(Attribute(value, kItemsField));
      default:
        return Told(value);
    }
  }

 private:
  static std::optional<Value> Told(const Value* value) {
    return value == nullptr ? std::nullopt : std::optional(Plain(*value));
  }

  std::optional<Value> Heard(std::string StatementObservation::*stream,
                             StatementObservation::Effect effect, std::size_t after) {
    std::string text = Printed(stream, after);
    return IsStable(effect, after) ? std::optional(TextValue(std::move(text))) : std::nullopt;
  }

  std::optional<Value> Logged(std::size_t after) const {
    if (!IsStable(StatementObservation::kLogged, after)) return std::nullopt;
    Value records;
    records.kind = ValueKind::kList;
    for (std::size_t i = 0; i <= after; ++i) {
      for (const auto& logged : states_.Statement(i)->logged) {
        records.items.push_back(RecordValue(logged));
      }
    }
    return records;
  }

  static bool IsTold(const Value& expected, const Value* told) {
    return told != nullptr && Matches(expected, *told);
  }

  bool IsAsExpected(const Assertion& assertion, const Value& value) const {
    switch (assertion.kind) {
      case AssertionKind::kIsInstance:
        return IsInstance(value, assertion.expected.type_name);
      case AssertionKind::kLength:
        return LengthOf(value) == assertion.expected.integer;
      case AssertionKind::kItems:
        return IsTold(assertion.expected, Attribute(&value, kItemsField));
      case AssertionKind::kText:
        return IsText(assertion.expected.text, value);
      default:
        return Matches(assertion.expected, value);
    }
  }

  bool IsInstance(const Value& value, std::string_view type_name) const {
    if (value.kind == ValueKind::kObject || value.kind == ValueKind::kOpaque) {
      return IsSubtype(subject_, value.type_name, type_name);
    }
    if (value.kind == ValueKind::kType && model::IsFunctionType(type_name)) return true;
    return TypeNameOf(value) == type_name || type_name == "builtins:object" ||
           (value.kind == ValueKind::kBool && type_name == "builtins:int");
  }

  static bool IsText(std::string_view expected, const Value& value) {
    const Value* text = value.kind == ValueKind::kStr ? &value : Attribute(&value, kTextField);
    return text != nullptr && text->kind == ValueKind::kStr && text->text == expected;
  }

  // Returns whether the text printed, or logged, up to statement `after` is known.
  bool IsStable(StatementObservation::Effect effect, std::size_t after) const {
    for (std::size_t i = 0; i <= after; ++i) {
      if ((states_.Statement(i)->unstable & effect) != 0) return false;
    }
    return true;
  }

  bool IsLogged(const std::vector<Value>& expected, std::size_t after) const {
    auto record = expected.begin();
    for (std::size_t i = 0; i <= after; ++i) {
      for (const auto& logged : states_.Statement(i)->logged) {
        if (record == expected.end() || !IsRecord(*record++, logged)) return false;
      }
    }
    return record == expected.end();
  }

  // Returns the text printed since output was last taken. Both streams are taken at once, so
  // assertions after the same statement share it.
  std::string Printed(std::string StatementObservation::*stream, std::size_t after) {
    if (taken_ && *taken_ != after) from_ = *taken_ + 1;
    taken_ = after;
    std::string text;
    for (std::size_t i = from_; i <= after; ++i) text += states_.Statement(i)->*stream;
    return text;
  }

  const model::Subject& subject_;
  const ObservedStates states_;
  std::optional<std::size_t> taken_;  // the statement after which output was last taken
  std::size_t from_ = 0;              // the first statement whose output was not taken before that
};

const std::string& ReachableTypeName(const RaisedException& exception) {
  return exception.importable_type_name.empty() ? exception.type_name
                                                : exception.importable_type_name;
}

// Returns whether an `except` clause for `expected` catches the exception.
bool IsCaughtAs(const RaisedException& raised, const RaisedException& expected,
                const model::Subject& subject) {
  const std::string& type = ReachableTypeName(expected);
  return IsSubtype(subject, raised.type_name, type) ||
         IsSubtype(subject, ReachableTypeName(raised), type);
}

}  // namespace

ObservedStates::ObservedStates(const Observation& seen) : seen_(&seen) {
  for (std::size_t i = 0; i < seen.statements.size(); ++i) {
    for (const auto& change : seen.statements[i].changes) {
      told_.push_back({change.variable, i, &change.value});
    }
    told_.push_back({i, i, &seen.statements[i].result});
  }
  const std::size_t raising = seen.statements.size();
  for (const auto& change : seen.raising.changes) {
    told_.push_back({change.variable, raising, &change.value});
  }
  const bool is_told = seen.raising.result.kind == ValueKind::kObject;
  if (is_told) told_.push_back({raising, raising, &seen.raising.result});
  std::ranges::stable_sort(
      told_, {}, [](const Told& told) { return std::pair(told.variable, told.statement); });
}

const Value* ObservedStates::Variable(std::size_t variable, std::size_t after) const {
  const auto behind = std::ranges::upper_bound(
      told_, std::pair(variable, after), {},
      [](const Told& told) { return std::pair(told.variable, told.statement); });
  if (behind == told_.begin()) return nullptr;
  const Told& last = *std::prev(behind);
  return last.variable == variable ? last.value : nullptr;
}

const StatementObservation* ObservedStates::Statement(std::size_t i) const {
  if (i < seen_->statements.size()) return &seen_->statements[i];
  const bool raised = i == seen_->statements.size() && seen_->verdict == model::Verdict::kRaised;
  return raised ? &seen_->raising : nullptr;
}

const Value* ObservedStates::Global(std::string_view name, std::size_t after) const {
  return LastTold(&StatementObservation::globals, name, after);
}

const Value* ObservedStates::File(std::string_view path, std::size_t after) const {
  return LastTold(&StatementObservation::files, path, after);
}

const Value* ObservedStates::LastTold(Named StatementObservation::*list, std::string_view name,
                                      std::size_t after) const {
  for (std::size_t i = std::min(after, seen_->statements.size()) + 1; i-- > 0;) {
    const StatementObservation* statement = Statement(i);
    if (statement == nullptr) continue;
    for (const auto& [told, value] : statement->*list) {
      if (told == name) return &value;
    }
  }
  return nullptr;
}

const Value* Attribute(const Value* value, std::string_view path) {
  while (value != nullptr && !path.empty()) {
    const std::string_view part = path.substr(0, path.find_first_of(".[", 1));
    value = part.front() == '[' ? ElementOf(*value, part) : FieldOf(*value, part);
    path.remove_prefix(part.size());
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return value;
}

std::vector<uint32_t> FailingAssertions(const std::vector<Assertion>& assertions,
                                        const model::Subject& subject, const Observation& seen) {
  std::vector<uint32_t> failing;
  if (assertions.empty()) return failing;
  Checker checker(subject, seen);
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    if (!checker.Holds(assertions[i])) failing.push_back(static_cast<uint32_t>(i));
  }
  return failing;
}

std::vector<std::optional<Value>> SeenByAssertions(const std::vector<Assertion>& assertions,
                                                   const model::Subject& subject,
                                                   const Observation& seen) {
  std::vector<std::optional<Value>> values;
  Checker checker(subject, seen);
  for (const Assertion& assertion : assertions) values.push_back(checker.Seen(assertion));
  return values;
}

bool EndsAsExpected(const model::GeneratedTest& test, const model::Subject& subject,
                    const Observation& seen, const MatchedMessage& matched_message) {
  if (!test.exception) {
    return seen.verdict == model::Verdict::kPassed && seen.statements.size() == test.test.size();
  }
  if (seen.verdict != model::Verdict::kRaised || seen.statements.size() + 1 != test.test.size() ||
      !IsCaughtAs(seen.exception, *test.exception, subject)) {
    return false;
  }
  // The mark of a finding has the exception's type alone.
  if (test.is_finding || !matched_message) return true;
  return seen.exception.message.find(matched_message(*test.exception)) != std::string::npos;
}

}  // namespace skua::oracle
