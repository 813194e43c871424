// The results of `skua check`: lines for people, and check.xml, a JUnit report.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "campaign/standing/suite_check.h"
#include "report/formats/junit.h"

namespace skua::command {

struct CheckedFile {
  std::string file;    // name for messages
  std::string module;  // or pair
  campaign::CheckedSuite suite;
};

// Returns whether the test holds, or shows an open behaviour change. False if it was not run, or if
// it is marked and yet holds.
bool IsAsExpected(const campaign::CheckedTest& test);
// Returns whether all tests of the file are as expected, and the module could be loaded.
bool IsAsExpected(const CheckedFile& file);

// Returns a line for each test that is not as expected, and a summary.
std::string TextOf(const std::vector<CheckedFile>& files);

std::vector<std::string> JunitOf(const std::vector<CheckedFile>& files,
                                 int64_t started_unix_seconds, base::Duration used,
                                 report::JunitFamily family);

}  // namespace skua::command
