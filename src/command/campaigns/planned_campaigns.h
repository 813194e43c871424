// Runs the campaigns of a plan, and records each as it ends.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/campaign.h"
#include "command/survey/survey.h"
#include "config/config.h"
#include "model/outcome.h"
#include "model/subject.h"
#include "plan/plan.h"
#include "report/console/console.h"

namespace skua::command {

// Results of earlier tests, run before the first campaign, by module.
struct BehaviourBefore {
  std::map<std::string, std::vector<model::BehaviourChange>> open;
  std::map<std::string, campaign::SettledChanges> settled;
};

// Returns the indices in `modules` of those that a second campaign may help, by their outcomes:
// first those for which time did not suffice to write all tests, then, with a pool, new ones with
// open goals that began before the tests of their imports were written.
std::vector<std::size_t> WorthAnother(const std::vector<plan::PlannedModule>& modules,
                                      const std::vector<model::ModuleOutcome>& outcomes,
                                      const std::vector<model::Slice>& timeline,
                                      bool lends_objects);

class PlannedCampaigns {
 public:
  struct Tools {
    const config::Config& config;
    const Survey& survey;
    const campaign::Campaign& campaign;
    campaign::Progress& progress;
    const BehaviourBefore& before;
    const campaign::RunStamp& stamp;  // of the run
    base::TimePoint start;            // of the run
    const base::Deadline& deadline;   // of the run
    report::Console& console;
    const base::Log& log;
  };

  // Borrows all arguments. `outcome` gets the timeline; `subjects` gets the subjects that may have
  // a suite, by module.
  PlannedCampaigns(const Tools& tools, model::RunOutcome& outcome,
                   std::map<std::string, model::Subject>& subjects)
      : tools_(tools), outcome_(outcome), subjects_(subjects) {}

  // Returns the outcomes in the order of the plan. All campaigns end by `end`.
  std::vector<model::ModuleOutcome> Run(const plan::Plan& plan, const base::Deadline& end);

  // Gives the time left until `end` to modules that are WorthAnother(). `done` has the outcomes of
  // Run(), and gets those of second campaigns that wrote something.
  void RunAgain(const plan::Plan& plan, const base::Deadline& end,
                std::vector<model::ModuleOutcome>& done);

 private:
  campaign::CampaignTask TaskOf(const plan::PlannedModule& module) const;
  void Record(const model::ModuleOutcome& outcome) const;
  void RecordUnstarted(const std::vector<model::ModuleOutcome>& outcomes) const;

  const Tools tools_;
  model::RunOutcome& outcome_;
  std::map<std::string, model::Subject>& subjects_;
};

}  // namespace skua::command
