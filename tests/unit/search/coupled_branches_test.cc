// Coupled branches of a caller and a callee as goals of a search (Derakhshanfar et al., Cling).

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "search/evaluation/targets.h"
#include "search/goals/fitness.h"
#include "search/goals/goal_set.h"
#include "search/goals/open_predicates.h"
#include "search/making/knowledge.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using model::GoalIndex;
using model::PredicateDistance;
using model::PredicateIndex;

// def f(a, b): if a == 4711: g(b) …                 predicate 0; the call is the only site
// def other(a): …                                   does not get there
// def g(b) of the callee: if b < 0: if b == -42: …  predicates 1, 2 outside of the site, 3, 4 in it
class CoupledBranchesTest : public SearchTest {
 protected:
  CoupledBranchesTest() {
    f_ = program_.CodeObject("f");
    program_.Nested(f_, 1);
    const auto other = program_.CodeObject("other");
    const auto outside = program_.CodeObject("g");
    program_.Nested(outside, 2);
    inside_ = program_.CodeObject("g");
    program_.Nested(inside_, 2);
    const auto integer = program_.Type(TypeKind::kInt);
    calls_ = program_.Callable(
        CallableKind::kFunction, "f", f_,
        {FakeProgram::Parameter("a", integer), FakeProgram::Parameter("b", integer)},
        [this](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
          const int64_t a = IntOf(arguments[0]), b = IntOf(arguments[1]);
          if (!run.Equal(0, a, 4711)) return FakeValue{};
          run.Enter(inside_);
          if (run.Less(3, b, 0)) run.Equal(4, b, -42);
          return FakeValue{};
        });
    other_ = program_.Callable(
        CallableKind::kFunction, "other", other, {},
        [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) { return FakeValue{}; });
    program_.subject.callee = model::ModuleId{"callee", "callee.py"};
    program_.subject.call_sites = {{3, 4, f_, {"g"}}};
    for (const PredicateIndex p : {3u, 4u}) {
      for (const bool outcome : {true, false}) {
        program_.subject.coupled_branches.push_back({0, {0, true}, {p, outcome}});
      }
    }
    program_.subject.covering = {f_};
  }

  model::Trace TraceOf(std::vector<PredicateDistance> distances) const {
    model::Trace trace;
    trace.code_objects = {f_};
    trace.predicates = std::move(distances);
    return trace;
  }

  double DistanceTo(GoalIndex goal, std::vector<PredicateDistance> distances) const {
    const GoalSet goals(program_.subject);
    Fitness fitness(goals);
    const bool gets_in =
        std::ranges::any_of(distances, [](const auto& it) { return it.predicate > 2; });
    std::vector<model::CodeObjectIndex> entered{f_};
    if (gets_in) entered.push_back(inside_);
    fitness.Load(entered, distances);
    return fitness.Of(goal);
  }

  model::CodeObjectIndex f_ = 0, inside_ = 0;
  model::CallableIndex calls_ = 0, other_ = 0;
};

// Goals by their numbers.
constexpr GoalIndex kOuterTrue = 0, kOuterFalse = 1, kInnerTrue = 2, kInnerFalse = 3;

TEST_F(CoupledBranchesTest, AreTheOnlyGoalsOfAPairAndCountAsBranches) {
  const GoalSet goals(program_.subject);
  ASSERT_EQ(goals.size(), 4u);
  for (GoalIndex goal = 0; goal < goals.size(); ++goal) {
    EXPECT_EQ(goals[goal].kind, model::GoalKind::kCoupledBranch);
    EXPECT_EQ(goals.CodeObjectOf(goal), f_);
    EXPECT_TRUE(goals.IsBranch(goal));
    EXPECT_TRUE(goals.IsReachable(goal));
  }
  EXPECT_EQ(model::CountBranches(program_.subject, model::GoalsOf(program_.subject)), 4u);
  EXPECT_EQ(goals.covered_by_import(), std::vector<bool>(4, false));
}

TEST_F(CoupledBranchesTest, AreCoveredByATestThatTakesBothTheCalleesFromTheSite) {
  const GoalSet goals(program_.subject);
  const auto covered = [&](std::vector<PredicateDistance> distances) {
    return goals.CoveredBy({}, TraceOf(std::move(distances)));
  };
  EXPECT_EQ(covered({{0, 0, 1}, {3, 0, 1}, {4, 5, 0}}),
            (std::vector<GoalIndex>{kOuterTrue, kInnerFalse}));
  EXPECT_TRUE(covered({{0, 0, 1}, {1, 0, 1}, {2, 0, 1}}).empty()) << "not while the site calls";
  EXPECT_TRUE(covered({{0, 7, 0}, {3, 0, 1}}).empty()) << "another branch of the caller";
  model::Trace reaching_out = TraceOf({{0, 0, 1}, {3, 0, 1}});
  reaching_out.reached_out = true;
  EXPECT_TRUE(goals.CoveredBy({}, reaching_out).empty());
}

TEST_F(CoupledBranchesTest, AreAsFarAsTheCalleesBranchOnceTheCallersIsTaken) {
  EXPECT_EQ(DistanceTo(kInnerTrue, {{0, 0, 1}, {3, 0, 1}, {4, 3, 0}}), 0.75);
  EXPECT_EQ(DistanceTo(kInnerTrue, {{0, 0, 1}, {3, 1, 0}}), 1.5);
  EXPECT_EQ(DistanceTo(kInnerTrue, {{0, 0, 1}, {3, 0, 1}, {4, 0, 9}}), 0);
}

TEST_F(CoupledBranchesTest, AreFartherWhereTheCallersBranchIsNotTakenHoweverNearItIs) {
  const double into_callee = DistanceTo(kInnerTrue, {{0, 0, 1}, {3, 1000, 0}});
  const double not_in_callee = DistanceTo(kInnerTrue, {{0, 0, 1}});  // the call raised
  const double near_caller = DistanceTo(kInnerTrue, {{0, 0.01, 0}});
  const double far_from_caller = DistanceTo(kInnerTrue, {{0, 1000, 0}});
  EXPECT_LT(into_callee, not_in_callee);
  EXPECT_LT(not_in_callee, near_caller);
  EXPECT_LT(near_caller, far_from_caller);
}

TEST_F(CoupledBranchesTest, OpenWhenTheBranchAboveTheCalleesIsCoveredTogetherWithTheCallers) {
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  const std::vector<bool> entered(program_.subject.code_objects.size(), true);
  const auto open = [&](const std::vector<bool>& covered) {
    targets.Update({covered, covered, entered});
    std::vector<GoalIndex> now;
    for (uint32_t i = 0; i < targets.size(); ++i) now.push_back(targets[i]);
    return now;
  };
  EXPECT_EQ(open({false, false, false, false}), (std::vector<GoalIndex>{kOuterTrue, kOuterFalse}));
  EXPECT_EQ(open({false, true, false, false}), (std::vector<GoalIndex>{kOuterTrue}));
  EXPECT_EQ(open({true, false, false, false}),
            (std::vector<GoalIndex>{kOuterFalse, kInnerTrue, kInnerFalse}));
}

TEST_F(CoupledBranchesTest, KeepThePredicatesOfBothSidesOpen) {
  const GoalSet goals(program_.subject);
  OpenPredicates open(goals);
  EXPECT_EQ(open.are_open(), (std::vector<bool>{true, false, false, true, true}));
  open.Close(std::vector<GoalIndex>{kInnerTrue, kInnerFalse});
  EXPECT_EQ(open.are_open(), (std::vector<bool>{true, false, false, true, false}));
  open.Close(std::vector<GoalIndex>{kOuterTrue});
  EXPECT_EQ(open.are_open(), (std::vector<bool>{true, false, false, true, false}));
  open.Close(std::vector<GoalIndex>{kOuterFalse});
  EXPECT_EQ(open.are_open(), std::vector<bool>(5, false));
}

TEST_F(CoupledBranchesTest, AreSearchedForWithTestsThatGetToTheCallSite) {
  const GoalSet goals(program_.subject);
  Knowledge known(goals, options_, {});
  TestFactory& factory = known.factory();
  base::Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    TestCase test;
    factory.MakeRandomTest(test, rng);
    EXPECT_TRUE(factory.CallsCovering(test));
  }
  TestCase broken;
  model::Statement call;
  call.kind = model::StatementKind::kCall;
  call.target = other_;
  broken.statements = {call};
  EXPECT_FALSE(factory.CallsCovering(broken));
  ASSERT_TRUE(factory.InsertCoveringCall(broken, broken.size(), rng));
  EXPECT_TRUE(factory.CallsCovering(broken));
  CheckWellFormed(broken, program_.subject);
}

// A method of the caller calls one of its own, which only a sub-class in the callee defines.
TEST_F(CoupledBranchesTest, OfASuperClassAreSearchedForWithObjectsOfTheSubClassThatRedefines) {
  const auto report = program_.Class("Report");
  const auto sub = program_.Class("Table");
  const auto heir = program_.Class("Deep");
  const auto nothing = [](FakeRun&, FakeObject*, const FakeProgram::Arguments&) {
    return FakeValue{};
  };
  for (const model::ClassIndex it : {report, sub, heir}) {
    const auto constructor =
        program_.Callable(CallableKind::kConstructor, program_.subject.classes[it].name,
                          model::kNoIndex, {}, nothing, it);
    if (it == report) continue;
    program_.subject.classes[it].bases = {report};
    program_.subject.classes[it].module = "callee";
    program_.subject.callables[constructor].in_subject = false;
  }
  const auto code = program_.CodeObject("Report.render");
  const auto render = program_.Callable(CallableKind::kMethod, "render", code, {}, nothing, report);
  program_.subject.call_sites.push_back({9, 4, code, {"Table.line"}});
  program_.subject.covering = {code};

  const GoalSet goals(program_.subject);
  Knowledge known(goals, options_, {});
  base::Rng rng(1);
  for (int i = 0; i < 50; ++i) {
    TestCase test;
    ASSERT_TRUE(known.factory().InsertCoveringCall(test, 0, rng));
    CheckWellFormed(test, program_.subject);
    const model::Statement& call = test.statements.back();
    ASSERT_EQ(call.target, render);
    const model::CallableIndex maker = test.statements[call.operands[0]].target;
    EXPECT_EQ(program_.subject.callables[maker].class_index, sub);
  }
}

TEST_F(CoupledBranchesTest, AreCoveredByMosaAndDynaMosa) {
  for (const char* algorithm : {"mosa", "dynamosa"}) {
    options_.algorithm = algorithm;
    options_.max_generations = 300;
    executor_.retired.clear();
    const SearchResult result = Run();
    EXPECT_EQ(Count(result.covered), 4u) << algorithm;
    const GoalSet goals(program_.subject);
    for (const ArchivedTest& it : result.tests) {
      const std::vector<GoalIndex> covers = goals.CoveredBy(it.test, program_.Interpret(it.test));
      EXPECT_TRUE(std::ranges::includes(covers, it.goals)) << algorithm;
    }
  }
}

}  // namespace
}  // namespace skua::search
