#include "workspace/import_graph.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace skua::workspace {
namespace {

// Splits "a.b.c" into "a.b" and "c".
std::pair<std::string_view, std::string_view> SplitLast(std::string_view dotted) {
  const std::size_t dot = dotted.rfind('.');
  if (dot == std::string_view::npos) return {"", dotted};
  return {dotted.substr(0, dot), dotted.substr(dot + 1)};
}

class Resolver {
 public:
  explicit Resolver(const std::vector<SourceModule>& modules)
      : modules_(modules), taken_(modules.size()) {
    for (uint32_t i = 0; i < modules.size(); ++i) index_.emplace(modules[i].module.name, i);
    for (uint32_t i = 0; i < modules.size(); ++i) {
      for (const std::string& import : modules[i].scan.imports) {
        const auto [from, name] = SplitLast(import);
        const uint32_t* source = Find(from);
        if (source != nullptr && *source != i) taken_[i].emplace(name, *source);
      }
    }
  }

  // Returns the modules on which `importer` depends, and whether their own dependencies count, too.
  std::map<uint32_t, bool> DependenciesOf(uint32_t importer) {
    edges_.clear();
    const auto& imports = modules_[importer].scan.imports;
    // Packages through which a module below them is imported.
    std::unordered_set<std::string_view> passed_through;
    for (const std::string& import : imports) passed_through.insert(SplitLast(import).first);
    for (const std::string& import : imports) {
      if (const uint32_t* module = Find(import)) {
        if (!passed_through.contains(import)) Add(*module, true);
      } else if (const auto [from, name] = SplitLast(import); const uint32_t* source = Find(from)) {
        FollowName(*source, name, 0);
      }
    }
    edges_.erase(importer);
    return std::move(edges_);
  }

 private:
  // Follows a `name` that is not a module and is taken from `source`, which may import it from
  // elsewhere.
  void FollowName(uint32_t source, std::string_view name, int depth) {
    constexpr int kDeepest = 16;  // re-exports may form a cycle
    const auto [begin, end] = taken_[source].equal_range(name);
    Add(source, begin == end || depth == kDeepest);
    if (depth == kDeepest) return;
    for (auto it = begin; it != end; ++it) {
      const std::string& origin = modules_[it->second].module.name;
      if (const uint32_t* submodule = Find(origin + "." + std::string(name))) {
        Add(*submodule, true);
      } else {
        FollowName(it->second, name, depth + 1);
      }
    }
  }

  void Add(uint32_t module, bool passes_on) { edges_[module] |= passes_on; }

  const uint32_t* Find(std::string_view name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &found->second;
  }

  const std::vector<SourceModule>& modules_;
  std::unordered_map<std::string_view, uint32_t> index_;
  // For each module, names that it imports from modules of the project, with these modules.
  std::vector<std::multimap<std::string_view, uint32_t>> taken_;
  std::map<uint32_t, bool> edges_;
};

}  // namespace

ImportGraph::ImportGraph(const std::vector<SourceModule>& modules) : dependents_(modules.size()) {
  Resolver resolver(modules);
  for (uint32_t importer = 0; importer < modules.size(); ++importer) {
    for (const auto& [module, passes_on] : resolver.DependenciesOf(importer)) {
      dependents_[module].push_back({importer, passes_on});
    }
  }
}

}  // namespace skua::workspace
