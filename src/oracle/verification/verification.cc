#include "oracle/verification/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/bisect.h"
#include "model/options/time_policy.h"
#include "oracle/verification/verification_faults.h"
#include "oracle/verification/verification_runs.h"
#include "oracle/verification/verification_sightings.h"

namespace skua::oracle {
namespace {

using model::PytestPass;
using model::PytestRequest;
using model::PytestResult;
using Order = PytestPass::Order;
using Outcome = PytestResult::Outcome;

// Most changed names in the reason for dropping a test.
constexpr std::size_t kMostNamed = 3;

// Rounds in which a test may lose only an assertion, or stay because another test may be to blame,
// if there is time to run all once more.
constexpr unsigned kLenientRounds = 2;

class Verification {
 public:
  Verification(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
               const base::Deadline& deadline, const VerificationOptions& options)
      : write_(write), pytest_(pytest), deadline_(deadline), options_(options) {
    verified_.suite = std::move(suite);
  }

  VerifiedSuite Run() && {
    for (unsigned round = 0; round < options_.rounds && !verified_.suite.empty(); ++round) {
      const base::TimePoint begin = deadline_.clock().Now();
      WrittenSuite written = write_(verified_.suite);
      if (!RunAll(written)) {
        if (!deadline_.Expired()) {
          if (is_collected_ || !DropBreaking(written)) return GiveUp(reason_);
          --round;  // does not count; the suite became smaller, so the loop ends
          continue;
        }
        return ProvenOrNothing();
      }
      // A second chance costs at least the first run again.
      const bool has_time = ended_early_ || HasTimeToRepeat(begin);
      const bool is_lenient = round < kLenientRounds;
      if (is_lenient && has_time && HasManyDependent()) RunInManyOrders(written);
      Faults faults = FindFaults(passes_, is_lenient, Standing());
      DropUnreached(faults);
      const bool restores = RestoreOrDrop(faults, has_time);
      if (!has_time) DropWhatWouldBeTriedAgain(faults);
      if (faults.drop.empty() && !restores && !ended_early_) {
        return Finish(std::move(written));
      }
      Drop(written, faults, is_lenient && has_time);
      if (std::exchange(ended_early_, false)) {
        may_end_early_ = false;
        --round;  // does not count; happens once at most
      }
    }
    return GiveUp(WhyNothingIsLeft());
  }

 private:
  static model::Reason OutOfTime() {
    return {model::ReasonCode::kNoBudgetLeft, "no time was left to verify the tests"};
  }

  model::Reason WhyNothingIsLeft() const {
    if (deadline_.Expired() || verified_.in_part) return OutOfTime();
    return {model::ReasonCode::kNothingStable,
            verified_.dropped.empty() ? "there was no test" : Describe(verified_.dropped.back())};
  }

  bool HasTimeToRepeat(base::TimePoint begin) const {
    return deadline_.Remaining() > (was_complete_ ? first_run_ : deadline_.clock().Now() - begin);
  }

  // Returns whether the results of some tests depend on the order.
  bool HasManyDependent() const {
    const std::size_t enough = std::ranges::count(Standing(), true) > 0 ? 1 : 2;
    return CountDependent(passes_) >= enough;
  }

  VerifiedSuite Finish(WrittenSuite written) {
    verified_.files = std::move(written.files);
    verified_.tests.clear();
    for (const auto& result : results_) verified_.tests.push_back(*result);
    return std::move(verified_);
  }

  VerifiedSuite ProvenOrNothing() { return KeepProven() ? std::move(verified_) : GiveUp(reason_); }

  VerifiedSuite GiveUp(model::Reason reason) {
    verified_.suite.clear();
    verified_.in_part = false;
    verified_.files.clear();
    verified_.tests.clear();
    verified_.lines.clear();
    verified_.reason = std::move(reason);
    return std::move(verified_);
  }

  // Keeps the tests that passed every run beside the dropped ones, if there is no time to rerun the
  // smaller suite. Returns false if no test is left.
  bool KeepProven() {
    model::Suite kept;
    std::vector<PytestResult::Test> results;
    for (std::size_t i = 0; i < proven_.size(); ++i) {
      if (!proven_[i]) continue;
      kept.push_back(std::move(verified_.suite[i]));
      results.push_back(std::move(*proven_[i]));
    }
    if (kept.empty()) return false;
    if (kept.size() < proven_.size()) verified_.in_part = true;
    verified_.suite = std::move(kept);
    WrittenSuite written = write_(verified_.suite);
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i].file = written.tests[i].file;
      results[i].name = written.tests[i].name;
      results[i].line = written.tests[i].line;
    }
    verified_.tests = std::move(results);
    verified_.files = std::move(written.files);
    return true;
  }

  // Returns for each test whether it exists in a file already.
  std::vector<bool> Standing() const {
    std::vector<bool> standing;
    for (const auto& test : verified_.suite) standing.push_back(!test.name.empty());
    return standing;
  }

  // Makes all runs, up to one in which a test ended the process; a suite that was proven before is
  // run once, because its text is new. Returns false if pytest did not run to its end; reason_ then
  // says why.
  bool RunAll(const WrittenSuite& written) {
    passes_.clear();
    left_out_.clear();
    unreached_.clear();
    ahead_.reset();
    is_complete_ = false;
    const bool is_proven = IsProven();
    if (!is_proven) verified_.lines.clear();
    std::vector<PytestRequest> runs = AllRuns(options_, verified_.suite);
    if (is_proven) {
      runs.resize(1);
      runs[0].passes = {{Order::kAsWritten}};
    }
    for (std::size_t run = 0; run < runs.size(); ++run) {
      if (deadline_.Expired() && !ahead_) {
        if (HasEnoughOrders(run)) return AcceptFewerOrders();
        reason_ = OutOfTime();
        return false;
      }
      Prepare(runs[run], run, written, is_proven);
      const PytestResult result = run == 0 ? RunFirst(written, runs) : RunNext(runs[run]);
      if (!result.completed && deadline_.Expired()) {
        if (HasEnoughOrders(run)) return AcceptFewerOrders();
        if (!SufficesInPart(runs, run, result)) {
          reason_ = OutOfTime();
          return false;
        }
        runs[run].passes.resize(result.completed_passes);
        Record(written, runs[run], run, result);
        verified_.has_fewer_orders = true;
        break;
      }
      is_collected_ = run > 0 || IsCollected(result);
      if (!result.completed || !is_collected_) {
        reason_ = {model::ReasonCode::kNothingStable, WhyNotCollected(result)};
        return false;
      }
      if (result.completed_passes < runs[run].passes.size()) {
        runs[run].passes.resize(result.completed_passes);
        ended_early_ = true;
      }
      Record(written, runs[run], run, result);
      if (ended_early_ || std::ranges::any_of(result.tests, IsLost)) return true;
      if (run > 0) continue;
      has_randomly_ = result.has_randomly;
      if (!has_randomly_) MergeLastTwo(runs);
    }
    is_complete_ = was_complete_ = true;
    return true;
  }

  // Returns whether all tests passed every run beside tests that were dropped.
  bool IsProven() const {
    return !proven_.empty() &&
           std::ranges::all_of(proven_, [](const auto& result) { return result.has_value(); });
  }

  // Returns whether the runs before this one suffice where time is over.
  bool HasEnoughOrders(std::size_t run) const { return run > 1 || (run > 0 && was_complete_); }

  void Prepare(PytestRequest& request, std::size_t run, const WrittenSuite& written,
               bool is_proven) {
    request.files.insert(written.files.begin(), written.files.end());
    request.left_out = NodesOf(written, &Verification::IsLeftOut);
    // A coverage plug-in of the project may have prevented measuring in the first run.
    if (run == 1 && verified_.lines.empty()) request.measured = options_.measured;
    if (run > 0) return;
    request.seen_alone = NodesOf(written, &Verification::IsSeenAlone);
    if (is_proven) return;
    request.time_for_all = TimeForAll();
    if (may_end_early_) request.ends_early_within = TimeToEndEarly();
  }

  // Makes the first run, and on a free second core the second run at the same time. The result of
  // the second is used unless the first shows tests that change state or must be left out.
  PytestResult RunFirst(const WrittenSuite& written, const std::vector<PytestRequest>& runs) {
    const base::TimePoint begin = deadline_.clock().Now();
    const bool is_only = runs.size() == 1 || options_.team == nullptr || options_.team->size() == 1;
    PytestResult first = is_only ? pytest_.Run(runs[0], deadline_) : RunTwo(written, runs);
    first_run_ = deadline_.clock().Now() - begin;
    return first;
  }

  PytestResult RunTwo(const WrittenSuite& written, const std::vector<PytestRequest>& runs) {
    std::vector<PytestRequest> expected = runs;
    if (!has_randomly_) MergeLastTwo(expected);
    ahead_.emplace(RunAhead{std::move(expected[1]), {}});
    ahead_->request.files.insert(written.files.begin(), written.files.end());
    PytestResult first;
    options_.team->Do(2, [&](std::size_t part, std::size_t) {
      if (part == 0) first = pytest_.Run(runs[0], deadline_);
      if (part == 1) ahead_->result = pytest_.Run(ahead_->request, deadline_);
    });
    return first;
  }

  PytestResult RunNext(const PytestRequest& request) {
    const std::optional<RunAhead> ahead = std::exchange(ahead_, std::nullopt);
    const bool is_whole = ahead && (ahead->result.completed || deadline_.Expired());
    if (!is_whole || !CoversRun(ahead->request, request)) return pytest_.Run(request, deadline_);
    return FirstPasses(ahead->result, request.passes.size());
  }

  // Accepts the runs so far when the time ends. Two runs suffice: tests ran alone, as written,
  // reversed, and shuffled with another hash seed. In a later round one run suffices: it had the
  // new texts, and an earlier round made all runs.
  bool AcceptFewerOrders() {
    verified_.has_fewer_orders = is_complete_ = true;
    return true;
  }

  // Returns the time within which a round may end early and begin again: all runs take up to twice
  // as long as the first pass, in which each test runs alone.
  base::Duration TimeToEndEarly() const {
    return deadline_.unlimited() ? base::Duration::max() : deadline_.Remaining() / 3;
  }

  // Limits the first run, which must leave time for the others, so that some tests can be kept.
  base::Duration TimeForAll() const {
    constexpr model::TimePolicy::Verifying kTime;
    if (deadline_.unlimited()) return base::Duration::zero();
    const base::Duration left = deadline_.Remaining();
    const base::Duration others =
        std::max(model::Scaled(left, kTime.after_alone), kTime.after_alone_least);
    return left - std::min(others, left / 2);
  }

  // Returns whether the last run suffices although the time ended in it: at least one of its orders
  // was run, so tests ran as written, reversed, alone, and shuffled with another hash seed.
  static bool SufficesInPart(const std::vector<PytestRequest>& runs, std::size_t run,
                             const PytestResult& result) {
    return run > 0 && run + 1 == runs.size() && result.completed_passes > 0;
  }

  // Finds, by bisection, tests that keep pytest from collecting their file, since they do not
  // compile or import a missing name, and drops them. Returns false if there are none, or if time
  // does not suffice.
  bool DropBreaking(const WrittenSuite& written) {
    PytestRequest nothing;
    nothing.files = options_.other_files;
    nothing.files["test_nothing.py"] = "def test_nothing():\n    pass\n";
    if (!IsCollected(pytest_.Run(nothing, deadline_))) return false;  // no test is to blame
    const std::vector<std::size_t> breaking =
        base::FindBreaking(verified_.suite.size(), [this](const std::vector<std::size_t>& tests) {
          return deadline_.Expired() || CanBeCollected(tests);
        });
    if (breaking.empty() || deadline_.Expired()) return false;
    model::Suite kept;
    for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
      if (std::ranges::binary_search(breaking, i)) {
        verified_.dropped.push_back(
            {written.tests[i].name, DropCause::kNotRun, why_broken_, false});
      } else {
        kept.push_back(std::move(verified_.suite[i]));
      }
    }
    verified_.suite = std::move(kept);
    proven_.clear();
    seen_alone_.clear();
    return true;
  }

  bool CanBeCollected(const std::vector<std::size_t>& tests) {
    model::Suite suite;
    for (const std::size_t test : tests) suite.push_back(verified_.suite[test]);
    PytestRequest run;
    run.files = options_.other_files;
    run.hash_seed = options_.hash_seeds[0];
    run.files.merge(write_(suite).files);
    const PytestResult result = pytest_.Run(run, deadline_);
    if (IsCollected(result)) return true;
    why_broken_ = WhyNotCollected(result);
    return false;
  }

  // Makes a run of many orders to find the tests that made others fail. Skipped if there is no
  // time.
  void RunInManyOrders(const WrittenSuite& written) {
    if (deadline_.Expired()) return;
    PytestRequest run = RunOfManyOrders(options_);
    run.files.insert(written.files.begin(), written.files.end());
    run.left_out = NodesOf(written, &Verification::IsLeftOut);
    const PytestResult result = pytest_.Run(run, deadline_);
    if (result.completed) Record(written, run, options_.hash_seeds.size(), result);
  }

  // Makes each test that leaves state changed restore it, if a plain statement can, it did not try
  // before, and there is time to rerun it; drops the others. Returns whether a test has a new text.
  bool RestoreOrDrop(Faults& faults, bool has_time) {
    const auto left = FindLeft(passes_);
    bool restores = false;
    for (const auto& [test, things] : left) {
      if (faults.drop.contains(test) || verified_.suite[test].is_open_change) continue;
      if (has_time && Restore(verified_.suite[test], things)) {
        faults.retry.insert(test);
        restores = true;
      } else {
        verified_.in_part |= !has_time;
        faults.drop.insert({test, {DropCause::kLeavesState, NamesOf(things), std::nullopt}});
      }
    }
    return restores;
  }

  // Makes the test restore the state that it changed. Returns false if it cannot, or did already. A
  // test that exists in a file gets a new text.
  static bool Restore(model::GeneratedTest& test, const std::vector<PytestResult::Left>& things) {
    if (test.test.statements.empty()) return false;  // only the text of the test is known
    std::vector<model::RestoredState> restored = test.restored;
    for (const PytestResult::Left& thing : things) {
      if (!thing.restoring) return false;
      restored.push_back(*thing.restoring);
    }
    std::ranges::sort(restored);
    const auto repeated = std::ranges::unique(restored);
    restored.erase(repeated.begin(), repeated.end());
    if (restored.size() == test.restored.size() || restored.size() > model::kMostRestored)
      return false;
    test.restored = std::move(restored);
    test.name.clear();
    return true;
  }

  void DropWhatWouldBeTriedAgain(Faults& faults) {
    for (const std::size_t test : std::exchange(faults.retry, {})) {
      faults.drop.insert({test, {DropCause::kFailsAfter, "", std::nullopt}});
      verified_.in_part = true;
    }
  }

  static std::string NamesOf(const std::vector<PytestResult::Left>& things) {
    std::string names;
    for (std::size_t i = 0; i < std::min(things.size(), kMostNamed); ++i) {
      names += (i == 0 ? "" : ", ") + things[i].what;
    }
    return names + (things.size() > kMostNamed ? ", …" : "");
  }

  void NoteAlone(std::size_t test, const PytestRequest& request, Sighting& seen) {
    if (IsSeenAlone(test)) {
      seen.right = true;
    } else if (!seen.place && request.time_for_all > base::Duration::zero()) {
      unreached_.insert(test);
    }
  }

  void Record(const WrittenSuite& written, const PytestRequest& request, std::size_t run,
              const PytestResult& result) {
    if (run == 0) results_.assign(written.tests.size(), std::nullopt);
    if (!result.lines.empty()) verified_.lines = result.lines;
    for (std::size_t number = 0; number < request.passes.size(); ++number) {
      PassRecord pass;
      pass.run = run;
      pass.project_settings = request.project_settings;
      pass.alone = request.passes[number].order == Order::kAlone;
      pass.name = NameOf(request.passes[number], request.project_settings);
      for (std::size_t i = 0; i < written.tests.size(); ++i) {
        pass.tests.push_back(Look(written.tests[i], verified_.suite[i], number, result));
        Sighting& seen = pass.tests.back();
        if (!seen.left.empty()) left_out_.insert(i);
        if (pass.alone) NoteAlone(i, request, seen);
        if (!seen.place && left_out_.contains(i)) seen.right = true;
        // A test that left state changed when alone has no later results.
        if (run == 0 && request.passes[number].order != Order::kReversed && seen.place) {
          results_[i] = result.tests[*seen.place];
        }
      }
      passes_.push_back(std::move(pass));
    }
  }

  bool IsLeftOut(std::size_t test) const {
    return left_out_.contains(test) || unreached_.contains(test);
  }

  bool IsSeenAlone(std::size_t test) const {
    return test < seen_alone_.size() && seen_alone_[test];
  }

  // Returns the names of these tests, as in PytestRequest::left_out.
  std::vector<std::string> NodesOf(const WrittenSuite& written,
                                   bool (Verification::*is_one)(std::size_t) const) const {
    std::vector<std::string> nodes;
    for (std::size_t test = 0; test < written.tests.size(); ++test) {
      if (!(this->*is_one)(test)) continue;
      const WrittenSuite::Test& it = written.tests[test];
      nodes.push_back(fmt::format("{}::{}", it.file.substr(it.file.rfind('/') + 1), it.name));
    }
    return nodes;
  }

  void DropUnreached(Faults& faults) {
    for (const std::size_t test : unreached_) {
      faults.retry.erase(test);
      faults.drop.insert_or_assign(test, Fault{DropCause::kNotReached, "", std::nullopt});
      verified_.in_part = true;
    }
  }

  void Drop(const WrittenSuite& written, const Faults& faults, bool is_lenient) {
    model::Suite kept;
    proven_.clear();
    const std::vector<bool> was_right = RightAlone();
    seen_alone_.clear();
    for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
      model::GeneratedTest& test = verified_.suite[i];
      const auto fault = faults.drop.find(i);
      if (fault == faults.drop.end()) {
        kept.push_back(std::move(test));
        // A test that failed after a dropped one is not yet proven.
        const bool is_retried = faults.retry.contains(i);
        proven_.push_back(is_complete_ && !is_retried ? std::move(results_[i]) : std::nullopt);
        seen_alone_.push_back(was_right[i] && !is_retried);
        continue;
      }
      // A test that loses an assertion is kept only if it still asserts something.
      const auto& [cause, why, assertion] = fault->second;
      const bool assertion_only = is_lenient && assertion && test.assertions.size() > 1;
      verified_.dropped.push_back({written.tests[i].name, cause, why, assertion_only});
      if (!assertion_only) continue;
      test.assertions.erase(test.assertions.begin() + static_cast<std::ptrdiff_t>(*assertion));
      kept.push_back(std::move(test));
      proven_.emplace_back();
      seen_alone_.push_back(false);
    }
    verified_.suite = std::move(kept);
  }

  // Returns for each test whether it passed when run alone and left no state changed.
  std::vector<bool> RightAlone() const {
    std::vector<bool> right(verified_.suite.size(), false);
    const auto alone = std::ranges::find(passes_, true, &PassRecord::alone);
    if (alone == passes_.end()) return right;
    for (std::size_t i = 0; i < right.size(); ++i) {
      const Sighting& seen = alone->tests[i];
      right[i] = seen.right && seen.left.empty();
    }
    return right;
  }

  const Writer& write_;
  model::PytestRunner& pytest_;
  const base::Deadline& deadline_;
  const VerificationOptions& options_;
  VerifiedSuite verified_;
  // Results of the last round: each pass, whether all runs were made, and each test in the written
  // order.
  std::vector<PassRecord> passes_;
  // Tests that later passes omit: they left state changed in the pass `alone`, or its time ended
  // before them.
  std::set<std::size_t> left_out_, unreached_;
  bool is_complete_ = false;
  bool was_complete_ = false;  // in any round
  base::Duration first_run_{};
  // Whether a round may end, and did end, after its first pass so that tests can restore state.
  // Once at most.
  bool may_end_early_ = true;
  bool ended_early_ = false;
  std::vector<std::optional<PytestResult::Test>> results_;
  // The second run, if made at the same time as the first.
  struct RunAhead {
    PytestRequest request;
    PytestResult result;
  };
  std::optional<RunAhead> ahead_;
  // Whether the project has pytest-randomly. Few projects do; one run with it shows that.
  bool has_randomly_ = false;
  // By test: its result, if it passed everything with its present text.
  std::vector<std::optional<PytestResult::Test>> proven_;
  // By test: whether it passed alone with its present text.
  std::vector<bool> seen_alone_;
  model::Reason reason_;
  bool is_collected_ = true;  // all files, in the last run
  std::string why_broken_;    // pytest's message when it could not collect a file
};

}  // namespace

VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options) {
  return Verification(std::move(suite), write, pytest, deadline, options).Run();
}

}  // namespace skua::oracle
