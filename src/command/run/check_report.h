// What `skua check` says of its tests: lines for people, and check.xml, a JUnit report.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "campaign/suite_check.h"
#include "report/formats/junit.h"

namespace skua::command {

struct CheckedFile {
  std::string file;    // as it is told
  std::string module;  // or pair
  campaign::CheckedSuite suite;
};

// Whether the test is as it should be: it holds, or shows an open behaviour change. One that was
// not run, or does again what it expects although it is marked, is not.
bool IsAsExpected(const campaign::CheckedTest& test);
// Whether all tests of the file are, and the module could be loaded.
bool IsAsExpected(const CheckedFile& file);

// Lines on each test that is not as it expects, and one on all.
std::string TextOf(const std::vector<CheckedFile>& files);

std::vector<std::string> JunitOf(const std::vector<CheckedFile>& files,
                                 int64_t started_unix_seconds, base::Duration used,
                                 report::JunitFamily family);

}  // namespace skua::command
