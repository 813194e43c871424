// Input-to-state: when a value of the test shows up in a comparison, the value it was compared with
// is worth trying in its place. It works on whole values; on parts of texts (a prefix, the
// character that a parser looks at) in any case; on values that the subject put something around;
// on numbers that are written in texts or made from other numbers; on values one beside the
// operand; and on the sizes of collections.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/making/constant_pool.h"

namespace skua::search {

// A hint says: put `replacement` into the variable's primitive statement or, for a collection, make
// it that long.
struct OperandHint {
  model::VariableIndex variable = 0;
  uint64_t original = 0;  // fingerprint of the statement when the hint was made
  model::Value replacement;
};

inline constexpr std::size_t kMaxHints = 8;  // for one test

// Looks for the operands in the test's primitives and writes what it finds to `hints` (the last
// kMaxHints). The operand that does not come from the test goes to `constants`. `leads_somewhere`
// tells, by predicate, whether a goal may still be won there.
void LearnFromOperands(const model::TestCase& test, std::span<const model::OperandPair> operands,
                       const std::vector<bool>& leads_somewhere, std::vector<OperandHint>& hints,
                       ConstantPool& constants);

// Follows the hint if the statement is still what it was. An integer may end up beside the operand,
// for the sake of `<` and `>`. An element or key of a collection may stay, with the operand put in
// beside it. Returns whether the test changed.
bool ApplyHint(model::TestCase& test, const OperandHint& hint, base::Rng& rng);

// The value that a primitive statement should make for `seen` to become `wanted`; nothing when
// `seen` does not show up in the statement.
std::optional<model::Value> Substitute(const model::Statement& statement, const model::Value& seen,
                                       const model::Value& wanted);

}  // namespace skua::search
