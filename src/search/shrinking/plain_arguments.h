// Results of earlier calls, where something plainer would do: `sign(3)` in place of `count =
// size()` and `sign(count)`, `table.price_for(1)` in place of `copied = table.copy()` and
// `copied.price_for(1)`, or `Stream()` in place of `SmallStream()`, a class that the test defines.
#pragma once

#include <optional>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::search {

// Whether a call's result may be an argument of a later call.
bool PassesResults(const model::Subject& subject, const model::TestCase& test);

// Versions of the test in which results of calls that are passed as arguments are the plain values
// that `seen`, the observation of the test, shows of them: first all of them, then, where there are
// several, one after the other. What only these calls needed goes with them. None where no such
// result is plain.
std::vector<model::TestCase> WithPlainArguments(const model::Subject& subject,
                                                const model::TestCase& test,
                                                const model::Observation& seen);

// Whether a later call uses the result of a method whose receiver could stand in its place, or of a
// function that gives the like of what it takes: `deepcopy(table)`.
bool TakesDetours(const model::Subject& subject, const model::TestCase& test);

// Versions of the test in which receivers stand in the place of what their methods returned, and
// arguments in that of their likes, and these calls are left out: first all of them, then, where
// there are several, one after the other.
std::vector<model::TestCase> WithoutDetours(const model::Subject& subject,
                                            const model::TestCase& test);

// Whether there are calls before the last one of which nothing uses the result.
bool MakesIdleCalls(const model::Subject& subject, const model::TestCase& test);

// Versions of the test without calls before the last one of which nothing uses the result: first
// without all of them, then, where there are several, without one after the other. What changes the
// surroundings of the subject stays, but for files that nothing reads.
std::vector<model::TestCase> WithoutIdleCalls(const model::Subject& subject,
                                              const model::TestCase& test);

// Versions of the test in which a file that is missing in the folder for a test's files takes the
// place of a text that the last call is given: first as a Path, then as its name. What lies in the
// folder where the tests run is not for the test to say.
std::vector<model::TestCase> WithMissingFiles(const model::Subject& subject,
                                              const model::TestCase& test);

// Whether an object is of a class that the test defines, of which a base could be made alike.
bool DerivesClasses(const model::Subject& subject, const model::TestCase& test);

// Versions of the test in which such objects are of the base: first all of them, then, where there
// are several, one after the other.
std::vector<model::TestCase> WithoutDerivedClasses(const model::Subject& subject,
                                                   const model::TestCase& test);

// Versions of the test in which an object is compared with another that is made alike, in place of
// itself: `Money(1) == Money(1)`. None where nothing is compared with itself, or where earlier
// calls may have changed the object.
std::vector<model::TestCase> WithEqualObjects(const model::Subject& subject,
                                              const model::TestCase& test);

// The test that compares the hash of an object with that of another which is made alike, where it
// only computes it: `hash(Money(1)) == hash(Money(1))`. A hash is no value to state. Nothing where
// its class defines no ==, or where earlier calls may have changed the object.
std::optional<model::TestCase> WithEqualHash(const model::Subject& subject,
                                             const model::TestCase& test);

}  // namespace skua::search
