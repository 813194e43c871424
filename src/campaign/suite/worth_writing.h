// Divides a finished suite into the tests that a maintainer would merge and those that only guard
// the module (guards.h). To add a reason why a test is not written, add a row to the table.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::campaign {

// Why a test is not written.
struct GuardReason {
  std::string_view name;
  std::string_view sentence;
};

struct SplitSuite {
  model::Suite worth;
  model::Suite guards;
  std::vector<const GuardReason*> reasons;  // beside `guards`
};

// Findings and tests that stand in a file are worth writing, and so are all with `writes_guards`.
// New tests that cannot fail are in neither part.
SplitSuite SplitByWorth(model::Suite suite, const model::Subject& subject, bool writes_guards);

}  // namespace skua::campaign
