#include "oracle/assertions/agreement.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle/assertions/assertion_judge.h"
#include "oracle/assertions/value_match.h"

namespace skua::oracle {
namespace {

using model::Observation;
using model::StatementObservation;
using model::Value;
using model::ValueKind;
using NamedValues = std::vector<std::pair<std::string, Value>>;

Value Unstable() {
  Value value;
  value.kind = ValueKind::kOpaque;
  return value;
}

bool SameMembers(const Value& a, const Value& b) {
  return a.items.size() == b.items.size() &&
         std::is_permutation(a.items.begin(), a.items.end(), b.items.begin());
}

const Value* Find(const NamedValues& values, const std::string& name) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
  return found == values.end() ? nullptr : &found->second;
}

// Returns the builtin type that the result is an instance of and that a test can name, or an empty
// string. The type may be the only known fact on a result.
std::string BuiltinTypeOf(const Value& result) {
  switch (result.kind) {
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kFloat:
    case ValueKind::kStr:
    case ValueKind::kBytes:
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kDict:
      return std::string(TypeNameOf(result));
    case ValueKind::kOpaque:
      return result.type_name;
    default:
      return "";
  }
}

class Agreement {
 public:
  explicit Agreement(std::size_t& unstable) : unstable_(unstable) {}

  Value Of(const Value& a, const Value& b) {
    if (a == b) return a;
    if (a.kind == b.kind && a.type_name == b.type_name) {
      // The order of a set depends on the hash seed and is ignored.
      if ((a.kind == ValueKind::kSet || a.kind == ValueKind::kFrozenSet) && SameMembers(a, b)) {
        return a;
      }
      if (a.kind == ValueKind::kObject) return OfObjects(a, b);
    }
    ++unstable_;
    return Unstable();
  }

  // Keeps the names in both lists, with the parts of their values that agree.
  NamedValues Of(const NamedValues& a, const NamedValues& b) {
    NamedValues agreed;
    for (const auto& [name, value] : a) {
      const Value* other = Find(b, name);
      if (other == nullptr) continue;
      Value both = Of(value, *other);
      if (!IsUnstable(both)) agreed.emplace_back(name, std::move(both));
    }
    return agreed;
  }

  StatementObservation Of(const StatementObservation& a, const StatementObservation& b) {
    StatementObservation agreed;
    agreed.result = OfResults(a.result, b.result);
    for (const auto& change : a.changes) {
      const auto other = std::find_if(b.changes.begin(), b.changes.end(),
                                      [&](const auto& c) { return c.variable == change.variable; });
      if (other == b.changes.end()) {
        ++unstable_;
      } else {
        agreed.changes.push_back({change.variable, Of(change.value, other->value)});
      }
    }
    agreed.globals = Of(a.globals, b.globals);
    agreed.files = Of(a.files, b.files);
    agreed.unstable = a.unstable | b.unstable;
    agreed.printed = OfText(a.printed, b.printed, StatementObservation::kPrinted, agreed);
    agreed.printed_errors =
        OfText(a.printed_errors, b.printed_errors, StatementObservation::kPrintedErrors, agreed);
    const auto same_record = [](const auto& x, const auto& y) {
      return std::tie(x.logger, x.level, x.message) == std::tie(y.logger, y.level, y.message);
    };
    if (std::equal(a.logged.begin(), a.logged.end(), b.logged.begin(), b.logged.end(),
                   same_record)) {
      agreed.logged = a.logged;
    } else {
      Note(StatementObservation::kLogged, agreed);
    }
    return agreed;
  }

 private:
  // Merges two results. If they differ but have the same type, the type is known.
  Value OfResults(const Value& a, const Value& b) {
    Value agreed = Of(a, b);
    if (IsUnstable(agreed) && BuiltinTypeOf(a) == BuiltinTypeOf(b)) {
      agreed.type_name = BuiltinTypeOf(a);
    }
    return agreed;
  }

  Value OfObjects(const Value& a, const Value& b) {
    Value agreed = a;
    if (a.text != b.text) agreed.text.clear();
    if (a.integer != b.integer) agreed.integer = -1;
    if (a.items != b.items) agreed.items.clear();
    agreed.fields = Of(a.fields, b.fields);
    return agreed;
  }

  std::string OfText(const std::string& a, const std::string& b,
                     StatementObservation::Effect effect, StatementObservation& agreed) {
    if (a == b) return a;
    Note(effect, agreed);
    return "";
  }

  void Note(StatementObservation::Effect effect, StatementObservation& agreed) {
    ++unstable_;
    agreed.unstable |= effect;
  }

  std::size_t& unstable_;
};

}  // namespace

bool EndsAlike(const Observation& first, const Observation& second) {
  if (first.verdict != second.verdict || first.statements.size() != second.statements.size()) {
    return false;
  }
  const model::RaisedException& a = first.exception;
  const model::RaisedException& b = second.exception;
  return first.verdict != model::Verdict::kRaised ||
         (a.type_name == b.type_name && a.path == b.path && a.line == b.line);
}

Observation Agreed(const Observation& first, const Observation& second,
                   std::size_t& unstable_values) {
  Agreement agreement(unstable_values);
  Observation agreed = first;
  if (first.exception.message != second.exception.message) agreed.exception.message.clear();
  for (std::size_t i = 0; i < agreed.statements.size(); ++i) {
    agreed.statements[i] = agreement.Of(first.statements[i], second.statements[i]);
  }
  agreed.raising = agreement.Of(first.raising, second.raising);
  for (const model::RestoredState& restored : second.restores) {
    if (std::ranges::find(agreed.restores, restored) == agreed.restores.end()) {
      agreed.restores.push_back(restored);
    }
  }
  return agreed;
}

}  // namespace skua::oracle
