// The sample run with everything in it that reports can tell: lines, branches, behaviour changes,
// and a module that only an earlier run measured.
#pragma once

#include <memory>

#include "unit/report/sample_run.h"

namespace skua::testing {

// Lines 10 to 19 of which the last two are missed; branches at 12 (both taken), 14 (one), 19 (none,
// its line is missed), and at 16 in the statement of line 15; a block and a function at 10.
inline void Measure(model::ModuleOutcome& module) {
  using model::GoalKind;
  module.lines.hits.clear();
  for (const uint32_t line : {10, 12, 13, 14, 15, 18, 19})
    module.lines.hits.push_back({line, line < 18});
  module.goals.places = {{GoalKind::kCodeObject, false, 10, "split", {}},
                         {GoalKind::kTrueBranch, false, 12, "shares", true},
                         {GoalKind::kFalseBranch, false, 12, "shares", false},
                         {GoalKind::kTrueBranch, false, 14, "shares", true},
                         {GoalKind::kFalseBranch, false, 14, "shares", false},
                         {GoalKind::kTrueBranch, false, 16, "shares", true},
                         {GoalKind::kTrueBranch, false, 19, "shares", true},
                         {GoalKind::kFalseBranch, false, 19, "shares", false},
                         {GoalKind::kTrueBranch, true, 13, "shares", {}}};
  module.goals.covered = {true, true, true, true, false, true, false, false, true};
  module.goals.count = 8;
}

inline model::RunOutcome MeasuredRun() {
  model::RunOutcome run = SampleRun();
  run.timeline = {{0, "parcel.money", seconds(1), seconds(10)},
                  {1, "parcel.rates", seconds(1), milliseconds(32'500)}};
  run.notes.push_back({model::ReasonCode::kNoLandlock, ""});
  run.shard = {2, 3};
  model::ModuleOutcome& codes = run.modules[0];
  auto earlier = std::make_shared<model::ModuleOutcome>(
      Generated("parcel.codes", model::Change::kNew, 0, 0, {"test_code_of_a_zone"}));
  Measure(*earlier);
  earlier->lines.branches = {{12, true, true},   {12, false, true}, {14, true, true},
                             {14, false, false}, {15, true, true},  {19, true, false},
                             {19, false, false}};
  earlier->fingerprint = codes.fingerprint = "c0de";
  earlier->findings.push_back({"test_code_hangs", "code(n=0)", model::Verdict::kTimedOut, {}});
  codes.earlier = earlier;

  model::ModuleOutcome& money = run.modules[2];
  Measure(money);
  money.fingerprint = "7c1d";
  money.written.suite[0].goals = {0, 3};
  money.written.tests[0].peak_bytes = 3482;
  money.written.suite[1].is_finding = true;
  money.search.discovery = {{milliseconds(10), 2}, {seconds(2), 6}};
  money.search.expected_gain = 1.5;
  money.goals.covered_by_existing = {true, false, false, false, false, false, false, false, false};
  money.goals.guarded = {false, false, false, false, false, false, true, false, false};
  money.seeds = {5, 1};
  money.given = seconds(12);
  money.search.execution_time = milliseconds(1234);

  model::ModuleOutcome& rates = run.modules[3];
  rates.behaviour_changes.push_back({"test_quote_of_nothing",
                                     "tests/generated/test_parcel_rates.py", 31, "quote(weight=0)",
                                     "raises ValueError", "Decimal('0')", "Failed: DID NOT RAISE",
                                     "src/parcel/rates.py", 48, "5d41402a"});
  return run;
}

}  // namespace skua::testing
