#include "report/outcome/outcome_told.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/outcome/line_coverage.h"
#include "report/outcome/open_goals.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;

bool IsSet(const std::vector<bool>& bits, std::size_t i) { return i < bits.size() && bits[i]; }

void TellPlace(const model::GoalPlace& place, const std::string& path, ToldGoal& goal) {
  goal.line = place.line;
  goal.code_object = place.code_object;
  if (place.kind == model::GoalKind::kTrueBranch || place.kind == model::GoalKind::kFalseBranch) {
    goal.branch = place.kind == model::GoalKind::kTrueBranch;
  }
  if (const auto& coupled = place.coupled) {
    goal.branch = coupled->caller_outcome;
    goal.call = {path, coupled->call_line};
    goal.callee = {coupled->callee_line, coupled->callee_code_object, coupled->callee_outcome};
  }
  goal.jump = place.jump;
  goal.block = place.is_block;
}

model::GoalPlace GoalPlaceOf(const ToldGoal& goal) {
  model::GoalPlace place;
  place.line = *goal.line;
  place.code_object = goal.code_object.value_or("");
  place.is_block = goal.block;
  place.jump = goal.jump;
  if (goal.branch) {
    place.kind = *goal.branch ? model::GoalKind::kTrueBranch : model::GoalKind::kFalseBranch;
  }
  if (goal.callee) {
    place.kind = model::GoalKind::kCoupledBranch;
    // Reports of earlier versions lack the place of the call.
    place.coupled = {goal.call.value_or(ToldGoal::Call()).line, goal.branch.value_or(true),
                     goal.callee->line, goal.callee->code_object, goal.callee->branch};
  }
  return place;
}

}  // namespace

std::string TellTitle(const model::Reason& reason) {
  // False for a code of a later version.
  const bool is_known = reason.code != model::ReasonCode::kNone;
  return is_known ? std::string(model::EntryOf(reason.code).title) : "";
}
std::string TellVersion(const model::RunOutcome&) { return SKUA_VERSION; }

// Rounds to four decimals.
std::optional<double> TellPercent(const RunSummary& summary) {
  const auto share = summary.coverage.share();
  return share ? std::optional(std::round(*share * 1e6) / 1e4) : std::nullopt;
}
LineCounts TellSummedLines(const RunSummary& summary) {
  return {summary.coverage.counts.lines, summary.coverage.counts.lines_hit};
}
BranchCounts TellSummedBranches(const RunSummary& summary) {
  const CoverageCounts& counts = summary.coverage.counts;
  return {counts.branches, counts.branches_taken, counts.branches_guarded};
}
std::size_t TellMeasured(const RunSummary& summary) { return summary.coverage.measured(); }

std::optional<model::Reason> TellReason(const ModuleOutcome& module) {
  const bool is_one = module.reason.code != model::ReasonCode::kNone;
  return is_one ? std::optional(module.reason) : std::nullopt;
}
void TakeReason(ModuleOutcome& module, std::optional<model::Reason> reason) {
  module.reason = *std::move(reason);
}

std::optional<std::size_t> TellTotal(const model::GoalCoverage& goals) {
  const bool is_known = !goals.covered.empty() || goals.count != 0;
  return is_known ? std::optional(goals.count) : std::nullopt;
}
void TakeTotal(model::GoalCoverage& goals, std::optional<std::size_t> total) {
  goals.count = *total;
}
std::optional<std::size_t> TellCovered(const model::GoalCoverage& goals) {
  return goals.covered.empty() ? std::nullopt : std::optional(goals.covered_count());
}

std::vector<ToldGoal> TellGoals(const ModuleOutcome& module) {
  const model::GoalCoverage& goals = module.goals;
  std::vector<ToldGoal> told(goals.covered.size());
  for (std::size_t i = 0; i < told.size(); ++i) {
    if (i < goals.places.size()) TellPlace(goals.places[i], module.module.path, told[i]);
    told[i].covered = goals.covered[i];
    told[i].covered_by_existing = IsSet(goals.covered_by_existing, i);
    told[i].found = !goals.covered[i] && IsSet(goals.found, i);
    told[i].guarded = !goals.covered[i] && IsSet(goals.guarded, i);
    told[i].why_open = WhyOpen(goals, i);
  }
  return told;
}
void TakeGoals(ModuleOutcome& module, std::vector<ToldGoal> told) {
  model::GoalCoverage& goals = module.goals;
  for (const ToldGoal& goal : told) {
    goals.covered.push_back(goal.covered);
    goals.covered_by_existing.push_back(goal.covered_by_existing);
    goals.found.push_back(goal.found || goal.covered);
    goals.guarded.push_back(goal.guarded);
    if (goal.line) goals.places.push_back(GoalPlaceOf(goal));
  }
  if (std::ranges::none_of(told, &ToldGoal::covered_by_existing)) goals.covered_by_existing = {};
  if (std::ranges::none_of(told, &ToldGoal::found)) goals.found = {};
  if (std::ranges::none_of(told, &ToldGoal::guarded)) goals.guarded = {};
}

std::optional<ToldHits> TellHits(const model::MeasuredLines& lines) {
  if (lines.hits.empty()) return std::nullopt;
  ToldHits told;
  for (const model::LineHit& line : lines.hits) {
    (line.hit ? told.executed : told.missed).push_back(line.line);
  }
  return told;
}
void TakeHits(model::MeasuredLines& lines, std::optional<ToldHits> told) {
  for (const uint32_t line : told->executed) lines.hits.push_back({line, true});
  for (const uint32_t line : told->missed) lines.hits.push_back({line, false});
  std::ranges::stable_sort(lines.hits, {}, &model::LineHit::line);
}

std::optional<ToldBranches> TellBranches(const model::MeasuredLines& lines) {
  if (lines.branches.empty()) return std::nullopt;
  ToldBranches told;
  for (const model::LineBranch& branch : lines.branches) {
    ToldBranches::Way& way = branch.into_body ? told.into_body : told.past_body;
    (branch.taken ? way.taken : way.missed).push_back(branch.line);
  }
  return told;
}
void TakeBranches(model::MeasuredLines& lines, std::optional<ToldBranches> told) {
  for (const bool into_body : {true, false}) {
    const ToldBranches::Way& way = into_body ? told->into_body : told->past_body;
    for (const uint32_t line : way.taken) lines.branches.push_back({line, into_body, true});
    for (const uint32_t line : way.missed) lines.branches.push_back({line, into_body, false});
  }
  std::ranges::stable_sort(lines.branches, {}, &model::LineBranch::line);
}

std::optional<ToldStatements> TellStatements(const model::MeasuredLines& lines) {
  if (!lines.statements) return std::nullopt;
  ToldStatements told;
  for (const model::StatementLine& statement : *lines.statements) {
    told.lines.push_back(statement.line);
    if (statement.leads_into_body) told.lead_into_body.push_back(statement.line);
    if (statement.leads_past_body) told.lead_past_body.push_back(statement.line);
  }
  return told;
}
void TakeStatements(model::MeasuredLines& lines, std::optional<ToldStatements> told) {
  auto& statements = lines.statements.emplace();
  for (const uint32_t line : told->lines) statements.push_back({line});
  const auto mark = [&](const LineNumbers& marked, bool model::StatementLine::*leads) {
    for (const uint32_t line : marked) {
      const auto found =
          std::ranges::lower_bound(statements, line, {}, &model::StatementLine::line);
      if (found != statements.end()) (*found).*leads = true;
    }
  };
  mark(told->lead_into_body, &model::StatementLine::leads_into_body);
  mark(told->lead_past_body, &model::StatementLine::leads_past_body);
}

// Counts branches as in the module's coverage in every report.
std::optional<BranchCounts> TellBranchCounts(const ModuleOutcome& module) {
  if (module.lines.hits.empty()) return std::nullopt;
  CoverageCounts counts;
  counts.Add(LinesOf(module));
  return BranchCounts{counts.branches, counts.branches_taken, counts.branches_guarded};
}

std::vector<ToldTest> TellTests(const ModuleOutcome& module) {
  std::vector<ToldTest> told;
  for (std::size_t i = 0; i < module.written.tests.size(); ++i) {
    ToldTest& test = told.emplace_back(ToldTest{module.written.tests[i]});
    if (i >= module.written.suite.size()) continue;
    // The report does not list goals of other criteria.
    test.goals = module.written.suite[i].goals;
    std::erase_if(test.goals, [&](auto goal) { return goal >= module.goals.covered.size(); });
    test.is_finding = module.written.suite[i].is_finding;
  }
  return told;
}
void TakeTests(ModuleOutcome& module, std::vector<ToldTest> told) {
  for (ToldTest& test : told) {
    module.written.tests.push_back(std::move(test.test));
    model::GeneratedTest& generated = module.written.suite.emplace_back();
    generated.goals = std::move(test.goals);
    generated.is_finding = test.is_finding;
  }
}

std::vector<ToldFinding> TellFindings(const ModuleOutcome& module) {
  std::vector<ToldFinding> told;
  for (const auto& finding : module.findings) told.push_back({finding, Describe(module, finding)});
  return told;
}
void TakeFindings(ModuleOutcome& module, std::vector<ToldFinding> told) {
  for (ToldFinding& finding : told) module.findings.push_back(std::move(finding.finding));
}

// Returns the tests that killed the mutant, the first one first.
std::vector<std::string> TellKillers(const model::JudgedMutant& judged) {
  if (judged.killed_by.empty()) return {};
  std::vector<std::string> killers = judged.also_killed_by;
  killers.insert(killers.begin(), judged.killed_by);
  return killers;
}
void TakeKillers(model::JudgedMutant& judged, std::vector<std::string> killers) {
  if (killers.empty()) return;
  judged.killed_by = killers.front();
  judged.also_killed_by.assign(killers.begin() + 1, killers.end());
}

std::vector<ToldChange> TellChanges(const ModuleOutcome& module) {
  std::vector<ToldChange> told;
  for (const model::BehaviourChange& change : module.behaviour_changes) {
    told.push_back({change, Describe(module, change), AgeOf(change)});
  }
  return told;
}
void TakeChanges(ModuleOutcome& module, std::vector<ToldChange> told) {
  for (ToldChange& change : told) module.behaviour_changes.push_back(std::move(change.change));
}
std::vector<ToldEnd> TellEnds(const ModuleOutcome& module) {
  std::vector<ToldEnd> told;
  for (const model::EndedChange& ended : module.ended_changes) {
    told.push_back({ended, Describe(module, ended.change), AgeOf(ended.change)});
  }
  return told;
}
void TakeEnds(ModuleOutcome& module, std::vector<ToldEnd> told) {
  for (ToldEnd& ended : told) module.ended_changes.push_back(std::move(ended.ended));
}

std::shared_ptr<const ModuleOutcome> TellEarlier(const ModuleOutcome& module) {
  return &Latest(module) == &module ? nullptr : module.earlier;
}
void TakeEarlier(ModuleOutcome& module, std::shared_ptr<const ModuleOutcome> earlier) {
  module.earlier = std::move(earlier);
}

}  // namespace skua::report
