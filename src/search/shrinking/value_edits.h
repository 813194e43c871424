// The places where values of a test stand, and edits that make a value plainer and keep the test
// well-formed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

// How often statements use each variable.
std::vector<unsigned> UsesIn(const model::TestCase& test);

// The word that is usual for a parameter of that name, or else "word".
std::string UsualWord(std::string_view parameter);

// An item of that kind for a collection: the text where any will do. Nothing for kinds that are no
// plain values.
std::optional<model::Statement> PlainItem(model::TypeKind kind, std::string_view text);

// Whether the value must stay as it is: a name, a value of a Literal, or a key that is passed as
// keyword.
bool IsPinned(const model::Subject& subject, const model::TestCase& test, std::size_t index);

// The parameters, ascending, for which a call passes an argument that it could leave out.
std::vector<std::size_t> OptionalArguments(const model::Subject& subject,
                                           const model::Statement& call);

// The elements, ascending, that a collection could do without: by index, pairs in a dict.
std::vector<std::size_t> FreeElements(const model::Subject& subject, const model::TestCase& test,
                                      std::size_t index);
// Removes elements of a collection. `elements`: indices, ascending.
void EraseElements(model::Statement& collection, std::span<const std::size_t> elements);

// A place of a value: a primitive, all elements of a collection, or an optional argument of a call.
struct ValuePlace {
  std::size_t statement = 0;
  std::size_t parameter = 0;  // of a call
};
// The places from statement `first` on whose values are not the plainest of their kind.
std::vector<ValuePlace> ListValuePlaces(const model::Subject& subject, const model::TestCase& test,
                                        std::size_t first);
// Makes the value at the place the plainest of its kind. Does not remove statements that are then
// unused.
void MakePlainest(const model::Subject& subject, ValuePlace place, model::TestCase& test);

// Whether the statement is a key of a dict that a call unpacks into keyword arguments.
bool IsKeyword(const model::Subject& subject, const model::TestCase& test, std::size_t index);

// The keyword by which the value alone is passed to what takes any keywords; empty where it is not.
std::string_view KeywordFor(const model::Subject& subject, const model::TestCase& test,
                            std::size_t index);

// The name of the parameter, or the keyword, for which the value is passed, itself or in a
// collection; empty when it is for none.
std::string_view ParameterFor(const model::Subject& subject, const model::TestCase& test,
                              std::size_t index);

// Whether the value is a key: of a dict that is written, or by which an item of an object is looked
// up.
bool IsKey(const model::Subject& subject, const model::TestCase& test, std::size_t index);

// Operand `operand` of a call becomes None where its type allows that and nothing else uses it.
bool ReplaceByNone(const model::Subject& subject, model::TestCase& test, std::size_t call,
                   std::size_t operand);

// Removes from `after` the statements that are used in `before`, which has the same statements, and
// are not used any more; calls only if `calls_too`.
void RemoveOrphans(const model::TestCase& before, model::TestCase& after, bool calls_too);

// The test in which what `made`, statements that need nothing else, makes at its end is operand
// `operand` of statement `call`, in the place of what only this needed.
model::TestCase WithOperand(const model::TestCase& test, std::size_t call, std::size_t operand,
                            std::span<const model::Statement> made);

// How much of the test says nothing: None, 0, empty texts and collections, and objects that are
// made of nothing.
std::size_t CountHollow(const model::Subject& subject, const model::TestCase& test);

// Whether statement `index` makes an object: it calls a constructor, or a function or class method
// of the subject whose result is the receiver of a later call.
bool MakesObject(const model::Subject& subject, const model::TestCase& test, std::size_t index);

// Whether statement `index` makes an object that could be given something, and gives it nothing but
// None, bools, 0, and what is empty or holds only these.
bool IsMadeOfNothing(const model::Subject& subject, const model::TestCase& test, std::size_t index);

// Whether the call is given nothing but None, bools, 0, and what is empty or holds only these, or
// the same for each of several parameters: what is made of `(items, items)` is often empty.
bool IsGivenNothing(const model::TestCase& test, std::size_t call);

// The test with something in the empty text or collection, or the 0, at `index`: the word that is
// usual for its parameter, one item, or the least number. Nothing where it is not empty, or takes
// items that are no plain values.
std::optional<model::TestCase> Filled(const model::Subject& subject, const model::TestCase& test,
                                      std::size_t index);

// The keys of the dict at `index` that a person would hardly write: None, False or 0.5, or a number
// beside texts. None where the type of its keys is declared, or where `index` is no dict.
std::vector<std::size_t> OddKeys(const model::Subject& subject, const model::TestCase& test,
                                 std::size_t index);

// Whether a set or dict is written with the same element or key twice.
bool RepeatsKeys(const model::TestCase& test);

}  // namespace skua::search
