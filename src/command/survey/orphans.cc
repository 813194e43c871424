#include "command/survey/orphans.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "command/survey/pair_sides.h"
#include "model/pair.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

bool HasSource(const std::vector<fs::path>& source_paths, std::string module,
               bool is_package_enough = true) {
  std::replace(module.begin(), module.end(), '.', '/');
  return std::ranges::any_of(source_paths, [&](const fs::path& folder) {
    return fs::exists(folder / (module + ".py")) ||
           (is_package_enough && fs::exists(folder / module / "__init__.py"));
  });
}

// Returns whether the name may belong to a module that the configuration excludes.
bool IsInOtherSource(const std::vector<fs::path>& source_paths,
                     const std::set<std::string>& present, std::string name) {
  while (name.find('.') != name.npos) {
    name.resize(name.rfind('.'));
    if (present.contains(name)) return false;
    if (HasSource(source_paths, name, /*is_package_enough=*/false)) return true;
  }
  return false;
}

// Returns former names of modules without tests under their present name.
std::set<std::string> NamesStillNeeded(const Survey& survey, const model::RunOutcome& outcome) {
  std::set<std::string> written;
  for (const model::ModuleOutcome& module : outcome.modules) {
    if (!module.written.file.empty()) written.insert(module.module.name);
  }
  std::set<std::string> needed;
  for (const workspace::ModuleChange& change : survey.changes.modules) {
    const bool is_renamed = change.change == model::Change::kRenamed;
    if (is_renamed && !written.contains(change.module.name)) needed.insert(change.was.name);
  }
  return needed;
}

}  // namespace

std::vector<std::string> RemoveOrphans(const config::Config& config, const Survey& survey,
                                       const model::RunOutcome& outcome,
                                       const campaign::TestFiles& files,
                                       const base::Deadline& deadline) {
  std::set<std::string> present = NamesStillNeeded(survey, outcome);
  for (const model::ModuleId& module : survey.found.modules) present.insert(module.name);
  const auto is_gone = [&](const std::string& module) {
    return !present.contains(module) && !HasSource(survey.found.source_paths, module);
  };
  PairSides sides(config, survey, deadline);
  const auto is_side_gone = [&](std::string_view side) {
    const std::string name(side);
    return is_gone(name) && !sides.Find(name) &&
           !IsInOtherSource(survey.found.source_paths, present, name);
  };
  return files.RemoveOrphans([&](const std::string& name) {
    const model::PairNames pair = model::NamesOfPair(name);
    if (pair.caller.empty()) return is_gone(name);
    return is_side_gone(pair.caller) || is_side_gone(pair.callee);
  });
}

}  // namespace skua::command
