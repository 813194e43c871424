// A JUnit document as Jenkins (junit-10.xsd, and the more lenient reader of its JUnit plug-in) and
// GitHub's reporters take it. Knows XML, and nothing of runs or modules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skua::report {

using Properties = std::vector<std::pair<std::string, std::string>>;

struct JunitCase {
  enum class Status : uint8_t { kPassed, kSkipped, kFailure, kError };
  std::string classname;
  std::string name;
  std::string file;   // relative to the repository; empty: none
  uint32_t line = 0;  // 0: unknown
  double seconds = 0;
  Status status = Status::kPassed;
  std::string message;  // unless passed: shown in lists
  std::string type;     // unless passed
  std::string details;  // unless passed: shown on the case's own page
  Properties properties;
  std::string output;
};

struct JunitSuite {
  std::string name;
  int64_t started_unix_seconds = 0;  // 0: no time stamp
  double seconds = 0;
  Properties properties;
  std::vector<JunitCase> cases;
  std::string output;
};

// What readers agree on differs; both are known by pytest's names.
enum class JunitFamily : uint8_t {
  kLegacy,  // with file, line and properties of cases, which the lenient ones show
  kXunit2,  // what junit-10.xsd allows and nothing else: properties become lines of the output
};

struct JunitOptions {
  JunitFamily family = JunitFamily::kLegacy;
  std::size_t largest = 30 << 20;  // bytes of one document; readers refuse more
};

// The document, indented, with attributes in a fixed order; or several, when there is too much for
// one. Any bytes are taken: what XML does not allow is escaped and long texts are cut. Cases of the
// same classname and name are told apart by a number, because readers take them for one.
// ENSURES: not empty.
std::vector<std::string> RenderJunit(JunitSuite suite, const JunitOptions& options = {});

}  // namespace skua::report
