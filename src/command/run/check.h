// `skua check`: runs suites in JSON (output.style: json) as regression tests, in contained workers
// and without pytest. Writes only its report.
#pragma once

#include <atomic>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/secrets.h"
#include "config/config.h"

namespace skua::command {

// `suites`: files, as the user named them; empty: all in the folder of generated tests. The budget
// counts from `start`. Returns the exit code: 0 if all tests hold. Throws base::Error if a file is
// not a suite, or the machine lacks something that a check needs.
int Check(const config::Config& config, const std::vector<std::filesystem::path>& suites,
          const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
          const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
