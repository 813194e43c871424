#include "search/evaluation/targets.h"

#include <gtest/gtest.h>

#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::CallableKind;
using model::CodeObjectIndex;
using model::CodeObjectKind;
using model::PredicateDistance;
using test::FakeObject;
using test::FakeProgram;
using test::FakeRun;
using test::FakeValue;

// `def f: if p0: if p1: if p2: …` with `def inner` in it, which has one predicate; `def g: …`
// without a predicate; `class C` with a method `m`, which has one, and `_helper`.
class TargetsTest : public ::testing::Test {
 protected:
  TargetsTest() {
    f_ = program_.CodeObject("f");
    program_.Nested(f_, 3);
    inner_ = program_.CodeObject("f.inner", CodeObjectKind::kFunction, f_);
    program_.Nested(inner_, 1);
    g_ = program_.CodeObject("g");
    const auto body = program_.CodeObject("C", CodeObjectKind::kClassBody);
    m_ = program_.CodeObject("C.m", CodeObjectKind::kFunction, body);
    program_.Nested(m_, 1);
    helper_ = program_.CodeObject("C._helper", CodeObjectKind::kFunction, body);
    for (const CodeObjectIndex c : {f_, g_, m_, helper_}) {
      const auto callable = program_.Callable(
          CallableKind::kFunction, "it", c, {},
          [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) { return FakeValue{}; });
      program_.subject.callables[callable].is_protected = c == helper_;
    }
    entered_.assign(program_.subject.code_objects.size(), false);
  }

  std::vector<model::GoalIndex> Select(Targets& targets, const std::vector<bool>& covered) const {
    targets.Update({covered, covered, entered_});
    std::vector<model::GoalIndex> now;
    for (uint32_t i = 0; i < targets.size(); ++i) now.push_back(targets[i]);
    return now;
  }

  std::vector<FitnessEntry> Row(const Targets& targets, const GoalSet& goals,
                                const std::vector<CodeObjectIndex>& entered,
                                const std::vector<PredicateDistance>& distances) const {
    Fitness fitness(goals);
    fitness.Load(entered, distances);
    std::vector<FitnessEntry> row;
    targets.FillRow(fitness, entered, row);
    return row;
  }

  FakeProgram program_;
  CodeObjectIndex f_ = 0, inner_ = 0, g_ = 0, m_ = 0, helper_ = 0;
  std::vector<bool> entered_;
};

constexpr model::GoalIndex kFunction = model::kNoIndex;

TEST_F(TargetsTest, OpenWhenWhatTheyDependOnIsCovered) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  entered_[inner_] = entered_[helper_] = true;
  const auto of = [&](model::PredicateIndex p, bool outcome) { return goals.GoalOf({p, outcome}); };
  std::vector<bool> covered(goals.size(), true);
  for (model::PredicateIndex p = 0; p < 3; ++p)
    covered[of(p, true)] = covered[of(p, false)] = false;
  const model::GoalIndex g = goals.GoalOfCodeObject(g_);
  covered[g] = false;
  EXPECT_EQ(Select(targets, covered), (std::vector{of(0, true), of(0, false), g}));
  covered[of(0, false)] = true;  // p1 does not depend on this one
  EXPECT_EQ(Select(targets, covered), (std::vector{of(0, true), g}));
  covered[of(0, true)] = covered[g] = true;
  EXPECT_EQ(Select(targets, covered), (std::vector{of(1, true), of(1, false)}));
}

TEST_F(TargetsTest, AllGoalsAreMosasTargets) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kAll);
  std::vector<bool> covered = goals.covered_by_import();
  std::size_t open = 0;
  for (model::GoalIndex i = 0; i < goals.size(); ++i) open += !covered[i] && goals.IsReachable(i);
  EXPECT_EQ(Select(targets, covered).size(), open);
  covered[goals.GoalOf({2, true})] = true;
  EXPECT_EQ(Select(targets, covered).size(), open - 1);
}

TEST_F(TargetsTest, GoalsThatNoTestCallsOpenWhenTheirFunctionIsReached) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  std::vector<bool> covered(goals.size(), true);
  covered[goals.GoalOf({3, true})] = covered[goals.GoalOf({3, false})] = false;  // in f.inner
  covered[goals.GoalOfCodeObject(helper_)] = false;
  EXPECT_EQ(Select(targets, covered), (std::vector{kFunction, kFunction}));
  entered_[inner_] = true;
  EXPECT_EQ(Select(targets, covered),
            (std::vector{goals.GoalOf({3, true}), goals.GoalOf({3, false}), kFunction}));
  entered_[helper_] = true;
  EXPECT_EQ(Select(targets, covered).back(), goals.GoalOfCodeObject(helper_));
  covered[goals.GoalOf({3, true})] = covered[goals.GoalOf({3, false})] = true;
  covered[goals.GoalOfCodeObject(helper_)] = true;
  EXPECT_TRUE(Select(targets, covered).empty());
}

TEST_F(TargetsTest, TestsThatExploreTheWayToAFunctionAreNearerToIt) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  std::vector<bool> covered(goals.size(), true);
  covered[goals.GoalOf({3, true})] = false;
  Select(targets, covered);
  EXPECT_TRUE(Row(targets, goals, {g_, m_}, {}).empty()) << "from there nothing leads to it";
  const auto one = Row(targets, goals, {f_}, {{0, 1, 0}});
  const auto all = Row(targets, goals, {f_}, {{0, 0, 1}, {1, 0, 1}, {2, 1, 0}});
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_LT(all[0].fitness, one[0].fitness);
}

TEST_F(TargetsTest, OtherMethodsLeadToAHelperOfTheirClass) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  std::vector<bool> covered(goals.size(), true);
  covered[goals.GoalOfCodeObject(helper_)] = false;
  Select(targets, covered);
  EXPECT_TRUE(Row(targets, goals, {f_, g_}, {}).empty());
  EXPECT_EQ(Row(targets, goals, {m_}, {{4, 0, 1}}).size(), 1u);
}

TEST_F(TargetsTest, RowsAscendAndHoldTheTargetsOfEnteredCodeObjectsOnly) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  Select(targets, goals.covered_by_import());
  const auto of_g = Row(targets, goals, {g_}, {});
  ASSERT_EQ(of_g.size(), 1u);
  EXPECT_EQ(targets[of_g[0].target], goals.GoalOfCodeObject(g_));
  EXPECT_EQ(of_g[0].fitness, 0.5) << "covered, but not settled, before any predicate";
  const auto row = Row(targets, goals, {f_, g_, m_}, {{0, 1, 0}, {4, 0, 1}});
  EXPECT_EQ(row.size(), 7u);  // two of f, one of g, two of m, and both functions
  for (std::size_t i = 1; i < row.size(); ++i) EXPECT_LT(row[i - 1].target, row[i].target);
}

}  // namespace
}  // namespace skua::search
