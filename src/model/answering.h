// How the function of a StatementKind::kLambda gives its answers.
#pragma once

#include <cstdint>

namespace skua::model {

// Statement::integer of a kLambda: bits. Its operands are the answers, one if they are not in turn;
// without any it gives its first argument.
enum Answering : int64_t {
  kReturned = 0,
  kAwaitable = 1 << 0,  // the answers are awaited
  kInTurn = 1 << 1,     // an answer for each call, a single one again and again; an exception, or a
                        // class of exceptions, is raised
};

}  // namespace skua::model
