// One module, from load to written file, inside its share of the budget: search, minimise, observe,
// assert, verify, write. Knows workers only through the seams of model/.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/behaviour_change.h"
#include "campaign/existing_tests.h"
#include "campaign/pacing.h"
#include "campaign/patience.h"
#include "campaign/progress.h"
#include "campaign/suite_maker.h"
#include "campaign/test_files.h"
#include "model/outcome.h"
#include "model/subject_loader.h"
#include "render/test_module.h"
#include "search/search.h"

namespace skua::campaign {

struct CampaignTask {
  model::ModuleId module;
  model::Change change = model::Change::kNew;
  std::string change_why;
  std::string fingerprint;
  std::optional<double> coverage_before;
  // What the suite in place covers, when it was made for this very version of the module.
  std::vector<bool> covered_before;
  std::vector<std::string> seed_files;  // hand-written tests of it, project-relative
  std::string archived_suite;  // JSON of the last suite; its tests are seeds. Empty: there is none.
  std::string archived_fingerprint = {};  // of the module that it was made for
  std::size_t killed_before = 0;          // mutants, by it
  std::vector<bool> found_before = {};    // beside covered_before; see ModuleOutcome::found
  bool was_cut_short = false;             // time did not suffice to make it as good as it could be
  // JSON of the last suites of modules that this one imports: objects that they make are a pool.
  std::vector<std::string> pool_suites = {};
  ExistingTests existing_tests = {};
  // Set when there are tests for the module, and all that is hoped for is more: its search ends as
  // soon as that seems in vain.
  std::optional<Patience> patience = {};
  // Of a campaign that may be suspended; null: it goes on until its deadline.
  Pacing* pacing = nullptr;
};

struct CampaignOptions {
  search::SearchOptions search;
  OracleOptions oracle;
  uint64_t seed = 0;
  render::RenderOptions render;
  OnBehaviourChange on_behaviour_change = OnBehaviourChange::kReport;
};

struct CampaignResult {
  model::ModuleOutcome outcome;
  model::Subject subject;  // what outcome.suite refers to; empty when there is no suite
};

// What all campaigns share, also in other threads.
struct CampaignTools {
  model::SubjectLoader& loader;
  model::PytestRunner& pytest;
  const TestFiles& files;
  const CampaignOptions& options;
  Progress& progress;
  const base::Log& log;
};

class Campaign {
 public:
  // Borrows what the tools refer to.
  explicit Campaign(const CampaignTools& tools) : tools_(tools) {}

  // Plans for `deadline`. When observing and verifying take longer than thought, they may go on
  // until `latest`, rather than lose what was found; by then it ends but for what it takes to kill
  // a process. With a pacing in the task, both bound loading alone: what follows has the time that
  // the pacing says. What goes wrong with the module, or with a worker, is in the outcome.
  CampaignResult Run(const CampaignTask& task, const base::Deadline& deadline,
                     const base::Deadline& latest) const;

  // Writes the file again without these test functions; removes it when none is left.
  void DropTests(CampaignResult& result, const std::set<std::string>& names) const;

 private:
  CampaignTools tools_;
};

}  // namespace skua::campaign
