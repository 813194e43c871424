// Classifies an exception that left a test: intended behaviour, a finding, or a consequence of our
// own arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

enum class ExceptionKind : uint8_t {
  kExpected,       // the project raises or documents it: pytest.raises
  kFinding,        // the project neither raises nor documents it: xfail
  kWrongArgument,  // an argument has a type that the code was never meant for, judged by the
                   // message or by the types of parameters on the way to it: a weak finding
  kBoundary,  // the call itself was wrong, or code outside the project raised it: not worth a test
};

// Classifies the exception that ended `test`. `seen` is the observation of `test`, whose verdict is
// kRaised.
ExceptionKind Classify(const model::TestCase& test, const model::Subject& subject,
                       const model::Observation& seen);

// How much a finding tells about the code, the weightiest first.
enum class FindingRank : uint8_t {
  kCrash,          // the interpreter ends
  kHang,           // the test does not end in time
  kInternal,       // the code stumbles on None, or on an index, key or name that is missing
  kOther,          // any other type of exception
  kPassedOn,       // a function that the code calls refuses its argument: int("a")
  kWrongArgument,  // ExceptionKind::kWrongArgument
};

// The rank of an exception that is a finding; the arguments are those of Classify().
FindingRank RankOf(const model::TestCase& test, const model::Subject& subject,
                   const model::Observation& seen);

}  // namespace skua::oracle
