// Goals of criteria beside branch coverage: which there are, what covers them, how near a test
// came, and when DynaMOSA opens them.
#include "search/goals/criteria.h"

#include <algorithm>
#include <string>
#include <vector>

#include "search/evaluation/suite_fitness.h"
#include "search/evaluation/targets.h"
#include "search/goals/fitness.h"
#include "search/goals/goal_set.h"
#include "search/goals/open_predicates.h"
#include "search/goals/value_classes.h"
#include "support/matchers.h"
#include "unit/search/toy_programs.h"

namespace skua::search {
namespace {

using model::Criterion;
using model::CriterionGoal;
using model::GoalIndex;
using model::PredicateDistance;
using model::ValueClass;

// 1 def f(a: int) -> int:
// 2   if a < 10:                 predicate 0, a comparison
// 3     if a < 5:                predicate 1, likewise
// 4       return -1
// 5     return a // (a - 7)
// 6   return 1
class CriteriaTest : public SearchTest {
 protected:
  CriteriaTest() {
    f_ = program_.CodeObject("f");
    program_.Nested(f_, 2);
    auto& subject = program_.subject;
    for (uint32_t p = 0; p < 2; ++p) {
      subject.predicates[p].kind = model::PredicateKind::kCompare;
      subject.predicates[p].line = 2 + p;
    }
    const auto integer = program_.Type(TypeKind::kInt);
    calls_ = program_.Callable(
        CallableKind::kFunction, "f", f_, {FakeProgram::Parameter("a", integer)},
        [](FakeRun& run, FakeObject*, const FakeProgram::Arguments& arguments) {
          const int64_t a = IntOf(arguments[0]);
          FakeValue result;
          result.plain.kind = model::ValueKind::kInt;
          result.plain.integer = 1;
          if (!run.Less(0, a, 10)) return result;
          result.plain.integer = -1;
          if (run.Less(1, a, 5)) return result;
          if (a == 7) throw FakeException{"builtins:ZeroDivisionError"};
          result.plain.integer = a / (a - 7);
          return result;
        },
        model::kNoIndex, integer);
    subject.lines = {{2, f_, {}},
                     {3, f_, {{0, true}}},
                     {4, f_, {{1, true}}},
                     {5, f_, {{1, false}}},
                     {6, f_, {{0, false}}}};
  }

  void Add(std::vector<std::string> criteria,
           const CriterionEntry::ChangedLines* changed = nullptr) {
    AddCriteria(criteria, changed, program_.subject);
  }

  TestCase Calling(int64_t a) const {
    TestCase test;
    model::Statement argument{.kind = model::StatementKind::kInt, .integer = a};
    model::Statement call{
        .kind = model::StatementKind::kCall, .target = calls_, .operands = {0}, .parameters = {0}};
    test.statements = {argument, call};
    return test;
  }

  // What a test that calls f covers of a criterion, as the goals' numbers.
  std::vector<std::pair<uint32_t, uint32_t>> Covers(Criterion criterion, int64_t a) const {
    const GoalSet goals(program_.subject);
    const TestCase test = Calling(a);
    std::vector<std::pair<uint32_t, uint32_t>> numbers;
    for (const GoalIndex goal : goals.CoveredBy(test, program_.Interpret(test))) {
      if (goals[goal].kind != model::GoalKind::kCriterion) continue;
      const CriterionGoal& it = goals.CriterionGoalAt(goal);
      if (it.criterion == criterion) numbers.emplace_back(it.of, it.which);
    }
    return numbers;
  }

  std::vector<uint32_t> LinesOf(const std::vector<std::pair<uint32_t, uint32_t>>& goals) const {
    std::vector<uint32_t> lines;
    for (const auto& goal : goals) lines.push_back(program_.subject.lines[goal.first].line);
    return lines;
  }

  std::vector<GoalIndex> GoalsOfCriteria() const {
    std::vector<GoalIndex> indices;
    const auto goals = model::GoalsOf(program_.subject);
    for (GoalIndex i = 0; i < goals.size(); ++i) {
      if (goals[i].kind == model::GoalKind::kCriterion) indices.push_back(i);
    }
    return indices;
  }

  model::CodeObjectIndex f_ = 0;
  model::CallableIndex calls_ = 0;
};

TEST_F(CriteriaTest, StandBehindBranchesAndAreNone) {
  const std::size_t before = model::GoalsOf(program_.subject).size();
  Add({"branch", "line", "output"});
  const auto goals = model::GoalsOf(program_.subject);
  ASSERT_GT(goals.size(), before + 5);
  EXPECT_EQ(model::CountCommon(program_.subject, goals), before);
  EXPECT_EQ(model::CountBranches(program_.subject, goals), before);
  const GoalSet set(program_.subject);
  for (GoalIndex i = 0; i < goals.size(); ++i) EXPECT_EQ(set.IsBranch(i), i < before);
}

TEST_F(CriteriaTest, LinesAreCoveredByBranchesAndByEntries) {
  Add({"branch", "line"});
  EXPECT_THAT(LinesOf(Covers(Criterion::kLine, 3)), ElementsAre(2, 3, 4));
  EXPECT_THAT(LinesOf(Covers(Criterion::kLine, 8)), ElementsAre(2, 3, 5));
  EXPECT_THAT(LinesOf(Covers(Criterion::kLine, 12)), ElementsAre(2, 6));
}

TEST_F(CriteriaTest, MethodsAreCoveredByEnteringThem) {
  const auto other = program_.CodeObject("f.<locals>.other");
  program_.subject.code_objects[program_.CodeObject("f.<locals>.<lambda>")].kind =
      model::CodeObjectKind::kLambda;
  Add({"method"});
  EXPECT_EQ(GoalsOfCriteria().size(), 2u) << "f and other, not the lambda";
  EXPECT_THAT(Covers(Criterion::kMethod, 3), ElementsAre(std::pair(f_, 0u)));
  const GoalSet goals(program_.subject);
  EXPECT_FALSE(goals.IsSought(goals.GoalOf({0, true}))) << "branches are not named";
  EXPECT_EQ(goals.CodeObjectOf(GoalsOfCriteria().back()), other);
}

TEST_F(CriteriaTest, OnlyLinesThatChangedAreGoalsAndOthersComeLater) {
  const CriterionEntry::ChangedLines changed = {{3, 4}};
  Add({"branch", "changed-lines", "output"}, &changed);
  EXPECT_THAT(LinesOf(Covers(Criterion::kChangedLines, 3)), ElementsAre(3, 4));
  EXPECT_THAT(Covers(Criterion::kChangedLines, 12), IsEmpty());
  const GoalSet goals(program_.subject);
  const auto later = GoalsBesideChanges(program_.subject);
  const auto is_later = [&](GoalIndex goal) { return std::ranges::binary_search(later, goal); };
  EXPECT_TRUE(is_later(goals.GoalOf({0, true})));
  EXPECT_FALSE(is_later(goals.GoalOf({1, false}))) << "its line changed";
  for (const GoalIndex goal : GoalsOfCriteria()) EXPECT_FALSE(is_later(goal)) << "f changed";
}

TEST_F(CriteriaTest, NothingIsLaterWithoutChanges) {
  const CriterionEntry::ChangedLines none;
  Add({"branch", "changed-lines"}, &none);
  EXPECT_THAT(program_.subject.criterion_goals, IsEmpty());
  EXPECT_THAT(GoalsBesideChanges(program_.subject), IsEmpty());
}

TEST_F(CriteriaTest, OutputsAreTheClassesOfResults) {
  Add({"branch", "output"});
  const auto negative = static_cast<uint32_t>(ValueClass::kNegative);
  const auto zero = static_cast<uint32_t>(ValueClass::kZero);
  const auto positive = static_cast<uint32_t>(ValueClass::kPositive);
  EXPECT_THAT(Covers(Criterion::kOutput, 3), ElementsAre(std::pair(calls_, negative)));
  EXPECT_THAT(Covers(Criterion::kOutput, 12), ElementsAre(std::pair(calls_, positive)));
  const auto raising = Covers(Criterion::kOutput, 7);
  ASSERT_EQ(raising.size(), 1u);
  std::vector<uint32_t> sought;
  for (const CriterionGoal& goal : program_.subject.criterion_goals) {
    if (goal.is_sought) sought.push_back(goal.which);
    EXPECT_FALSE(goal.is_sought && goal.which == raising[0].second)
        << "nobody knows that it raises";
  }
  EXPECT_THAT(sought, UnorderedElementsAre(negative, zero, positive)) << "of an int";
}

// A float may be NaN, which no integer is; of what has no annotation nobody knows.
TEST_F(CriteriaTest, NaNIsSoughtWhereFloatsAreKnown) {
  const auto seeks_nan = [&](TypeKind kind) {
    program_.subject.criterion_goals.clear();
    const auto type = program_.Type(kind);
    program_.subject.callables[calls_].result = type;
    program_.subject.callables[calls_].parameters[0].type = type;
    Add({"branch", "output", "input"});
    std::vector<Criterion> seeking;
    for (const CriterionGoal& goal : program_.subject.criterion_goals) {
      if (goal.which != static_cast<uint32_t>(ValueClass::kNaN)) continue;
      if (goal.is_sought) seeking.push_back(goal.criterion);
    }
    return seeking;
  };
  EXPECT_THAT(seeks_nan(TypeKind::kFloat), ElementsAre(Criterion::kOutput, Criterion::kInput));
  EXPECT_THAT(seeks_nan(TypeKind::kInt), IsEmpty());
  EXPECT_THAT(seeks_nan(TypeKind::kAny), IsEmpty());
  const auto optional = program_.Type(
      TypeKind::kUnion, {program_.Type(TypeKind::kNone), program_.Type(TypeKind::kFloat)});
  EXPECT_TRUE(ClassesOf(program_.subject, optional)[static_cast<std::size_t>(ValueClass::kNaN)]);
}

TEST_F(CriteriaTest, InputsAreTheClassesOfArgumentsAlsoOfCallsThatRaise) {
  Add({"branch", "input"});
  const auto of = [](ValueClass value) { return std::pair(0u, static_cast<uint32_t>(value)); };
  EXPECT_THAT(Covers(Criterion::kInput, -2), ElementsAre(of(ValueClass::kNegative)));
  EXPECT_THAT(Covers(Criterion::kInput, 0), ElementsAre(of(ValueClass::kZero)));
  EXPECT_THAT(Covers(Criterion::kInput, 7), ElementsAre(of(ValueClass::kPositive)));
}

TEST_F(CriteriaTest, ExceptionsCountOnceSeenUnlessDeclared) {
  Add({"branch", "exception"});
  EXPECT_THAT(Covers(Criterion::kException, 3), IsEmpty());
  EXPECT_EQ(Covers(Criterion::kException, 7).size(), 1u);
  EXPECT_TRUE(std::ranges::none_of(program_.subject.criterion_goals, &CriterionGoal::is_sought));
  program_.subject.criterion_goals.clear();
  program_.subject.callables[calls_].declared_exceptions = {"ZeroDivisionError"};
  Add({"branch", "exception"});
  EXPECT_THAT(Covers(Criterion::kException, 7), IsEmpty());
}

TEST_F(CriteriaTest, EachTypeOfExceptionThatNobodyNamesIsAGoalOfItsOwn) {
  Add({"branch", "exception"});
  const TestCase test = Calling(7);
  const auto covers = [&](const GoalSet& goals, const char* type) {
    model::Trace trace = program_.Interpret(test);
    trace.exception = type;
    return goals.CoveredBy(test, trace);
  };
  const GoalSet goals(program_.subject);
  const auto first = covers(goals, "vendor:TooFar");
  const auto second = covers(goals, "vendor.other:TooFar");
  ASSERT_EQ(first.size(), second.size());
  EXPECT_NE(first, second);
  EXPECT_EQ(covers(goals, "vendor:TooFar"), first);
  const model::Subject copy = program_.subject;
  EXPECT_EQ(covers(GoalSet(copy), "vendor.other:TooFar"), second) << "all number them alike";
  program_.subject.callables[calls_].declared_exceptions = {"TooFar"};
  EXPECT_LT(covers(GoalSet(program_.subject), "vendor:TooFar").size(), first.size());
}

TEST_F(CriteriaTest, BoundariesAreCoveredByOperandsNextToEachOther) {
  Add({"branch", "weak-mutation"});
  const auto covered = [&](int64_t left, int64_t right) {
    model::Trace trace;
    trace.operands.push_back({1, {}, {}});
    for (auto [value, number] :
         {std::pair(&trace.operands[0].left, left), std::pair(&trace.operands[0].right, right)}) {
      value->kind = model::ValueKind::kInt;
      value->integer = number;
    }
    return GoalSet(program_.subject).CoveredBy(Calling(left), trace).size();
  };
  EXPECT_EQ(program_.subject.criterion_goals.size(), 6u);
  EXPECT_EQ(covered(4, 5), 1u);
  EXPECT_EQ(covered(5, 5), 1u);
  EXPECT_EQ(covered(6, 5), 1u);
  EXPECT_EQ(covered(3, 5), 0u);
}

TEST_F(CriteriaTest, DependOnTheBranchesThatLeadToThem) {
  Add({"branch", "line", "weak-mutation", "output"});
  const GoalSet goals(program_.subject);
  Targets targets(goals, Targets::Selection::kDynamic);
  std::vector<bool> covered(goals.size(), false), entered(program_.subject.code_objects.size());
  const auto open = [&](Criterion criterion) {
    targets.Update({covered, covered, entered});
    std::vector<uint32_t> numbers;
    for (uint32_t i = 0; i < targets.size(); ++i) {
      const GoalIndex goal = targets[i];
      if (goals[goal].kind != model::GoalKind::kCriterion) continue;
      const CriterionGoal& it = goals.CriterionGoalAt(goal);
      if (it.criterion == criterion) numbers.push_back(it.of);
    }
    return numbers;
  };
  EXPECT_THAT(open(Criterion::kLine), ElementsAre(0, 1, 4)) << "lines 2, 3 and 6";
  EXPECT_THAT(open(Criterion::kWeakMutation), ElementsAre(0, 0, 0));
  EXPECT_THAT(open(Criterion::kOutput), IsEmpty()) << "f was never entered";
  entered[f_] = true;
  EXPECT_EQ(open(Criterion::kOutput).size(), 3u);
  covered[goals.GoalOf({0, true})] = true;
  EXPECT_THAT(open(Criterion::kLine), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(open(Criterion::kWeakMutation), ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST_F(CriteriaTest, AreAsFarAsTheirBranchesOrTheBoundary) {
  Add({"branch", "line", "weak-mutation", "output"});
  const GoalSet goals(program_.subject);
  Fitness fitness(goals);
  const std::vector<PredicateDistance> distances = {{0, 0, 4}, {1, 2, 0}};
  fitness.Load(std::vector{f_}, distances);
  for (const GoalIndex goal : GoalsOfCriteria()) {
    const CriterionGoal& it = goals.CriterionGoalAt(goal);
    const double expected = it.criterion == Criterion::kOutput ? Normalise(1)
                            : it.criterion == Criterion::kWeakMutation
                                ? Normalise(it.of == 0 ? 4 : 2)
                            : it.of == 2 ? fitness.Of(goals.GoalOf({1, true}))
                            : it.of == 4 ? fitness.Of(goals.GoalOf({0, false}))
                                         : 0;
    EXPECT_DOUBLE_EQ(fitness.Of(goal), expected) << NameOf(it.criterion) << " " << it.of;
  }
}

TEST_F(CriteriaTest, KeepTheirPredicatesMeasuredUntilTheyAreCovered) {
  Add({"branch", "weak-mutation"});
  const GoalSet goals(program_.subject);
  OpenPredicates open(goals);
  open.Close(std::vector{goals.GoalOf({1, true}), goals.GoalOf({1, false})});
  EXPECT_TRUE(open.are_open()[1]);
  std::vector<GoalIndex> boundaries = GoalsOfCriteria();
  std::erase_if(boundaries, [&](GoalIndex goal) { return goals.CriterionGoalAt(goal).of != 1; });
  open.Close(boundaries);
  EXPECT_FALSE(open.are_open()[1]);
}

TEST_F(CriteriaTest, BranchesAreKeptButNotSoughtUnlessTheyAreNamed) {
  Add({"line"});
  const GoalSet goals(program_.subject);
  EXPECT_FALSE(goals.IsSought(goals.GoalOf({0, true})));
  Targets targets(goals, Targets::Selection::kAll);
  targets.Update(
      {goals.covered_by_import(), goals.covered_by_import(), std::vector<bool>(2, true)});
  EXPECT_EQ(targets.size(), 5u) << "the lines";
}

TEST_F(CriteriaTest, AllOfThemAreCoveredUnderEveryAlgorithm) {
  Add({"branch", "line", "exception", "output", "input", "method", "weak-mutation"});
  const std::size_t sought = static_cast<std::size_t>(
      std::ranges::count(program_.subject.criterion_goals, true, &CriterionGoal::is_sought));
  for (const std::string_view algorithm : AlgorithmNames()) {
    options_.algorithm = algorithm;
    options_.max_generations = 60;
    executor_.retired.clear();
    const SearchResult result = Run();
    const GoalSet goals(program_.subject);
    std::size_t found = 0, exceptions = 0;
    for (const GoalIndex goal : GoalsOfCriteria()) {
      if (!result.covered[goal]) continue;
      const CriterionGoal& it = goals.CriterionGoalAt(goal);
      exceptions += it.criterion == Criterion::kException ? 1 : 0;
      found += it.is_sought ? 1 : 0;
    }
    // f never comes to zero, and a run may end before it has tried all of a boundary.
    EXPECT_GE(found + 3, sought) << algorithm;
    EXPECT_TRUE(algorithm != "dynamosa" || exceptions >= 1);
    for (const ArchivedTest& it : result.tests) {
      const auto covers = goals.CoveredBy(it.test, program_.Interpret(it.test));
      EXPECT_TRUE(std::ranges::includes(covers, it.goals)) << algorithm;
    }
  }
}

}  // namespace
}  // namespace skua::search
