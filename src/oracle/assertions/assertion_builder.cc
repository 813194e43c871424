#include "oracle/assertions/assertion_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/answering.h"
#include "model/function_types.h"
#include "model/named_objects.h"
#include "oracle/assertions/assertion_check.h"
#include "oracle/assertions/assertion_judge.h"
#include "oracle/assertions/test_roles.h"
#include "oracle/assertions/value_match.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Observation;
using model::StatementObservation;
using model::Value;
using model::ValueKind;

constexpr std::size_t kMostAsserted = 4;    // elements of a sequence of objects that are asserted
constexpr std::size_t kMostCalls = 3;       // calls of a double that are asserted one by one
constexpr std::size_t kLongestCalls = 160;  // characters of their arguments, some three lines

// Returns whether a test may read the attribute: "limit" or, for standard types, "span()".
bool IsPublicAttribute(std::string_view name) {
  if (name.ends_with("()")) name.remove_suffix(2);
  return IsPublicName(name);
}

// Returns whether the result of the call always has the type: the language ensures it, or the test
// makes a list of an iterable.
bool IsSureOf(const model::Callable& callable, std::string_view type_name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kSure = {{
      {"__bool__", "builtins:bool"},
      {"__bytes__", "builtins:bytes"},
      {"__complex__", "builtins:complex"},
      {"__contains__", "builtins:bool"},
      {"__float__", "builtins:float"},
      {"__format__", "builtins:str"},
      {"__hash__", "builtins:int"},
      {"__index__", "builtins:int"},
      {"__int__", "builtins:int"},
      {"__len__", "builtins:int"},
      {"__repr__", "builtins:str"},
      {"__str__", "builtins:str"},
  }};
  if (type_name == "builtins:object") return true;
  const bool is_iterated =
      callable.use == model::ResultUse::kIterate || callable.use == model::ResultUse::kAsyncIterate;
  if (is_iterated) return type_name == "builtins:list";
  return callable.kind == model::CallableKind::kOperator &&
         std::ranges::find(kSure, std::pair(std::string_view(callable.name), type_name)) !=
             kSure.end();
}

// Returns whether the call returns a number that other builds of Python compute differently, such
// as the hash of a tuple.
bool IsOfThisPython(const model::Callable& callable) {
  return callable.kind == model::CallableKind::kOperator && callable.name == "__hash__";
}

// A place to assert: a variable or a part of it, after a statement.
struct Place {
  std::size_t after;
  std::size_t variable;
  std::string path;
  std::size_t depth;  // number of enclosing attributes and elements

  Place Attribute(const std::string& name) const {
    return {after, variable, path.empty() ? name : path + "." + name, depth + 1};
  }
  Place Element(std::size_t index) const {
    return {after, variable, path + "[" + std::to_string(index) + "]", depth + 1};
  }
};

Place Whole(std::size_t after, std::size_t variable) { return {after, variable, "", 0}; }

// One of the test's output streams, with the text that was not asserted yet.
struct Stream {
  AssertionKind kind;
  StatementObservation::Effect effect;
  std::string StatementObservation::*text;
  std::string pending;
  bool is_told = true;     // `text` has all output
  bool was_heard = false;  // there was some output
};

class Builder {
 public:
  Builder(const model::TestCase& test, const model::Subject& subject, const Observation& seen,
          const AssertionLimits& limits)
      : test_(test),
        subject_(subject),
        seen_(seen),
        limits_(limits),
        judge_(subject, limits.characters) {}

  std::vector<Assertion> Build() && {
    const std::size_t executed = seen_.statements.size();
    const bool raises = executed < test_.size();
    std::size_t last = executed;
    for (std::size_t i = 0; i < executed && !raises; ++i) {
      if (RunsSubject(test_, subject_, i)) last = i;
    }
    if (last == executed && !raises) return {};
    if (raises && !limits_.every_call) {  // the test asserts the exception alone
      AssertRaised(last);
      return Chosen({std::move(chosen_)});
    }
    std::vector<std::vector<Assertion>> groups;  // indexed by the statement before the assertions
    for (std::size_t i = 0; i <= last; ++i) {
      if (i == executed) {
        AssertRaised(i);
        AssertEffects(i, seen_.raising);
        AssertDoubles(i);
      } else if (RunsSubject(test_, subject_, i)) {
        i == last || limits_.every_call ? AssertCall(i) : AssertEarlierCall(i);
        if (i == last) AssertDoubles(i);
      }
      if (i == last) AssertAbsence(i);
      groups.push_back(std::exchange(chosen_, {}));
    }
    return Chosen(std::move(groups));
  }

 private:
  // Chooses in the order that a reader expects, up to the limit: the result of the last call, its
  // effects, then others.
  std::vector<Assertion> Chosen(std::vector<std::vector<Assertion>> groups) const {
    std::size_t wanted = limits_.per_test;
    std::vector<bool> lost_output(groups.size(), false);
    const auto cut = [&](std::size_t i) {
      std::vector<Assertion>& group = groups[i];
      if (group.size() > wanted) {
        lost_output[i] = std::any_of(group.begin() + static_cast<std::ptrdiff_t>(wanted),
                                     group.end(), TakesOutput);
        group.resize(wanted);
      }
      wanted -= group.size();
    };
    cut(groups.size() - 1);
    for (std::size_t i = 0; i + 1 < groups.size(); ++i) cut(i);
    std::vector<Assertion> chosen;
    bool lost = false;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      // A later assertion would also take the output that belongs to an omitted one.
      if (lost) std::erase_if(groups[i], TakesOutput);
      lost = lost || lost_output[i];
      std::move(groups[i].begin(), groups[i].end(), std::back_inserter(chosen));
    }
    return chosen;
  }

  bool IsUsed(std::size_t variable) const {
    return std::any_of(test_.statements.begin(), test_.statements.end(), [&](const auto& s) {
      return std::find(s.operands.begin(), s.operands.end(), variable) != s.operands.end();
    });
  }

  void Add(AssertionKind kind, const Place& place, Value expected) {
    chosen_.push_back({kind, static_cast<uint16_t>(place.after),
                       static_cast<model::VariableIndex>(place.variable), place.path,
                       std::move(expected)});
  }

  // --- Values ------------------------------------------------------------------------------------

  // Asserts the whole value if it is simple, else its length and type, and its attributes. Asserts
  // an object's attributes if they differ from `before`, its earlier state, if known. Returns
  // whether there was anything to assert.
  bool AssertValue(const Place& place, const Value& value, const Value* before = nullptr) {
    if (before != nullptr && before->kind != ValueKind::kObject) before = nullptr;
    if (Value plain = Plain(value); judge_.IsSimple(plain)) {
      Add(AssertionKind::kEquals, place, std::move(plain));
      if (value.kind == ValueKind::kObject && place.depth <= limits_.nested) {
        AssertAttributes(place, value, before, 0);
      }
      return true;
    }
    if (value.kind == ValueKind::kObject) {
      return place.depth <= limits_.nested && AssertObject(place, value, before);
    }
    if (value.kind == ValueKind::kEnumMember && model::ModuleOfNamedObject(value).empty() &&
        limits_.every_call && IsPublicName(value.text)) {
      // The class cannot be imported, so its name is compared.
      Add(AssertionKind::kEquals, place.Attribute("name"), TextValue(value.text));
      return true;
    }
    const std::optional<int64_t> length = LengthOf(value);
    // Strings inside of a result are asserted without their length.
    const bool is_text = value.kind == ValueKind::kStr || value.kind == ValueKind::kBytes;
    if (!length || (is_text && place.depth > 0)) return false;
    Add(AssertionKind::kLength, place, IntValue(*length));
    if (value.kind == ValueKind::kList || value.kind == ValueKind::kTuple) {
      AssertElements(place, value);
    }
    return true;
  }

  void AssertElements(const Place& place, const Value& sequence) {
    if (place.depth >= limits_.nested) return;
    for (std::size_t i = 0; i < std::min(sequence.items.size(), kMostAsserted); ++i) {
      AssertValue(place.Element(i), sequence.items[i]);
    }
  }

  // Asserts the items, else the length, and attributes of an object.
  bool AssertObject(const Place& place, const Value& object, const Value* before) {
    std::size_t count = 0;
    const Value* items = Attribute(&object, kItemsField);
    if (Value plain; items != nullptr && judge_.IsSimple(plain = Plain(*items))) {
      const Value* items_before = Attribute(before, kItemsField);
      if (items_before == nullptr || !(*items_before == *items)) {
        Add(AssertionKind::kItems, place, std::move(plain));
        ++count;
      }
    } else if (object.integer >= 0 && (before == nullptr || before->integer != object.integer)) {
      Add(AssertionKind::kLength, place, IntValue(object.integer));
      ++count;
    }
    return AssertAttributes(place, object, before, count) > 0;
  }

  // Asserts the attributes of an object of which `count` assertions state something already.
  // Returns the number of assertions with these.
  std::size_t AssertAttributes(const Place& place, const Value& object, const Value* before,
                               std::size_t count) {
    for (const auto& [name, field] : object.fields) {
      if (count >= limits_.per_object) break;
      const Value* field_before = Attribute(before, name);
      if (field_before != nullptr && *field_before == field) continue;
      if (name == kTextField) {
        if (!limits_.every_call || !judge_.IsSimple(field)) continue;
        Add(AssertionKind::kText, place, field);
        ++count;
      } else if (IsPublicAttribute(name)) {
        count += AssertValue(place.Attribute(name), field, field_before) ? 1 : 0;
      }
    }
    return count;
  }

  // --- Calls -------------------------------------------------------------------------------------

  void AssertCall(std::size_t i) {
    AssertChanges(i);
    const bool changed_something = !chosen_.empty();
    AssertEffects(i, seen_.statements[i]);
    const bool did_something = !chosen_.empty();
    const auto done = static_cast<std::ptrdiff_t>(chosen_.size());
    AssertResult(i, changed_something, did_something);
    std::rotate(chosen_.begin(), chosen_.begin() + done, chosen_.end());
  }

  void AssertRaised(std::size_t i) {
    const Value& exception = seen_.raising.result;
    if (exception.kind == ValueKind::kObject) AssertObject(Whole(i, i), exception, nullptr);
  }

  void AssertEarlierCall(std::size_t i) {
    Hear(seen_.statements[i]);
    const Value result = Plain(seen_.statements[i].result);
    if (!IsUsed(i) && result.kind != ValueKind::kNone && judge_.IsSimple(result) &&
        !IsOfThisPython(CalleeAt(i))) {
      Add(AssertionKind::kEquals, Whole(i, i), result);
    }
  }

  void AssertResult(std::size_t i, bool changed_something, bool did_something) {
    const Value& result = seen_.statements[i].result;
    if (result.kind == ValueKind::kNone) {
      // The call was made for its effect, or has no other result to assert.
      if (did_something) return;
      const bool is_told = AssertUnchanged(i);
      if (HasNoValue(test_, subject_, i) || (is_told && !limits_.every_call)) return;
    }
    const model::Callable& callee = CalleeAt(i);
    if (IsOfThisPython(callee) && result.kind == ValueKind::kInt) {
      if (!did_something) AssertIsInstance(i, "builtins:int");
      return;
    }
    if (AssertValue(Whole(i, i), result)) return;
    if (result.kind == ValueKind::kType) {  // a test cannot import the type
      if (!did_something) AssertIsInstance(i, std::string(model::FunctionTypeOf(result)));
      return;
    }
    const bool object = result.kind == ValueKind::kObject || result.kind == ValueKind::kOpaque;
    const bool constructed = callee.kind == model::CallableKind::kConstructor;
    const bool says_something =
        (judge_.IsNameable(result.type_name) || model::IsFunctionType(result.type_name)) &&
        !IsSureOf(callee, result.type_name);
    if (object && says_something && !(constructed && changed_something)) {
      AssertIsInstance(i, result.type_name);
    } else if (!did_something) {
      AssertUnchanged(i);
    }
  }

  void AssertIsInstance(std::size_t i, std::string type_name) {
    Value expected;
    expected.kind = ValueKind::kOpaque;
    expected.type_name = std::move(type_name);
    Add(AssertionKind::kIsInstance, Whole(i, i), std::move(expected));
  }

  const model::Callable& CalleeAt(std::size_t i) const {
    return subject_.callables[test_.statements[i].target];
  }

  // --- Doubles -----------------------------------------------------------------------------------

  bool IsDouble(std::size_t variable) const {
    return test_.statements[variable].kind == model::StatementKind::kLambda;
  }

  // Asserts the calls of the test's doubles up to statement `i`.
  void AssertDoubles(std::size_t i) {
    for (std::size_t variable = 0; variable < i; ++variable) {
      if (!IsDouble(variable) || !IsUsed(variable)) continue;
      const Value* calls = ObservedStates(seen_).Variable(variable, i);
      if (calls != nullptr && calls->kind == ValueKind::kList) {
        AssertCalls(Whole(i, variable), *calls);
      }
    }
  }

  void AssertCalls(const Place& place, Value calls) {
    const auto count = static_cast<int64_t>(calls.items.size());
    bool says_something = calls.items.empty();
    for (Value& call : calls.items) {
      if (call.items.size() != 2) return;
      std::vector<Value>& arguments = call.items[0].items;
      std::vector<Value>& named = call.items[1].items;
      says_something = says_something || (arguments.empty() && named.empty());
      for (Value& argument : arguments) says_something = State(argument) || says_something;
      for (std::size_t n = 1; n < named.size(); n += 2) {
        says_something = State(named[n]) || says_something;
      }
    }
    const bool is_short = calls.items.size() <= kMostCalls && TextLength(calls) <= kLongestCalls;
    if (says_something && is_short) Add(AssertionKind::kEquals, place, std::move(calls));
    if (count > 1 || !says_something || !is_short) {
      Add(AssertionKind::kLength, place, IntValue(count));
    }
  }

  // Makes the argument one that an assertion can state. Returns false where it may be anything.
  bool State(Value& argument) const {
    argument = Plain(argument);
    if (judge_.IsSimple(argument)) return true;
    argument = {};
    argument.kind = ValueKind::kOpaque;
    argument.type_name = model::kAnything;
    return false;
  }

  // Asserts the changes that the call at `i` made to its receiver and arguments.
  void AssertChanges(std::size_t i) {
    for (const auto& change : seen_.statements[i].changes) {
      if (IsDouble(change.variable)) continue;
      const Value* before = StateBefore(i, change.variable);
      if (before == nullptr || !(*before == change.value)) {
        AssertValue(Whole(i, change.variable), change.value, before);
      }
    }
  }

  // Asserts that the last call left its receiver unchanged: by its whole value if possible, else,
  // among all candidates, by its parts. Returns whether it asserted the whole value.
  bool AssertUnchanged(std::size_t i) {
    const model::Statement& call = test_.statements[i];
    const bool is_last = i + 1 == test_.statements.size();
    if (!is_last || !HasReceiver(subject_.callables[call.target])) return false;
    const Value* state = StateBefore(i, call.operands[0]);
    // A member of an enumeration or a named object cannot change.
    if (state == nullptr || state->kind == ValueKind::kNone ||
        state->kind == ValueKind::kEnumMember) {
      return false;
    }
    const Place receiver = Whole(i, call.operands[0]);
    Value plain = Plain(*state);
    if (!judge_.IsSimple(plain)) {
      if (limits_.every_call) {
        AssertValue(receiver, *state);
        // Attributes are left out: a reader would take them for changes made by the call.
        std::erase_if(chosen_, [](const Assertion& it) { return !it.attribute.empty(); });
      }
      return false;
    }
    Add(AssertionKind::kEquals, receiver, std::move(plain));
    return true;
  }

  // Returns the last observed state of a variable before statement `i`.
  const Value* StateBefore(std::size_t i, std::size_t variable) const {
    if (variable >= i) return nullptr;
    const Value* state = &seen_.statements[variable].result;
    for (std::size_t s = variable + 1; s < i; ++s) {
      for (const auto& change : seen_.statements[s].changes) {
        if (change.variable == variable) state = &change.value;
      }
    }
    return IsUnstable(*state) ? nullptr : state;
  }

  // --- Effects of a call on the environment ------------------------------------------------------

  void AssertEffects(std::size_t i, const StatementObservation& seen) {
    Hear(seen);
    for (const auto& [name, value] : seen.globals) {
      if (Value plain = Plain(value); IsPublicName(name) && judge_.IsSimple(plain)) {
        Add(AssertionKind::kGlobal, {i, i, name, 0}, std::move(plain));
      }
    }
    for (Stream* stream : {&output_, &errors_}) {
      if (!stream->is_told || stream->pending.empty()) continue;
      Value expected = TextValue(std::exchange(stream->pending, {}));
      // Output that is not asserted stays in the stream, and is taken later.
      stream->is_told = judge_.IsSimple(expected);
      if (stream->is_told) Add(stream->kind, Whole(i, i), std::move(expected));
    }
    if (!seen.logged.empty() && log_is_told_ && judge_.IsSimple(log_)) {
      Add(AssertionKind::kLog, Whole(i, i), log_);
    }
    for (const auto& [path, content] : seen.files) {
      if (judge_.IsSimple(content)) Add(AssertionKind::kFile, {i, i, path, 0}, content);
    }
  }

  // Asserts that nothing was printed or logged, if other tests print or log.
  void AssertAbsence(std::size_t i) {
    for (const Stream* stream : {&output_, &errors_}) {
      const bool is_silent = stream->is_told && !stream->was_heard;
      if (is_silent && (limits_.absent & stream->effect) != 0) {
        Add(stream->kind, Whole(i, i), TextValue(""));
      }
    }
    if (log_is_told_ && log_.items.empty() &&
        (limits_.absent & StatementObservation::kLogged) != 0) {
      Add(AssertionKind::kLog, Whole(i, i), log_);
    }
  }

  // Records printed and logged output, to be asserted together with later output.
  void Hear(const StatementObservation& seen) {
    for (Stream* stream : {&output_, &errors_}) {
      stream->pending += seen.*stream->text;
      stream->was_heard = stream->was_heard || !(seen.*stream->text).empty();
      stream->is_told = stream->is_told && (seen.unstable & stream->effect) == 0;
    }
    for (const auto& record : seen.logged) log_.items.push_back(RecordValue(record));
    log_is_told_ = log_is_told_ && (seen.unstable & StatementObservation::kLogged) == 0;
  }

  static Value EmptyList() {
    Value list;
    list.kind = ValueKind::kList;
    return list;
  }

  const model::TestCase& test_;
  const model::Subject& subject_;
  const Observation& seen_;
  const AssertionLimits& limits_;
  const AssertionJudge judge_;
  Stream output_{AssertionKind::kOutput,
                 StatementObservation::kPrinted,
                 &StatementObservation::printed,
                 "",
                 true,
                 false};
  Stream errors_{AssertionKind::kErrorOutput,
                 StatementObservation::kPrintedErrors,
                 &StatementObservation::printed_errors,
                 "",
                 true,
                 false};
  Value log_ = EmptyList();
  bool log_is_told_ = true;
  std::vector<Assertion> chosen_;
};

}  // namespace

std::vector<Assertion> BuildAssertions(const model::TestCase& test, const model::Subject& subject,
                                       const Observation& seen, const AssertionLimits& limits) {
  return Builder(test, subject, seen, limits).Build();
}

}  // namespace skua::oracle
