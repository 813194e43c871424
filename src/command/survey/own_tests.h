// The project's own tests, which generated ones must not disturb.
#pragma once

#include <string>
#include <vector>

#include "command/survey/survey.h"
#include "config/config.h"
#include "model/subject.h"

namespace skua::command {

// Returns test files that a plain `pytest` of the project collects and that import something of the
// packages of `modules`: those in `existing_tests`, else those in pytest's `testpaths`, else those
// in folders named "tests" or "test" and at the root. Project-relative; direct importers of the
// modules come first.
std::vector<std::string> OwnTestsOf(const config::Config& config, const Survey& survey,
                                    const std::vector<model::ModuleId>& modules);

}  // namespace skua::command
