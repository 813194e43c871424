#include "oracle/assertion_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "oracle/test_roles.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Observation;
using model::StatementKind;
using model::Value;
using model::ValueKind;

// --- What both saw -------------------------------------------------------------------------------

Value Unstable() {
  Value value;
  value.kind = ValueKind::kOpaque;
  return value;
}

bool IsUnstable(const Value& value) {
  return value.kind == ValueKind::kOpaque && value.type_name.empty();
}

bool SameMembers(const Value& a, const Value& b) {
  return a.items.size() == b.items.size() &&
         std::is_permutation(a.items.begin(), a.items.end(), b.items.begin());
}

Value AgreedValue(const Value& a, const Value& b, std::size_t& unstable) {
  if (a == b) return a;
  if (a.kind == b.kind && a.type_name == b.type_name) {
    // The order in which a set is seen follows the hash seed, and means nothing.
    if ((a.kind == ValueKind::kSet || a.kind == ValueKind::kFrozenSet) && SameMembers(a, b)) {
      return a;
    }
    if (a.kind == ValueKind::kObject) {
      Value agreed = a;
      agreed.fields.clear();
      if (a.text != b.text) agreed.text.clear();
      if (a.integer != b.integer) agreed.integer = -1;
      for (const auto& [name, field] : a.fields) {
        const auto other = std::find_if(b.fields.begin(), b.fields.end(),
                                        [&](const auto& f) { return f.first == name; });
        if (other == b.fields.end()) continue;
        Value both = AgreedValue(field, other->second, unstable);
        if (!IsUnstable(both)) agreed.fields.emplace_back(name, std::move(both));
      }
      return agreed;
    }
  }
  ++unstable;
  return Unstable();
}

// --- What can be written, and what is worth it ---------------------------------------------------

bool IsPublicName(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return plain && !name.empty() && name[0] != '_' && !(name[0] >= '0' && name[0] <= '9');
}

class Judge {
 public:
  Judge(const model::Subject& subject, const AssertionLimits& limits)
      : subject_(subject), limits_(limits) {}

  // A class that a test may import and name: the subject's own and public, or a plain builtin.
  bool IsNameable(std::string_view type_name) const {
    static constexpr std::array<std::string_view, 18> kBuiltins = {
        "bool",      "bytearray", "bytes", "complex",    "dict",   "float",
        "frozenset", "int",       "list",  "memoryview", "object", "range",
        "set",       "slice",     "str",   "tuple",      "type",   "Exception"};
    const auto colon = type_name.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view module = type_name.substr(0, colon);
    const std::string_view name = type_name.substr(colon + 1);
    if (module == "builtins") {
      return std::find(kBuiltins.begin(), kBuiltins.end(), name) != kBuiltins.end();
    }
    return std::any_of(subject_.classes.begin(), subject_.classes.end(), [&](const auto& c) {
      return c.module == module && c.qualified_name == name && IsPublicPath(name);
    });
  }

  // A value that `==` can be asked of, and that reads well.
  bool IsSimple(const Value& value) const {
    return CanBeWritten(value) && Characters(value) <= limits_.characters;
  }

 private:
  static bool IsPublicPath(std::string_view qualified_name) {
    while (true) {
      const auto dot = qualified_name.find('.');
      if (!IsPublicName(qualified_name.substr(0, dot))) return false;
      if (dot == std::string_view::npos) return true;
      qualified_name.remove_prefix(dot + 1);
    }
  }

  bool AllCanBeWritten(const Value& value) const {
    return std::all_of(value.items.begin(), value.items.end(),
                       [&](const Value& item) { return CanBeWritten(item); });
  }

  bool CanBeWritten(const Value& value) const {
    switch (value.kind) {
      case ValueKind::kNone:
      case ValueKind::kBool:
      case ValueKind::kInt:
      case ValueKind::kFloat:
      case ValueKind::kStr:
      case ValueKind::kBytes:
        return true;
      case ValueKind::kComplex:
        return std::isfinite(value.real) && std::isfinite(value.imaginary);
      case ValueKind::kList:
      case ValueKind::kTuple:
        return AllCanBeWritten(value);
      case ValueKind::kSet:
      case ValueKind::kFrozenSet:
        // Members are found by their hash, so a float would have to be met exactly.
        return !ContainsFloat(value) && AllCanBeWritten(value);
      case ValueKind::kDict: {
        for (std::size_t i = 0; i < value.items.size(); i += 2) {
          const Value& key = value.items[i];
          if (ContainsFloat(key) || !CanBeWritten(key)) return false;
        }
        return AllCanBeWritten(value);
      }
      case ValueKind::kEnumMember:
        return IsNameable(value.type_name) && IsPublicName(value.text);
      case ValueKind::kType:
        return IsNameable(value.type_name);
      case ValueKind::kObject:
        return IsConstructible(value);
      case ValueKind::kOpaque:
        return false;
    }
    return false;
  }

  // Library types whose repr is an expression that equals them.
  static bool IsConstructible(const Value& value) {
    static constexpr std::array<std::string_view, 17> kTypes = {"decimal:Decimal",
                                                                "fractions:Fraction",
                                                                "datetime:date",
                                                                "datetime:datetime",
                                                                "datetime:time",
                                                                "datetime:timedelta",
                                                                "datetime:timezone",
                                                                "uuid:UUID",
                                                                "pathlib:PosixPath",
                                                                "pathlib:PurePosixPath",
                                                                "pathlib._local:PosixPath",
                                                                "pathlib._local:PurePosixPath",
                                                                "builtins:range",
                                                                "builtins:bytearray",
                                                                "ipaddress:IPv4Address",
                                                                "ipaddress:IPv6Address",
                                                                "ipaddress:IPv4Network"};
    return !value.text.empty() && value.text.find("NaN") == std::string::npos &&
           std::find(kTypes.begin(), kTypes.end(), value.type_name) != kTypes.end();
  }

  // About how long it is as text.
  static std::size_t Characters(const Value& value) {
    std::size_t sum = 0;
    for (const Value& item : value.items) sum += Characters(item) + 2;
    switch (value.kind) {
      case ValueKind::kInt:
        return value.text.empty() ? 4 : value.text.size();
      case ValueKind::kFloat:
        return 8;
      case ValueKind::kComplex:
        return 16;
      case ValueKind::kNone:
      case ValueKind::kBool:
        return 5;
      case ValueKind::kEnumMember:
      case ValueKind::kType:
        return value.type_name.size() / 2 + value.text.size();
      default:
        return sum + value.text.size() + 2;
    }
  }

  const model::Subject& subject_;
  const AssertionLimits& limits_;
};

bool HasLength(const Value& value) {
  return value.kind >= ValueKind::kStr && value.kind <= ValueKind::kDict;
}

int64_t LengthOf(const Value& value) {
  if (value.kind == ValueKind::kBytes) return static_cast<int64_t>(value.text.size());
  if (value.kind == ValueKind::kStr) {
    return std::count_if(value.text.begin(), value.text.end(),
                         [](char c) { return (c & 0xC0) != 0x80; });
  }
  const auto items = static_cast<int64_t>(value.items.size());
  return value.kind == ValueKind::kDict ? items / 2 : items;
}

// --- Choosing ------------------------------------------------------------------------------------

class Chooser {
 public:
  Chooser(const model::TestCase& test, const model::Subject& subject, const Observation& seen,
          const AssertionLimits& limits)
      : test_(test), subject_(subject), seen_(seen), limits_(limits), judge_(subject, limits) {}

  std::vector<Assertion> Choose() && {
    const std::size_t executed = seen_.statements.size();
    std::size_t last_call = executed;
    for (std::size_t i = 0; i < executed; ++i) {
      if (RunsSubject(test_, subject_, i)) last_call = i;
    }
    if (last_call == executed) return {};
    // By what a reader expects first: what the last call gave, what it changed, then the rest.
    // Where a call raises behind it, the test is about that call.
    const bool raises = executed < test_.size();
    if (!raises) {
      const bool changed_something = AssertChanges(last_call);
      const auto changes = static_cast<std::ptrdiff_t>(chosen_.size());
      AssertResult(last_call, changed_something);
      std::rotate(chosen_.begin(), chosen_.begin() + changes, chosen_.end());
    }
    for (std::size_t i = 0; i < executed; ++i) {
      const bool earlier = i != last_call && RunsSubject(test_, subject_, i) && !IsUsed(i);
      if (earlier && !raises) AssertEarlierResult(i);
    }
    Keep();
    return std::move(chosen_);
  }

 private:
  bool IsUsed(std::size_t variable) const {
    return std::any_of(test_.statements.begin(), test_.statements.end(), [&](const auto& s) {
      return std::find(s.operands.begin(), s.operands.end(), variable) != s.operands.end();
    });
  }

  void Add(AssertionKind kind, std::size_t after, std::size_t variable, std::string attribute,
           Value expected) {
    chosen_.push_back({kind, static_cast<uint16_t>(after),
                       static_cast<model::VariableIndex>(variable), std::move(attribute),
                       std::move(expected)});
  }

  void AddLength(std::size_t after, std::size_t variable, std::string attribute, int64_t length) {
    Value expected;
    expected.kind = ValueKind::kInt;
    expected.integer = length;
    Add(AssertionKind::kLength, after, variable, std::move(attribute), std::move(expected));
  }

  // The whole value if it is simple, else its length. Whether there was anything to say.
  bool AssertValue(std::size_t after, std::size_t variable, const std::string& attribute,
                   const Value& value) {
    if (judge_.IsSimple(value)) {
      Add(AssertionKind::kEquals, after, variable, attribute, value);
    } else if (HasLength(value)) {
      AddLength(after, variable, attribute, LengthOf(value));
    } else {
      return false;
    }
    return true;
  }

  void AssertResult(std::size_t i, bool changed_something) {
    const Value& result = seen_.statements[i].result;
    // It was called for the change, or has nothing else to show.
    if (result.kind == ValueKind::kNone && (changed_something || HasNoValue(test_, subject_, i))) {
      return;
    }
    if (AssertValue(i, i, "", result)) return;
    if (result.kind == ValueKind::kObject && AssertFields(i, i, result, nullptr)) return;
    const bool object = result.kind == ValueKind::kObject || result.kind == ValueKind::kOpaque;
    const bool constructed =
        subject_.callables[test_.statements[i].target].kind == model::CallableKind::kConstructor;
    if (object && judge_.IsNameable(result.type_name) && !(constructed && changed_something)) {
      Add(AssertionKind::kIsInstance, i, i, "", result);
    }
  }

  void AssertEarlierResult(std::size_t i) {
    const Value& result = seen_.statements[i].result;
    if (result.kind != ValueKind::kNone && judge_.IsSimple(result)) {
      Add(AssertionKind::kEquals, i, i, "", result);
    }
  }

  // Attributes of an object that differ from `before`, or all of them; and its length.
  bool AssertFields(std::size_t after, std::size_t variable, const Value& object,
                    const Value* before) {
    std::size_t count = 0;
    const bool same_length = before != nullptr && before->integer == object.integer;
    if (object.integer >= 0 && !same_length) {
      AddLength(after, variable, "", object.integer);
      ++count;
    }
    for (const auto& [name, field] : object.fields) {
      if (count >= limits_.per_object) break;
      if (!IsPublicName(name) || (before != nullptr && HasField(*before, name, field))) continue;
      if (AssertValue(after, variable, name, field)) ++count;
    }
    return count > 0;
  }

  static bool HasField(const Value& object, const std::string& name, const Value& field) {
    return std::any_of(object.fields.begin(), object.fields.end(),
                       [&](const auto& f) { return f.first == name && f.second == field; });
  }

  // What the call at `i` did to its receiver and its arguments. Whether there was anything to say.
  bool AssertChanges(std::size_t i) {
    const std::size_t before_count = chosen_.size();
    for (const auto& change : seen_.statements[i].changes) {
      const Value* before = StateBefore(i, change.variable);
      if (change.value.kind == ValueKind::kObject) {
        const bool comparable = before != nullptr && before->kind == ValueKind::kObject;
        AssertFields(i, change.variable, change.value, comparable ? before : nullptr);
      } else if (before == nullptr || !(*before == change.value)) {
        AssertValue(i, change.variable, "", change.value);
      }
    }
    return chosen_.size() > before_count;
  }

  // What was last seen of a variable before statement `i`.
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

  // The first ones, in the order in which they are written.
  void Keep() {
    if (chosen_.size() > limits_.per_test) chosen_.resize(limits_.per_test);
    std::stable_sort(chosen_.begin(), chosen_.end(), [](const Assertion& a, const Assertion& b) {
      return a.after_statement < b.after_statement;
    });
  }

  const model::TestCase& test_;
  const model::Subject& subject_;
  const Observation& seen_;
  const AssertionLimits& limits_;
  const Judge judge_;
  std::vector<Assertion> chosen_;
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
  Observation agreed = first;
  if (first.exception.message != second.exception.message) agreed.exception.message.clear();
  for (std::size_t i = 0; i < agreed.statements.size(); ++i) {
    agreed.statements[i].result =
        AgreedValue(first.statements[i].result, second.statements[i].result, unstable_values);
    agreed.statements[i].changes.clear();
    for (const auto& change : first.statements[i].changes) {
      const auto& others = second.statements[i].changes;
      const auto other = std::find_if(others.begin(), others.end(),
                                      [&](const auto& c) { return c.variable == change.variable; });
      if (other == others.end()) {
        ++unstable_values;
        continue;
      }
      agreed.statements[i].changes.push_back(
          {change.variable, AgreedValue(change.value, other->value, unstable_values)});
    }
  }
  return agreed;
}

std::vector<Assertion> BuildAssertions(const model::TestCase& test, const model::Subject& subject,
                                       const Observation& seen, const AssertionLimits& limits) {
  return Chooser(test, subject, seen, limits).Choose();
}

}  // namespace skua::oracle
