// Edits of a test that keep it well-formed: making room in its middle, taking statements out,
// putting a call's arguments in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"

namespace skua::search {

// Opens a test at a position: sets the statements from there on aside, so that new ones can simply
// be appended. At the end of its scope the old ones follow the new ones, renumbered.
class Opening {
 public:
  // `scratch` holds the statements set aside; it is reused from one opening to the next.
  Opening(model::TestCase& test, std::size_t position, std::vector<model::Statement>& scratch);
  ~Opening();
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

 private:
  model::TestCase& test_;
  std::size_t position_;
  std::vector<model::Statement>& tail_;
};

// Returns the variable that the statement assigns.
inline model::VariableIndex AppendStatement(model::TestCase& test, model::Statement&& statement) {
  test.statements.push_back(std::move(statement));
  return static_cast<model::VariableIndex>(test.size() - 1);
}

// Finds a random variable for which `fits(variable)` holds.
template <typename Predicate>
std::optional<model::VariableIndex> FindVariable(const model::TestCase& test, base::Rng& rng,
                                                 Predicate fits) {
  if (test.size() == 0) return std::nullopt;
  // Starts at a random place: that is close to uniform, and usually ends early.
  const std::size_t start = rng.Below(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    const auto variable = static_cast<model::VariableIndex>((start + i) % test.size());
    if (fits(variable)) return variable;
  }
  return std::nullopt;
}

// Takes out the marked statements and renumbers the others. REQUIRES: no other statement uses them.
void Erase(model::TestCase& test, const std::vector<bool>& erased);

// Returns whether a call may leave out the parameter.
inline bool IsOptional(const model::Parameter& parameter) {
  return parameter.has_default || parameter.kind == model::ParameterKind::kVarPositional ||
         parameter.kind == model::ParameterKind::kVarKeyword;
}

// The index of the first argument in a call's operands.
inline std::size_t FirstArgument(const model::Callable& callable) {
  return model::HasReceiver(callable) ? 1 : 0;
}

// Returns whether the callable can be passed as a value (StatementKind::kFunction).
inline bool IsFunctionLike(const model::Callable& callable) {
  return callable.kind <= model::CallableKind::kClassMethod;
}

// Returns whether the callable is the operator that leaves a context by an exception, whose class
// is its one argument.
inline bool LeavesByException(const model::Callable& callable) {
  return callable.kind == model::CallableKind::kOperator &&
         (callable.name == "__exit__" || callable.name == "__aexit__");
}

inline bool IsTypedDict(const model::Subject& subject, const model::Statement& statement) {
  return statement.kind == model::StatementKind::kDict &&
         subject.types[statement.type].kind == model::TypeKind::kTypedDict;
}

inline std::size_t OperandsPerItem(const model::Statement& collection) {
  return collection.kind == model::StatementKind::kDict ? 2 : 1;
}

// Returns whether a statement relies on the very text of `variable`: a key of a TypedDict, the name
// of a file or an environment variable.
bool IsName(const model::TestCase& test, const model::Subject& subject,
            model::VariableIndex variable);

// Drops the optional arguments that cannot be passed because one before them is left out: *args,
// and positional-only ones. REQUIRES: parameters ascending.
void DropUnpassable(model::Statement& call, const model::Callable& callable);

// Removes argument `argument` of a call. REQUIRES: its parameter is optional.
void RemoveArgument(model::Statement& call, const model::Callable& callable, std::size_t argument);

// A number that is the same for equal tests, to tell which tests are known.
uint64_t FingerprintOf(const model::TestCase& test);

}  // namespace skua::search
