#include "campaign/goal_coverage.h"

#include "support/matchers.h"

namespace skua::campaign {
namespace {

TEST(GoalsFound, AreThoseOfTheImportOfTestsAndOfEarlierCampaigns) {
  const std::vector<search::ArchivedTest> tests = {{{}, {}, {1}}, {{}, {}, {1, 3}}};
  const std::vector<bool> by_import = {true, false, false, false, false};
  EXPECT_THAT(GoalsFound(tests, by_import, {}), ElementsAre(true, true, false, true, false));
  EXPECT_THAT(GoalsFound(tests, by_import, {false, false, true, false, false}),
              ElementsAre(true, true, true, true, false));
  EXPECT_THAT(GoalsFound({}, by_import, {true, true}),  // of another version
              ElementsAre(true, false, false, false, false));
}

// A caller and a callee with a predicate each, and a call site.
model::Subject Pair() {
  model::Subject subject{.callee = model::ModuleId{"rates", "rates.py"}};
  subject.code_objects.resize(2);
  subject.predicates.resize(2);
  subject.predicates[1].code_object = 1;
  subject.call_sites.resize(1);
  subject.coupled_branches = {{0, {0, true}, {1, true}}, {0, {0, true}, {1, false}}};
  return subject;
}

TEST(SetCoverage, CountsCoupledBranchesThatAreNoGoalsAsNotCovered) {
  model::Subject subject = Pair();
  model::ModuleOutcome outcome;
  model::Suite suite(1);
  suite[0].goals = {0};
  subject.coupled_in_all = 2;
  SetCoverage(subject, suite, outcome);
  EXPECT_EQ(outcome.goals.count, 2u);
  EXPECT_EQ(outcome.goals.covered_count(), 1u);
  subject.coupled_in_all = 24'000;
  SetCoverage(subject, suite, outcome);
  EXPECT_EQ(outcome.goals.count, 24'000u);
  EXPECT_EQ(outcome.goals.covered_count(), 1u);
  EXPECT_THAT(outcome.goals.covered, ElementsAre(true, false));
}

}  // namespace
}  // namespace skua::campaign
