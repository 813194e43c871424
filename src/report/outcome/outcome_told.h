// Fields of report.json that differ from the model, converted from the model and back, for the
// records of outcome_record.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/outcome.h"
#include "report/outcome/coverage_split.h"
#include "report/outcome/outcome_json.h"

namespace skua::report {

struct Reports;  // the format's tag

struct ToldGoal {
  struct Call {
    std::string path;
    uint32_t line = 0;
  };
  struct Callee {
    uint32_t line = 0;
    std::string code_object;
    bool branch = true;
  };
  bool covered = false;
  std::optional<uint32_t> line = {};
  std::optional<std::string> code_object = {};
  std::optional<bool> branch = {};
  std::optional<bool> jump = {};
  bool block = false;
  std::optional<Call> call = {};
  std::optional<Callee> callee = {};
  bool covered_by_existing = false;
  bool found = false;
  bool guarded = false;
  std::string why_open = {};
};

using LineNumbers = std::vector<uint32_t>;
struct ToldHits {
  LineNumbers executed, missed;
};
struct ToldBranches {
  struct Way {
    LineNumbers taken, missed;
  };
  Way into_body, past_body;
};
struct ToldStatements {
  LineNumbers lines, lead_into_body, lead_past_body;
};
struct LineCounts {
  std::size_t total = 0;
  std::size_t executed = 0;
};
struct BranchCounts {
  std::size_t total = 0;
  std::size_t taken = 0;
  std::size_t guarded = 0;
};

struct ToldTest {
  model::PytestResult::Test test;
  std::vector<model::GoalIndex> goals = {};
  bool is_finding = false;
};
struct ToldFinding {
  model::Finding finding;
  std::string text = {};
};
struct ToldChange {
  model::BehaviourChange change;
  std::string text = {};
  std::string age = {};
};
struct ToldEnd {
  model::EndedChange ended;
  std::string text = {};
  std::string age = {};
};

// Fields of report.json on the whole run.
struct ReportHead {
  RunSummary summary;
  std::vector<model::CriterionCoverage> criteria;
  std::optional<CoverageSplit> covered_by;
};

std::string TellTitle(const model::Reason& reason);
std::string TellVersion(const model::RunOutcome& outcome);
std::optional<double> TellPercent(const RunSummary& summary);
LineCounts TellSummedLines(const RunSummary& summary);
BranchCounts TellSummedBranches(const RunSummary& summary);
std::size_t TellMeasured(const RunSummary& summary);

// Each Tell… returns the value of a field of a module, or of a part of it; Take… sets it from the
// JSON. A Take… is called only if the field is present.
std::optional<model::Reason> TellReason(const model::ModuleOutcome& module);
void TakeReason(model::ModuleOutcome& module, std::optional<model::Reason> reason);
std::optional<std::size_t> TellTotal(const model::GoalCoverage& goals);
void TakeTotal(model::GoalCoverage& goals, std::optional<std::size_t> total);
std::optional<std::size_t> TellCovered(const model::GoalCoverage& goals);
std::vector<ToldGoal> TellGoals(const model::ModuleOutcome& module);
void TakeGoals(model::ModuleOutcome& module, std::vector<ToldGoal> goals);
std::optional<ToldHits> TellHits(const model::MeasuredLines& lines);
void TakeHits(model::MeasuredLines& lines, std::optional<ToldHits> hits);
std::optional<ToldBranches> TellBranches(const model::MeasuredLines& lines);
void TakeBranches(model::MeasuredLines& lines, std::optional<ToldBranches> branches);
std::optional<ToldStatements> TellStatements(const model::MeasuredLines& lines);
void TakeStatements(model::MeasuredLines& lines, std::optional<ToldStatements> statements);
std::optional<BranchCounts> TellBranchCounts(const model::ModuleOutcome& module);
std::vector<ToldTest> TellTests(const model::ModuleOutcome& module);
void TakeTests(model::ModuleOutcome& module, std::vector<ToldTest> tests);
std::vector<ToldFinding> TellFindings(const model::ModuleOutcome& module);
void TakeFindings(model::ModuleOutcome& module, std::vector<ToldFinding> findings);
std::vector<std::string> TellKillers(const model::JudgedMutant& judged);
void TakeKillers(model::JudgedMutant& judged, std::vector<std::string> killers);
std::vector<ToldChange> TellChanges(const model::ModuleOutcome& module);
void TakeChanges(model::ModuleOutcome& module, std::vector<ToldChange> changes);
std::vector<ToldEnd> TellEnds(const model::ModuleOutcome& module);
void TakeEnds(model::ModuleOutcome& module, std::vector<ToldEnd> ends);
std::shared_ptr<const model::ModuleOutcome> TellEarlier(const model::ModuleOutcome& module);
void TakeEarlier(model::ModuleOutcome& module, std::shared_ptr<const model::ModuleOutcome> earlier);

// Only for the schema: JsonReport writes the parts one after another.
struct ReportFile {
  model::RunOutcome run;
  ReportHead head;
  std::string reports;
  std::vector<model::ModuleOutcome> modules, pairs;
};

}  // namespace skua::report
