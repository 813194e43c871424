// How the function of a StatementKind::kLambda answers calls.
#pragma once

#include <cstdint>

namespace skua::model {

// Bits of Statement::integer of a kLambda. Its operands are the answers: one without kInTurn,
// several with it. A function without operands returns its first argument.
enum Answering : int64_t {
  kReturned = 0,
  kAwaitable = 1 << 0,  // returns awaitables of the answers
  // Gives one answer a call, the last one repeatedly; raises an answer that is an exception or a
  // class of exceptions.
  kInTurn = 1 << 1,
};

}  // namespace skua::model
