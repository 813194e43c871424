// Replays runs over recorded searches with the real plan, schedulers and reserves, and a clock that
// stands still between events: what a run would have covered with another time policy.
//
//   policy_replay CURVES.json < jobs.json > results.json
//
// Jobs: [{"policy": {"gain.half_time": 1.5, …}, "projects": ["a", …], "seconds": 8, "jobs": 1,
//         "speed": 1, "strategy": "adaptive"}, …]; durations are seconds, and `seconds` is the
// budget for each module. The modules of all projects of a job make one project, which is built
// four times: anew, with what changed between the two recorded versions, and twice as it is.
// Results: a list for each job of {"covered", "goals", "used", "searched", "beyond"} for each
// build; `beyond` is searching beyond what was recorded, where nothing is found. `speed` is that of
// the machine, relative to the one of the records.
//
// What a campaign's end takes is that of the record, in proportion to the tests; it is written, and
// what it covers counts, when there is time to observe it and to verify it once.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/json.h"
#include "campaign/pacing/reserves.h"
#include "plan/patience.h"
#include "plan/plan.h"
#include "plan/scheduler.h"
#include "support/fake_clock.h"
#include "support/policy_numbers.h"

namespace skua {
namespace {

using base::Duration;
using model::Change;
using model::GainPoint;
using model::Scaled;
using nlohmann::json;
using plan::Step;

Duration FromSeconds(double seconds) { return Scaled(std::chrono::seconds(1), seconds); }
double Seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

struct Recorded {
  Change change = Change::kNew;
  std::size_t goals = 0;
  Duration searched{};
  Duration load{};
  std::size_t kept = 0;  // tests
  Duration making{};     // minimising, observing and verifying the tests that were kept
  Duration verifying{};  // of `making`
  Duration polishing{};  // judging, plainer values, more tests: as far as there is time
  std::vector<GainPoint> curve;

  // The second search is of other code than the first one.
  bool is_other_code() const { return change == Change::kNew || change == Change::kModified; }
  std::size_t covered() const { return curve.empty() ? 0 : curve.back().covered; }
};

// One module through all builds.
struct Module {
  std::string name;
  std::vector<Recorded> recorded;  // of the first version, and of the second
};

Recorded SearchIn(const json& record, double speed) {
  const auto time = [&](const json& value) { return FromSeconds(value.get<double>() / speed); };
  Recorded search;
  const std::string change = record.at("change");
  search.change = change == "new"        ? Change::kNew
                  : change == "modified" ? Change::kModified
                  : change == "affected" ? Change::kAffected
                                         : Change::kUnchanged;
  search.goals = record.at("goals");
  search.searched = time(record.at("searched"));
  search.kept = record.at("kept");
  const json& passes = record.at("passes");
  search.load = time(passes.at(0));
  search.verifying = time(passes.at(6));
  search.making = time(passes.at(1)) + time(passes.at(2)) + search.verifying;
  search.polishing = time(passes.at(3)) + time(passes.at(4)) + time(passes.at(5));
  if (search.making == search.verifying) {  // it never came to that
    const auto kept = static_cast<double>(search.kept);
    search.verifying = Scaled(search.load, 4.5) + time(0.6 + 0.01 * kept);
    search.making = search.verifying + 2 * search.load + time(0.3 + 0.01 * kept);
    search.polishing = time(2);
  }
  for (const json& point : record.at("curve")) search.curve.push_back({time(point[0]), point[1]});
  return search;
}

// A module's searching in one build: the recorded curve, behind what earlier builds searched in the
// same code.
class Discovery {
 public:
  Discovery(const Module& module, bool second, Duration before)
      : search_(second ? module.recorded.back() : module.recorded.front()), before_(before) {
    if (search_.is_other_code() || !second) return;
    // The same code: what the second search found beyond the first is found behind its end.
    const Recorded& first = module.recorded.front();
    const std::size_t known = first.covered();
    std::vector<GainPoint> curve = first.curve;
    for (const GainPoint& point : search_.curve) {
      if (point.covered > known) curve.push_back({first.searched + point.searched, point.covered});
    }
    search_.curve = std::move(curve);
    search_.searched += first.searched;
    // Its tests were not observed again when it brought nothing.
    search_.kept = std::max(search_.kept, first.kept);
    search_.making = std::max(search_.making, first.making);
    search_.verifying = std::max(search_.verifying, first.verifying);
    search_.polishing = std::max(search_.polishing, first.polishing);
  }

  const Recorded& search() const { return search_; }
  std::size_t CoveredAfter(Duration searched) const {
    std::size_t covered = 0;
    for (const GainPoint& point : search_.curve) {
      if (point.searched > before_ + searched) break;
      covered = point.covered;
    }
    return covered;
  }
  Duration Beyond(Duration searched) const {
    return std::max(Duration{}, before_ + searched - search_.searched);
  }
  // The first moment behind `searched` at which more is covered; never: none.
  Duration NextGain(Duration searched) const {
    for (const GainPoint& point : search_.curve) {
      if (point.searched > before_ + searched) return point.searched - before_;
    }
    return Duration::max();
  }
  bool IsComplete(Duration searched) const { return CoveredAfter(searched) >= search_.goals; }

 private:
  Recorded search_;
  Duration before_;
};

// What a campaign's end takes beside its tests, as parts of loading and as a constant: two
// observers, three runs of pytest. The rest of the recorded time is that of the tests.
double PartOfEnd(const Recorded& search, std::size_t tests) {
  const double fixed = 5 * Seconds(search.load) + 0.5;
  const double each = 0.02;
  return (fixed + each * static_cast<double>(tests)) /
         (fixed + each * static_cast<double>(search.kept));
}

// What is known of a module between builds, as the state has it.
struct Known {
  model::ModuleRecord record;
  std::size_t covered = 0;  // by the suite in place
};

struct Build {
  std::size_t covered = 0, goals = 0;
  Duration used{}, searched{}, beyond{};
};

// One campaign of a build.
struct Campaign {
  Discovery discovery;
  Duration searched{}, since_gain{}, first{}, used{};
  std::vector<GainPoint> curve = {};
  std::size_t carried = 0;  // goals that its tests cover at once
  bool written = false;
  bool cut_short = false;
  bool ran = false;

  std::size_t Covered() const {
    return std::max(searched > Duration{} ? carried : 0, discovery.CoveredAfter(searched));
  }
};

class Replay {
 public:
  Replay(const model::TimePolicy& policy, plan::Strategy strategy, Duration budget, unsigned jobs)
      : policy_(policy), strategy_(strategy), budget_(budget), jobs_(jobs) {}

  Build Run(const std::vector<Module>& modules, std::map<std::string, Known>& known, int64_t run) {
    const plan::Plan plan = PlanFor(modules, known, run);
    test::FakeClock clock;
    const base::Deadline end =
        base::Deadline(clock).Within(budget_ - plan::ClosingReserve(budget_, policy_.run));
    std::vector<plan::ModuleFacts> facts;
    std::vector<Campaign> campaigns;
    std::map<std::string, const Module*> by_name;
    for (const Module& module : modules) by_name[module.name] = &module;
    for (const plan::PlannedModule& module : plan.run) {
      facts.push_back(module.facts);
      Known& before = known[module.module.name];
      const bool same = !facts.back().edited() && before.record.finished_run > 0;
      campaigns.push_back({Discovery(*by_name.at(module.module.name), run > 1,
                                     same ? before.record.searched_all : Duration{})});
      if (same) campaigns.back().carried = before.covered;
    }
    const auto scheduler = plan::MakeScheduler(
        strategy_, facts, end, jobs_,
        {.minimum = policy_.shares.minimum, .resting = RestingFacts(plan), .policy = policy_});
    Play(*scheduler, facts, campaigns, end, clock);
    return Close(modules, plan, facts, campaigns, known, run);
  }

 private:
  enum class Then : uint8_t { kPause, kEnd };
  struct Running {
    std::size_t module;
    base::TimePoint until;
    Then then;
  };

  plan::Plan PlanFor(const std::vector<Module>& modules, const std::map<std::string, Known>& known,
                     int64_t run) const {
    workspace::ChangeSet changes;
    std::vector<workspace::SourceModule> sources;
    std::vector<model::ModuleRecord> records;
    for (const Module& module : modules) {
      const Recorded& search = run > 1 ? module.recorded.back() : module.recorded.front();
      workspace::ModuleChange change;
      change.module = {module.name, module.name + ".py"};
      const auto found = known.find(module.name);
      const bool finished = found != known.end() && found->second.record.finished_run > 0;
      change.change = run == 2 ? search.change : Change::kUnchanged;
      if (!finished) change.change = Change::kNew;
      // Done only when a campaign for it has ended.
      if (finished && found->second.record.finished_run < 2 && run > 2 && search.is_other_code()) {
        change.change = Change::kModified;
      }
      change.scan.fingerprint = VersionOf(module, run);
      change.scan.predicates = static_cast<uint32_t>(search.goals / 2);
      sources.push_back({change.module, change.scan});
      if (found != known.end()) records.push_back(found->second.record);
      changes.modules.push_back(std::move(change));
    }
    plan::PlanOptions options{.environment = "", .test_file_exists = {}, .run = run};
    options.strategy = strategy_;
    options.share =
        std::max(budget_ / static_cast<int64_t>(modules.size()), policy_.shares.minimum);
    options.policy = policy_;
    return plan::MakePlan(changes, sources, records, options);
  }

  static std::string VersionOf(const Module& module, int64_t run) {
    return run > 1 && module.recorded.back().is_other_code() ? "second" : "first";
  }

  void Play(plan::Scheduler& scheduler, const std::vector<plan::ModuleFacts>& facts,
            std::vector<Campaign>& campaigns, const base::Deadline& end, test::FakeClock& clock) {
    std::vector<Running> running;
    const auto dispatch = [&] {
      while (running.size() < jobs_) {
        const Step step = scheduler.Next();
        if (step.kind == Step::Kind::kWait || step.kind == Step::Kind::kDone) return;
        running.push_back(
            Take(step, facts[step.module], campaigns[step.module], scheduler, clock, end));
      }
    };
    dispatch();
    while (!running.empty()) {
      const auto next = std::ranges::min_element(running, {}, &Running::until);
      const Running done = *next;
      running.erase(next);
      clock.Advance(done.until - clock.Now());
      Campaign& campaign = campaigns[done.module];
      if (done.then == Then::kPause) {
        scheduler.Paused(done.module,
                         {campaign.discovery.search().goals, campaign.Covered(), campaign.searched,
                          campaign.since_gain, campaign.curve, ReserveOf(campaign)});
      } else {
        scheduler.Ended(done.module, campaign.used, campaign.Covered());
      }
      dispatch();
    }
  }

  std::size_t TestsOf(const Campaign& campaign) const {
    const Recorded& search = campaign.discovery.search();
    const std::size_t most = std::max<std::size_t>(search.covered(), 1);
    return search.kept * std::min(campaign.Covered(), most) / most;
  }

  // As campaign::SearchPacer has it.
  Duration ReserveOf(const Campaign& campaign) const {
    const Duration load = campaign.discovery.search().load;
    return campaign::Reserves::AfterSearchOf(
        load + campaign.searched,
        load + Scaled(campaign.first, policy_.reserves.least_first_slices),
        campaign::LoadTime(load),
        /*judges_mutants=*/true, {TestsOf(campaign)}, policy_.reserves);
  }

  // Searches until the slice is over, all is covered or `patience` has run out.
  Duration Search(Campaign& campaign, Duration slice, const model::Patience* patience) const {
    Duration passed{};
    const Discovery& discovery = campaign.discovery;
    while (passed < slice && !discovery.IsComplete(campaign.searched)) {
      Duration step = slice - passed;
      const Duration gain = discovery.NextGain(campaign.searched);
      if (gain != Duration::max()) step = std::min(step, gain - campaign.searched);
      if (patience != nullptr) {
        const std::size_t open =
            discovery.search().goals - std::min(campaign.Covered(), discovery.search().goals);
        // It grows while nothing is found, but more slowly.
        const Duration left = patience->After(campaign.searched, open) - campaign.since_gain;
        if (left <= Duration{}) break;
        step = std::min(step, std::max(left, policy_.patience.asked_after_least));
      }
      const std::size_t before = campaign.Covered();
      passed += step;
      campaign.searched += step;
      campaign.since_gain += step;
      if (campaign.Covered() > before) {
        campaign.since_gain = {};
        campaign.curve.push_back({campaign.searched, campaign.Covered()});
      }
    }
    return passed;
  }

  // Makes and writes the suite within `slice`, or until `last` rather than not at all.
  Duration End(Campaign& campaign, Duration slice, Duration last) const {
    const Recorded& search = campaign.discovery.search();
    if (campaign.Covered() == 0) return {};
    if (campaign.carried > 0 && campaign.Covered() <= campaign.carried) {
      campaign.written = true;  // the suite in place runs once, and stays
      return search.verifying / policy_.reserves.verifications;
    }
    const double part = PartOfEnd(search, TestsOf(campaign));
    const Duration making = Scaled(search.making, part);
    const Duration needed =
        making - Scaled(search.verifying, part * (1 - 1.0 / policy_.reserves.verifications));
    campaign.written = needed <= std::max(slice, last);
    campaign.cut_short = !campaign.written;
    if (!campaign.written) return std::max(slice, last);
    const Duration all = making + Scaled(search.polishing, part);
    return std::min(all, std::max(slice, std::min(making, std::max(slice, last))));
  }

  // `used` so far and the end that was planned, and a part of that beyond it, but for the run's
  // end.
  Duration LastFor(const Campaign& campaign, Duration slice, const base::Deadline& latest,
                   base::TimePoint from) const {
    const Duration had = campaign.used + slice;
    return std::min(slice + Scaled(had, policy_.reserves.overrun),
                    std::max(Duration{}, latest.end() - from));
  }

  Running Take(const Step& step, const plan::ModuleFacts& facts, Campaign& campaign,
               plan::Scheduler& scheduler, test::FakeClock& clock,
               const base::Deadline& end) const {
    const Recorded& search = campaign.discovery.search();
    Duration takes{};
    if (step.kind == Step::Kind::kStart) {
      campaign.ran = true;
      takes = search.load;
    }
    const auto run_until = [&](Then then) {
      campaign.used += takes;
      return Running{step.module, clock.Now() + takes, then};
    };
    const auto end_with = [&](Duration slice) {
      campaign.used += takes;
      const base::TimePoint from = clock.Now() + takes;
      const Duration ending = End(campaign, slice, LastFor(campaign, slice, step.latest, from));
      campaign.used += ending;
      return Running{step.module, from + ending, Then::kEnd};
    };
    if (step.kind == Step::Kind::kFinish) return end_with(step.slice);
    if (step.whole) {
      const Duration share =
          std::max(step.slice, std::min(policy_.campaign.loads_in_share * search.load,
                                        search.load + step.latest.Remaining()));
      const campaign::Reserves reserves(share, campaign::LoadTime(search.load), true,
                                        policy_.reserves);
      const Duration searching = std::max(
          Duration{}, share - search.load -
                          reserves.AfterSearch(
                              {campaign::Reserves::TestsExpected(search.goals, policy_.reserves)}));
      const bool patient = facts.covered > 0 && plan::KnowsHistory(strategy_);
      const model::Patience patience =
          plan::PatienceWith(facts, policy_.shares.minimum, policy_.patience);
      takes += Search(campaign, searching, patient ? &patience : nullptr);
      return end_with(std::max(Duration{}, share - takes));
    }
    if (step.kind == Step::Kind::kStart) campaign.first = step.slice;
    takes += Search(campaign, step.slice, nullptr);
    if (!campaign.discovery.IsComplete(campaign.searched) && clock.Now() + takes < end.end()) {
      return run_until(Then::kPause);
    }
    return end_with(scheduler.ShareOfEnd(step.module, ReserveOf(campaign)));
  }

  // What the state would know then.
  Build Close(const std::vector<Module>& modules, const plan::Plan& plan,
              const std::vector<plan::ModuleFacts>& facts, const std::vector<Campaign>& campaigns,
              std::map<std::string, Known>& known, int64_t run) const {
    Build build;
    for (std::size_t i = 0; i < plan.run.size(); ++i) {
      const Campaign& campaign = campaigns[i];
      Known& after = known[plan.run[i].module.name];
      model::ModuleRecord& record = after.record;
      record.module = plan.run[i].module;
      if (!campaign.ran) {
        ++record.passed_over;
        continue;
      }
      record.tried_run = run;
      record.passed_over = 0;
      build.used += campaign.used;
      build.searched += campaign.searched;
      build.beyond += std::min(campaign.searched, campaign.discovery.Beyond(campaign.searched));
      const bool same_code = record.finished_run > 0 && !facts[i].edited();
      if (!campaign.written && campaign.cut_short) {
        ++record.cut_short;
        if (facts[i].edited()) after.covered = 0;
        continue;
      }
      const std::size_t covered = campaign.written ? campaign.Covered() : 0;
      const std::size_t before = same_code ? after.covered : 0;
      record.fruitless = same_code && covered <= before ? record.fruitless + 1 : 0;
      after.covered = std::max(before, covered);
      record.cut_short = 0;
      record.finished_run = run;
      record.finished_fingerprint = plan.run[i].fingerprint;
      record.goals = campaign.discovery.search().goals;
      record.covered = after.covered;
      record.used = campaign.used;
      record.searched = campaign.searched;
      record.searched_all = campaign.searched + (same_code ? record.searched_all : Duration{});
      std::size_t early = before;
      for (const GainPoint& point : campaign.curve) {
        if (point.searched <= campaign.searched / 2) early = std::max(early, point.covered);
      }
      record.late_gain = after.covered - std::min(after.covered, early);
      record.file = "test.py";
    }
    for (const Module& module : modules) {
      const Recorded& search = run > 1 ? module.recorded.back() : module.recorded.front();
      build.goals += search.goals;
      const auto found = known.find(module.name);
      if (found == known.end()) continue;
      // Tests of the version before are outdated where it changed.
      const bool current = found->second.record.finished_fingerprint == VersionOf(module, run);
      if (current) build.covered += std::min(found->second.covered, search.goals);
    }
    return build;
  }

  const model::TimePolicy policy_;
  const plan::Strategy strategy_;
  const Duration budget_;
  const unsigned jobs_;
};

std::vector<Module> ModulesOf(const json& curves, const json& projects, double speed) {
  std::vector<Module> modules;
  for (const std::string project : projects) {
    const json& runs = curves.at(project).at("runs");
    for (const auto& [name, record] : runs.at(0).items()) {
      if (!runs.at(1).contains(name)) continue;
      Module module{project + ":" + name, {}};
      module.recorded.push_back(SearchIn(record, speed));
      module.recorded.push_back(SearchIn(runs.at(1).at(name), speed));
      modules.push_back(std::move(module));
    }
  }
  return modules;
}

model::TimePolicy PolicyOf(const json& numbers) {
  model::TimePolicy policy;
  std::size_t taken = 0;
  test::VisitNumbers(policy, [&](std::string_view name, test::PolicyNumber number) {
    const auto found = numbers.find(name);
    if (found == numbers.end()) return;
    ++taken;
    if (auto** duration = std::get_if<Duration*>(&number)) **duration = FromSeconds(*found);
    if (auto** part = std::get_if<double*>(&number)) **part = *found;
    if (auto** count = std::get_if<unsigned*>(&number)) **count = *found;
  });
  if (taken != numbers.size())
    throw std::runtime_error("a number that no policy has: " + numbers.dump());
  return policy;
}

json NumbersOf(model::TimePolicy policy) {
  json numbers = json::object();
  test::VisitNumbers(policy, [&](std::string_view name, test::PolicyNumber number) {
    json& value = numbers[std::string(name)];
    if (auto** duration = std::get_if<Duration*>(&number)) value = {"seconds", Seconds(**duration)};
    if (auto** part = std::get_if<double*>(&number)) value = {"part", **part};
    if (auto** count = std::get_if<unsigned*>(&number)) value = {"count", **count};
  });
  return numbers;
}

json Played(const json& curves, const json& job) {
  const std::vector<Module> modules =
      ModulesOf(curves, job.at("projects"), job.value("speed", 1.0));
  const Duration budget = FromSeconds(job.at("seconds").get<double>() *
                                      static_cast<double>(modules.size()) / job.value("jobs", 1u));
  Replay replay(PolicyOf(job.value("policy", json::object())),
                plan::StrategyNamed(job.value("strategy", "adaptive")), budget,
                job.value("jobs", 1u));
  std::map<std::string, Known> known;
  json builds = json::array();
  for (int64_t run = 1; run <= 4; ++run) {
    const Build build = replay.Run(modules, known, run);
    builds.push_back({{"covered", build.covered},
                      {"goals", build.goals},
                      {"used", Seconds(build.used)},
                      {"searched", Seconds(build.searched)},
                      {"beyond", Seconds(build.beyond)}});
  }
  return builds;
}

}  // namespace
}  // namespace skua

int main(int count, char** arguments) {
  using nlohmann::json;
  try {
    if (count != 2) throw std::runtime_error("usage: policy_replay CURVES.json | --numbers");
    if (std::string(arguments[1]) == "--numbers") {
      std::cout << skua::NumbersOf({}) << "\n";
      return 0;
    }
    std::ifstream file(arguments[1]);
    const json curves = json::parse(file);
    json results = json::array();
    for (const json& job : json::parse(std::cin)) results.push_back(skua::Played(curves, job));
    std::cout << results << "\n";
  } catch (const std::exception& error) {
    std::cerr << "policy_replay: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
