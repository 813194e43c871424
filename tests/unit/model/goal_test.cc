#include "model/goal.h"

#include "model/outcome.h"
#include "support/matchers.h"

namespace skua::model {
namespace {

// A module with a function without predicates (1) and one with two (2), the first of which can
// only be false.
Subject SubjectWithGoals() {
  Subject subject;
  subject.code_objects.resize(3);
  Predicate type_checking{.code_object = 2, .true_is_goal = false};
  Predicate condition{.code_object = 2};
  subject.predicates = {type_checking, condition};
  return subject;
}

TEST(GoalsOf, ListsCodeObjectsWithoutPredicatesThenBranches) {
  EXPECT_THAT(GoalsOf(SubjectWithGoals()),
              ElementsAre(Goal{GoalKind::kCodeObject, 0}, Goal{GoalKind::kCodeObject, 1},
                          Goal{GoalKind::kFalseBranch, 0}, Goal{GoalKind::kTrueBranch, 1},
                          Goal{GoalKind::kFalseBranch, 1}));
  EXPECT_THAT(GoalsOf(Subject{}), IsEmpty());
}

TEST(GoalsOf, ListsBlocksLastWhichAreNoPredicatesOfTheirCodeObject) {
  Subject subject = SubjectWithGoals();
  Predicate block{.kind = PredicateKind::kBlock, .code_object = 1, .false_is_goal = false};
  subject.predicates.insert(subject.predicates.begin(), block);
  const std::vector<Goal> goals = GoalsOf(subject);
  EXPECT_THAT(goals, ElementsAre(Goal{GoalKind::kCodeObject, 0}, Goal{GoalKind::kCodeObject, 1},
                                 Goal{GoalKind::kFalseBranch, 1}, Goal{GoalKind::kTrueBranch, 2},
                                 Goal{GoalKind::kFalseBranch, 2}, Goal{GoalKind::kTrueBranch, 0}));
  EXPECT_EQ(CountBranches(subject, goals), 5u);
}

TEST(CoveredByImport, FollowsTheOrderOfTheGoals) {
  Subject subject = SubjectWithGoals();
  subject.code_objects[0].kind = CodeObjectKind::kModule;
  subject.code_objects[2].kind = CodeObjectKind::kClassBody;
  subject.code_objects[2].parent = 0;
  subject.import_code_objects = {0, 2};
  subject.import_true = {0};  // no goal
  subject.import_false = {0, 1};
  EXPECT_THAT(CoveredByImport(subject, GoalsOf(subject)),
              ElementsAre(true, false, true, false, true));
}

TEST(CoveredByImport, LeavesToTestsWhatTheyCanCall) {
  Subject subject = SubjectWithGoals();
  subject.code_objects[0].kind = CodeObjectKind::kModule;
  subject.import_code_objects = {0, 1, 2};
  subject.import_false = {0, 1};
  EXPECT_THAT(CoveredByImport(subject, GoalsOf(subject)),
              ElementsAre(true, false, false, false, false));
}

TEST(ModuleOutcome, CountsCoveredGoalsWithoutBlocks) {
  ModuleOutcome module;
  module.goals.count = 4;
  EXPECT_EQ(module.goals.covered_count(), 0u);
  module.goals.covered = {true, false, true, true};
  EXPECT_EQ(module.goals.covered_count(), 3u);
  module.goals.covered.resize(7, true);  // blocks
  EXPECT_EQ(module.goals.covered_count(), 3u);
}

TEST(Change, HasAName) {
  EXPECT_EQ(NameOf(Change::kNew), "new");
  EXPECT_EQ(NameOf(Change::kModified), "modified");
  EXPECT_EQ(NameOf(Change::kAffected), "affected");
  EXPECT_EQ(NameOf(Change::kUnchanged), "unchanged");
  EXPECT_EQ(NameOf(Change::kDeleted), "deleted");
  EXPECT_EQ(NameOf(Change::kRenamed), "renamed");
}

}  // namespace
}  // namespace skua::model
