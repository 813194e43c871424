#include "oracle/verification/verification_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace skua::oracle {
namespace {

using Outcome = model::PytestResult::Outcome;

class FaultJudge {
 public:
  explicit FaultJudge(std::span<const PassRecord> passes, std::vector<bool> standing = {})
      : passes_(passes), standing_(std::move(standing)) {
    const std::size_t tests = passes.empty() ? 0 : passes.front().tests.size();
    standing_.resize(tests);
    for (std::size_t test = 0; test < tests; ++test) {
      const bool is_wrong = std::ranges::any_of(
          passes_, [&](const PassRecord& pass) { return !pass.tests[test].right; });
      if (is_wrong) faults_.drop.emplace(test, FaultOf(test));
    }
  }

  // Drops tests that make others fail, and retries the others.
  void SearchCulprits() {
    auto victims = Victims();
    // Drops one test instead of the several that fail after it.
    while (const auto culprit = CulpritOfMost(victims)) {
      faults_.drop.insert({*culprit, {DropCause::kPollutes, "", std::nullopt}});
      faults_.retry.erase(*culprit);
      victims.erase(*culprit);
      PardonVictimsOf(*culprit, victims);
    }
    // If two tests disturb each other, one of them may stay.
    while (!victims.empty()) {
      const std::size_t dropped = victims.begin()->first;
      victims.erase(dropped);
      PardonVictimsOf(dropped, victims);
    }
  }

  std::size_t CountDependent() const {
    return static_cast<std::size_t>(std::ranges::count_if(faults_.drop, [](const auto& entry) {
      return entry.second.cause == DropCause::kFailsAfter;
    }));
  }

  Faults Take() && { return std::move(faults_); }

 private:
  using Culprits = std::map<std::size_t, std::set<std::size_t>>;  // by victim

  // Returns whether the test passes in any, and whether in all, of the passes that `of` selects.
  template <typename Selection>
  std::pair<bool, bool> Right(std::size_t test, const Selection& of) const {
    bool any = false;
    bool all = true;
    for (const PassRecord& pass : passes_) {
      if (!of(pass)) continue;
      any |= pass.tests[test].right;
      all &= pass.tests[test].right;
    }
    return {any, all};
  }

  Fault FaultOf(std::size_t test) const {
    Fault fault;
    fault.cause = CauseOf(test);
    bool is_first = true;
    for (const PassRecord& pass : passes_) {
      const Sighting& seen = pass.tests[test];
      if (seen.right) continue;
      // An assertion is at fault only if nothing else in the test ever failed.
      if (is_first) fault.assertion = seen.assertion;
      if (seen.assertion != fault.assertion) fault.assertion.reset();
      const bool tells = fault.cause != DropCause::kCrashes && fault.cause != DropCause::kTimesOut;
      if ((is_first && tells) || (!tells && seen.outcome == OutcomeOf(fault.cause))) {
        fault.why =
            seen.message.empty() ? pass.name : fmt::format("{}: {}", pass.name, seen.message);
      }
      is_first = false;
    }
    return fault;
  }

  static Outcome OutcomeOf(DropCause cause) {
    return cause == DropCause::kCrashes ? Outcome::kCrashed : Outcome::kTimedOut;
  }

  DropCause CauseOf(std::size_t test) const {
    bool was_run = false;
    for (const PassRecord& pass : passes_) {
      const Sighting& seen = pass.tests[test];
      was_run |= seen.place.has_value();
      if (seen.place && seen.outcome == Outcome::kCrashed) return DropCause::kCrashes;
      if (seen.place && seen.outcome == Outcome::kTimedOut) return DropCause::kTimesOut;
    }
    if (!was_run) return DropCause::kNotRun;
    if (!Right(test, [](const PassRecord&) { return true; }).first) return DropCause::kFails;

    // A test with different outcomes within one process depends on other tests.
    const auto alone = std::ranges::find(passes_, true, &PassRecord::alone);
    const bool is_right_alone = alone == passes_.end() || alone->tests[test].right;
    bool only_with_settings = true;
    for (const PassRecord& pass : passes_) {
      const auto [any, all] =
          Right(test, [&](const PassRecord& other) { return other.run == pass.run; });
      if (any && !all) return is_right_alone ? DropCause::kFailsAfter : DropCause::kNeedsOthers;
      only_with_settings &= all != pass.project_settings;
    }
    return only_with_settings ? DropCause::kProjectSettings : DropCause::kUnstable;
  }

  // Maps each test that fails after others to its suspects: tests that ran before it exactly when
  // it failed.
  Culprits Victims() const {
    Culprits victims;
    for (const auto& [victim, fault] : faults_.drop) {
      if (fault.cause != DropCause::kFailsAfter) continue;
      std::set<std::size_t>& culprits = victims[victim];
      for (std::size_t other = 0; other < passes_.front().tests.size(); ++other) {
        if (other != victim && Explains(other, victim)) culprits.insert(other);
      }
    }
    return victims;
  }

  bool Explains(std::size_t culprit, std::size_t victim) const {
    return std::ranges::all_of(passes_, [&](const PassRecord& pass) {
      const Sighting& seen = pass.tests[victim];
      const Sighting& before = pass.tests[culprit];
      return pass.alone ||
             (seen.place && before.place && seen.right == (*before.place > *seen.place));
    });
  }

  std::optional<std::size_t> CulpritOfMost(const Culprits& victims) const {
    std::map<std::size_t, std::size_t> counts;
    for (const auto& [victim, culprits] : victims) {
      for (const std::size_t culprit : culprits) {
        counts[culprit] += standing_[victim] && !standing_[culprit] ? kFewestVictims : 1;
      }
    }
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    if (most == counts.end() || most->second < kFewestVictims) return std::nullopt;
    return most->first;
  }

  void PardonVictimsOf(std::size_t culprit, Culprits& victims) {
    for (auto victim = victims.begin(); victim != victims.end();) {
      if (!victim->second.contains(culprit)) {
        ++victim;
        continue;
      }
      faults_.drop.erase(victim->first);
      faults_.retry.insert(victim->first);
      victim = victims.erase(victim);
    }
  }

  static constexpr std::size_t kFewestVictims = 2;

  std::span<const PassRecord> passes_;
  std::vector<bool> standing_;  // by test: whether it exists in the tree
  Faults faults_;
};

}  // namespace

std::size_t CountDependent(std::span<const PassRecord> passes) {
  return FaultJudge(passes).CountDependent();
}

std::map<std::size_t, std::vector<model::PytestResult::Left>> FindLeft(
    std::span<const PassRecord> passes) {
  std::map<std::size_t, std::vector<model::PytestResult::Left>> left;
  for (const PassRecord& pass : passes) {
    for (std::size_t test = 0; test < pass.tests.size(); ++test) {
      if (!pass.tests[test].left.empty()) left.try_emplace(test, pass.tests[test].left);
    }
  }
  return left;
}

Faults FindFaults(std::span<const PassRecord> passes, bool search_culprits,
                  const std::vector<bool>& standing) {
  FaultJudge judge(passes, standing);
  if (search_culprits) judge.SearchCulprits();
  return std::move(judge).Take();
}

}  // namespace skua::oracle
