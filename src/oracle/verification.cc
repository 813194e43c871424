#include "oracle/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/bisect.h"
#include "oracle/verification_faults.h"

namespace skua::oracle {
namespace {

using model::PytestPass;
using model::PytestRequest;
using model::PytestResult;
using Order = PytestPass::Order;
using Outcome = PytestResult::Outcome;

// Shuffled passes in a run, when it matters what depends on the order.
constexpr std::size_t kMostShuffles = 5;

// A test that would begin with more lines to put state back is hard to read.
constexpr std::size_t kMostRestored = 4;
// Things left behind that are named where a test is dropped for them.
constexpr std::size_t kMostNamed = 3;

// In the first rounds a test may lose just an assertion, or stay where another test may be to
// blame, as long as there is time to run all once more.
constexpr unsigned kLenientRounds = 2;

// Whether some test asserts state that other tests may have changed for good: names of the module,
// or log records, which depend on loggers' levels.
bool AssertsState(const model::Suite& suite) {
  return std::ranges::any_of(suite, [](const model::GeneratedTest& test) {
    return std::ranges::any_of(test.assertions, [](const model::Assertion& assertion) {
      return assertion.kind == model::AssertionKind::kGlobal ||
             assertion.kind == model::AssertionKind::kLog;
    });
  });
}

std::vector<PytestPass> Shuffled(uint64_t seed, std::size_t count) {
  std::vector<PytestPass> passes;
  while (passes.size() < count) passes.push_back({Order::kShuffled, seed++});
  return passes;
}

std::vector<PytestRequest> AllRuns(const VerificationOptions& options, const model::Suite& suite) {
  // The state that one test leaves may be put right by a second one before a third sees it. A pass
  // shows that with a probability of one third.
  const std::size_t shuffles = AssertsState(suite) ? kMostShuffles : 1;
  const uint64_t seed = options.shuffle_seed;
  std::vector<PytestRequest> runs(options.hash_seeds.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].files = options.other_files;
    runs[i].hash_seed = options.hash_seeds[i];
  }
  // What a test leaves is seen where it is alone, and spoils no other order then. Between them, the
  // passes behind run each of any two tests before the other once.
  runs[0].passes = {{Order::kAlone}, {Order::kAsWritten}, {Order::kReversed}};
  runs[0].measured = options.measured;
  runs[1].project_settings = false;
  runs[1].passes = Shuffled(seed, shuffles);
  runs[2].randomly = true;
  runs[2].passes = Shuffled(seed + shuffles, shuffles);
  return runs;
}

// The last run differs from the one before in that pytest-randomly may be at work. Where a project
// does not have it, the orders of both are tried in one.
void MergeLastTwo(std::vector<PytestRequest>& runs) {
  if (runs.size() < 3) return;
  const std::vector<PytestPass> orders = std::move(runs.back().passes);
  runs.pop_back();
  runs.back().passes.insert(runs.back().passes.end(), orders.begin(), orders.end());
}

// Whether what the one run shows tells what the other would: it has the same first passes.
bool Tells(const PytestRequest& made, const PytestRequest& wanted) {
  PytestRequest beginning = made;
  if (made.passes.size() > wanted.passes.size()) beginning.passes.resize(wanted.passes.size());
  return beginning == wanted;
}

// The result of a run that had only the first so many of its passes.
PytestResult FirstPasses(PytestResult result, std::size_t passes) {
  std::erase_if(result.tests, [&](const auto& test) { return test.pass >= passes; });
  result.completed_passes = std::min(result.completed_passes, passes);
  return result;
}

// With so many orders, hardly any two tests come behind the same others in all of them.
PytestRequest RunOfManyOrders(const VerificationOptions& options) {
  constexpr std::size_t kOrders = 6;
  PytestRequest run;
  run.files = options.other_files;
  run.hash_seed = options.hash_seeds[0];
  run.passes = Shuffled(options.shuffle_seed + 2 * kMostShuffles, kOrders);
  return run;
}

std::string NameOf(const PytestPass& pass, bool project_settings) {
  const auto order = [&] {
    switch (pass.order) {
      case Order::kAsWritten:
        return "as written";
      case Order::kReversed:
        return "reversed";
      case Order::kShuffled:
        return "shuffled";
      case Order::kAlone:
        return "alone";
    }
    return "";
  };
  return fmt::format("{}{}", order(), project_settings ? "" : ", without the project's settings");
}

// The failure in one line: "E   assert 3 == 4" where there is such a line, else the first one.
std::string_view GistOf(std::string_view message) {
  std::string_view first;
  while (!message.empty()) {
    const auto end = std::min(message.find('\n'), message.size());
    std::string_view line = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    if (line.starts_with("E ")) {
      line.remove_prefix(std::min(line.find_first_not_of(' ', 1), line.size()));
      return line;
    }
    if (first.empty()) first = line;
  }
  return first;
}

std::string_view LastLineOf(std::string_view output) {
  const auto last = output.find_last_not_of(" \n");
  if (last == std::string_view::npos) return "it said nothing";
  const auto break_before = output.rfind('\n', last);
  const auto begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  return output.substr(begin, last + 1 - begin);
}

// The line in `file` at which an assert failed. It is found in "file.py:12: AssertionError" at the
// end of a traceback or in "file.py:12: assert 3 == 4" in a summary.
std::optional<uint32_t> FailedAssertLine(std::string_view message, std::string_view file) {
  const std::string mark = fmt::format("{}:", file);
  for (auto at = message.find(mark); at != std::string_view::npos;
       at = message.find(mark, at + 1)) {
    const std::string_view rest = message.substr(at + mark.size());
    uint32_t line = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    const std::string_view what = rest.substr(static_cast<std::size_t>(end.ptr - rest.data()));
    const bool asserts = what.starts_with(": AssertionError") || what.starts_with(": assert ");
    if (end.ec == std::errc() && asserts) return line;
  }
  return std::nullopt;
}

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
          --round;  // the suite became smaller, so that this ends
          continue;
        }
        return KeepProven() ? std::move(verified_) : GiveUp(reason_);
      }
      // A second chance costs at least the first run again.
      const bool has_time =
          ended_early_ ||
          deadline_.Remaining() > (was_complete_ ? first_run_ : deadline_.clock().Now() - begin);
      const bool is_lenient = round < kLenientRounds;
      const std::size_t enough = std::ranges::count(Standing(), true) > 0 ? 1 : 2;
      if (is_lenient && has_time && CountDependent(passes_) >= enough) {
        RunInManyOrders(written);
      }
      Faults faults = FindFaults(passes_, is_lenient, Standing());
      const bool restores = SeeToWhatIsLeft(faults, has_time);
      if (!has_time) DropWhatWouldBeTriedAgain(faults);
      if (faults.drop.empty() && !restores && !ended_early_) {
        verified_.files = std::move(written.files);
        verified_.tests.clear();
        for (const auto& result : results_) verified_.tests.push_back(*result);
        return std::move(verified_);
      }
      Drop(written, faults, is_lenient && has_time);
      if (std::exchange(ended_early_, false)) {
        may_end_early_ = false;
        --round;  // no round at all, and there is one such
      }
    }
    if (deadline_.Expired()) return GiveUp(OutOfTime());
    return GiveUp({model::ReasonCode::kNothingStable, verified_.dropped.empty()
                                                          ? "there was no test"
                                                          : Describe(verified_.dropped.back())});
  }

 private:
  static model::Reason OutOfTime() {
    return {model::ReasonCode::kNoBudgetLeft, "no time was left to verify the tests"};
  }

  VerifiedSuite GiveUp(model::Reason reason) {
    verified_.suite.clear();
    verified_.in_part = false;
    verified_.files.clear();
    verified_.tests.clear();
    verified_.lines.clear();
    verified_.reason = std::move(reason);
    return std::move(verified_);
  }

  // Used when no time is left to run a suite again that became smaller: keeps those of its tests
  // that passed everything beside the dropped ones. Returns false when there are none.
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

  // By test: whether it stands in a file already.
  std::vector<bool> Standing() const {
    std::vector<bool> standing;
    for (const auto& test : verified_.suite) standing.push_back(!test.name.empty());
    return standing;
  }

  // Runs a suite that was already proven only once more, because its text is new. Otherwise makes
  // all runs, up to one in which a test ended the process. Returns false when pytest did not run to
  // its end; reason_ then says why.
  bool RunAll(const WrittenSuite& written) {
    passes_.clear();
    left_out_.clear();
    ahead_.reset();
    is_complete_ = false;
    const bool is_proven = !proven_.empty() && std::ranges::all_of(proven_, [](const auto& result) {
      return result.has_value();
    });
    if (!is_proven) verified_.lines.clear();
    std::vector<PytestRequest> runs = AllRuns(options_, verified_.suite);
    if (is_proven) {
      runs.resize(1);
      runs[0].passes = {{Order::kAsWritten}};
    }
    for (std::size_t run = 0; run < runs.size(); ++run) {
      if (deadline_.Expired() && !ahead_) {
        if (run > 1 || (run > 0 && was_complete_)) return MakeDoWithFewerOrders();
        reason_ = OutOfTime();
        return false;
      }
      // In the first run, a coverage plug-in of the project may have prevented measuring.
      if (run == 1 && verified_.lines.empty()) runs[run].measured = options_.measured;
      runs[run].files.insert(written.files.begin(), written.files.end());
      runs[run].left_out = NodesOf(written, left_out_);
      if (run == 0 && may_end_early_ && !is_proven) runs[run].ends_early_within = TimeToEndEarly();
      const base::TimePoint begin = deadline_.clock().Now();
      const PytestResult result = run == 0 ? RunFirst(written, runs) : RunNext(runs[run]);
      if (run == 0) first_run_ = deadline_.clock().Now() - begin;
      if (!result.completed && deadline_.Expired()) {
        if (run > 1 || (run > 0 && was_complete_)) return MakeDoWithFewerOrders();
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
      if (run == 0) has_randomly_ = result.has_randomly;
      if (run == 0 && !has_randomly_) MergeLastTwo(runs);
    }
    is_complete_ = was_complete_ = true;
    return true;
  }

  // Makes the first run, and where there is a core for it the second one beside it, as it will be
  // unless the first one shows tests that leave something or are to be left out.
  PytestResult RunFirst(const WrittenSuite& written, const std::vector<PytestRequest>& runs) {
    if (runs.size() == 1 || options_.team == nullptr || options_.team->size() == 1) {
      return pytest_.Run(runs[0], deadline_);
    }
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
    if (!is_whole || !Tells(ahead->request, request)) return pytest_.Run(request, deadline_);
    return FirstPasses(ahead->result, request.passes.size());
  }

  // When the time ends behind the second run, the tests have run alone, as written, reversed, and
  // shuffled with another hash seed, which is enough. In a later round so is the first run: it had
  // the new texts, and all runs of an earlier round had the tests.
  bool MakeDoWithFewerOrders() {
    verified_.has_fewer_orders = is_complete_ = true;
    return true;
  }

  // All runs take up to twice as long as a first pass in which each test runs alone, so that after
  // this part of the time they can still be made.
  base::Duration TimeToEndEarly() const {
    return deadline_.unlimited() ? base::Duration::max() : deadline_.Remaining() / 3;
  }

  // When the time ends amid the last run, its orders so far are enough where there is one at least:
  // the tests have then run as written, reversed, each alone, and shuffled with another hash seed.
  static bool SufficesInPart(const std::vector<PytestRequest>& runs, std::size_t run,
                             const PytestResult& result) {
    return run > 0 && run + 1 == runs.size() && result.completed_passes > 0;
  }

  // Whether pytest could import each file. One that it could not is told of as a test without name.
  static bool IsCollected(const PytestResult& result) {
    return result.completed &&
           std::ranges::none_of(result.tests, [](const PytestResult::Test& test) {
             return test.name.empty() && test.outcome != Outcome::kSkipped;
           });
  }

  // One test that does not compile, or names what cannot be imported, keeps pytest from collecting
  // all others of its file. Finds such tests by bisection and drops them; false when there are
  // none, or no time to find them all.
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

  static std::string WhyNotCollected(const PytestResult& result) {
    const auto file = std::ranges::find(result.tests, "", &PytestResult::Test::name);
    if (file != result.tests.end()) return std::string(GistOf(file->message));
    return fmt::format("pytest did not run to its end: {}", LastLineOf(result.output));
  }

  // Makes a run of many orders to tell apart the tests that may have made others fail. Skipped when
  // there is no time.
  void RunInManyOrders(const WrittenSuite& written) {
    if (deadline_.Expired()) return;
    PytestRequest run = RunOfManyOrders(options_);
    run.files.insert(written.files.begin(), written.files.end());
    run.left_out = NodesOf(written, left_out_);
    const PytestResult result = pytest_.Run(run, deadline_);
    if (result.completed) Record(written, run, options_.hash_seeds.size(), result);
  }

  // A test that leaves something behind puts it back, where a test can do that plainly and has not
  // tried, and where there is time to run it again; else it is dropped. Returns whether some test
  // has a new text for it.
  bool SeeToWhatIsLeft(Faults& faults, bool has_time) {
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

  // Has the test put back what it left; false where it cannot, or did already. A test that stands
  // in a file gets a new text for it.
  static bool Restore(model::GeneratedTest& test, const std::vector<PytestResult::Left>& things) {
    if (test.test.statements.empty()) return false;  // nothing is known of it but its text
    std::vector<model::RestoredState> restored = test.restored;
    for (const PytestResult::Left& thing : things) {
      if (!thing.restoring) return false;
      restored.push_back(*thing.restoring);
    }
    std::ranges::sort(restored);
    const auto repeated = std::ranges::unique(restored);
    restored.erase(repeated.begin(), repeated.end());
    if (restored.size() == test.restored.size() || restored.size() > kMostRestored) return false;
    test.restored = std::move(restored);
    test.name.clear();
    return true;
  }

  void DropWhatWouldBeTriedAgain(Faults& faults) {
    for (const std::size_t test : std::exchange(faults.retry, {})) {
      faults.drop.insert({test, {DropCause::kFailsBehind, "", std::nullopt}});
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

  static bool IsLost(const PytestResult::Test& test) {
    return test.outcome == Outcome::kCrashed || test.outcome == Outcome::kTimedOut;
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
        if (!seen.place && left_out_.contains(i)) seen.right = true;
        // A test that left something when it was alone has no other result.
        if (run == 0 && request.passes[number].order != Order::kReversed && seen.place) {
          results_[i] = result.tests[*seen.place];
        }
      }
      passes_.push_back(std::move(pass));
    }
  }

  // As in PytestRequest::left_out.
  static std::vector<std::string> NodesOf(const WrittenSuite& written,
                                          const std::set<std::size_t>& tests) {
    std::vector<std::string> nodes;
    for (const std::size_t test : tests) {
      const WrittenSuite::Test& it = written.tests[test];
      nodes.push_back(fmt::format("{}::{}", it.file.substr(it.file.rfind('/') + 1), it.name));
    }
    return nodes;
  }

  static Sighting Look(const WrittenSuite::Test& test, const model::GeneratedTest& generated,
                       std::size_t pass, const PytestResult& result) {
    Sighting sighting;
    std::string_view broken_file;
    for (std::size_t i = 0; i < result.tests.size(); ++i) {
      const PytestResult::Test& seen = result.tests[i];
      if (seen.file != test.file) continue;
      if (seen.name.empty()) broken_file = seen.message;
      // A test that is reported twice in a pass counts with its last, worse, outcome.
      if (seen.name != test.name || seen.pass != pass) continue;
      sighting.place = i;
      sighting.outcome = seen.outcome;
      sighting.right = seen.outcome == RightOutcomeOf(generated);
      sighting.message = GistOf(seen.message);
      sighting.left = seen.left;
      if (seen.outcome == Outcome::kFailed) {
        sighting.assertion = AssertionAtFault(test, seen.message);
      }
    }
    if (!sighting.place) {
      sighting.message = broken_file.empty() ? "pytest did not run it" : GistOf(broken_file);
    }
    return sighting;
  }

  // The outcome that a finding should have: it fails as expected, or is skipped because it would
  // end the process.
  static Outcome RightOutcomeOf(const model::GeneratedTest& test) {
    if (test.is_open_change) return Outcome::kExpectedFailure;
    if (!test.is_finding) return Outcome::kPassed;
    const bool cannot_be_run =
        test.verdict == model::Verdict::kCrashed || test.verdict == model::Verdict::kTimedOut;
    return cannot_be_run ? Outcome::kSkipped : Outcome::kExpectedFailure;
  }

  static std::optional<std::size_t> AssertionAtFault(const WrittenSuite::Test& test,
                                                     std::string_view message) {
    const std::string_view file = std::string_view(test.file).substr(test.file.rfind('/') + 1);
    const auto line = FailedAssertLine(message, file);
    if (!line) return std::nullopt;
    std::optional<std::size_t> fault;
    for (std::size_t a = 0; a < test.assertion_lines.size(); ++a) {
      const uint32_t begins = test.assertion_lines[a];
      if (begins == 0 || begins > *line) continue;
      if (!fault || begins > test.assertion_lines[*fault]) fault = a;
    }
    return fault;
  }

  void Drop(const WrittenSuite& written, const Faults& faults, bool is_lenient) {
    model::Suite kept;
    proven_.clear();
    for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
      model::GeneratedTest& test = verified_.suite[i];
      const auto fault = faults.drop.find(i);
      if (fault == faults.drop.end()) {
        kept.push_back(std::move(test));
        // A test that failed behind a dropped one is not proven.
        const bool is_proven = is_complete_ && !faults.retry.contains(i);
        proven_.push_back(is_proven ? std::move(results_[i]) : std::nullopt);
        continue;
      }
      // A test that loses an assertion is kept only while it still asserts something.
      const auto& [cause, why, assertion] = fault->second;
      const bool assertion_only = is_lenient && assertion && test.assertions.size() > 1;
      verified_.dropped.push_back({written.tests[i].name, cause, why, assertion_only});
      if (!assertion_only) continue;
      test.assertions.erase(test.assertions.begin() + static_cast<std::ptrdiff_t>(*assertion));
      kept.push_back(std::move(test));
      proven_.emplace_back();
    }
    verified_.suite = std::move(kept);
  }

  const Writer& write_;
  model::PytestRunner& pytest_;
  const base::Deadline& deadline_;
  const VerificationOptions& options_;
  VerifiedSuite verified_;
  // Results of the last round: what each pass showed, whether all runs were made, and what each
  // test did in the written order.
  std::vector<PassRecord> passes_;
  std::set<std::size_t> left_out_;  // tests that left something, which are in no later pass
  bool is_complete_ = false;
  bool was_complete_ = false;  // in some round
  base::Duration first_run_{};
  // A round ends behind its first pass, once at most, where tests can put back what they left.
  bool may_end_early_ = true;
  bool ended_early_ = false;
  std::vector<std::optional<PytestResult::Test>> results_;
  // The second run where it was made beside the first.
  struct RunAhead {
    PytestRequest request;
    PytestResult result;
  };
  std::optional<RunAhead> ahead_;
  // Few projects have it, and the passes of a run that takes it for granted tell both.
  bool has_randomly_ = false;
  // By test of the suite: its result, if it passed everything with its present text.
  std::vector<std::optional<PytestResult::Test>> proven_;
  model::Reason reason_;
  bool is_collected_ = true;  // every file, in the last run
  std::string why_broken_;    // what pytest said when it could not collect a file
};

}  // namespace

VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options) {
  return Verification(std::move(suite), write, pytest, deadline, options).Run();
}

}  // namespace skua::oracle
