// Edits that keep a test well-formed: values exchanged for others, parts left out together with
// what only they needed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// Statements that need no others; the last one makes the value that is meant.
using Made = std::vector<model::Statement>;

// How often statements use each variable.
std::vector<unsigned> UsesIn(const model::TestCase& test);

// The parameters, ascending, for which a call passes an argument that it could leave out.
std::vector<std::size_t> OptionalArguments(const model::Subject& subject,
                                           const model::Statement& call);
// The elements, ascending, that a collection could do without: by index, pairs in a dict.
std::vector<std::size_t> FreeElements(const model::Subject& subject, const model::TestCase& test,
                                      std::size_t index);

// The test without these parts of statement `index`: parameters of a call, or elements of a
// collection. With them goes what only they needed; calls only if `calls_too`.
model::TestCase WithoutParts(const model::Subject& subject, const model::TestCase& test,
                             std::size_t index, std::span<const std::size_t> parts, bool calls_too);

// Removes from `after` the statements that are used in `before`, which has the same statements, and
// are not used any more; calls only if `calls_too`.
void RemoveOrphans(const model::TestCase& before, model::TestCase& after, bool calls_too);

// The test with what is made in the place of statement `index`, for all that use it.
model::TestCase WithValue(const model::TestCase& test, std::size_t index,
                          std::span<const model::Statement> made);
// The test with what is made as operand `operand` of statement `user` alone.
model::TestCase WithOperand(const model::TestCase& test, std::size_t user, std::size_t operand,
                            std::span<const model::Statement> made);

// Statement `index` and what makes its operands, as a test.
model::TestCase PartOf(const model::Subject& subject, const model::TestCase& test,
                       std::size_t index);

}  // namespace skua::search
