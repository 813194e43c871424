#include "command/survey/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "command/survey/find_existing_tests.h"
#include "command/survey/missing_files.h"
#include "command/survey/sandbox_gate.h"
#include "command/survey/written_records.h"
#include "model/pair.h"
#include "workspace/environment_stamp.h"
#include "workspace/git_base.h"
#include "workspace/module_scan.h"
#include "workspace/test_finder.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;

workspace::SourceSelection SelectionOf(const config::Config& config,
                                       const workspace::CoverageSettings& coverage) {
  workspace::SourceSelection selection;
  selection.root = config.project.root;
  selection.sources = config.project.source;
  selection.include = config.project.include;
  if (selection.include.empty()) selection.include = coverage.include;
  selection.exclude = config.project.exclude;
  std::ranges::copy(coverage.omit, std::back_inserter(selection.exclude));
  if (selection.sources.empty()) selection.within = coverage.source;
  selection.respect_gitignore = config.project.respect_gitignore;
  return selection;
}

bool IsAmong(const std::vector<model::ModuleId>& modules, const std::string& path) {
  return std::any_of(modules.begin(), modules.end(),
                     [&](const model::ModuleId& module) { return module.path == path; });
}

// Adds the exclusions to the fingerprints of modules, since they decide a module's goals.
void AddToFingerprints(const model::CoverageExclusions& exclusions,
                       std::vector<workspace::SourceModule>& sources) {
  if (exclusions.empty()) return;
  const std::string settings = model::ToJson(exclusions).dump();
  for (workspace::SourceModule& source : sources) {
    std::string& fingerprint = source.scan.fingerprint;
    if (!fingerprint.empty()) fingerprint = base::HashHex(fingerprint + settings);
  }
}

// Returns "day-1.py is left out (its name cannot be imported); to have it tested, …".
std::string WhyLeftOut(const workspace::LeftOut& file) {
  return fmt::format("{} is left out ({}){}", file.path, file.why,
                     file.remedy.empty() ? "" : "; to have it tested, " + file.remedy);
}

// Returns whether the selector names the file or folder, or one inside or around it.
bool Concerns(const std::string& selector, const workspace::LeftOut& file) {
  const model::ModuleId named{"", fs::path(selector).lexically_normal().generic_string()};
  return Names(selector, {"", file.path}) || Names(file.path, named);
}

// Keeps the modules that the command line names, if it names any.
void Restrict(const std::vector<std::string>& only, const std::vector<workspace::LeftOut>& left_out,
              workspace::ChangeSet& changes) {
  if (only.empty()) return;
  for (const std::string& selector : only) {
    if (std::none_of(changes.modules.begin(), changes.modules.end(),
                     [&](const auto& change) { return Names(selector, change.module); })) {
      const auto found = std::ranges::find_if(
          left_out, [&](const auto& file) { return Concerns(selector, file); });
      if (found != left_out.end()) {
        throw base::Error(fmt::format("'{}' is not tested: {}", selector, WhyLeftOut(*found)));
      }
      throw base::Error(fmt::format(
          "no module of the project is called, or lies in, '{}'; `skua plan` lists them",
          selector));
    }
  }
  std::erase_if(changes.modules, [&](const workspace::ModuleChange& change) {
    return std::none_of(only.begin(), only.end(),
                        [&](const auto& selector) { return Names(selector, change.module); });
  });
}

// Reads the found modules and the hand-written tests, except untouched files.
void ReadSources(const config::Config& config, const workspace::Scanner& scanner,
                 const base::Log& log, const base::Deadline& deadline, model::ScanCache& cache,
                 bool& cache_changed, Survey& survey) {
  const fs::path& root = config.project.root;
  std::vector<model::ModuleId> files = survey.found.modules;
  for (model::ModuleId& test : workspace::FindTestFiles(root, config.output.tests, log)) {
    if (!IsAmong(survey.found.modules, test.path)) files.push_back(std::move(test));
  }
  survey.sources =
      workspace::ScanModules(root, files, scanner, cache, &cache_changed, log, deadline);
  const auto first_test =
      survey.sources.begin() + static_cast<std::ptrdiff_t>(survey.found.modules.size());
  survey.tests.assign(std::make_move_iterator(first_test),
                      std::make_move_iterator(survey.sources.end()));
  survey.sources.erase(first_test, survey.sources.end());
  AddToFingerprints(survey.coverage.exclusions, survey.sources);
  FindExistingTests(config, survey);
}

// Returns the records of modules in the state and the written tests; records of pairs go to the
// survey.
std::vector<model::ModuleRecord> RecordsFor(const config::Config& config, Survey& survey) {
  if (config.call.all) return {};
  std::vector<model::ModuleRecord> records = survey.state->Modules();
  const auto pairs = std::ranges::stable_partition(
      records, [](const auto& record) { return !model::IsPair(record.module.name); });
  survey.pair_records.assign(pairs.begin(), pairs.end());
  records.erase(pairs.begin(), pairs.end());
  AddWrittenRecords({config.project.root, config.output.tests}, survey.sources, records);
  return records;
}

// Finds changes since the last run or since a git ref.
void FindChanges(const config::Config& config, const workspace::SourceSelection& selection,
                 const workspace::Scanner& scanner, const model::ScanCache& cache,
                 const std::vector<model::ModuleRecord>& records, const base::Log& log,
                 const base::Deadline& deadline, Survey& survey) {
  if (config.call.base.empty()) {
    survey.changes = workspace::ChangesSince(records, survey.sources);
  } else {
    std::vector<workspace::SourceModule> before =
        workspace::ModulesAtRef(selection, config.call.base, scanner, cache, log, deadline);
    AddToFingerprints(survey.coverage.exclusions, before);
    survey.changes = workspace::ChangesBetween(before, survey.sources, config.call.base);
    survey.changed_lines =
        workspace::LinesChangedSince(config.project.root, config.call.base, deadline);
  }
  Restrict(config.call.only, survey.found.left_out, survey.changes);
}

plan::Plan PlanOf(const config::Config& config, const std::vector<model::ModuleRecord>& records,
                  const Survey& survey) {
  plan::PlanOptions planning;
  planning.environment = survey.environment;
  std::set<std::string_view> restored;
  for (const state::WrittenFile& file : survey.missing_files) {
    if (config.output.restore) restored.insert(file.path);
  }
  planning.test_file_exists = [&](const std::string& file) {
    return restored.contains(file) || fs::exists(config.project.root / file);
  };
  planning.run = survey.state->LastRun() + 1;
  planning.strategy = plan::StrategyNamed(config.budget.strategy);
  // A run bounded by iterations has no time left over, and a comparison with a ref is only about
  // differences.
  planning.unfinished = !config.call.changed && config.call.base.empty();
  planning.tells_troubles = config.call.base.empty();
  const bool may_go_on = planning.unfinished && config.budget.total.has_value();
  planning.unchanged = may_go_on && config.budget.unchanged;
  planning.offers_unchanged = may_go_on && !config.budget.unchanged;
  // Computes the share of a module on one core, so that the plan is the same on all machines.
  if (config.budget.total && !survey.sources.empty()) {
    planning.share = std::max<base::Duration>(*config.budget.total / survey.sources.size(),
                                              config.budget.minimum);
  }
  return plan::MakePlan(survey.changes, survey.sources, records, planning);
}

}  // namespace

bool Names(const std::string& selector, const model::ModuleId& module) {
  const auto within = [](const std::string& whole, std::string_view part, char separator) {
    return whole == part || (whole.size() > part.size() && whole.starts_with(part) &&
                             whole[part.size()] == separator);
  };
  std::string_view path = selector;
  if (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return within(module.name, selector, '.') || within(module.path, path, '/');
}

workspace::LineProgram ProgramNamed(std::string_view script, const config::Config& config,
                                    const Survey& survey) {
  workspace::LineProgram program{survey.interpreter.path,
                                 survey.runtime->path() / "skua_runtime" / "alone" / script,
                                 config.budget.jobs, survey.answers};
  if (const auto& sandbox = survey.interpreter.sandbox) {
    program.contain = [sandbox, runtime = survey.runtime->path()](base::Command& command) {
      sandbox->Contain(command, {runtime});
    };
  }
  return program;
}

Survey TakeSurvey(const config::Config& config, state::State::Access access, const base::Log& log,
                  const base::Deadline& deadline, const SurveyTools& tools) {
  const base::TimePoint start = deadline.clock().Now();
  const fs::path& root = config.project.root;
  Survey survey;
  survey.answers = tools.answers;

  const std::string& configured = config.python.interpreter;
  survey.interpreter =
      tools.find_interpreter(root, configured.empty() ? std::nullopt : std::optional(configured),
                             deadline, JudgeBy(config.sandbox.require));

  if (config.project.respect_coverage) survey.coverage = workspace::ReadCoverageSettings(root);
  if (!survey.coverage.file.empty()) {
    log.Say(base::Topic::kExplain, "coverage settings: {}", survey.coverage.file);
  }
  const workspace::SourceSelection selection = SelectionOf(config, survey.coverage);
  survey.found = workspace::FindModules(selection, log);
  if (survey.found.modules.empty() && !fs::exists(root / config.output.state)) {
    const auto may_be_meant = [](const workspace::LeftOut& file) {
      return file.by_name || (!file.remedy.empty() && file.path.ends_with(".py"));
    };
    const auto found = std::ranges::find_if(survey.found.left_out, may_be_meant);
    if (found != survey.found.left_out.end()) {
      throw base::Error(fmt::format("there is no Python module to test in {}: {}", root.string(),
                                    WhyLeftOut(*found)));
    }
    throw base::Error(fmt::format(
        "there is no Python module to test in {}; run skua in a project's folder, or name what to "
        "test by project.source in skua.yml",
        root.string()));
  }
  survey.django = workspace::FindDjangoSettings(root, survey.found.source_paths);
  if (survey.django) {
    log.Say(base::Topic::kExplain, "Django's settings: {}", survey.django->module);
  }
  survey.runtime = std::make_unique<worker::RuntimeBundle>(survey.interpreter, tools.runtime_cache);
  state::State::Opened opened = state::State::Open(root / config.output.state, access);
  survey.state = std::move(opened.state);
  survey.state_note = std::move(opened.reason);

  const workspace::Scanner scanner = ProgramNamed("scan.py", config, survey);
  model::ScanCache cache = survey.state->LoadScanCache();
  bool cache_changed = false;
  ReadSources(config, scanner, log, deadline, cache, cache_changed, survey);
  if (cache_changed && access == state::State::Access::kWrite) survey.state->StoreScanCache(cache);

  const std::vector<model::ModuleRecord> records = RecordsFor(config, survey);
  FindChanges(config, selection, scanner, cache, records, log, deadline, survey);
  survey.environment = workspace::EnvironmentStamp(survey.interpreter.path);
  if (!config.call.all) survey.missing_files = MissingFiles(config, *survey.state);
  survey.plan = PlanOf(config, records, survey);
  survey.elapsed = deadline.clock().Now() - start;
  return survey;
}

}  // namespace skua::command
