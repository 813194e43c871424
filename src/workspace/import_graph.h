// Dependencies between the project's modules, from the names that they import.
//
// An edge means that a change in the imported module may change the importer's behaviour:
//   - `import a.b` and `from a import b` where a.b is a module: an edge to a.b. Python also runs
//     a/__init__.py, but counting it would, with the usual __init__ that re-exports everything,
//     make every module depend on every other.
//   - `from a import name`: an edge to a; and if a has the name by `from x import name`, to x, and
//     so on. The edge to a then counts for a's own changes only, not for its dependencies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workspace/module_scan.h"

namespace skua::workspace {

class ImportGraph {
 public:
  struct Dependent {
    uint32_t module = 0;
    bool passes_on = true;  // false: only changes of the imported module's own code count
  };

  explicit ImportGraph(const std::vector<SourceModule>& modules);

  std::size_t size() const { return dependents_.size(); }
  // Returns the modules that import `module`, ascending, each once.
  const std::vector<Dependent>& DependentsOf(uint32_t module) const { return dependents_[module]; }

 private:
  std::vector<std::vector<Dependent>> dependents_;
};

}  // namespace skua::workspace
