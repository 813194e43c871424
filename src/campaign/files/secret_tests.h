// Leaves out tests that hold a secret, such as a password that the code under test came by.
#pragma once

#include "campaign/files/suite_writer.h"
#include "campaign/files/test_files.h"
#include "model/suite.h"

namespace skua::campaign {

// Removes the tests from the suite whose text holds a secret of `files`, and returns them.
model::Suite TakeSecretTests(const SuiteWriter& writer, const TestFiles& files,
                             model::Suite& suite);

}  // namespace skua::campaign
