#include "plan/patience.h"

#include <gtest/gtest.h>

#include "unit/plan/simulation.h"

namespace skua::plan {
namespace {

using namespace std::chrono_literals;
using model::Change;

base::Duration PatienceAfter(const ModuleFacts& facts, base::Duration searched,
                             std::size_t open = 0) {
  return PatienceWith(facts, 3s, {}).After(searched, open);
}

TEST(PatienceWith, IsAQuarterInTheSameCode) {
  ModuleFacts facts = Known(100, 60, Change::kUnchanged);
  facts.searched = 20s;
  EXPECT_EQ(PatienceAfter(facts, 4s), 6s);
  facts.change = Change::kAffected;
  EXPECT_EQ(PatienceAfter(facts, 4s), 6s);
}

TEST(PatienceWith, IsDividedWhereCampaignsInTheSameCodeWereInVain) {
  for (const Change change : {Change::kUnchanged, Change::kAffected}) {
    ModuleFacts facts = Known(100, 60, change);
    facts.searched = 20s;
    facts.fruitless = 1;
    EXPECT_EQ(PatienceAfter(facts, 4s), 3s);
  }
}

TEST(PatienceWith, IsAThirdInCodeThatChanged) {
  EXPECT_EQ(PatienceAfter(Known(100, 60, Change::kModified), 9s), 3s);
}

TEST(PatienceWith, IsHalfInNewCodeButFourMinimumsAtLeast) {
  EXPECT_EQ(PatienceAfter(Fresh(), 40s), 20s);
  EXPECT_EQ(PatienceAfter(Fresh(), 4s), 12s);
}

TEST(PatienceWith, IsAFifthOfASecondForEachDoublingOfWhatIsOpen) {
  EXPECT_EQ(PatienceAfter(Known(100, 60), 1s, 31), 1s);
  EXPECT_EQ(PatienceAfter(Known(100, 60), 1s, 63), 1200ms);
}

}  // namespace
}  // namespace skua::plan
