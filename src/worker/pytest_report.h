// What alone/pytest_report.py wrote while pytest ran: a JSON object a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject_loader.h"

namespace skua::worker {

struct PytestReport {
  bool begun = false;
  bool ended = false;
  bool has_randomly = true;                   // false: pytest-randomly is not installed
  std::size_t passes = 0;                     // that ended
  std::size_t gave_way = 0;                   // tests that were not run, so that others could be
  std::map<uint32_t, bool> lines;             // that can be executed, and whether they were
  std::map<std::string, model::FileRun> ran;  // by path as it was given
  std::vector<model::PytestResult::Test> tests;
};

// The tests can write to the file, too, and a kill can cut it off: a line that is not as it should
// be is passed over.
PytestReport ReadPytestReport(std::string_view text);

}  // namespace skua::worker
