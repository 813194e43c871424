#include "workspace/import_closure.h"

#include <string_view>
#include <unordered_map>

namespace skua::workspace {

std::vector<model::ModuleId> ImportClosure(const std::vector<SourceModule>& sources,
                                           const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, const SourceModule*> unseen;
  for (const SourceModule& source : sources) unseen.emplace(source.module.name, &source);
  std::vector<const SourceModule*> found;
  // `import a.b.c` executes a and a.b first. In `from a.b import name` the last part may not be a
  // module.
  const auto find = [&](std::string_view name) {
    for (std::size_t end = 0; end != name.npos;) {
      end = name.find('.', end + 1);
      const auto module = unseen.find(name.substr(0, end));
      if (module == unseen.end()) continue;
      found.push_back(module->second);
      unseen.erase(module);
    }
  };
  std::size_t followed = 0;
  for (const std::string& name : names) {
    find(name);
    for (; followed < found.size(); ++followed) {
      for (const std::string& import : found[followed]->scan.imports) find(import);
    }
  }
  std::vector<model::ModuleId> closure;
  for (const SourceModule* source : found) closure.push_back(source->module);
  return closure;
}

}  // namespace skua::workspace
