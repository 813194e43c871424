#include "command/survey/missing_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

namespace skua::command {
namespace fs = std::filesystem;

std::vector<state::WrittenFile> MissingFiles(const config::Config& config, state::State& state) {
  const fs::path folder = fs::path(config.output.tests).lexically_normal();
  std::vector<state::WrittenFile> missing = state.WrittenFiles();
  std::erase_if(missing, [&](const state::WrittenFile& file) {
    return fs::path(file.path).parent_path().lexically_normal() != folder ||
           fs::exists(config.project.root / file.path);
  });
  return missing;
}

std::size_t MissingOf(const std::vector<plan::PlannedModule>& modules, const Survey& survey) {
  std::set<std::string> names;
  for (const plan::PlannedModule& module : modules) names.insert(module.module.name);
  return static_cast<std::size_t>(std::ranges::count_if(
      survey.missing_files,
      [&](const state::WrittenFile& file) { return names.contains(file.module); }));
}

std::size_t Restore(const Survey& survey, const campaign::TestFiles& files) {
  std::set<std::string> present;
  for (const auto* modules : {&survey.plan.run, &survey.plan.skipped}) {
    for (const plan::PlannedModule& module : *modules) present.insert(module.module.name);
  }
  std::size_t restored = 0;
  for (const state::WrittenFile& file : survey.missing_files) {
    if (!present.contains(file.module)) continue;
    files.Write(file.path, survey.state->TextOf(file));
    ++restored;
  }
  return restored;
}

}  // namespace skua::command
