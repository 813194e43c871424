#include "search/goals/control_dependence.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <set>

namespace skua::search {
namespace {

using model::ControlFlowEdge;
using model::ControlFlowGraph;
using model::kNoIndex;
using Node = uint32_t;

constexpr Node kEntry = 0;
constexpr Node kExit = 1;

// Node `on` decides, by the edge whose outcome is `when`, whether another node is reached.
struct NodeDependence {
  Node on = 0;
  ControlFlowEdge::When when = ControlFlowEdge::When::kAlways;
};

// Marks the nodes that lead to `target`.
void MarkReaching(Node target, const std::vector<std::vector<Node>>& predecessors,
                  std::vector<bool>& reaches) {
  std::vector<Node> work{target};
  reaches[target] = true;
  while (!work.empty()) {
    const Node node = work.back();
    work.pop_back();
    for (Node before : predecessors[node]) {
      if (!reaches[before]) {
        reaches[before] = true;
        work.push_back(before);
      }
    }
  }
}

// The nodes in depth-first order from the entry, then those that the entry does not reach.
std::vector<Node> VisitOrder(std::size_t count, const std::vector<ControlFlowEdge>& edges) {
  std::vector<std::vector<Node>> successors(count);
  for (const ControlFlowEdge& edge : edges) successors[edge.from].push_back(edge.to);
  std::vector<bool> seen(count, false);
  std::vector<Node> order, work;
  for (Node start = 0; start < count; ++start) {
    work.push_back(start);
    while (!work.empty()) {
      const Node node = work.back();
      work.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      order.push_back(node);
      work.insert(work.end(), successors[node].rbegin(), successors[node].rend());
    }
  }
  return order;
}

// The graph's edges, one from entry to exit (so that what always runs depends on the entry), and
// one to the exit from where each endless part is entered.
std::vector<ControlFlowEdge> CompleteEdges(const ControlFlowGraph& graph) {
  std::vector<ControlFlowEdge> edges = graph.edges;
  edges.push_back({kEntry, kExit, ControlFlowEdge::When::kAlways});
  std::vector<std::vector<Node>> predecessors(graph.nodes.size());
  for (const ControlFlowEdge& edge : edges) predecessors[edge.to].push_back(edge.from);
  std::vector<bool> reaches(graph.nodes.size(), false);
  MarkReaching(kExit, predecessors, reaches);
  for (Node node : VisitOrder(graph.nodes.size(), edges)) {
    if (reaches[node]) continue;
    edges.push_back({node, kExit, ControlFlowEdge::When::kAlways});
    MarkReaching(node, predecessors, reaches);
  }
  return edges;
}

// Returns the immediate post-dominator of each node; that of the exit is the exit.
std::vector<Node> ImmediatePostDominators(std::size_t count,
                                          const std::vector<ControlFlowEdge>& edges) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  Graph reversed(count);
  for (const ControlFlowEdge& edge : edges) boost::add_edge(edge.to, edge.from, reversed);
  std::vector<Graph::vertex_descriptor> dominators(count,
                                                   boost::graph_traits<Graph>::null_vertex());
  boost::lengauer_tarjan_dominator_tree(
      reversed, kExit,
      boost::make_iterator_property_map(dominators.begin(), get(boost::vertex_index, reversed)));
  dominators[kExit] = kExit;
  return {dominators.begin(), dominators.end()};
}

std::vector<std::vector<NodeDependence>> DependencesOf(const ControlFlowGraph& graph) {
  const std::vector<ControlFlowEdge> edges = CompleteEdges(graph);
  const std::vector<Node> post_dominator = ImmediatePostDominators(graph.nodes.size(), edges);
  std::vector<std::vector<NodeDependence>> dependences(graph.nodes.size());
  for (const ControlFlowEdge& edge : edges) {
    for (Node node = edge.to; node != post_dominator[edge.from] && node != kExit;
         node = post_dominator[node]) {
      dependences[node].push_back({edge.from, edge.when});
    }
  }
  return dependences;
}

// Lists the predicates' outcomes that decide whether `start` is reached. `root` is set when
// entering the code object is enough.
void Resolve(const ControlFlowGraph& graph,
             const std::vector<std::vector<NodeDependence>>& dependences, Node start,
             std::set<Branch>& branches, bool& root) {
  std::set<Node> seen{start};
  std::vector<Node> work{start};
  while (!work.empty()) {
    const Node node = work.back();
    work.pop_back();
    for (const NodeDependence& dependence : dependences[node]) {
      if (dependence.on == kEntry) {
        root = true;
      } else if (graph.nodes[dependence.on] != kNoIndex &&
                 dependence.when != ControlFlowEdge::When::kAlways) {
        branches.insert(
            {graph.nodes[dependence.on], dependence.when == ControlFlowEdge::When::kTrue});
      } else if (seen.insert(dependence.on).second) {
        work.push_back(dependence.on);
      }
    }
  }
}

}  // namespace

ControlDependence::ControlDependence(const model::Subject& subject)
    : is_root_(subject.predicates.size(), false) {
  std::vector<std::set<Branch>> branches(subject.predicates.size());
  for (const model::CodeObject& code_object : subject.code_objects) {
    const ControlFlowGraph& graph = code_object.control_flow;
    if (graph.nodes.size() < 2) continue;
    const auto dependences = DependencesOf(graph);
    for (Node node = 0; node < graph.nodes.size(); ++node) {
      const model::PredicateIndex predicate = graph.nodes[node];
      if (predicate == kNoIndex) continue;
      bool root = false;
      Resolve(graph, dependences, node, branches[predicate], root);
      if (root) is_root_[predicate] = true;
    }
  }
  for (model::PredicateIndex p = 0; p < subject.predicates.size(); ++p) {
    if (branches[p].empty()) is_root_[p] = true;  // nothing is known to stand before it
    parents_.items.insert(parents_.items.end(), branches[p].begin(), branches[p].end());
    parents_.CloseRow();
  }
  std::vector<bool> seen(subject.predicates.size(), false);
  for (model::PredicateIndex p = 0; p < subject.predicates.size(); ++p) FindAncestors(p, seen);
}

void ControlDependence::FindAncestors(model::PredicateIndex predicate, std::vector<bool>& seen) {
  const std::size_t first = ancestors_.items.size();
  std::vector<model::PredicateIndex> level{predicate};
  std::vector<model::PredicateIndex> expanded{predicate};
  seen[predicate] = true;
  for (uint32_t distance = 1; !level.empty(); ++distance) {
    std::vector<model::PredicateIndex> next;
    const std::size_t level_start = ancestors_.items.size();
    for (model::PredicateIndex below : level) {
      for (const Branch& branch : ParentsOf(below)) {
        const auto same = [&](const Ancestor& a) { return a.branch == branch; };
        if (branch.predicate == predicate ||
            std::any_of(ancestors_.items.begin() + first, ancestors_.items.end(), same)) {
          continue;
        }
        ancestors_.items.push_back({branch, distance});
        if (!seen[branch.predicate]) {
          seen[branch.predicate] = true;
          expanded.push_back(branch.predicate);
          next.push_back(branch.predicate);
        }
      }
    }
    if (ancestors_.items.size() == level_start) break;
    level = std::move(next);
  }
  for (model::PredicateIndex p : expanded) seen[p] = false;
  ancestors_.CloseRow();
}

std::span<const Branch> ControlDependence::ParentsOf(model::PredicateIndex predicate) const {
  return parents_[predicate];
}

std::span<const ControlDependence::Ancestor> ControlDependence::AncestorsOf(
    model::PredicateIndex predicate) const {
  return ancestors_[predicate];
}

}  // namespace skua::search
