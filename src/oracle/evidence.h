// Weighs what supports that an exception is a fault of the subject, not of the test that met it.
#pragma once

#include <cstdint>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// How much a finding tells about the code, the weightiest first.
enum class FindingRank : uint8_t {
  kCrash,          // the interpreter ends
  kHang,           // the test does not end in time
  kInternal,       // an unbound name, recursion without end, or a None that the code itself made
  kBrokenLaw,      // repr(), str(), bool(), len(), hash() or == fails, which the data model forbids
  kContradiction,  // TypeError or AttributeError, though all values are of the declared types; or
                   // any exception, though the call was given nothing that could be wrong
  kDeep,           // raised below the function called, for typical values of the declared types
  // The others have no evidence, and are written when all findings are asked for.
  kUnsupported,    // a precondition that the code does not check, or what the operation promises:
                   // KeyError, IndexError, StopIteration, ZeroDivisionError; or a recursion or
                   // loop without end over what the test put into itself
  kPassedOn,       // a function that the code calls refuses its argument: int("a")
  kWrongArgument,  // ExceptionKind::kWrongArgument
};

inline bool HasEvidence(FindingRank rank) { return rank < FindingRank::kUnsupported; }

// The rank of an exception that is a finding; the arguments are those of Classify().
FindingRank RankOf(const model::TestCase& test, const model::Subject& subject,
                   const model::Observation& seen);

// The rank of a test whose last statement ends with `verdict`, kCrashed or kTimedOut.
FindingRank RankOfTrouble(const model::TestCase& test, const model::Subject& subject,
                          model::Verdict verdict);

}  // namespace skua::oracle
