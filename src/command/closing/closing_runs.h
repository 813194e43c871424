// The last runs of pytest: what was written runs where it stands, all files together and then
// beside the project's own tests. What fails there, or makes others fail, is taken out of its file.
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
#include "campaign/test_files.h"
#include "command/closing/folder_tests.h"
#include "command/closing/run_together.h"
#include "model/outcome.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "state/state.h"

namespace skua::command {

// The outcomes of modules, and those of pairs.
std::vector<model::ModuleOutcome*> AllOutcomes(model::RunOutcome& outcome);

// Whether this run, and not an earlier one, wrote the module's tests.
bool WasWritten(const model::ModuleOutcome& module);

class ClosingRuns {
 public:
  struct Tools {
    campaign::Campaign& campaign;
    model::PytestRunner& pytest;
    const campaign::TestFiles& files;
    const std::map<std::string, model::Subject>& subjects;  // by module or pair
    state::State& state;                                    // has what becomes of each outcome
    int64_t run;
    const base::Log& log;
    std::function<void(const model::Reason&)> note;  // tells what is to be said of the run
  };

  // Borrows both. REQUIRES: `tools.subjects` has those of all outcomes that were written.
  ClosingRuns(Tools tools, model::RunOutcome& outcome)
      : tools_(std::move(tools)), outcome_(outcome) {}

  // Leaves out generated tests, also those of earlier runs, that take longer than
  // budget.suite_time: those that cost the most for what they alone show. Comes first, since what
  // stays is then run. Returns whether a test of an earlier run had to go.
  bool FitSuiteTime(const SuiteTime& limits, const base::Deadline& deadline);
  // A test that passes alone may fail behind another module's tests, or under the project's
  // conftest.py. Says so when there is no time to see it.
  void RunTogether(const base::Deadline& deadline);
  // Runs what was written together with what was there before: `own`, the project's own tests, and
  // generated files that this run left alone. Returns whether tests had to go.
  bool RunBeside(const std::vector<std::string>& own, const base::Deadline& deadline);
  // Runs what was written once more for the most that each test allocates at once. Comes last, when
  // no search waits for the time that counting takes; tests that it does not reach tell nothing.
  void Weigh(const base::Deadline& deadline);

 private:
  using TestsByFile = std::map<std::string, std::set<std::string>>;

  TestsByFile FailuresTogether(const base::Deadline& deadline, std::string& cause);
  WrittenTests Written() const;
  TestsByFile Named(const std::vector<Culprit>& culprits);
  // Takes tests out of files that this run wrote; `why` follows their number. `code` is the reason
  // of a module of which no test is left; by default that all tests were flaky.
  void Drop(const TestsByFile& tests, const std::string& why, const base::Deadline& deadline,
            model::ReasonCode code = model::ReasonCode::kTestsDropped);
  // Has the state forget what it has of the module's files `before` that are not there any more.
  void ForgetFilesThatWent(const std::map<std::string, std::string>& before,
                           const model::ModuleOutcome& module);
  // Takes tests out of a file of an earlier run.
  void DropStanding(const std::string& file, const std::vector<std::string>& all,
                    const std::set<std::string>& names);
  // What reports tell of a module that this run did not measure, without these tests.
  void ForgetStanding(model::ModuleOutcome& module, const std::string& file,
                      const std::set<std::string>& names);

  Tools tools_;
  model::RunOutcome& outcome_;
};

}  // namespace skua::command
