#include "report/outcome/line_coverage.h"

#include <algorithm>
#include <iterator>

namespace skua::report {

std::size_t LineCoverage::taken() const {
  return static_cast<std::size_t>(std::ranges::count(branches, true, &Branch::taken));
}

namespace {

LineCoverage NeverExecuted(const model::StatementLine& statement) {
  LineCoverage line{statement.line, false, {}};
  if (statement.leads_into_body) line.branches.push_back({true, false});
  if (statement.leads_past_body) line.branches.push_back({false, false});
  return line;
}

// REQUIRES: `lines` are ascending.
void AddBranches(const std::vector<model::LineBranch>& branches, std::vector<LineCoverage>& lines) {
  for (const model::LineBranch& branch : branches) {
    const auto line = std::ranges::lower_bound(lines, branch.line, {}, &LineCoverage::line);
    if (line == lines.end() || line->line != branch.line) continue;
    line->branches.push_back({branch.into_body, branch.taken});
  }
}

// Adds what goals tell of branches: those that `with_tests` the tests take, and what guards do.
void AddGoals(const model::GoalCoverage& goals, bool with_tests, std::vector<LineCoverage>& lines) {
  for (std::size_t i = 0; i < std::min(goals.places.size(), goals.covered.size()); ++i) {
    const model::GoalPlace& place = goals.places[i];
    if (!place.jump) continue;
    const auto after = std::ranges::upper_bound(lines, place.line, {}, &LineCoverage::line);
    if (after == lines.begin()) continue;  // the statement's line is not counted
    LineCoverage& line = *std::prev(after);
    auto branch = std::ranges::find(line.branches, *place.jump, &LineCoverage::Branch::when);
    if (branch == line.branches.end()) {
      if (!with_tests) continue;
      branch = line.branches.insert(branch, {*place.jump, false});
    }
    if (with_tests) branch->taken |= line.hit && goals.covered[i];
    branch->guarded |= i < goals.guarded.size() && goals.guarded[i];
  }
}

}  // namespace

std::vector<LineCoverage> LinesOf(const model::ModuleOutcome& module) {
  std::vector<LineCoverage> lines;
  if (module.lines.hits.empty() && module.lines.statements) {
    std::ranges::transform(*module.lines.statements, std::back_inserter(lines), NeverExecuted);
  }
  for (const model::LineHit& line : module.lines.hits) lines.push_back({line.line, line.hit, {}});
  const bool with_tests = !module.lines.hits.empty() && module.lines.branches.empty();
  if (!module.lines.hits.empty()) AddBranches(module.lines.branches, lines);
  AddGoals(module.goals, with_tests, lines);
  return lines;
}

void CoverageCounts::Add(const std::vector<LineCoverage>& lines_of_one) {
  lines += lines_of_one.size();
  for (const LineCoverage& line : lines_of_one) {
    lines_hit += line.hit ? 1 : 0;
    branches += line.branches.size();
    branches_taken += line.taken();
    branches_guarded += static_cast<std::size_t>(std::ranges::count_if(
        line.branches, [](const auto& branch) { return branch.guarded && !branch.taken; }));
  }
}

CoverageCounts& CoverageCounts::operator+=(const CoverageCounts& other) {
  lines += other.lines;
  lines_hit += other.lines_hit;
  branches += other.branches;
  branches_taken += other.branches_taken;
  branches_guarded += other.branches_guarded;
  return *this;
}

std::vector<ModuleLines> LinesOf(const model::RunOutcome& outcome) {
  std::vector<ModuleLines> known;
  for (const model::ModuleOutcome& module : outcome.modules) {
    if (module.change == model::Change::kDeleted) continue;
    const model::ModuleOutcome& latest = Latest(module);
    std::vector<LineCoverage> lines = LinesOf(latest);
    if (!lines.empty()) known.push_back({&latest, std::move(lines)});
  }
  return known;
}

}  // namespace skua::report
