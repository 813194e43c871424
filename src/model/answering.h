// How the function of a StatementKind::kLambda answers calls, and which calls are observed.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

// Bits of Statement::integer of a kLambda. Its operands are the answers: one without kInTurn,
// several with it. A function without operands returns None.
enum Answering : int64_t {
  kReturned = 0,
  kAwaitable = 1 << 0,  // returns awaitables of the answers
  // Gives one answer a call, the last one repeatedly; raises an answer that is an exception or a
  // class of exceptions.
  kInTurn = 1 << 1,
  // Returns the result of calling its first argument with the others, or its last argument with the
  // operands, or without any with the arguments before it: `call_next(request)`.
  kCallsFirst = 1 << 2,
  kCallsLast = 1 << 3,
  kReturnsFirst = 1 << 4,  // returns its first argument
};
// Its answer depends on its arguments.
inline constexpr int64_t kByArguments = kCallsFirst | kCallsLast | kReturnsFirst;

// The text of a type of callables whose result is awaited.
inline constexpr std::string_view kAwaitedResult = "awaited";

inline bool IsAwaited(const Type& callables) { return callables.text == kAwaitedResult; }

// The observed value of a kLambda is the list of its calls so far, each a tuple of its arguments: a
// tuple, and a dict by name. Calls whose result is awaited count when it is. In an expected value
// this type name of a kOpaque stands for an argument that may be anything.
inline constexpr std::string_view kAnything = "unittest.mock:ANY";

// Returns whether the callable is Mock(spec=class_index, …), whose parameters are the operations of
// the class and take lambdas.
inline bool MakesMock(const Callable& callable) {
  return callable.kind == CallableKind::kConstructor && callable.module == "unittest.mock";
}

}  // namespace skua::model
