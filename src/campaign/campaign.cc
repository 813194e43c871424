#include "campaign/campaign.h"

#include <exception>
#include <filesystem>

#include "base/error.h"
#include "campaign/goal_coverage.h"
#include "campaign/passes.h"
#include "campaign/write_result.h"
#include "render/file/standing_file.h"
#include "render/module/standing_module.h"

namespace skua::campaign {
namespace {

namespace fs = std::filesystem;

// The lines that the suite executes as it is written; nothing when there is no time to see it.
std::vector<model::LineHit> MeasureLines(const CampaignTools& tools, const CampaignResult& result,
                                         const base::Deadline& deadline) {
  const model::ModuleOutcome& outcome = result.outcome;
  if (outcome.written.suite.empty() || deadline.Expired()) return {};
  const SuiteWriter writer =
      WriterFor(tools, result.subject, outcome.written.file, outcome.written.findings_file,
                outcome.fingerprint, result.standing);
  model::PytestRequest request;
  request.files = writer.WriteForVerification(outcome.written.suite).files;
  request.measured = outcome.module.path;
  return tools.pytest.Run(request, deadline).lines;
}

// Leaves of the outcome what holds although the passes ended in the middle: goals, effort, notes.
void ForgetTheSuite(model::ModuleOutcome& outcome) {
  outcome.written = {};
  outcome.findings.clear();
  outcome.mutants.clear();
  outcome.lines = {};
}

}  // namespace

void ForgetKillers(const std::function<bool(const std::string& test)>& is_gone,
                   std::vector<model::JudgedMutant>& mutants) {
  for (model::JudgedMutant& mutant : mutants) {
    std::erase_if(mutant.also_killed_by, is_gone);
    if (mutant.killed_by.empty() || !is_gone(mutant.killed_by)) continue;
    if (mutant.also_killed_by.empty()) {
      mutant.fate = model::MutantFate::kNotRun;
      mutant.killed_by.clear();
    } else {
      mutant.killed_by = std::move(mutant.also_killed_by.front());
      mutant.also_killed_by.erase(mutant.also_killed_by.begin());
    }
  }
}

CampaignResult Campaign::Run(const CampaignTask& task, const base::Deadline& deadline,
                             const base::Deadline& latest) const {
  const base::TimePoint start = deadline.clock().Now();
  CampaignResult result;
  model::ModuleOutcome& outcome = result.outcome;
  outcome.module = task.module;
  outcome.fingerprint = task.fingerprint;
  outcome.change = task.change;
  outcome.change_why = task.change_why;
  outcome.goals.coverage_before = task.coverage_before;
  // Until the campaign looks at them, or if it never does.
  outcome.behaviour_changes = task.settled ? task.settled->open : task.open_changes;
  try {
    CampaignPasses(tools_, task, deadline, latest, result).Run();
  } catch (const base::Error& error) {
    outcome.reason = {model::ReasonCode::kWorkerLost, error.what()};
  } catch (const std::exception& error) {
    outcome.reason = {model::ReasonCode::kInternalError, error.what()};
    ForgetTheSuite(outcome);
  }
  if (deadline.Interrupted() && outcome.written.file.empty()) {
    outcome.reason = {model::ReasonCode::kInterrupted, ""};
  }
  // The coverage of the suite in place, for the same code, holds even if a better suite failed.
  const std::string file = FileOf(tools_, task.module);
  if (outcome.written.file.empty() && !task.covered_before.empty() && tools_.files.Exists(file) &&
      task.covered_before.size() == outcome.goals.covered.size()) {
    outcome.goals.covered = task.covered_before;
    outcome.written.file = file;
  }
  outcome.used = deadline.clock().Now() - start;
  if (task.pacing != nullptr) outcome.used -= task.pacing->asleep();
  return result;
}

void Campaign::DropTests(CampaignResult& result, const std::set<std::string>& names,
                         const base::Deadline& deadline) const {
  model::ModuleOutcome& outcome = result.outcome;
  if (tools_.options.render.style != render::Style::kJson) {
    const bool is_repeatable = tools_.options.search.max_generations > 0;
    const model::WrittenSuite& written = outcome.written;
    const auto tests = written.texts.find(written.file);
    if (!is_repeatable) {
      result.standing =
          FilesAsWritten(written.texts, written.file, written.findings_file, written.suite);
    } else if (tests != written.texts.end()) {
      result.standing = MarkedFiles(tests->second);
    }
  }
  for (std::size_t i = outcome.written.suite.size(); i > 0; --i) {
    if (!names.contains(outcome.written.tests[i - 1].name)) continue;
    outcome.written.suite.erase(outcome.written.suite.begin() + static_cast<std::ptrdiff_t>(i - 1));
    outcome.written.tests.erase(outcome.written.tests.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
  ForgetKillers([&](const std::string& test) { return names.contains(test); }, outcome.mutants);
  SetCoverage(result.subject, outcome.written.suite, outcome);
  if (outcome.written.suite.empty()) outcome.reason = {model::ReasonCode::kNothingStable, ""};
  WriteResult(tools_, result);
  outcome.lines.hits = MeasureLines(tools_, result, deadline);
}

std::string Campaign::DropStanding(const std::string& file, const std::vector<std::string>& all,
                                   const std::set<std::string>& names) const {
  std::optional<render::StandingFile> standing =
      render::StandingFile::Read(tools_.files.TextOf(file));
  if (!standing || !NameTests(all, *standing)) return tools_.files.TextOf(file);
  model::Suite left;  // by name alone: the writer keeps the text of what stands
  for (const std::string& name : all) {
    if (!names.contains(name)) left.emplace_back().name = name;
  }
  if (left.empty()) {
    tools_.files.Remove(file);
    return "";
  }
  const render::FileHeader& header = standing->header();
  render::RenderOptions rendering = tools_.options.render;
  rendering.fingerprint = header.fingerprint;
  model::Subject subject;
  subject.module.name = header.module;
  std::string text =
      render::RenderInto(*standing, subject, left, rendering,
                         render::KindOf(fs::path(file).filename().string(), header.module))
          .text;
  tools_.files.Write(file, text);
  return text;
}

}  // namespace skua::campaign
