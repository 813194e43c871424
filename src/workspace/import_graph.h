// Which modules of the project depend on which, from the names they import.
//
// An edge says: a change in the imported module may change what the importer does. What counts:
// - `import a.b` and `from a import b` where a.b is a module: a.b. Python also runs a/__init__.py,
//   but as a gate, not as a source of names: counting it would, with the usual __init__ that
//   re-exports everything, make every module depend on every other.
// - `from a import name`: a; and where a got the name by `from x import name`, x, transitively.
//   Then the edge to a counts for a's own changes only, not for all that a depends on.
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
    bool passes_on = true;  // false: only a change of the imported module's own code counts
  };

  explicit ImportGraph(const std::vector<SourceModule>& modules);

  std::size_t size() const { return dependents_.size(); }
  // The modules that import `module`, ascending, each once.
  const std::vector<Dependent>& DependentsOf(uint32_t module) const { return dependents_[module]; }

 private:
  std::vector<std::vector<Dependent>> dependents_;
};

}  // namespace skua::workspace
