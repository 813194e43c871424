#include "command/closing/folder_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "campaign/standing/standing.h"
#include "command/closing/closing_runs.h"
#include "render/file/standing_file.h"
#include "report/outcome/outcome_json.h"

namespace skua::command {
namespace {

using campaign::TimedTest;
using model::ModuleOutcome;

bool IsKilledBy(const model::JudgedMutant& mutant, const std::string& test) {
  return mutant.killed_by == test ||
         std::ranges::find(mutant.also_killed_by, test) != mutant.also_killed_by.end();
}

// Returns the module's outcome in the last run that measured it.
std::optional<ModuleOutcome> LastOutcome(state::State& state, const std::string& module) {
  const std::vector<std::string> reports = state.MeasuredReports(module);
  if (reports.empty()) return std::nullopt;
  return Latest(report::ModuleFromJson(report::ParseJson(reports.front())));
}

// Returns whether the file is unedited and has tests with these names.
bool Fits(const std::string& text, const std::vector<std::string>& names) {
  std::optional<render::StandingFile> standing = render::StandingFile::Read(text);
  return standing && campaign::NameTests(names, *standing);
}

}  // namespace

FolderTests::FolderTests(const model::RunOutcome& outcome, const campaign::TestFiles& files,
                         state::State& state) {
  std::set<std::string> written;
  for (const auto* outcomes : {&outcome.modules, &outcome.pairs}) {
    for (const ModuleOutcome& module : *outcomes) {
      if (!WasWritten(module)) continue;
      AddWritten(module);
      for (const auto& [file, text] : module.written.texts) written.insert(file);
    }
  }
  for (const std::string& file : files.Runnable()) {
    if (!written.contains(file)) AddStanding(file, files, state);
  }
}

std::size_t FolderTests::NumberOf(const std::string& what) {
  return numbers_.emplace(what, numbers_.size()).first->second;
}

void FolderTests::Show(const ModuleOutcome& module, std::size_t test, TimedTest& timed) {
  if (test < module.written.suite.size()) {
    for (const model::GoalIndex goal : module.written.suite[test].goals) {
      timed.covers.push_back(NumberOf(fmt::format("{} goal {}", module.module.name, goal)));
    }
  }
  for (std::size_t i = 0; i < module.mutants.size(); ++i) {
    if (!IsKilledBy(module.mutants[i], timed.name)) continue;
    timed.kills.push_back(NumberOf(fmt::format("{} mutant {}", module.module.name, i)));
  }
}

void FolderTests::AddWritten(const ModuleOutcome& module) {
  for (std::size_t i = 0; i < module.written.tests.size(); ++i) {
    const model::PytestResult::Test& test = module.written.tests[i];
    const model::GeneratedTest& generated = module.written.suite[i];
    TimedTest timed{test.name, test.seconds};
    timed.stays = generated.is_finding || generated.is_open_change;
    Show(module, i, timed);
    tests_.push_back({test.file, module.module.name, std::move(timed)});
  }
}

void FolderTests::AddStanding(const std::string& file, const campaign::TestFiles& files,
                              state::State& state) {
  const std::optional<render::FileHeader> header = files.HeaderOf(file);
  if (!header) return;  // not a generated file
  const std::optional<ModuleOutcome> last = LastOutcome(state, header->module);
  std::vector<Test> found;
  std::vector<std::string> names;
  for (std::size_t i = 0; last && i < last->written.tests.size(); ++i) {
    const model::PytestResult::Test& test = last->written.tests[i];
    if (test.file != file) continue;
    TimedTest timed{test.name, test.seconds};
    timed.stays = last->written.suite[i].is_finding;
    Show(*last, i, timed);
    names.push_back(test.name);
    found.push_back({file, header->module, std::move(timed)});
  }
  if (Fits(files.TextOf(file), names)) {
    std::ranges::move(found, std::back_inserter(tests_));
  } else {
    unknown_.push_back(file);
  }
}

// A test without recorded goals counts as covering a goal of its own.
void FolderTests::Add(const model::PytestResult& result, const campaign::TestFiles& files) {
  for (const std::string& file : unknown_) {
    const std::optional<render::FileHeader> header = files.HeaderOf(file);
    std::vector<std::string> names;
    for (const model::PytestResult::Test& test : result.tests) {
      if (test.file == file && !test.name.empty()) names.push_back(test.name);
    }
    const std::string name = std::filesystem::path(file).filename().string();
    const bool is_of_findings =
        header && render::KindOf(name, header->module) == render::FileKind::kFindings;
    const bool stays = is_of_findings || !Fits(files.TextOf(file), names);
    for (const model::PytestResult::Test& test : result.tests) {
      if (test.file != file || test.name.empty()) continue;
      TimedTest timed{test.name, test.seconds};
      timed.covers.push_back(NumberOf(fmt::format("{}::{}", file, test.name)));
      timed.stays = stays;
      tests_.push_back({file, header ? header->module : "", std::move(timed)});
    }
  }
  unknown_.clear();
}

std::vector<std::string> FolderTests::NamesIn(const std::string& file) const {
  std::vector<std::string> names;
  for (const Test& test : tests_) {
    if (test.file == file) names.push_back(test.timed.name);
  }
  return names;
}

double FolderTests::Seconds() const {
  double seconds = 0;
  for (const Test& test : tests_) seconds += test.timed.seconds;
  return seconds;
}

std::vector<std::size_t> FolderTests::TooSlow(const SuiteTime& limits) const {
  std::set<std::size_t> out;
  const auto leave_out = [&](const std::vector<std::size_t>& places, base::Duration limit) {
    std::vector<TimedTest> timed;
    for (const std::size_t place : places) timed.push_back(tests_[place].timed);
    for (const std::size_t i : campaign::TooSlow(timed, limit)) out.insert(places[i]);
  };
  if (limits.module) {
    std::map<std::string, std::vector<std::size_t>> modules;
    for (std::size_t i = 0; i < tests_.size(); ++i) modules[tests_[i].module].push_back(i);
    for (const auto& [module, places] : modules) leave_out(places, *limits.module);
  }
  if (limits.folder) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      if (!out.contains(i)) places.push_back(i);
    }
    leave_out(places, *limits.folder);
  }
  return {out.begin(), out.end()};
}

}  // namespace skua::command
