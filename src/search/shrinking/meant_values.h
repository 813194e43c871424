// Edits that pass what a person would have passed where the search found something else that does:
// it covers and kills the same, and the subject declares little of what it takes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// The test with a list of the text at `index` in its place, where nothing is declared of the
// parameter and its name says that it takes items: the letters of a word are odd items. Nothing
// where it is no such text.
std::optional<model::TestCase> WithItems(const model::Subject& subject, const model::TestCase& test,
                                         std::size_t index);

// Versions of the test in which the call at `index` is given collections, with an item where that
// is plain, for which it declares them, in the place of objects that neither the subject nor the
// test makes: a `stat_result` has items, too.
std::vector<model::TestCase> WithDeclaredCollections(const model::Subject& subject,
                                                     const model::TestCase& test,
                                                     std::size_t index);

// Versions of the test in which the call at `index` is given a number or a word where nothing is
// declared of a parameter: in the place of its own receiver, unless it compares two objects, and of
// a function or class, unless the parameter's name says that it takes these.
std::vector<model::TestCase> WithUsualOperands(const model::Subject& subject,
                                               const model::TestCase& test, std::size_t index);

// Versions of the test with a usual value at `index`, of which nothing that is declared or done
// tells what it is for: True, a number or a word for a complex number, a set or a text of bytes, a
// text for bytes where both will do, and a number for what stands for one: True as an index, an
// operand, or where a number is declared.
std::vector<model::TestCase> WithUsualKinds(const model::Subject& subject,
                                            const model::TestCase& test, std::size_t index);

}  // namespace skua::search
