// Which predicates are measured as goals are covered.

#include "search/goals/open_predicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/fake_program.h"

namespace skua::search {
namespace {

using model::GoalIndex;
using model::PredicateIndex;

// `def f: if p0: if p1: if p2: …`
class OpenPredicatesTest : public ::testing::Test {
 protected:
  OpenPredicatesTest() {
    const auto f = program_.CodeObject("f");
    program_.Nested(f, 3);
    program_.Callable(model::CallableKind::kFunction, "f", f, {},
                      [](test::FakeRun&, test::FakeObject*, const test::FakeProgram::Arguments&) {
                        return test::FakeValue{};
                      });
  }

  std::vector<PredicateIndex> Close(OpenPredicates& open, std::vector<GoalIndex> goals) {
    open.Close(goals);
    std::vector<PredicateIndex> closed(open.newly_closed().begin(), open.newly_closed().end());
    std::sort(closed.begin(), closed.end());
    return closed;
  }

  test::FakeProgram program_;
};

using Closed = std::vector<PredicateIndex>;

TEST_F(OpenPredicatesTest, StayOpenAsLongAsAGoalDependsOnThem) {
  const GoalSet goals(program_.subject);
  OpenPredicates open(goals);
  const auto of = [&](PredicateIndex p, bool outcome) { return goals.GoalOf({p, outcome}); };
  EXPECT_TRUE(open.newly_closed().empty());
  EXPECT_EQ(Close(open, {of(0, true), of(0, false), of(1, true)}), Closed());
  EXPECT_EQ(Close(open, {of(1, false), of(2, true)}), Closed());
  EXPECT_EQ(open.are_open(), std::vector<bool>(3, true));
  EXPECT_EQ(Close(open, {of(2, false)}), (Closed{0, 1, 2})) << "all lead to the last goal";
  EXPECT_EQ(open.are_open(), std::vector<bool>(3, false));
}

TEST_F(OpenPredicatesTest, CloseWithTheirOwnBranchesWhenNothingDependsOnThem) {
  const GoalSet goals(program_.subject);
  OpenPredicates open(goals);
  EXPECT_EQ(Close(open, {goals.GoalOf({2, true})}), Closed());
  EXPECT_EQ(Close(open, {goals.GoalOf({2, false})}), Closed{2});
  EXPECT_EQ(open.are_open(), (std::vector<bool>{true, true, false}));
}

TEST_F(OpenPredicatesTest, AreClosedFromTheStartWhereNoTestGets) {
  const auto unreachable = program_.CodeObject("C", model::CodeObjectKind::kClassBody);
  program_.Nested(unreachable, 1);
  const GoalSet goals(program_.subject);
  const OpenPredicates open(goals);
  ASSERT_EQ(open.newly_closed().size(), 1u);
  EXPECT_EQ(open.newly_closed()[0], 3u);
  EXPECT_EQ(open.are_open(), (std::vector<bool>{true, true, true, false}));
}

}  // namespace
}  // namespace skua::search
