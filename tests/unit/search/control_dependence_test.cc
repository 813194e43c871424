#include "search/goals/control_dependence.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace skua::search {
namespace {

using model::kNoIndex;
using When = model::ControlFlowEdge::When;

struct GraphCase {
  std::string name;
  std::vector<model::PredicateIndex> nodes;  // behind entry (0) and exit (1)
  std::string edges;                         // "0-2 2T3 2F1": always, where true, where false
  // By predicate: "root" and the branches it depends on, as "0T".
  std::vector<std::vector<std::string>> expected;
};

model::Subject SubjectOf(const GraphCase& it) {
  model::Subject subject;
  subject.code_objects.emplace_back();
  auto& graph = subject.code_objects[0].control_flow;
  graph.nodes = {kNoIndex, kNoIndex};
  graph.nodes.insert(graph.nodes.end(), it.nodes.begin(), it.nodes.end());
  std::istringstream edges(it.edges);
  uint32_t from = 0, to = 0;
  for (char when = '-'; edges >> from >> when >> to;) {
    graph.edges.push_back(
        {from, to, when == '-' ? When::kAlways : (when == 'T' ? When::kTrue : When::kFalse)});
  }
  subject.predicates.resize(it.expected.size());
  return subject;
}

std::vector<std::string> DependencesOf(const ControlDependence& dependence,
                                       model::PredicateIndex p) {
  std::vector<std::string> names;
  if (dependence.IsRoot(p)) names.push_back("root");
  for (const Branch& branch : dependence.ParentsOf(p)) {
    names.push_back(std::to_string(branch.predicate) + (branch.outcome ? "T" : "F"));
  }
  return names;
}

class ControlDependenceOf : public ::testing::TestWithParam<GraphCase> {};

TEST_P(ControlDependenceOf, IsWhatTheDefinitionSays) {
  const model::Subject subject = SubjectOf(GetParam());
  const ControlDependence dependence(subject);
  for (model::PredicateIndex p = 0; p < subject.predicates.size(); ++p) {
    EXPECT_EQ(DependencesOf(dependence, p), GetParam().expected[p]) << "predicate " << p;
  }
}

constexpr uint32_t kNone = kNoIndex;

INSTANTIATE_TEST_SUITE_P(
    Shapes, ControlDependenceOf,
    ::testing::Values(
        // if a: x else: y; if b: …
        GraphCase{"SequentialIfs",
                  {0, kNone, kNone, 1},
                  "0-2 2T3 2F4 3-5 4-5 5T1 5F1",
                  {{"root"}, {"root"}}},
        // if a: if b: … else: if c: …
        GraphCase{
            "NestedIfElse", {0, 1, 2}, "0-2 2T3 2F4 3T1 3F1 4T1 4F1", {{"root"}, {"0T"}, {"0F"}}},
        // if a and b: if c: …
        GraphCase{
            "ShortCircuit", {0, 1, 2}, "0-2 2T3 2F1 3T4 3F1 4T1 4F1", {{"root"}, {"0T"}, {"1T"}}},
        // if a or b: if c: …
        GraphCase{"TwoWaysIn",
                  {0, 1, 2},
                  "0-2 2T4 2F3 3T4 3F1 4T1 4F1",
                  {{"root"}, {"0F"}, {"0T", "1T"}}},
        // while a: if b: …
        GraphCase{"Loop", {0, 1, kNone}, "0-2 2T3 2F1 3T4 3F2 4-2", {{"root", "0T"}, {"0T"}}},
        // while a: if b: break; if c: …
        GraphCase{"LoopWithBreak",
                  {0, 1, 2},
                  "0-2 2T3 2F1 3T1 3F4 4T2 4F2",
                  {{"root", "1F"}, {"0T"}, {"1F"}}},
        // match: case a / case b / case c
        GraphCase{
            "SwitchLike", {0, 1, 2}, "0-2 2T1 2F3 3T1 3F4 4T1 4F1", {{"root"}, {"0F"}, {"1F"}}},
        // while True: if a: if b: …     (never reaches the exit)
        GraphCase{"EndlessLoop", {kNone, 0, 1}, "0-2 2-3 3T4 3F2 4T2 4F2", {{"root"}, {"0T"}}},
        // if a: while True: if b: …
        GraphCase{"EndlessLoopBehindACondition",
                  {0, kNone, 1},
                  "0-2 2T3 2F1 3-4 4T3 4F3",
                  {{"root"}, {"0T"}}},
        // if a: return; if b: …
        GraphCase{"EarlyReturn", {0, 1}, "0-2 2T1 2F3 3T1 3F1", {{"root"}, {"0F"}}},
        // if a: try: … except E: …      (the way into the handler is nobody's outcome)
        GraphCase{"ExceptClause",
                  {0, kNone, 1, kNone},
                  "0-2 2T3 2F1 3-5 3-4 4T5 4F1 5-1",
                  {{"root"}, {"0T"}}},
        // return; if a: …
        GraphCase{"DeadCode", {0}, "0-1 2T1 2F1", {{"root"}}}),
    [](const auto& it) { return it.param.name; });

TEST(ControlDependence, ListsAncestorsNearestFirst) {
  const GraphCase nested{"", {0, 1, 2}, "0-2 2T3 2F1 3F4 3T1 4T1 4F1", {{}, {}, {}}};
  const ControlDependence dependence(SubjectOf(nested));
  const auto ancestors = dependence.AncestorsOf(2);
  ASSERT_EQ(ancestors.size(), 2u);
  EXPECT_EQ(ancestors[0].branch, (Branch{1, false}));
  EXPECT_EQ(ancestors[0].level, 1u);
  EXPECT_EQ(ancestors[1].branch, (Branch{0, true}));
  EXPECT_EQ(ancestors[1].level, 2u);
  EXPECT_TRUE(dependence.AncestorsOf(0).empty());
}

TEST(ControlDependence, LeavesALoopsOwnBranchOutOfItsAncestors) {
  const GraphCase loop{"", {0, 1}, "0-2 2T3 2F1 3T2 3F1", {{}, {}}};
  const ControlDependence dependence(SubjectOf(loop));
  ASSERT_EQ(dependence.AncestorsOf(0).size(), 1u);
  EXPECT_EQ(dependence.AncestorsOf(0)[0].branch, (Branch{1, true}));
}

TEST(ControlDependence, TakesAPredicateWithoutControlFlowForARoot) {
  model::Subject subject;
  subject.code_objects.emplace_back();
  subject.predicates.emplace_back();
  EXPECT_TRUE(ControlDependence(subject).IsRoot(0));
}

}  // namespace
}  // namespace skua::search
