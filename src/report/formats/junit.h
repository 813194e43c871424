// A JUnit document in a form that Jenkins (junit-10.xsd, and its lenient JUnit plug-in) and
// GitHub's reporters accept. Knows XML, but neither runs nor modules.
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
  std::string message;  // shown in lists; not for passed cases
  std::string type;     // not for passed cases
  std::string details;  // shown on the case's page; not for passed cases
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

// The two forms of JUnit files, by pytest's names for them.
enum class JunitFamily : uint8_t {
  kLegacy,  // with file, line and properties of cases, which lenient readers show
  kXunit2,  // only what junit-10.xsd allows: properties become lines of the output
};

struct JunitOptions {
  JunitFamily family = JunitFamily::kLegacy;
  std::size_t largest = 30 << 20;  // bytes of one document; readers reject larger ones
};

// Renders the document, indented, with attributes in a fixed order; several documents if one would
// be too large. Accepts any bytes: invalid characters are escaped, and long texts are cut. A number
// distinguishes cases with the same classname and name, which readers would merge. ENSURES: the
// result is not empty.
std::vector<std::string> RenderJunit(JunitSuite suite, const JunitOptions& options = {});

}  // namespace skua::report
