// Makes a suite small without losing a goal: fewer tests, then fewer statements in each. Values are
// left as they are (see polish.h): a mutant may be noticed by the very value.
// Deterministic unless the deadline cuts it short.
#pragma once

#include <optional>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/subject.h"
#include "search/evaluation/archived_test.h"
#include "search/search_options.h"

namespace skua::search {

struct MinimiserOptions {
  // Decides which of the tests that cover the same stay.
  SearchOptions::Preference preference = SearchOptions::Preference::kShort;
  // Until when what came of it is confirmed, so that the effort is not lost; without: until the
  // deadline.
  std::optional<base::Deadline> confirm_by = std::nullopt;
  // Without, tests stay as the search archived them, even where others cover the same: each is the
  // one that was kept for some goal.
  bool shrink = true;
  // Also leaves out optional arguments and elements of tests that have few. A mutant may be noticed
  // by these, too, so it is for suites that are not judged by mutants.
  bool leave_out_arguments = false;
};

// REQUIRES: no predicate of `executor` is retired, because goals that are not shown could not be
// kept. ENSURES: each goal of `tests` is a goal of the result, unless time sufficed and no test
// was seen to cover it without more than eight calls that have nothing to do with its last one; and
// each test of the result was seen to cover its goals in a fresh child or is one of `tests` as it
// was. A test keeps its verdict (and the type of its exception). Goals of different tests of the
// result are disjoint.
std::vector<ArchivedTest> Minimise(const model::Subject& subject, model::Executor& executor,
                                   std::vector<ArchivedTest> tests, const base::Deadline& deadline,
                                   const MinimiserOptions& options = {});

}  // namespace skua::search
