// Classifies an exception that ended a test: intended behaviour, a finding, or caused by our own
// arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/trace.h"

namespace skua::oracle {

enum class ExceptionKind : uint8_t {
  kExpected,  // the project raises or documents it: pytest.raises
  kFinding,   // the project neither raises nor documents it: xfail
  // An argument has an unsuitable type, by the declared types of parameters or the message: a
  // finding without evidence.
  kWrongArgument,
  kBoundary,  // the call itself was wrong, or code outside the project raised it: not worth a test
};

// Classifies the exception that ended `test`. `seen` is the observation of `test`, whose verdict is
// kRaised.
ExceptionKind Classify(const model::TestCase& test, const model::Subject& subject,
                       const model::Observation& seen);

}  // namespace skua::oracle
