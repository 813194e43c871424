// A JUnit document in a form that Jenkins (junit-10.xsd, and the more lenient reader of its JUnit
// plug-in) and GitHub's reporters accept. It knows XML, but nothing of runs or modules.
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

// Readers agree on two different forms of JUnit files, known by the names that pytest gave them.
enum class JunitFamily : uint8_t {
  kLegacy,  // with file, line and properties of cases, which lenient readers show
  kXunit2,  // only what junit-10.xsd allows: properties become lines of the output
};

struct JunitOptions {
  JunitFamily family = JunitFamily::kLegacy;
  std::size_t largest = 30 << 20;  // bytes of one document; readers refuse larger ones
};

// Renders the document, indented, with attributes in a fixed order; several documents, when there
// is too much for one. Any bytes are accepted: what XML does not allow is escaped, and long texts
// are cut. Cases with the same classname and name are told apart by a number, because readers would
// take them for one. ENSURES: the result is not empty.
std::vector<std::string> RenderJunit(JunitSuite suite, const JunitOptions& options = {});

}  // namespace skua::report
