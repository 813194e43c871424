// `skua check`: runs suites in JSON (output.style: json) as the regression tests that they are, by
// contained workers and without pytest. Changes no file but its report.
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
// counts from `start`. Returns the exit code: 0 when all tests hold. Throws base::Error where a
// file is no suite, or the machine lacks what a check needs.
int Check(const config::Config& config, const std::vector<std::filesystem::path>& suites,
          const base::Clock& clock, base::TimePoint start, const std::atomic<bool>& interrupted,
          const base::Secrets& secrets, std::ostream& out);

}  // namespace skua::command
