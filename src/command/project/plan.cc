#include "command/project/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/json.h"
#include "base/log.h"
#include "command/shards/shard_stamp.h"
#include "command/survey/survey.h"
#include "config/command_table.h"
#include "plan/scheduler.h"
#include "plan/shards.h"
#include "report/outcome/outcome_json.h"

namespace skua::command {
namespace {

std::vector<std::optional<base::Duration>> SharesOf(const config::Config& config,
                                                    const plan::Plan& planned) {
  // Without a budget there is no limit to the time.
  if (!config.budget.total) return {planned.run.size(), base::Duration::zero()};
  return plan::PreviewShares(plan::StrategyNamed(config.budget.strategy),
                             plan::FactsOf(planned.run), *config.budget.total, config.budget.jobs,
                             {.minimum = config.budget.minimum, .resting = RestingFacts(planned)});
}

void PrintPlan(const config::Config& config, const Survey& survey,
               const report::ConsoleOptions& console, std::ostream& out) {
  const std::vector<std::optional<base::Duration>> shares = SharesOf(config, survey.plan);
  std::vector<report::PlanRow> rows;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const plan::PlannedModule& module = survey.plan.run[i];
    rows.push_back({module.module.name, shares[i],
                    shares[i] ? module.why : module.why + "; the budget does not reach it"});
  }
  for (const plan::PlannedModule& module : survey.plan.skipped) {
    rows.push_back({module.module.name, std::nullopt, module.why});
  }
  for (const workspace::LeftOut& file : survey.found.left_out) {
    if (file.by_name) rows.push_back({file.path, std::nullopt, "no module: " + file.why});
  }
  out << report::PlanTable(rows, console);
}

unsigned ShardsFor(const config::Config& config, const plan::Plan& plan) {
  if (!config.budget.total) {
    throw base::Error(
        "--shards auto needs a budget: it takes as many machines as get through within one");
  }
  const unsigned needed = plan::ShardsFor(plan, config.budget.jobs, CostOptionsOf(config));
  return std::min(needed, config::kMostShards);
}

double RoundedSeconds(base::Duration duration) {
  return std::round(base::Seconds(duration) * 10) / 10;
}

// Returns a matrix for `matrix: ${{ fromJSON(…) }}`, with a job for each shard.
nlohmann::json GithubMatrix(std::size_t total) {
  nlohmann::json jobs = nlohmann::json::array();
  for (std::size_t index = 1; index <= total; ++index) {
    jobs.push_back({{"shard", fmt::format("{}/{}", index, total)}});
  }
  return {{"include", std::move(jobs)}};
}

nlohmann::json ShardsJson(const std::vector<plan::ShardPart>& parts) {
  nlohmann::json shards = nlohmann::json::array();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    shards.push_back({{"shard", fmt::format("{}/{}", i + 1, parts.size())},
                      {"index", i + 1},
                      {"total", parts.size()},
                      {"seconds", RoundedSeconds(parts[i].cost)},
                      {"modules", parts[i].modules},
                      {"passed_over", parts[i].others}});
  }
  return {{"shards", std::move(shards)}};
}

std::string ShardsText(const std::vector<plan::ShardPart>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const plan::ShardPart& part = parts[i];
    text += fmt::format("shard {}/{}  {:.1f} s expected, {} module{}\n", i + 1, parts.size(),
                        RoundedSeconds(part.cost), part.modules.size(),
                        part.modules.size() == 1 ? "" : "s");
    for (const std::string& module : part.modules) text += fmt::format("  {}\n", module);
  }
  return text;
}

}  // namespace

int Plan(const config::Config& config, const report::ConsoleOptions& console,
         const base::Deadline& deadline, const PlanOutput& output, std::ostream& out) {
  const base::Log log(config::LogTopics(config));
  const Survey survey = TakeSurvey(config, state::State::Access::kRead, log, deadline);
  if (!output.shards && output.format == "text") {
    PrintPlan(config, survey, console, out);
    return 0;
  }
  unsigned total = output.shards.value_or(1);
  if (total == 0) total = ShardsFor(config, survey.plan);
  if (output.format == "github-matrix") {
    out << report::JsonText(GithubMatrix(total)) << '\n';
    return 0;
  }
  const std::vector<plan::ShardPart> parts =
      plan::Balance(survey.plan, total, CostOptionsOf(config));
  out << (output.format == "json" ? report::JsonText(ShardsJson(parts)) + "\n" : ShardsText(parts));
  return 0;
}

}  // namespace skua::command
