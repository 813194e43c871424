#include <gtest/gtest.h>

#include <algorithm>

#include "search/evaluation/evaluator.h"
#include "search/evaluation/targets.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using model::GoalIndex;

// Goals that hand-written tests cover: they are left for last.
class LaterGoalsTest : public SearchTest {
 protected:
  // Goals of the predicates of `numbers`, which are the first ones.
  std::vector<GoalIndex> GoalsOfNumbers() const {
    const auto goals = model::GoalsOf(program_.subject);
    std::vector<GoalIndex> found;
    for (GoalIndex goal = 0; goal < goals.size(); ++goal) {
      if (goals[goal].kind != model::GoalKind::kCodeObject && goals[goal].index < 3) {
        found.push_back(goal);
      }
    }
    return found;
  }

  SearchResult RunWith(std::span<const GoalIndex> later) {
    base::Rng rng(1);
    return Search(program_.subject, executor_, options_, {}, rng, base::Deadline(clock_),
                  /*pacer=*/nullptr, {}, later);
  }

  static bool HasAll(const std::vector<bool>& set, const std::vector<GoalIndex>& goals) {
    return std::ranges::all_of(goals, [&](GoalIndex goal) { return set[goal]; });
  }
};

TEST_F(LaterGoalsTest, AreNoTargetsWhileOthersAreOpen) {
  AddNumbers(program_);
  AddStuck(program_);
  const std::vector<GoalIndex> later = GoalsOfNumbers();
  const base::Deadline deadline(clock_);
  const Evaluator evaluator(program_.subject, executor_, options_, deadline, nullptr, {}, later);

  EXPECT_TRUE(HasAll(evaluator.settled(), later));
  Targets targets(evaluator.goals(), Targets::Selection::kAll);
  targets.Update({evaluator.settled(), evaluator.reached(), evaluator.entered()});
  EXPECT_GT(targets.size(), 0u);
  for (uint32_t i = 0; i < targets.size(); ++i) {
    EXPECT_EQ(std::ranges::count(later, targets[i]), 0) << targets[i];
  }
}

TEST_F(LaterGoalsTest, AreTakenUpWhenTheOthersAreCovered) {
  AddNumbers(program_);
  AddWords(program_);
  for (const std::string_view algorithm : AlgorithmNames()) {
    if (algorithm == "random") continue;  // which has no targets
    options_.algorithm = algorithm;
    executor_.retired.clear();
    const SearchResult without = RunWith({});
    executor_.retired.clear();
    const SearchResult with = RunWith(GoalsOfNumbers());
    EXPECT_EQ(Count(with.covered), Count(without.covered)) << algorithm;
    ExpectTrue(with.tests);
  }
}

TEST_F(LaterGoalsTest, AreTakenUpWhenNothingComesOfTheOthers) {
  AddNumbers(program_);
  AddStuck(program_);
  options_.stagnation_tests = 2'000;
  options_.stagnation = 0.9;
  const SearchResult found = RunWith(GoalsOfNumbers());
  EXPECT_TRUE(HasAll(found.covered, GoalsOfNumbers()));
}

TEST_F(LaterGoalsTest, AreTheOnlyOnesFromTheStartWhenAllAreForLater) {
  AddNumbers(program_);
  std::vector<GoalIndex> all(model::GoalsOf(program_.subject).size());
  for (GoalIndex goal = 0; goal < all.size(); ++goal) all[goal] = goal;
  const base::Deadline deadline(clock_);
  const Evaluator evaluator(program_.subject, executor_, options_, deadline, nullptr, {}, all);
  EXPECT_EQ(evaluator.settled(), evaluator.archive().covered());
}

}  // namespace
}  // namespace skua::search
