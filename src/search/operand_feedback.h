// Input-to-state: when a value of the test shows up in a comparison, the value it was compared with
// is worth trying in its place. Whole values, parts of texts (a prefix, the character a parser
// looks at) in any case, values that the subject put something around, numbers written in texts or
// made of other numbers, values one beside what was compared, and the sizes of collections.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "model/trace.h"
#include "search/constant_pool.h"

namespace skua::search {

// Put `replacement` into the variable's primitive statement; or, for a collection, make it that
// long.
struct OperandHint {
  model::VariableIndex variable = 0;
  uint64_t original = 0;  // fingerprint of the statement when it was seen
  model::Value replacement;
};

inline constexpr std::size_t kMaxHints = 8;  // a test

// Looks for the operands in the test's primitives and writes what it finds to `hints` (the last
// kMaxHints). The operand that does not come from the test goes to `constants`.
// `leads_somewhere`: by predicate, whether a goal may still be won there.
void LearnFromOperands(const model::TestCase& test, std::span<const model::OperandPair> operands,
                       const std::vector<bool>& leads_somewhere, std::vector<OperandHint>& hints,
                       ConstantPool& constants);

// Does what the hint says when the statement is still what it was; an integer may end up beside the
// operand, for the sake of `<` and `>`, and what is an element or a key of a collection may stay,
// with the operand put in beside it. Returns whether the test changed.
bool ApplyHint(model::TestCase& test, const OperandHint& hint, base::Rng& rng);

// What a primitive statement should make for `seen` to become `wanted`; nothing when `seen` does
// not show up in it.
std::optional<model::Value> Substitute(const model::Statement& statement, const model::Value& seen,
                                       const model::Value& wanted);

}  // namespace skua::search
