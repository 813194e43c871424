// The report of a run of pytest, which the tests that it runs can write to. No line gives more than
// one test.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/fuzz.h"
#include "worker/pytest_report.h"

using skua::fuzz::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const skua::worker::PytestReport report = skua::worker::ReadPytestReport(text);
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  Require(report.tests.size() <= lines && report.passes <= lines);
  Require(report.lines.size() <= size && report.ran.size() <= size);
  if (report.ended) skua::fuzz::Believe();
  return 0;
}
