// Ranks the evidence that an exception is a fault of the subject and not of the test's arguments.
#pragma once

#include <cstdint>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

// Evidence for a finding, the strongest first.
enum class FindingRank : uint8_t {
  kCrash,      // the interpreter ends
  kHang,       // the test does not end in time
  kInternal,   // an unbound name, endless recursion, or a None that the code itself made
  kBrokenLaw,  // repr(), str(), bool(), len(), hash() or == fails, which the data model forbids
  // TypeError or AttributeError, though all values have the declared types; or any exception of a
  // call without arguments and preparations.
  kContradiction,
  kDeep,  // raised below the called function, for typical values of the declared types
  // The ranks from here on have no evidence; such findings are written only with `findings: all`.
  kUnsupported,    // a precondition that the code does not check; an exception that the operation
                   // promises (KeyError, IndexError, StopIteration, ZeroDivisionError); endless
                   // recursion or an endless loop over an object that the test put into itself
  kPassedOn,       // a function that the code calls refuses its argument: int("a")
  kWrongArgument,  // ExceptionKind::kWrongArgument
};

inline bool HasEvidence(FindingRank rank) { return rank < FindingRank::kUnsupported; }

// Returns the rank of an exception that Classify() calls a finding, for the same arguments.
FindingRank RankOf(const model::TestCase& test, const model::Subject& subject,
                   const model::Observation& seen);

// Returns the rank of a test whose last statement ends with `verdict`: kCrashed or kTimedOut.
FindingRank RankOfTrouble(const model::TestCase& test, const model::Subject& subject,
                          model::Verdict verdict);

}  // namespace skua::oracle
