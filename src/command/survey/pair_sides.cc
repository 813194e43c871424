#include "command/survey/pair_sides.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace skua::command {
namespace {

using workspace::SourceModule;

bool IsPackage(const SourceModule& module) { return module.module.path.ends_with("__init__.py"); }

}  // namespace

PairSides::PairSides(const config::Config& config, const Survey& survey,
                     const base::Deadline& deadline)
    : config_(config), survey_(survey), deadline_(deadline) {
  for (const SourceModule& source : survey.sources) modules_.emplace(source.module.name, &source);
}

const SourceModule* PairSides::Module(std::string_view name) const {
  const auto found = modules_.find(name);
  return found == modules_.end() ? nullptr : found->second;
}

std::vector<std::optional<workspace::Definitions>> PairSides::Read(
    const std::vector<model::ModuleId>& modules) const {
  return workspace::ListDefinitions(ProgramNamed("definitions.py", config_, survey_),
                                    config_.project.root, modules, deadline_);
}

bool PairSides::Defines(const SourceModule& module, const std::string& part) {
  const auto [known, is_first] = definitions_.try_emplace(&module);
  if (is_first) known->second = Read({module.module})[0];
  // Most names in a package that cannot be read are modules.
  if (!known->second) return !IsPackage(module);
  return std::ranges::count(known->second->names, part) > 0;
}

std::vector<std::vector<const SourceModule*>> PairSides::BasesOf(
    const std::vector<const SourceModule*>& modules) const {
  std::vector<model::ModuleId> ids;
  for (const SourceModule* module : modules) ids.push_back(module->module);
  const auto definitions = Read(ids);
  std::vector<std::vector<const SourceModule*>> found(modules.size());
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!definitions[i]) continue;
    for (const std::string_view base : definitions[i]->bases) {
      const SourceModule* module = Module(base.substr(0, base.rfind('.')));
      if (module != nullptr && module != modules[i]) found[i].push_back(module);
    }
  }
  return found;
}

std::optional<PairSide> PairSides::Find(std::string_view name) {
  if (const SourceModule* module = Module(name)) return PairSide{module, ""};
  for (auto dot = name.rfind('.'); dot != name.npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const SourceModule* module = Module(name.substr(0, dot));
    std::string part(name.substr(dot + 1));
    if (module != nullptr && Defines(*module, part)) return PairSide{module, std::move(part)};
  }
  return std::nullopt;
}

PairSide PairSides::Require(std::string_view name, const std::string& place) {
  if (auto side = Find(name)) return *std::move(side);
  for (auto dot = name.rfind('.'); dot != name.npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const SourceModule* module = Module(name.substr(0, dot));
    if (module == nullptr || IsPackage(*module)) continue;
    throw base::Error(
        fmt::format("{}: \"{}\" is neither a class of {} nor a function at its top level", place,
                    name.substr(dot + 1), module->module.name));
  }
  throw base::Error(fmt::format(
      "{}: no module of the project is called \"{}\", and no class or function of one; `skua plan` "
      "lists the modules",
      place, name));
}

}  // namespace skua::command
