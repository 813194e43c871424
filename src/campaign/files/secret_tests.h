// Tests that hold a secret, such as a password that the code under test came by, are not written.
#pragma once

#include "campaign/files/suite_writer.h"
#include "campaign/files/test_files.h"
#include "model/suite.h"

namespace skua::campaign {

// Takes the tests out of the suite whose text holds what `files` may not hold, and returns them.
model::Suite TakeSecretTests(const SuiteWriter& writer, const TestFiles& files,
                             model::Suite& suite);

}  // namespace skua::campaign
