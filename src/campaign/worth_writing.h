// Which tests nobody would keep, whatever they cover.
#pragma once

#include "model/subject.h"
#include "model/suite.h"

namespace skua::campaign {

// The suite without new tests that cannot fail, or that bring something public to an exception by
// something internal. Findings and tests that stand in a file stay.
model::Suite WorthWriting(model::Suite suite, const model::Subject& subject);

}  // namespace skua::campaign
