// A run as reports see it: what a small project's first days might look like.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/outcome.h"

namespace skua::testing {

using std::chrono::milliseconds;
using std::chrono::seconds;

inline model::ModuleOutcome Module(const std::string& name, model::Change change) {
  model::ModuleOutcome module;
  module.module.name = name;
  module.module.path = "src/" + name + ".py";
  for (char& c : module.module.path) {
    if (c == '.' && &c != &module.module.path[module.module.path.size() - 3]) c = '/';
  }
  module.change = change;
  return module;
}

inline model::ModuleOutcome PassedOver(const std::string& name, model::Change change,
                                       model::Reason reason) {
  model::ModuleOutcome module = Module(name, change);
  module.reason = std::move(reason);
  return module;
}

// `covered` of `goals`, each of which is a branch at a line of its own, and as many tests as names.
inline model::ModuleOutcome Generated(const std::string& name, model::Change change,
                                      std::size_t covered, std::size_t goals,
                                      const std::vector<std::string>& tests) {
  model::ModuleOutcome module = Module(name, change);
  module.goals.count = goals;
  module.goals.covered.assign(goals, false);
  std::fill_n(module.goals.covered.begin(), covered, true);
  for (uint32_t line = 1; line <= goals; ++line) {
    module.lines.hits.push_back({line, true});
    module.goals.places.push_back({model::GoalKind::kTrueBranch, false, line, "quote", true});
  }
  std::string file = "test_" + name + ".py";
  std::replace(file.begin(), file.end() - 3, '.', '_');
  module.written.file = "tests/generated/" + file;
  module.written.suite.resize(tests.size());
  uint32_t line = 10;
  for (const std::string& test : tests) {
    module.written.tests.push_back(
        {.file = file, .name = test, .seconds = 0.0012345, .line = line += 10});
  }
  return module;
}

// So many mutants of each fate, one a line from 40 on.
inline std::vector<model::JudgedMutant> Mutants(std::size_t killed, std::size_t survived,
                                                std::size_t not_reached, std::size_t not_run) {
  using enum model::MutantFate;
  std::vector<model::JudgedMutant> mutants;
  const auto add = [&](std::size_t count, model::MutantFate fate) {
    for (std::size_t i = 0; i < count; ++i) {
      model::JudgedMutant& judged = mutants.emplace_back();
      judged.fate = fate;
      judged.mutant.line = static_cast<uint32_t>(40 + mutants.size());
      const bool is_comparison = mutants.size() % 2 == 0;
      judged.mutant.operator_name = is_comparison ? "comparison" : "statement_deletion";
      judged.mutant.original = is_comparison ? "parts < 1" : "total += rest";
      judged.mutant.mutated = is_comparison ? "parts <= 1" : "";
    }
  };
  add(killed, kKilled);
  add(survived, kSurvived);
  add(not_reached, kNotReached);
  add(not_run, kNotRun);
  return mutants;
}

inline model::RunOutcome SampleRun() {
  using model::Change;
  using model::ReasonCode;
  model::RunOutcome run{.budget = seconds(60),
                        .used = milliseconds(54'200),
                        .jobs = 2,
                        .started_unix_seconds = 1'700'000'000,
                        .files_written = {"tests/generated/test_parcel_money.py",
                                          "tests/generated/test_parcel_rates.py"}};

  run.modules.push_back(
      PassedOver("parcel.codes", Change::kUnchanged, {ReasonCode::kUnchanged, ""}));
  run.modules.push_back(
      PassedOver("parcel.label", Change::kModified,
                 {ReasonCode::kImportRaises,
                  "ModuleNotFoundError: No module named 'reportlab' (src/parcel/label.py:3)"}));
  run.modules.back().goals.coverage_before = 0;
  run.modules.back().used = seconds(2);

  auto money = Generated("parcel.money", Change::kModified, 24, 25,
                         {"test_split_shares_the_rest", "test_split_of_no_parts_raises"});
  money.goals.coverage_before = 0.71;
  money.used = seconds(9);
  money.search.time = seconds(6);
  money.search.last_gain = seconds(2);
  money.search.executed_tests = 120'000;
  money.written.tests[1].outcome = model::PytestResult::Outcome::kExpectedFailure;
  money.written.tests[1].file = "test_parcel_money_findings.py";
  money.written.findings_file = "tests/generated/test_parcel_money_findings.py";
  money.mutants = Mutants(41, 3, 2, 0);
  model::Finding division{
      "test_split_of_no_parts_raises", "split(total=1, parts=0)", model::Verdict::kRaised, {}};
  division.exception.type_name = "builtins:ZeroDivisionError";
  division.exception.message = "division by zero";
  division.exception.path = "src/parcel/money.py";
  division.exception.line = 77;
  division.exception.frames = {
      {"src/parcel/money.py", 12, "split", "return list(shares(total, parts))"},
      {"src/parcel/money.py", 77, "shares", "each = total // parts"}};
  money.findings.push_back(division);
  run.modules.push_back(money);

  auto rates = Generated("parcel.rates", Change::kAffected, 60, 65,
                         {"test_quote_by_weight[1-4.90]", "test_quote_by_weight[30-11.40]",
                          "test_quote_rejects_unknown_country"});
  rates.change_why = "imports parcel.money";
  rates.used = seconds(31);
  rates.search.time = seconds(25);
  rates.search.last_gain = seconds(8);
  rates.search.executed_tests = 91'000;
  rates.mutants = Mutants(20, 22, 3, 7);
  rates.notes.push_back({ReasonCode::kTestsDropped, "2 of 5"});
  run.modules.push_back(rates);
  run.modules.push_back(PassedOver("parcel.zones", Change::kNew, {ReasonCode::kNoBudgetLeft, ""}));
  run.failed_gates = {"branch coverage is 61.5 %, below the 70 % that fail_under asks for"};
  return run;
}

}  // namespace skua::testing
