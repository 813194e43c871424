// Edits that pass what a person would have passed where the search found something else that does:
// it covers and kills the same, and the subject declares little of what it takes.
#pragma once

#include <cstddef>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/shrinking/passed_kinds.h"

namespace skua::search {

// Versions of the test with a list of the text at `index` in its place, alone or beside another,
// where the parameter is declared to take items, or its name says so and nothing is declared: the
// letters of a word are odd items. None where it is no such text.
std::vector<model::TestCase> WithItems(const model::Subject& subject, const model::TestCase& test,
                                       std::size_t index);

// Versions of the test in which the call at `index` is given collections, with an item where that
// is plain, for which it declares them, in the place of objects that neither the subject nor the
// test makes: a `stat_result` has items, too.
std::vector<model::TestCase> WithDeclaredCollections(const model::Subject& subject,
                                                     const model::TestCase& test,
                                                     std::size_t index);

// Versions of the test in which the call at `index` is given a number or a word where nothing is
// declared of a parameter: in the place of its own receiver, unless it compares two objects, and of
// a function or class, unless the parameter's name says that it takes these. In the place of the
// receiver also a list and a dict.
std::vector<model::TestCase> WithUsualOperands(const model::Subject& subject,
                                               const model::TestCase& test, std::size_t index);

// Versions of the test with a usual value at `index`. In the place of what contradicts the type
// that is declared for it, or for parameters of the same name: a plain value of that type. Where
// nothing is declared: a number or a text, where most tests pass one for parameters of that name.
// Where nothing tells what it is for: True, a number or a word for a complex number, a set, a text
// of bytes or an object of a foreign class, and as an element also for a function or any object; a
// text for bytes where both will do, a whole number for 1.0, and True for what is passed by a
// keyword of which nothing is known and is no number or word. A number for what stands for one:
// True as an index, an operand, or where a number is declared.
std::vector<model::TestCase> WithUsualKinds(const model::Subject& subject,
                                            const model::ParameterTypes& types,
                                            const PassedKinds& passed, const model::TestCase& test,
                                            std::size_t index);

// Whether a value of the test is of another kind than is declared for it or, where nothing is
// declared, than its parameter's name or most tests say.
bool PassesOtherKinds(const model::Subject& subject, const model::ParameterTypes& types,
                      const PassedKinds& passed, const model::TestCase& test);

// Versions of the test in which the call at `index` has a usual value of its own for an argument of
// which nothing is declared: in the place of a value that is of another kind and that others use as
// well, so that it cannot itself become another one.
std::vector<model::TestCase> WithUsualArguments(const model::Subject& subject,
                                                const PassedKinds& passed,
                                                const model::TestCase& test, std::size_t index);

// Versions of the test in which the dict at `index`, which a call unpacks into keyword arguments,
// has a value of its own for a key that is its own value, too: True, or what is usual where
// parameters of that name declare a type.
std::vector<model::TestCase> WithOwnValues(const model::Subject& subject,
                                           const model::ParameterTypes& types,
                                           const model::TestCase& test, std::size_t index);

}  // namespace skua::search
