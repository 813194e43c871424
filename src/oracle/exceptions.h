// What an exception that left a test means: intended behaviour, a finding, or our own doing.
#pragma once

#include <cstdint>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

enum class ExceptionKind : uint8_t {
  kExpected,       // the project raises it on purpose, or documents it: pytest.raises
  kFinding,        // neither: xfail
  kWrongArgument,  // a type that the code was never meant for, by what the exception says of it or
                   // by the types of parameters on the way to it: a weak finding
  kBoundary,  // the call itself was wrong, or what raised is not the project's: not worth a test
};

// `seen` is the observation of `test`, whose verdict is kRaised.
ExceptionKind Classify(const model::TestCase& test, const model::Subject& subject,
                       const model::Observation& seen);

// How much a finding says about the code, the weightiest first.
enum class FindingRank : uint8_t {
  kCrash,          // the interpreter ends
  kHang,           // it does not come to an end in time
  kInternal,       // the code trips over itself: None, an index, a key or a name that is not there
  kOther,          // an exception of another type
  kPassedOn,       // what is called from there refuses what it is given: int("a")
  kWrongArgument,  // ExceptionKind::kWrongArgument
};

// Of an exception that is a finding; arguments as above.
FindingRank RankOf(const model::TestCase& test, const model::Subject& subject,
                   const model::Observation& seen);

}  // namespace skua::oracle
