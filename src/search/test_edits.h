// Edits of a test that keep it well-formed: making room in its middle, taking statements out,
// putting a call's arguments in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/test_case.h"

namespace skua::search {

// Opens a test at a position: what follows is set aside, so that statements can simply be appended,
// and comes back behind them, renumbered, when this goes out of scope.
class Opening {
 public:
  // `scratch` holds what is set aside; reused from one opening to the next.
  Opening(model::TestCase& test, std::size_t position, std::vector<model::Statement>& scratch);
  ~Opening();
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

 private:
  model::TestCase& test_;
  std::size_t position_;
  std::vector<model::Statement>& tail_;
};

// Takes out the statements marked and renumbers the others. REQUIRES: no other uses them.
void Erase(model::TestCase& test, const std::vector<bool>& erased);

// A parameter that a call may leave out.
inline bool IsOptional(const model::Parameter& parameter) {
  return parameter.has_default || parameter.kind == model::ParameterKind::kVarPositional ||
         parameter.kind == model::ParameterKind::kVarKeyword;
}

// Index of the first argument in `operands`.
inline std::size_t FirstArgument(const model::Callable& callable) {
  return model::HasReceiver(callable) ? 1 : 0;
}

// Can be passed as a value (StatementKind::kFunction).
inline bool IsFunctionLike(const model::Callable& callable) {
  return callable.kind <= model::CallableKind::kClassMethod;
}

// The operator that leaves a context by an exception, whose class is its one argument.
inline bool LeavesByException(const model::Callable& callable) {
  return callable.kind == model::CallableKind::kOperator &&
         (callable.name == "__exit__" || callable.name == "__aexit__");
}

inline bool IsTypedDict(const model::Subject& subject, const model::Statement& statement) {
  return statement.kind == model::StatementKind::kDict &&
         subject.types[statement.type].kind == model::TypeKind::kTypedDict;
}

// Whether a statement relies on the very text of `variable`: a key of a TypedDict, the name of a
// file or an environment variable.
bool IsName(const model::TestCase& test, const model::Subject& subject,
            model::VariableIndex variable);

// Drops the optional arguments that cannot be passed because one before them is left out: *args,
// and positional-only ones. REQUIRES: parameters ascending.
void DropUnpassable(model::Statement& call, const model::Callable& callable);

// Removes argument `argument` of a call. REQUIRES: its parameter is optional.
void RemoveArgument(model::Statement& call, const model::Callable& callable, std::size_t argument);

// Of equal tests the same; for telling which are known.
uint64_t FingerprintOf(const model::TestCase& test);

}  // namespace skua::search
