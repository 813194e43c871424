#include "search/evaluation/operand_feedback.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"

namespace skua::search {

using model::OperandPair;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Value;
using model::ValueKind;
using model::VariableIndex;

namespace {

constexpr std::size_t kMaxLength = 2000;  // longest text that a substitution makes
constexpr std::size_t kMaxSize = 64;      // largest collection that a hint asks for
constexpr std::size_t kMaxStatements = 200;
constexpr double kBeside = 0.5;         // an integer ends up beside the operand
constexpr double kPutBesides = 0.5;     // an element stays, and the operand joins it
constexpr double kLargestExact = 9e15;  // integers that a double can hold

uint64_t StatementFingerprint(const Statement& statement) {
  const uint64_t kind = static_cast<uint64_t>(statement.kind) << 56;
  if (!statement.text.empty()) return kind ^ base::Hash64(statement.text);
  if (!statement.operands.empty()) return kind ^ statement.operands.size();
  return kind ^ static_cast<uint64_t>(statement.integer) ^
         std::bit_cast<uint64_t>(statement.real) * 0x9e3779b97f4a7c15;
}

char Lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EqualButForCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return Lower(x) == Lower(y); });
}

// An integer that fits, or a float that is no NaN, as a double.
std::optional<double> NumberIn(const Value& value) {
  if (value.kind == ValueKind::kInt && value.text.empty())
    return static_cast<double>(value.integer);
  if (value.kind == ValueKind::kFloat && std::isfinite(value.real)) return value.real;
  return std::nullopt;
}

bool IsRealNumber(StatementKind kind) {
  return kind == StatementKind::kInt || kind == StatementKind::kFloat;
}

// Returns whether Substitute() might find something. Cheap, since it is called for every value and
// operand.
bool MayShowIn(const Statement& statement, const Value& seen) {
  // True, False and None are everywhere, so that meeting one says nothing.
  if (seen.kind <= ValueKind::kBool || !IsPrimitive(statement.kind)) return false;
  if (static_cast<int>(statement.kind) == static_cast<int>(seen.kind)) return true;
  const bool is_number = seen.kind == ValueKind::kInt || seen.kind == ValueKind::kFloat;
  return is_number && (!statement.text.empty() || IsRealNumber(statement.kind));
}

// Returns the place of `part` in `text`: with the same upper and lower case if possible, else in
// any case.
std::size_t FindInAnyCase(const std::string& text, const std::string& part) {
  if (const std::size_t at = text.find(part); at != std::string::npos) return at;
  const auto at = std::search(text.begin(), text.end(), part.begin(), part.end(),
                              [](char x, char y) { return Lower(x) == Lower(y); });
  return at == text.end() ? std::string::npos : static_cast<std::size_t>(at - text.begin());
}

std::string Written(const Value& number) {
  return number.kind == ValueKind::kInt ? fmt::format("{}", number.integer)
                                        : fmt::format("{}", number.real);
}

// `text`, in which the number `seen` is written, with `wanted` in its place, as int() and float()
// read it.
std::optional<std::string> SubstituteNumber(const std::string& text, const Value& seen,
                                            const Value& wanted) {
  if (seen.kind == ValueKind::kInt && text.find(Written(seen)) != std::string::npos) {
    std::string result = text;
    return result.replace(text.find(Written(seen)), Written(seen).size(), Written(wanted));
  }
  const std::size_t first = text.find_first_not_of(" \t\n+");
  if (first == std::string::npos) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data() + first, text.data() + text.size(), number);
  if (error != std::errc() || number != NumberIn(seen)) return std::nullopt;
  return text.substr(0, first) + Written(wanted) + std::string(end, text.data() + text.size());
}

// Substitutes a number that the subject converted to another kind of number by int(x), float(x) or
// round(x).
std::optional<Value> SubstituteConverted(const Statement& statement, const Value& seen,
                                         const Value& wanted) {
  const auto number = NumberIn(wanted);
  if (!number || !statement.text.empty()) return std::nullopt;
  Value value;
  if (statement.kind == StatementKind::kFloat && seen.kind == ValueKind::kInt &&
      (std::trunc(statement.real) == NumberIn(seen) ||
       std::nearbyint(statement.real) == NumberIn(seen))) {
    value.kind = ValueKind::kFloat;
    value.real = *number;
    return value;
  }
  if (statement.kind == StatementKind::kInt && seen.kind == ValueKind::kFloat &&
      static_cast<double>(statement.integer) == seen.real) {
    if (std::trunc(*number) != *number || std::abs(*number) > kLargestExact) return wanted;
    value.kind = ValueKind::kInt;
    value.integer = static_cast<int64_t>(*number);
    return value;
  }
  return std::nullopt;
}

// `text` with a part replaced: where it is `seen`, or where `seen` is the text with something
// around it, it is changed as `seen` is to become `wanted`.
std::optional<std::string> SubstituteText(const std::string& text, const std::string& seen,
                                          const std::string& wanted) {
  if (EqualButForCase(text, seen)) return wanted;
  if (seen.empty()) return std::nullopt;
  if (const std::size_t at = FindInAnyCase(text, seen); at != std::string::npos) {
    if (text.size() + wanted.size() > kMaxLength) return std::nullopt;
    std::string result = text;
    return result.replace(at, seen.size(), wanted);
  }
  if (text.size() < 2) return std::nullopt;
  if (const std::size_t at = seen.find(text); at != std::string::npos) {
    const std::string_view before(seen.data(), at);
    const std::string_view after(seen.data() + at + text.size(), seen.size() - at - text.size());
    const std::string_view whole = wanted;
    if (whole.size() < before.size() + after.size() || !whole.starts_with(before) ||
        !whole.ends_with(after)) {
      return std::nullopt;
    }
    return std::string(whole.substr(before.size(), whole.size() - before.size() - after.size()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> Substitute(const Statement& statement, const Value& seen,
                                const Value& wanted) {
  if (!MayShowIn(statement, seen)) return std::nullopt;
  if (Makes(statement, seen)) return wanted;
  if (IsRealNumber(statement.kind)) return SubstituteConverted(statement, seen, wanted);
  if (statement.kind != StatementKind::kStr && statement.kind != StatementKind::kBytes) {
    return std::nullopt;
  }
  std::optional<std::string> text;
  if (static_cast<int>(seen.kind) == static_cast<int>(statement.kind) && wanted.kind == seen.kind) {
    text = SubstituteText(statement.text, seen.text, wanted.text);
  } else if (NumberIn(seen) && NumberIn(wanted)) {
    text = SubstituteNumber(statement.text, seen, wanted);
  }
  if (!text) return std::nullopt;
  Value value;
  value.kind = static_cast<ValueKind>(statement.kind);
  value.text = std::move(*text);
  return value;
}

namespace {

bool IsSmallInteger(const Value& value) {
  return value.kind == ValueKind::kInt && value.text.empty();
}

// Keeps hints for the places of one test, at most kMaxHints: then the newest replaces the oldest.
class HintFinder {
 public:
  // Borrows both.
  HintFinder(const TestCase& test, std::vector<OperandHint>& hints) : test_(test), hints_(hints) {
    hints.clear();
  }

  // Returns whether `seen` shows up in the test; keeps hints with the value to put there.
  bool LookFor(const Value& seen, const Value& wanted) {
    bool found = false;
    for (std::size_t i = 0; i < test_.size(); ++i) {
      const Statement& statement = test_.statements[i];
      if (!MayShowIn(statement, seen)) continue;
      auto value = Substitute(statement, seen, wanted);
      if (!value) continue;
      found = true;
      if (!Makes(statement, *value)) Keep(i, std::move(*value));
    }
    return found;
  }

  // Keeps hints where the integer `seen` is the size of a collection, or one beside a value.
  void LookNear(const Value& seen, const Value& wanted) {
    if (!IsSmallInteger(seen) || !IsSmallInteger(wanted)) return;
    for (std::size_t i = 0; i < test_.size(); ++i) {
      const Statement& statement = test_.statements[i];
      Value value = wanted;
      if (IsCollection(statement.kind)) {
        const auto size =
            static_cast<int64_t>(statement.operands.size() / OperandsPerItem(statement));
        if (size == 0 || size != seen.integer) continue;
      } else if (statement.kind == StatementKind::kInt && statement.text.empty()) {
        int64_t apart = 0;
        if (__builtin_sub_overflow(seen.integer, statement.integer, &apart) ||
            (apart != 1 && apart != -1) ||
            __builtin_sub_overflow(wanted.integer, apart, &value.integer)) {
          continue;
        }
      } else {
        continue;
      }
      Keep(i, std::move(value));
    }
  }

 private:
  void Keep(std::size_t place, Value&& replacement) {
    const auto variable = static_cast<VariableIndex>(place);
    const bool known = std::ranges::any_of(hints_, [&](const OperandHint& other) {
      return other.variable == variable && other.replacement == replacement;
    });
    if (known) return;
    OperandHint hint{variable, StatementFingerprint(test_.statements[place]),
                     std::move(replacement)};
    if (hints_.size() < kMaxHints) {
      hints_.push_back(std::move(hint));
    } else {
      hints_[oldest_++ % kMaxHints] = std::move(hint);
    }
  }

  const TestCase& test_;
  std::vector<OperandHint>& hints_;
  std::size_t oldest_ = 0;  // once there are kMaxHints
};

}  // namespace

void LearnFromOperands(const TestCase& test, std::span<const OperandPair> operands,
                       const std::vector<bool>& leads_somewhere, std::vector<OperandHint>& hints,
                       ConstantPool& constants) {
  HintFinder finder(test, hints);
  for (const OperandPair& pair : operands) {
    if (!leads_somewhere[pair.predicate] || pair.left == pair.right) continue;
    const bool left = finder.LookFor(pair.left, pair.right);
    const bool right = finder.LookFor(pair.right, pair.left);
    if (!left) constants.AddDynamic(pair.left);
    if (!right) constants.AddDynamic(pair.right);
    if (left || right) continue;
    finder.LookNear(pair.left, pair.right);
    finder.LookNear(pair.right, pair.left);
  }
}

namespace {

// Changes the collection's size towards `wanted`; a list grows by repeating its elements.
bool Resize(Statement& collection, int64_t wanted) {
  const std::size_t step = OperandsPerItem(collection);
  const auto size = static_cast<int64_t>(collection.operands.size() / step);
  if (wanted < 0 || wanted > static_cast<int64_t>(kMaxSize) || wanted == size) return false;
  if (wanted > size && (collection.kind != StatementKind::kList || size == 0)) return false;
  const VariableIndex last = collection.operands.back();
  collection.operands.resize(static_cast<std::size_t>(wanted) * step, last);
  return true;
}

// The collection that holds the variable as an element or a key; the test's size when there is
// none.
std::size_t CollectionWith(const TestCase& test, VariableIndex variable) {
  for (std::size_t i = variable + 1u; i < test.size(); ++i) {
    const Statement& statement = test.statements[i];
    if (!IsCollection(statement.kind) || statement.kind == StatementKind::kTuple) continue;
    const std::size_t step = OperandsPerItem(statement);
    for (std::size_t at = 0; at < statement.operands.size(); at += step) {
      if (statement.operands[at] == variable) return i;
    }
  }
  return test.size();
}

// Puts `value` into the collection, beside the variable that it has.
void PutBesides(TestCase& test, std::size_t collection, VariableIndex variable,
                const Value& value) {
  std::vector<Statement> set_aside;
  {
    const Opening opening(test, collection, set_aside);
    test.statements.push_back(StatementOf(value));
  }
  const auto added = static_cast<VariableIndex>(collection);
  Statement& statement = test.statements[collection + 1];
  const auto at = std::find(statement.operands.begin(), statement.operands.end(), variable);
  const bool is_dict = statement.kind == StatementKind::kDict;
  const VariableIndex item = is_dict ? *(at + 1) : added;
  statement.operands.push_back(added);
  if (is_dict) statement.operands.push_back(item);
}

}  // namespace

bool ApplyHint(TestCase& test, const OperandHint& hint, base::Rng& rng) {
  if (hint.variable >= test.size()) return false;
  Statement& statement = test.statements[hint.variable];
  if (StatementFingerprint(statement) != hint.original) return false;
  const auto beside = [&] { return rng.Chance(kBeside) ? (rng.Chance(0.5) ? 1 : -1) : 0; };
  if (IsCollection(statement.kind)) {
    return Resize(statement, hint.replacement.integer + beside());
  }
  if (!IsPrimitive(statement.kind)) return false;
  if (const std::size_t collection = CollectionWith(test, hint.variable);
      collection < test.size() && test.size() < kMaxStatements && rng.Chance(kPutBesides)) {
    PutBesides(test, collection, hint.variable, hint.replacement);
    return true;
  }
  const bool same_kind =
      static_cast<int>(statement.kind) == static_cast<int>(hint.replacement.kind);
  const model::TypeIndex type = same_kind ? statement.type : 0;
  statement = StatementOf(hint.replacement);
  statement.type = type;
  if (statement.kind == StatementKind::kInt && statement.text.empty()) {
    int64_t sum = 0;
    if (!__builtin_add_overflow(statement.integer, beside(), &sum)) statement.integer = sum;
  }
  return true;
}

}  // namespace skua::search
