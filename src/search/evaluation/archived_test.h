// A test that the search keeps, with the goals for which it is kept.
#pragma once

#include <vector>

#include "model/goal.h"
#include "model/test_case.h"
#include "search/goals/behaviour.h"

namespace skua::search {

struct ArchivedTest {
  model::TestCase test;
  Ending ending = Ending::kReturns;
  std::vector<model::GoalIndex> goals;  // ascending; each was seen covered in a fresh child
};

}  // namespace skua::search
