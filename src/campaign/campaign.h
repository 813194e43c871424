// A campaign: one module, from load to written file, inside its share of the budget: search,
// minimise, observe, assert, verify, write. It knows workers only through the seams of model/.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/files/test_files.h"
#include "campaign/pacing/pacing.h"
#include "campaign/progress.h"
#include "campaign/standing/behaviour_change.h"
#include "campaign/standing/existing_coverage.h"
#include "campaign/standing/open_changes.h"
#include "campaign/standing/standing.h"
#include "campaign/suite/suite_maker.h"
#include "model/criterion.h"
#include "model/options/patience.h"
#include "model/options/time_policy.h"
#include "model/outcome.h"
#include "model/pair.h"
#include "model/subject_loader.h"
#include "render/module/test_module.h"
#include "search/search.h"

namespace skua::campaign {

struct CampaignTask {
  model::ModuleId module;  // or the name of `pair`
  model::Change change = model::Change::kNew;
  std::string change_why;
  std::string fingerprint;
  std::optional<double> coverage_before;
  // The coverage of the suite in place, if it was made for this very version of the module.
  std::vector<bool> covered_before;
  std::vector<std::string> seed_files;  // hand-written tests of the module, project-relative
  std::string archived_suite;  // JSON of the last suite, whose tests are seeds; empty: there is
                               // none
  std::string archived_fingerprint = {};  // fingerprint of the module for which it was made
  std::size_t killed_before = 0;          // mutants that it killed
  std::string guards = {};                // JSON of the tests that were kept and not written
  std::string guards_fingerprint = {};    // of the module that they hold for; empty: of any
  // The results of the mutants of this very version when they were last judged; only if the files
  // of the suite are gone.
  std::vector<model::JudgedMutant> judged_before = {};
  std::vector<bool> found_before = {};  // like covered_before; see GoalCoverage::found
  bool was_cut_short = false;  // the last campaign ran out of time before the suite was as good as
                               // possible
  // JSON of the last suites of modules that this one imports: a pool of the objects that they make.
  std::vector<std::string> pool_suites = {};
  std::vector<model::ModuleId> importers = {};  // modules that may make objects for its tests
  ExistingTests existing_tests = {};
  RunStamp now = {};                                      // of this run
  std::vector<model::BehaviourChange> open_changes = {};  // before this run
  // The settled changes, if the earlier tests ran before the campaigns or need not run.
  std::optional<SettledChanges> settled = {};
  // Set when the module already has tests and can only gain more: its search then ends as soon as
  // it seems to be in vain.
  std::optional<model::Patience> patience = {};
  // Set for a campaign that may be suspended; null: it goes on until its deadline.
  Pacing* pacing = nullptr;
  // The last suites that were written, the newest first, by which tests in the tree are recognised.
  std::vector<EarlierSuite> earlier_suites = {};
  std::optional<model::Pair> pair = {};          // set when tests of two modules together are made
  std::vector<model::SeenCall> seen_calls = {};  // of the pair: see model::LoadOptions
  // The lines that differ from the base; absent: all do, or nothing is compared.
  std::optional<std::vector<model::LineRange>> changed_lines = {};
};

struct CampaignOptions {
  search::SearchOptions search;
  OracleOptions oracle;
  uint64_t seed = 0;
  render::RenderOptions render;
  OnBehaviourChange on_behaviour_change = OnBehaviourChange::kReport;
  model::TimePolicy time = {};
  std::optional<base::Duration> suite_time = {};  // most that a module's written tests take to run
  // Finds all tests that kill a mutant, which the limit on the time of all modules' tests needs.
  bool finds_all_kills = false;
  bool writes_guards = false;  // all tests are written, as none is kept in the state alone
};

struct CampaignResult {
  model::ModuleOutcome outcome;
  model::Subject subject;       // the subject of outcome.suite; empty when there is no suite
  StandingFiles standing = {};  // into which the suite is written
};

// The objects that all campaigns share, also in other threads.
struct CampaignTools {
  model::SubjectLoader& loader;
  model::PytestRunner& pytest;
  const TestFiles& files;
  const CampaignOptions& options;
  Progress& progress;
  const base::Log& log;
};

// Removes tests from the known killers of the mutants. A mutant without a known killer counts as
// not tried.
void ForgetKillers(const std::function<bool(const std::string& test)>& is_gone,
                   std::vector<model::JudgedMutant>& mutants);

class Campaign {
 public:
  // Borrows everything to which the tools refer.
  explicit Campaign(const CampaignTools& tools) : tools_(tools) {}

  // Plans for `deadline`. When observing and verifying take longer than expected, they may go on
  // until `latest`, rather than lose what was found; apart from the time to kill a process, the
  // campaign ends by then. With a pacing in the task, both deadlines bound loading alone; the
  // pacing gives the time for everything else. Failures of the module, of a worker, or of Skua
  // itself are told in the outcome.
  CampaignResult Run(const CampaignTask& task, const base::Deadline& deadline,
                     const base::Deadline& latest) const;

  // Writes the file again without these test functions, or removes it when none is left. Which
  // lines the others execute is measured again; nothing is known of it when the deadline comes
  // first.
  void DropTests(CampaignResult& result, const std::set<std::string>& names,
                 const base::Deadline& deadline) const;
  // Does the same for a file of an earlier run that nobody edited, of which only the text is known.
  // `all`: the names of its tests in pytest, in order; REQUIRES: NameTests() finds them there.
  // Returns the new text, which is empty if no test is left.
  std::string DropStanding(const std::string& file, const std::vector<std::string>& all,
                           const std::set<std::string>& names) const;

 private:
  CampaignTools tools_;
};

}  // namespace skua::campaign
