// The output of alone/pytest_report.py while pytest ran: a JSON object on each line.
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
  std::size_t passes = 0;                     // number of ended passes
  std::size_t gave_way = 0;                   // number of tests skipped to leave time for others
  std::map<uint32_t, bool> lines;             // executable lines, and whether they were executed
  std::map<std::string, model::FileRun> ran;  // by path as requested
  std::vector<model::PytestResult::Test> tests;
};

// Skips invalid lines: tests can write to the file, too, and a kill can cut it off.
PytestReport ReadPytestReport(std::string_view text);

}  // namespace skua::worker
