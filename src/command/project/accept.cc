#include "command/project/accept.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/error.h"
#include "campaign/files/test_files.h"
#include "campaign/standing/open_changes.h"
#include "command/survey/survey.h"
#include "render/python/test_case.h"
#include "report/outcome/text.h"
#include "report/outcome/wording.h"
#include "state/state.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using model::BehaviourChange;
using state::OpenChange;

// Open behaviour changes, with their age and the paths of their modules.
struct Open {
  std::vector<OpenChange> changes;
  std::map<std::string, model::ModuleId> modules;  // by name
};

Open ReadOpen(state::State& state) {
  Open open{state.OpenChanges(), {}};
  const int64_t last = state.LastRun();
  for (OpenChange& entry : open.changes) {
    if (entry.change.run > 0) entry.change.runs_ago = last - entry.change.run;
  }
  for (model::ModuleRecord& record : state.Modules()) {
    open.modules.emplace(record.module.name, std::move(record.module));
  }
  return open;
}

// Returns whether the word names the change: its module, its test's file, or the test itself.
bool Means(const std::string& word, const OpenChange& entry, const Open& open) {
  const BehaviourChange& change = entry.change;
  const std::string function(render::FunctionOf(change.test));
  const std::string_view method = render::NameInCase(change.test);
  const auto module = open.modules.find(entry.module);
  return word == change.test || word == function || word == method || word == change.file ||
         word == change.file + "::" + change.test || word == change.file + "::" + function ||
         Names(word,
               module == open.modules.end() ? model::ModuleId{entry.module, ""} : module->second);
}

std::string LineOf(const OpenChange& entry) {
  model::ModuleOutcome module;
  module.module.name = entry.module;
  const std::string age = report::AgeOf(entry.change);
  std::string line = report::Describe(module, entry.change);
  if (!age.empty()) line += ", " + age;
  if (!model::IsSeenByGuard(entry.change)) {
    line += fmt::format(" ({}::{})", entry.change.file, entry.change.test);
  }
  return report::OneLine(line);
}

int List(const Open& open, std::ostream& out) {
  if (open.changes.empty()) {
    out << "no behaviour change is open\n";
    return 0;
  }
  for (const OpenChange& entry : open.changes) out << fmt::format("Open       {}\n", LineOf(entry));
  out << "To accept  skua accept MODULE, skua accept TEST, or skua accept --all\n";
  return 0;
}

void CheckWords(const std::vector<std::string>& words, const Open& open) {
  for (const std::string& word : words) {
    if (std::ranges::any_of(open.changes,
                            [&](const OpenChange& entry) { return Means(word, entry, open); })) {
      continue;
    }
    throw base::Error(
        fmt::format("no open behaviour change belongs to a module, file or test called '{}'; "
                    "`skua accept` lists those that are open",
                    report::OneLine(word)));
  }
}

// Updates the tests in their files, or removes them.
void UpdateTests(const std::string& module, const std::vector<BehaviourChange>& accepted,
                 const campaign::TestFiles& files, state::State& state, std::ostream& out) {
  std::map<std::string, std::vector<BehaviourChange>> by_file;
  for (const BehaviourChange& change : accepted) {
    if (!model::IsSeenByGuard(change)) by_file[change.file].push_back(change);
  }
  if (std::ranges::any_of(accepted, model::IsSeenByGuard)) state.AcceptGuards(module);
  for (const auto& [file, changes] : by_file) {
    const std::string before = files.TextOf(file);
    const auto text = campaign::WithAccepted(before, changes);
    if (!text) {
      if (!before.empty()) {
        out << fmt::format("Left       {}: it was edited, or has other tests by now\n", file);
      }
      continue;
    }
    if (text->empty()) {
      files.Remove(file);
    } else {
      files.Write(file, *text);
    }
    state.ReplaceText({module, file}, before, *text);
  }
}

}  // namespace

int Accept(const config::Config& config, const AcceptOptions& options, std::ostream& out) {
  const fs::path folder = config.project.root / config.output.state;
  const bool only_lists = options.words.empty() && !options.all;
  if (!fs::exists(folder)) {
    throw base::Error(fmt::format("there is no state in {}: do `skua run` first", folder.string()));
  }
  using Access = state::State::Access;
  const state::State::Opened opened =
      state::State::Open(folder, only_lists ? Access::kRead : Access::kWrite);
  state::State& state = *opened.state;
  const Open open = ReadOpen(state);
  if (only_lists || open.changes.empty()) {
    CheckWords(options.words, open);
    return List(open, out);
  }
  CheckWords(options.words, open);

  const campaign::TestFiles files(config.project.root, config.output.tests);
  std::map<std::string, std::vector<BehaviourChange>> accepted, left;  // by module
  for (const OpenChange& entry : open.changes) {
    const bool is_meant = options.all || std::ranges::any_of(options.words, [&](const auto& word) {
                            return Means(word, entry, open);
                          });
    (is_meant ? accepted : left)[entry.module].push_back(entry.change);
    if (is_meant) out << fmt::format("Accepted   {}\n", LineOf(entry));
  }
  for (const auto& [module, changes] : accepted) {
    UpdateTests(module, changes, files, state, out);
    state.SetOpenChanges(module, left[module]);
  }
  return 0;
}

}  // namespace skua::command
