#include "plan/import_depth.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <numeric>

namespace skua::plan {

std::vector<uint32_t> ImportDepths(const workspace::ImportGraph& graph) {
  const auto size = static_cast<uint32_t>(graph.size());
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> edges(size);
  for (uint32_t module = 0; module < size; ++module) {
    for (const auto& dependent : graph.DependentsOf(module)) {
      boost::add_edge(module, dependent.module, edges);
    }
  }
  // Numbers cycles so that edges lead from greater numbers to smaller ones.
  std::vector<uint32_t> cycle(size);
  boost::strong_components(
      edges, boost::make_iterator_property_map(cycle.begin(), get(boost::vertex_index, edges)));
  std::vector<uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, std::ranges::greater{}, [&](uint32_t module) { return cycle[module]; });

  std::vector<uint32_t> depth(size);  // by cycle
  for (const uint32_t module : order) {
    for (const auto& dependent : graph.DependentsOf(module)) {
      const uint32_t above = cycle[dependent.module];
      if (above != cycle[module]) depth[above] = std::max(depth[above], depth[cycle[module]] + 1);
    }
  }
  std::vector<uint32_t> depths(size);
  for (uint32_t module = 0; module < size; ++module) depths[module] = depth[cycle[module]];
  return depths;
}

}  // namespace skua::plan
