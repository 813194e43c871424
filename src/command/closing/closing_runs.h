// The last runs of pytest: the written files run in place, all together and then with the project's
// own tests. Tests that fail, or make others fail, are removed from their files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/campaign.h"
#include "campaign/files/test_files.h"
#include "command/closing/folder_tests.h"
#include "command/closing/run_together.h"
#include "model/outcome.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "state/state.h"

namespace skua::command {

// Returns the outcomes of modules, then of pairs.
std::vector<model::ModuleOutcome*> AllOutcomes(model::RunOutcome& outcome);

// Returns whether this run, not an earlier one, wrote the module's tests.
bool WasWritten(const model::ModuleOutcome& module);

class ClosingRuns {
 public:
  struct Tools {
    campaign::Campaign& campaign;
    model::PytestRunner& pytest;
    const campaign::TestFiles& files;
    const std::map<std::string, model::Subject>& subjects;  // by module or pair
    state::State& state;                                    // stores each outcome
    int64_t run;
    const base::Log& log;
    std::function<void(const model::Reason&)> note;  // writes a note on the run
  };

  // Borrows both. REQUIRES: `tools.subjects` has the subjects of all written outcomes.
  ClosingRuns(Tools tools, model::RunOutcome& outcome)
      : tools_(std::move(tools)), outcome_(outcome) {}

  // Removes generated tests, even of earlier runs, that exceed budget.suite_time: those that take
  // the most time for their goals and kills. Comes first, since the remaining tests are then run.
  // Returns whether it removed a test of an earlier run.
  bool FitSuiteTime(const SuiteTime& limits, const base::Deadline& deadline);
  // Removes tests that pass alone but fail after another module's tests, or under the project's
  // conftest.py. Writes a note if there is no time to run them.
  void RunTogether(const base::Deadline& deadline);
  // Runs the written tests together with `own`, the project's own tests, and with generated files
  // of earlier runs. Returns whether tests were removed.
  bool RunBeside(const std::vector<std::string>& own, const base::Deadline& deadline);
  // Runs the written tests once more to measure each test's peak of allocated memory. Comes last,
  // as no search waits for it; tests that it does not reach have no peak.
  void Weigh(const base::Deadline& deadline);

 private:
  using TestsByFile = std::map<std::string, std::set<std::string>>;

  TestsByFile FailuresTogether(const base::Deadline& deadline, std::string& cause);
  TestsByFile FailuresAmong(const std::vector<model::PytestResult::Test>& seen,
                            std::string& cause) const;
  std::vector<std::filesystem::path> WrittenFiles() const;
  WrittenTests Written() const;
  TestsByFile Named(const std::vector<Culprit>& culprits);
  // Removes tests from files that this run wrote; `why` follows their number in the note. `code` is
  // the reason of a module without any test left; by default flaky tests.
  void Drop(const TestsByFile& tests, const std::string& why, const base::Deadline& deadline,
            model::ReasonCode code = model::ReasonCode::kTestsDropped);
  // Makes the state forget the texts of the module's files in `before` that no longer exist.
  void ForgetFilesThatWent(const std::map<std::string, std::string>& before,
                           const model::ModuleOutcome& module);
  // Removes tests from a file of an earlier run.
  void DropStanding(const std::string& file, const std::vector<std::string>& all,
                    const std::set<std::string>& names);
  // Removes these tests from the earlier outcome of a module that this run did not measure.
  void ForgetStanding(model::ModuleOutcome& module, const std::string& file,
                      const std::set<std::string>& names);

  Tools tools_;
  model::RunOutcome& outcome_;
};

}  // namespace skua::command
