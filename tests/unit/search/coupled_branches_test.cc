// Coupled branches of a caller and a callee as goals of a search (Derakhshanfar et al., Cling).

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "search/evaluation/suite_fitness.h"
#include "search/evaluation/targets.h"
#include "search/goals/fitness.h"
#include "search/goals/goal_set.h"
#include "search/goals/open_predicates.h"
#include "search/making/knowledge.h"
#include "search/varying/variation.h"
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

  TestCase CallingOther() const {
    model::Statement call{.kind = model::StatementKind::kCall, .target = other_};
    return {{call}};
  }
  TestCase Calling(int64_t a, int64_t b) const {
    TestCase test;
    for (const int64_t number : {a, b}) {
      test.statements.push_back({.kind = model::StatementKind::kInt, .integer = number});
    }
    test.statements.push_back({.kind = model::StatementKind::kCall,
                               .target = calls_,
                               .operands = {0, 1},
                               .parameters = {0, 1}});
    return test;
  }

  model::Trace TraceOf(std::vector<PredicateDistance> distances) const {
    return {.code_objects = {f_}, .predicates = std::move(distances)};
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

TEST_F(CoupledBranchesTest, AreTheGoalsOfAPairAndCountAsBranches) {
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

TEST_F(CoupledBranchesTest, OpenWhenTheCallersBranchIsWithinReachToo) {
  // def h(a): if a: if …: g() …   predicates 5, 6; the call is the second site, of the same callee
  const auto h = program_.CodeObject("h");
  program_.Nested(h, 2);
  const auto inside = program_.CodeObject("g");
  program_.Nested(inside, 1);  // predicate 7
  program_.subject.call_sites.push_back({9, 4, h, {"g"}});
  program_.subject.coupled_branches.push_back({1, {6, true}, {7, true}});
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  const std::vector<bool> entered(program_.subject.code_objects.size(), true), none(goals.size());
  std::vector<bool> taken(2 * program_.subject.predicates.size());
  const auto is_target = [&](GoalIndex goal) {
    targets.Update({none, none, entered, taken});
    for (uint32_t i = 0; i < targets.size(); ++i) {
      if (targets[i] == goal) return true;
    }
    return false;
  };
  EXPECT_FALSE(is_target(4)) << "no test took the branch above the caller's";
  EXPECT_TRUE(is_target(kOuterTrue)) << "the caller's decides by itself";
  taken[2 * 5] = true;
  EXPECT_FALSE(is_target(4)) << "that is the other outcome";
  taken[2 * 5 + 1] = true;
  EXPECT_TRUE(is_target(4));
}

TEST_F(CoupledBranchesTest, TheSearchNotesWhichBranchesTestsTook) {
  const base::Deadline deadline(clock_);
  Evaluator evaluator(program_.subject, executor_, options_, deadline);
  const uint64_t before = evaluator.landscape();
  std::vector<TestCase> batch = {Calling(4710, 1)};
  evaluator.Evaluate(batch);
  EXPECT_EQ(evaluator.taken()[0], true);
  EXPECT_EQ(evaluator.taken()[1], false);
  EXPECT_NE(evaluator.landscape(), before);
  program_.subject.callee.reset();
  Evaluator of_module(program_.subject, executor_, options_, base::Deadline(clock_));
  EXPECT_TRUE(of_module.taken().empty());
}

TEST_F(CoupledBranchesTest, ASuiteIsAsNearAsItsNearestTest) {
  const GoalSet goals(program_.subject);
  SuiteFitness fitness(goals);
  std::vector<bool> covered(goals.size(), true);
  covered[kInnerTrue] = false;
  fitness.Update(covered);
  const auto value = [&](const std::vector<std::vector<PredicateDistance>>& tests) {
    fitness.Begin();
    for (const auto& distances : tests) {
      Individual test{.code_objects = {f_, inside_}, .predicates = distances};
      fitness.Add(test);
    }
    return fitness.Value();
  };
  EXPECT_EQ(value({}), 1);
  EXPECT_EQ(value({{{0, 0, 1}, {3, 0, 1}, {4, 0, 9}}}), 0);
  const double nearer = value({{{0, 0, 1}, {3, 0, 1}, {4, 3, 0}}});
  const double farther = value({{{0, 0, 1}, {3, 1, 0}}});
  EXPECT_LT(0, nearer);
  EXPECT_LT(nearer, farther);
  EXPECT_LT(farther, 1);
  EXPECT_EQ(value({{{0, 0, 1}, {3, 1, 0}}, {{0, 7, 0}, {3, 0, 1}, {4, 0, 9}}}), farther)
      << "each test takes one side";
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
  TestCase broken = CallingOther();
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

TEST_F(CoupledBranchesTest, SeedsThatASearchBeginsWithGetToTheCallSite) {
  std::vector<TestCase> executed;
  test::FakeExecutor noting([&](const TestCase& test, Isolation) {
    executed.push_back(test);
    return program_.Interpret(test);
  });
  options_.max_generations = 1;
  for (const std::string_view algorithm : AlgorithmNames()) {
    if (algorithm == "random") continue;  // it extends tests rather than varying them
    options_.algorithm = algorithm;
    executed.clear();
    base::Rng rng(1);
    Search(program_.subject, noting, options_, std::vector{CallingOther()}, rng,
           base::Deadline(clock_));
    ASSERT_FALSE(executed.empty());
    const GoalSet goals(program_.subject);
    Knowledge known(goals, options_, {});
    for (const TestCase& test : executed) {
      ASSERT_TRUE(known.factory().CallsCovering(test)) << algorithm;
    }
  }
}

TEST_F(CoupledBranchesTest, ARepairIsGivenUpWhereTheCallCannotBeMade) {
  // f becomes a method of a class that nothing makes.
  const auto closed = program_.Class("Closed");
  model::Callable& method = program_.subject.callables[calls_];
  method.kind = CallableKind::kMethod;
  method.class_index = closed;
  const base::Deadline deadline(clock_);
  Evaluator evaluator(program_.subject, executor_, options_, deadline);
  base::Rng rng(1);
  TestCase test = CallingOther();
  EXPECT_FALSE(evaluator.factory().InsertCoveringCall(test, test.size(), rng));
  EXPECT_EQ(test, CallingOther()) << "attempts leave nothing behind";

  // A seed is left out, and a varied test makes way for a new one.
  options_.max_generations = 10;
  const SearchResult result = Run(1, std::vector{CallingOther()});
  EXPECT_GT(result.executed_tests, 0u);
  Variation variation(evaluator, rng);
  Individual parent{.test = CallingOther()};
  for (int i = 0; i < 50; ++i) {
    TestCase varied = parent.test;
    variation.Mutate(varied, parent);
    EXPECT_GT(varied.size(), 0u);
    CheckWellFormed(varied, program_.subject);
  }
}

TEST_F(CoupledBranchesTest, AChildThatLostTheCallBecomesItsParentAgain) {
  const base::Deadline deadline(clock_);
  Evaluator evaluator(program_.subject, executor_, options_, deadline);
  base::Rng rng(3);
  Variation variation(evaluator, rng);
  // The call stands behind others, so that the first part of either alone is broken.
  Individual a, b;
  a.test = b.test = CallingOther();
  for (Individual* parent : {&a, &b}) {
    for (int i = 0; i < 3; ++i) parent->test.statements.push_back(parent->test.statements[0]);
  }
  const TestCase calling = Calling(1, 2);
  const auto before = static_cast<model::VariableIndex>(a.test.size());
  for (model::Statement statement : calling.statements) {
    for (auto& operand : statement.operands) {
      operand = static_cast<model::VariableIndex>(operand + before);
    }
    a.test.statements.push_back(statement);
  }
  b.test.statements.insert(b.test.statements.begin(), calling.statements.begin(),
                           calling.statements.end());
  CheckWellFormed(a.test, program_.subject);
  CheckWellFormed(b.test, program_.subject);
  int replaced = 0, crossed = 0;
  for (int i = 0; i < 200; ++i) {
    TestCase first, second;
    const auto own = variation.Cross(a, b, first, second);
    ASSERT_TRUE(evaluator.factory().CallsCovering(first));
    ASSERT_TRUE(evaluator.factory().CallsCovering(second));
    // Without replacement a child of a begins with a and goes on with b.
    (first == a.test ? replaced : crossed) += 1;
    if (first == a.test) {
      EXPECT_EQ(own.first, a.test.size());
    }
  }
  EXPECT_GT(replaced, 0);
  EXPECT_GT(crossed, 0);
}

TEST_F(CoupledBranchesTest, StandAloneUnlessTheyAreNamedBesideOtherCriteria) {
  model::Subject& subject = program_.subject;
  subject.lines = {{2, f_, {}}, {3, f_, {{0, true}}}, {8, f_ + 1, {}}};
  AddCriteria(std::vector<std::string>{"branch", "line", "output"}, nullptr, subject);
  EXPECT_TRUE(subject.criterion_goals.empty());
  EXPECT_TRUE(subject.seeks_branches);
  AddCriteria(std::vector<std::string>{"coupled-branch"}, nullptr, subject);
  EXPECT_TRUE(subject.criterion_goals.empty());
  AddCriteria(std::vector<std::string>{"line", "coupled-branch"}, nullptr, subject);
  EXPECT_EQ(subject.criterion_goals.size(), 2u) << "other does not get to the callee";
  EXPECT_TRUE(subject.seeks_branches) << "coupled ones";
  subject.criterion_goals.clear();
  AddCriteria(std::vector<std::string>{"coupled-branch", "branch"}, nullptr, subject);
  ASSERT_EQ(subject.criterion_goals.size(), 2u) << "none of the callee's copies";
  const GoalSet goals(subject);
  ASSERT_EQ(goals.size(), 6u);
  EXPECT_EQ(model::CountCommon(subject, model::GoalsOf(subject)), 4u);
  EXPECT_EQ(model::CountBranches(subject, model::GoalsOf(subject)), 4u);
  EXPECT_EQ(goals.CoveredBy({}, TraceOf({{0, 7, 0}})), (std::vector<GoalIndex>{5}));
  EXPECT_EQ(goals.CoveredBy({}, TraceOf({{0, 0, 1}, {3, 0, 1}})),
            (std::vector<GoalIndex>{kOuterTrue, 4}));
}

TEST_F(CoupledBranchesTest, AddNothingToAModule) {
  program_.subject.callee.reset();
  program_.subject.coupled_branches.clear();
  const std::size_t before = model::GoalsOf(program_.subject).size();
  AddCriteria(std::vector<std::string>{"branch", "coupled-branch"}, nullptr, program_.subject);
  EXPECT_EQ(model::GoalsOf(program_.subject).size(), before);
  EXPECT_TRUE(program_.subject.seeks_branches);
}

TEST_F(CoupledBranchesTest, AreCoveredWithOtherCriteriaUnderEveryAlgorithm) {
  AddCriteria(std::vector<std::string>{"branch", "coupled-branch", "output", "exception"}, nullptr,
              program_.subject);
  // Random generation finds numbers by constants alone.
  for (const int64_t number : {4711, -42}) {
    model::Value value{.kind = model::ValueKind::kInt, .integer = number};
    program_.subject.constants.push_back({value, 1});
  }
  for (const std::string_view algorithm : AlgorithmNames()) {
    options_.algorithm = algorithm;
    options_.max_generations = 100;
    executor_.retired.clear();
    const SearchResult result = Run();
    const GoalSet goals(program_.subject);
    for (GoalIndex goal = 0; goal < goals.size(); ++goal) {
      const bool is_sure = goals[goal].kind == model::GoalKind::kCoupledBranch ||
                           goals.CriterionGoalAt(goal).criterion == model::Criterion::kBranch;
      EXPECT_TRUE(!is_sure || result.covered[goal]) << algorithm << " " << goal;
    }
    for (const ArchivedTest& it : result.tests) {
      const std::vector<GoalIndex> covers = goals.CoveredBy(it.test, program_.Interpret(it.test));
      EXPECT_TRUE(std::ranges::includes(covers, it.goals)) << algorithm;
    }
  }
}

}  // namespace
}  // namespace skua::search
