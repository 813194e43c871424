#include "search/operand_feedback.h"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "search/primitives.h"

namespace skua::search {

using model::OperandPair;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Value;
using model::ValueKind;
using model::VariableIndex;

namespace {

constexpr std::size_t kMaxLength = 2000;  // of a text that substitution makes

uint64_t FingerprintOf(const Statement& statement) {
  const uint64_t kind = static_cast<uint64_t>(statement.kind) << 56;
  if (!statement.text.empty()) return kind ^ base::Hash64(statement.text);
  return kind ^ static_cast<uint64_t>(statement.integer) ^
         std::bit_cast<uint64_t>(statement.real) * 0x9e3779b97f4a7c15;
}

char Lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EqualButForCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return Lower(x) == Lower(y); });
}

// False: Substitute() would find nothing. Cheap, for it is asked of every value and operand.
bool MayShowIn(const Statement& statement, const Value& seen) {
  // True, False and None are everywhere: to meet one says nothing.
  if (seen.kind <= ValueKind::kBool || !IsPrimitive(statement.kind)) return false;
  return static_cast<int>(statement.kind) == static_cast<int>(seen.kind) ||
         (seen.kind == ValueKind::kInt && !statement.text.empty());
}

// `text` with the part that is `seen` (or that `seen` is around) changed as `seen` → `wanted`.
std::optional<std::string> SubstituteText(const std::string& text, const std::string& seen,
                                          const std::string& wanted) {
  if (EqualButForCase(text, seen)) return wanted;
  if (seen.empty()) return std::nullopt;
  if (const std::size_t at = text.find(seen); at != std::string::npos) {
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
  if (statement.kind != StatementKind::kStr && statement.kind != StatementKind::kBytes) {
    return std::nullopt;
  }
  std::optional<std::string> text;
  if (static_cast<int>(seen.kind) == static_cast<int>(statement.kind) && wanted.kind == seen.kind) {
    text = SubstituteText(statement.text, seen.text, wanted.text);
  } else if (seen.kind == ValueKind::kInt && wanted.kind == ValueKind::kInt && seen.text.empty() &&
             wanted.text.empty()) {
    text = SubstituteText(statement.text, std::to_string(seen.integer),
                          std::to_string(wanted.integer));
  }
  if (!text) return std::nullopt;
  Value value;
  value.kind = static_cast<ValueKind>(statement.kind);
  value.text = std::move(*text);
  return value;
}

void LearnFromOperands(const TestCase& test, std::span<const OperandPair> operands,
                       const std::vector<bool>& leads_somewhere, std::vector<OperandHint>& hints,
                       ConstantPool& constants) {
  hints.clear();
  std::size_t next = 0;  // the oldest hint, once there are kMaxHints
  const auto keep = [&](OperandHint&& hint) {
    const bool known = std::any_of(hints.begin(), hints.end(), [&](const OperandHint& other) {
      return other.variable == hint.variable && other.replacement == hint.replacement;
    });
    if (known) return;
    if (hints.size() < kMaxHints) {
      hints.push_back(std::move(hint));
    } else {
      hints[next++ % kMaxHints] = std::move(hint);
    }
  };
  // Whether `seen` shows up in the test; keeps what should stand there instead.
  const auto look_for = [&](const Value& seen, const Value& wanted) {
    bool found = false;
    for (std::size_t i = 0; i < test.size(); ++i) {
      const Statement& statement = test.statements[i];
      if (!MayShowIn(statement, seen)) continue;
      auto value = Substitute(statement, seen, wanted);
      if (!value) continue;
      found = true;
      if (Makes(statement, *value)) continue;
      keep({static_cast<VariableIndex>(i), FingerprintOf(statement), std::move(*value)});
    }
    return found;
  };
  for (const OperandPair& pair : operands) {
    if (!leads_somewhere[pair.predicate] || pair.left == pair.right) continue;
    if (!look_for(pair.left, pair.right)) constants.AddDynamic(pair.left);
    if (!look_for(pair.right, pair.left)) constants.AddDynamic(pair.right);
  }
}

bool ApplyHint(TestCase& test, const OperandHint& hint, base::Rng& rng) {
  if (hint.variable >= test.size()) return false;
  Statement& statement = test.statements[hint.variable];
  if (!IsPrimitive(statement.kind) || FingerprintOf(statement) != hint.original) return false;
  const bool same_kind =
      static_cast<int>(statement.kind) == static_cast<int>(hint.replacement.kind);
  const model::TypeIndex type = same_kind ? statement.type : 0;
  statement = StatementOf(hint.replacement);
  statement.type = type;
  if (statement.kind == StatementKind::kInt && statement.text.empty() && rng.Chance(0.5)) {
    const int64_t beside = rng.Chance(0.5) ? 1 : -1;
    int64_t sum = 0;
    if (!__builtin_add_overflow(statement.integer, beside, &sum)) statement.integer = sum;
  }
  return true;
}

}  // namespace skua::search
