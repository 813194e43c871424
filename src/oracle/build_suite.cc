#include "oracle/build_suite.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <ranges>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "model/goal.h"
#include "model/internal_callable.h"
#include "model/subject_calls.h"
#include "oracle/assertions/agreement.h"
#include "oracle/assertions/test_roles.h"
#include "oracle/compaction.h"
#include "oracle/findings/evidence.h"
#include "oracle/findings/exceptions.h"
#include "oracle/random_seeding.h"
#include "oracle/reproduction.h"
#include "oracle/sleeping.h"

namespace skua::oracle {
namespace {

using model::GeneratedTest;
using model::Observation;
using model::StatementKind;
using model::TestCase;
using model::Verdict;

// Returns whether Python itself rejects a value of a type that nobody would pass: no check of the
// project raised the exception, and no docstring names it.
bool IsOfAWrongType(const model::RaisedException& exception, FindingRank rank) {
  return rank == FindingRank::kWrongArgument || exception.type_name == "builtins:TypeError" ||
         exception.type_name == "builtins:AttributeError";
}

// Returns whether Python itself rejects a value that neither the project nor a library checks.
bool IsAccident(const model::RaisedException& exception, FindingRank rank) {
  return IsOfAWrongType(exception, rank) || exception.type_name.starts_with("builtins:");
}

// Returns whether the goal is a path of the code: into or past the body of a statement, or into a
// function without branches. Operands of a condition and exceptions that a handler does not catch
// are no paths: not worth a test with an unlikely value.
bool IsPath(const model::Subject& subject, const model::Goal& goal) {
  const bool is_branch =
      goal.kind == model::GoalKind::kTrueBranch || goal.kind == model::GoalKind::kFalseBranch;
  if (is_branch) return model::JumpOf(subject, goal).has_value();
  return goal.kind != model::GoalKind::kCriterion;
}

// Longest literal in bytes; compilers begin to reject longer ones, and nobody reads them.
constexpr std::size_t kLongestLiteral = 4000;

// A path of the sandbox's folders, which the search may have learned, does not exist on other
// machines.
bool CanBeWritten(const TestCase& test) {
  return std::all_of(test.statements.begin(), test.statements.end(), [](const auto& s) {
    return s.kind != StatementKind::kLazy && s.text.size() <= kLongestLiteral &&
           s.text.find(base::kScratchPrefix) == std::string::npos;
  });
}

// A test that does not call the subject but runs it through another module needs goals of it.
bool IsAboutTheSubject(const CoveringTest& covering, const model::Subject& subject) {
  if (covering.goals.empty()) return model::CallsSubject(subject, covering.test);
  for (std::size_t i = 0; i < covering.test.size(); ++i) {
    if (RunsSubject(covering.test, subject, i)) return true;
  }
  return false;
}

class SuiteBuilder {
 public:
  SuiteBuilder(const model::Subject& subject, const BuildOptions& options)
      : subject_(subject), options_(options), limits_(options.assertions) {
    for (const model::Goal& goal : model::GoalsOf(subject)) {
      is_path_.push_back(IsPath(subject, goal));
      is_of_criterion_.push_back(goal.kind == model::GoalKind::kCriterion);
    }
  }

  // Records which kinds of output any test has, so that other tests assert its absence. Called
  // before tests are added.
  void Hear(const Observation& seen) {
    if (!limits_.every_call) return;
    for (const auto& statement : seen.statements) HearStatement(statement);
    HearStatement(seen.raising);
  }

  // Adds a test that is written only if it shows a finding that no other test shows.
  void AddAsFinding(const CoveringTest& covering, const Observation& first,
                    const Observation& second) {
    if (!first.side_effect.empty() || !second.side_effect.empty() || !EndsAlike(first, second) ||
        first.verdict != Verdict::kRaised) {
      return;
    }
    std::size_t unstable = 0;
    const Observation seen = Agreed(first, second, unstable);
    const ExceptionKind kind = Classify(covering.test, subject_, seen);
    if (kind == ExceptionKind::kBoundary || kind == ExceptionKind::kExpected) return;
    AddSeen(covering, seen, /*assert_values=*/true);
    candidates_.back().only_as_finding = true;
  }

  void Add(const CoveringTest& covering, const Observation& first, const Observation& second) {
    if (covering.only_as_finding) return AddAsFinding(covering, first, second);
    const bool first_ran = first.verdict != Verdict::kNotRun;
    const bool second_ran = second.verdict != Verdict::kNotRun;
    if (!first.side_effect.empty() || !second.side_effect.empty()) {
      ++built_.dropped.reaching_out;
    } else if (!first_ran || !second_ran) {
      AddUnverified(covering, first_ran ? first : second);
    } else if (!EndsAlike(first, second)) {
      ++built_.dropped.flaky;
    } else if (first.verdict == Verdict::kPassed || first.verdict == Verdict::kRaised) {
      AddSeen(covering, Agreed(first, second, built_.unstable_values), /*assert_values=*/true);
    } else {
      ++built_.dropped.unfinished;
    }
  }

  void AddUnwritable() { ++built_.dropped.unwritable; }

  // Returns whether a test that ends with this verdict in its last call is written.
  bool Wants(const TestCase& test, Verdict verdict) const {
    return options_.all_findings || HasEvidence(RankOfTrouble(test, subject_, verdict));
  }

  void AddTrouble(model::GeneratedTest test) {
    const FindingRank rank = RankOfTrouble(test.test, subject_, test.verdict);
    if (!options_.all_findings && !HasEvidence(rank)) return;
    findings_.emplace_back(rank, std::move(test));
  }

  BuiltSuite Finish() && {
    ChooseFindings();
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [rank, test] : findings_) built_.suite.push_back(std::move(test));
    return std::move(built_);
  }

 private:
  struct Candidate {
    GeneratedTest test;
    FindingRank rank = FindingRank::kUnsupported;  // of a finding
    GeneratedTest before;  // for a finding: the statements before it, as a test of its own
    bool only_as_finding = false;
  };

  void HearStatement(const model::StatementObservation& statement) {
    using model::StatementObservation;
    if (!statement.printed.empty()) limits_.absent |= StatementObservation::kPrinted;
    if (!statement.printed_errors.empty()) limits_.absent |= StatementObservation::kPrintedErrors;
    if (!statement.logged.empty()) limits_.absent |= StatementObservation::kLogged;
    limits_.absent |= statement.unstable;
  }

  // Adds a test that at most one process observed: it expects the end seen there, and asserts no
  // values.
  void AddUnverified(const CoveringTest& covering, const Observation& seen) {
    if (seen.verdict == Verdict::kRaised || seen.verdict == Verdict::kPassed ||
        seen.verdict == Verdict::kNotRun) {
      ++built_.unobserved;
      AddSeen(covering, seen, /*assert_values=*/false);
    } else {
      ++built_.dropped.unfinished;
    }
  }

  void AddSeen(const CoveringTest& covering, const Observation& seen, bool assert_values) {
    Candidate candidate;
    GeneratedTest& test = candidate.test;
    test.test = covering.test;
    test.goals = covering.goals;
    test.restored = seen.restores;
    if (seen.restores.size() > model::kMostRestored) std::erase_if(test.restored, model::PutsBack);
    std::ranges::sort(test.restored);
    if (seen.verdict == Verdict::kRaised) {
      const ExceptionKind kind = Classify(test.test, subject_, seen);
      if (kind == ExceptionKind::kBoundary) {
        ++built_.dropped.boundary;
        return;
      }
      test.test.statements.resize(seen.statements.size() + 1);
      test.exception = seen.exception;
      test.is_finding = kind != ExceptionKind::kExpected;
      if (test.is_finding) {
        candidate.rank = RankOf(test.test, subject_, seen);
        if (assert_values) candidate.before = Before(test, seen);
      } else if (seen.exception.is_foreign_message) {
        test.exception->message.clear();
      }
    }
    if (assert_values && !test.is_finding) {
      test.assertions = BuildAssertions(test.test, subject_, seen, limits_);
    }
    Compact(test, subject_);
    candidates_.push_back(std::move(candidate));
  }

  GeneratedTest Before(const GeneratedTest& raising, Observation seen) const {
    GeneratedTest before;
    before.test = raising.test;
    before.restored = raising.restored;
    before.test.statements.pop_back();
    seen.verdict = Verdict::kPassed;
    before.assertions = BuildAssertions(before.test, subject_, seen, limits_);
    Compact(before, subject_);
    return before;
  }

  // Finds the findings that no evidence supports or that another test shows, which are `repeats`.
  void FindWeak(std::vector<bool>& weak, std::vector<bool>& repeats) {
    std::set<std::tuple<std::string, std::string, uint32_t>> shown;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      if (candidate.test.is_finding) {
        weak[i] = !HasEvidence(candidate.rank) && !options_.all_findings;
        const model::RaisedException& e = *candidate.test.exception;
        repeats[i] = !weak[i] && !shown.emplace(e.type_name, e.path, e.line).second;
        weak[i] = weak[i] || repeats[i];
      }
      if (!weak[i]) Cover(candidate.test.goals);
    }
  }

  // Removes findings that no evidence supports or that another test shows. Keeps such a test if it
  // covers goals that no other test covers, or only its statements before the exception if these
  // cover them.
  void ChooseFindings() {
    std::vector<bool> weak(candidates_.size()), repeats(candidates_.size());
    FindWeak(weak, repeats);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      Candidate& candidate = candidates_[i];
      if (weak[i]) {
        if (candidate.only_as_finding) continue;
        if (IsOfAWrongType(*candidate.test.exception, candidate.rank)) continue;
        if (!KeepForItsGoals(candidate)) CountDropped(repeats[i]);
      } else if (candidate.test.is_finding) {
        findings_.emplace_back(candidate.rank, std::move(candidate.test));
      } else {
        built_.suite.push_back(std::move(candidate.test));
      }
    }
    // Comes last, so that these tests keep no goals that other tests cover.
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      Candidate& candidate = candidates_[i];
      if (!weak[i] || candidate.only_as_finding ||
          !IsOfAWrongType(*candidate.test.exception, candidate.rank))
        continue;
      // A test that passes a wrong type to an internal function is not kept, whatever it covers.
      const bool is_kept = !IsActInternal(candidate.test) && KeepForItsGoals(candidate);
      if (!is_kept) CountDropped(repeats[i]);
    }
  }

  bool IsActInternal(const GeneratedTest& test) const {
    const model::Statement& act = test.test.statements.back();
    return act.kind == StatementKind::kCall && model::IsInternal(subject_.callables[act.target]);
  }

  void CountDropped(bool repeats) {
    ++(repeats ? built_.dropped.duplicates : built_.dropped.boundary);
  }

  bool KeepForItsGoals(Candidate& candidate) {
    if (!Uncovered(candidate.test.goals).empty() && options_.goals_of &&
        model::CallsSubject(subject_, candidate.before.test)) {
      candidate.before.goals = options_.goals_of(candidate.before.test);
      KeepForItsGoals(std::move(candidate.before));
    }
    candidate.test.is_finding = false;
    // Goals of a named criterion count, but not by values of a type that nobody would pass.
    const bool is_of_wrong_type = IsOfAWrongType(*candidate.test.exception, candidate.rank);
    if (IsAccident(*candidate.test.exception, candidate.rank) &&
        !HasAlone(is_path_, candidate.test.goals) &&
        (is_of_wrong_type || !HasAlone(is_of_criterion_, candidate.test.goals))) {
      return false;
    }
    return KeepForItsGoals(std::move(candidate.test));
  }

  // Returns whether one of these goals is of the kind and no other test covers it.
  bool HasAlone(const std::vector<bool>& is_of_kind,
                const std::vector<model::GoalIndex>& goals) const {
    return std::ranges::any_of(Uncovered(goals), [&](model::GoalIndex goal) {
      return is_of_kind[goal] &&
             std::ranges::find(options_.covered, goal) == options_.covered.end();
    });
  }

  // Keeps a test if it covers goals that no test kept before it covers. Returns whether it does.
  bool KeepForItsGoals(GeneratedTest test) {
    test.goals = Uncovered(test.goals);
    if (test.goals.empty()) return false;
    Cover(test.goals);
    built_.suite.push_back(std::move(test));
    return true;
  }

  void Cover(const std::vector<model::GoalIndex>& goals) {
    covered_.insert(goals.begin(), goals.end());
  }
  std::vector<model::GoalIndex> Uncovered(const std::vector<model::GoalIndex>& goals) const {
    std::vector<model::GoalIndex> uncovered;
    std::copy_if(goals.begin(), goals.end(), std::back_inserter(uncovered),
                 [&](model::GoalIndex goal) { return !covered_.contains(goal); });
    return uncovered;
  }

  const model::Subject& subject_;
  const BuildOptions& options_;
  AssertionLimits limits_;
  std::vector<bool> is_path_, is_of_criterion_;  // by goal
  std::vector<Candidate> candidates_;
  std::vector<std::pair<FindingRank, GeneratedTest>> findings_;
  std::set<model::GoalIndex> covered_;  // goals of the tests kept so far
  BuiltSuite built_;
};

bool Ran(const Observation& seen) { return seen.verdict != Verdict::kNotRun; }

// Returns whether a test may draw from the random numbers that it seeds: one was seen to do so, or
// no test that seeds them was observed.
bool MayDraw(const std::vector<TestCase>& tests, const model::Subject& subject,
             const std::vector<Observation>& first, const std::vector<Observation>& second) {
  bool was_seen = false;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!SeedOf(tests[i], subject)) continue;
    for (const Observation* seen : {&first[i], &second[i]}) {
      if (Ran(*seen) && !seen->seed_unused) return true;
      was_seen = was_seen || Ran(*seen);
    }
  }
  return !was_seen;
}

// Returns whether the code did not draw from the random numbers that the test seeds, in the
// processes that ran the test or, if none did, in those that ran the other tests.
bool LeavesSeedUnused(const Observation& first, const Observation& second, bool others_may_draw) {
  if (!Ran(first) && !Ran(second)) return !others_may_draw;
  return (!Ran(first) || first.seed_unused) && (!Ran(second) || second.seed_unused);
}

// Adds the crashes and hangs that recur, one for each callable and verdict.
void AddTroubles(const std::vector<Trouble>& troubles, const model::Subject& subject,
                 model::Executor& observer, const base::Deadline& deadline, SuiteBuilder& builder) {
  constexpr std::size_t kMost = 8;
  std::set<std::pair<Verdict, uint32_t>> shown;
  for (const Trouble& trouble : troubles) {
    if (shown.size() == kMost || deadline.Expired()) return;
    if (!CanBeWritten(trouble.test) || !model::CallsSubject(subject, trouble.test)) continue;
    if (!builder.Wants(trouble.test, trouble.verdict)) continue;
    auto test = Reproduce(trouble.test, trouble.verdict, subject, observer, deadline);
    if (test && shown.emplace(test->verdict, test->test.statements.back().target).second) {
      builder.AddTrouble(*std::move(test));
    }
  }
}

}  // namespace

std::vector<Observation> ObserveAll(const std::vector<TestCase>& tests, model::Executor& executor,
                                    const base::Deadline& deadline) {
  std::vector<Observation> observations;
  try {
    if (!deadline.Expired()) observations = executor.Observe(tests, deadline);
  } catch (const base::Error&) {
    // Keeps the remaining tests, without observations, when the worker is lost.
  }
  observations.resize(tests.size());
  return observations;
}

namespace {

// Replaces `time.sleep` in tests that were stopped because they waited, and observes these again.
void ObserveWithoutWaiting(std::vector<TestCase>& tests, std::vector<Observation>& seen,
                           const model::Subject& subject, model::Executor& executor,
                           const base::Deadline& deadline) {
  std::vector<std::size_t> spared;
  std::vector<TestCase> again;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!CanBeSparedWaiting(seen[i], subject)) continue;
    SpareWaiting(tests[i], subject);
    spared.push_back(i);
    again.push_back(tests[i]);
  }
  if (spared.empty()) return;
  std::vector<Observation> seen_again = ObserveAll(again, executor, deadline);
  for (std::size_t i = 0; i < spared.size(); ++i) seen[spared[i]] = std::move(seen_again[i]);
}

struct SeenTwice {
  std::vector<Observation> by_first, by_second;
  base::Duration least_each{};  // a test's time in the fastest turn
};

// Observes the tests in both processes, in turns of a few tests each, so that the deadline leaves
// as many as possible observed by both. The second process runs the tests of a turn in reverse
// order: a value that depends on hidden state of earlier tests then differs, and is not asserted.
SeenTwice ObserveTwice(std::vector<TestCase>& tests, const model::Subject& subject,
                       model::Executor& first, model::Executor& second,
                       const base::Deadline& deadline) {
  constexpr std::size_t kTestsATurn = 32;
  // Begins with short turns: a turn that the deadline cuts off is lost for both processes, and slow
  // tests may need all the time for the first turn.
  std::size_t most = deadline.unlimited() ? kTestsATurn : 2;
  SeenTwice both;
  for (std::size_t begin = 0, count = 0; begin < tests.size(); begin += count) {
    const auto from = tests.begin() + static_cast<std::ptrdiff_t>(begin);
    count = std::min(most, tests.size() - begin);
    most = std::min(2 * most, kTestsATurn);
    const base::TimePoint start = deadline.clock().Now();
    std::vector<TestCase> turn(from, from + static_cast<std::ptrdiff_t>(count));
    std::vector<Observation> seen = ObserveAll(turn, first, deadline);
    ObserveWithoutWaiting(turn, seen, subject, first, deadline);
    std::ranges::move(seen, std::back_inserter(both.by_first));
    std::ranges::copy(turn, from);
    std::ranges::reverse(turn);
    seen = ObserveAll(turn, second, deadline);
    std::ranges::move(std::views::reverse(seen), std::back_inserter(both.by_second));
    if (deadline.Expired()) break;
    const base::Duration each =
        (deadline.clock().Now() - start) / static_cast<base::Duration::rep>(count);
    both.least_each = begin == 0 ? each : std::min(both.least_each, each);
  }
  both.by_first.resize(tests.size());
  both.by_second.resize(tests.size());
  return both;
}

// Reduces `seen` to what `again` shows, too. Returns false if the test ends differently; `seen`
// then differs from the `first` process.
bool Agrees(const Observation& first, Observation& again, Observation& seen) {
  if (!EndsAlike(seen, again) || !again.side_effect.empty()) {
    if (EndsAlike(seen, first)) seen = std::move(again);
    return false;
  }
  std::size_t unstable = 0;  // ignored: the two processes are counted elsewhere
  const uint8_t worlds = std::max(seen.asked_worlds, again.asked_worlds);
  seen = Agreed(seen, again, unstable);
  seen.asked_worlds = worlds;
  seen.seed_unused = seen.seed_unused && again.seed_unused;
  return true;
}

// Observes tests again that asked for the time, random numbers and the like, or whose import did,
// in as many worlds as the question has answers, in the second process or in one that imported the
// subject in that world. `seen` keeps the values that are equal in all. If a test once ends
// differently, `seen` gets an observation that differs from the first process's, so that the test
// is dropped.
void ObserveAgain(const std::vector<TestCase>& tests, const std::vector<Observation>& first,
                  std::vector<Observation>& seen, model::Executor& second,
                  const base::Deadline& whole, const BuildOptions& options) {
  // Importing again takes long, and the tests are already observed.
  const bool is_bounded = options.import_worlds > 0 && !whole.unlimited();
  const base::Deadline deadline = is_bounded ? whole.Within(whole.Remaining() / 3) : whole;
  std::vector<std::size_t> open(tests.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (uint8_t world = 1; !deadline.Expired(); ++world) {
    std::erase_if(open, [&](std::size_t i) {
      return !Ran(seen[i]) || std::max(seen[i].asked_worlds, options.import_worlds) <= world;
    });
    if (open.empty()) break;
    model::Executor* there = world < options.import_worlds ? options.imported_in(world) : &second;
    if (there == nullptr) continue;
    std::vector<TestCase> turn;
    for (const std::size_t i : open) turn.push_back(tests[i]);
    there->EnterWorld(world);
    std::vector<Observation> again = ObserveAll(turn, *there, deadline);
    if (there != &second) there->Sleep();
    std::vector<std::size_t> alike;
    for (std::size_t k = 0; k < open.size(); ++k) {
      const std::size_t i = open[k];
      if (Ran(again[k]) && Agrees(first[i], again[k], seen[i])) alike.push_back(i);
    }
    open = std::move(alike);
  }
  second.EnterWorld(0);
}

// Returns the order in which tests are observed until the deadline: those that cover the most goals
// come first.
std::vector<std::size_t> PlacesByWorth(const std::vector<const CoveringTest*>& tests,
                                       const base::Deadline& deadline) {
  std::vector<std::size_t> places(tests.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (!deadline.unlimited()) {
    std::ranges::stable_sort(places, std::ranges::greater(),
                             [&](std::size_t place) { return tests[place]->goals.size(); });
  }
  return places;
}

// Puts item i at index places[i].
template <typename Item>
std::vector<Item> InPlace(std::vector<Item> items, const std::vector<std::size_t>& places) {
  std::vector<Item> placed(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) placed[places[i]] = std::move(items[i]);
  return placed;
}

}  // namespace

BuiltSuite BuildSuite(const std::vector<CoveringTest>& tests, const model::Subject& subject,
                      model::Executor& first, model::Executor& second,
                      const base::Deadline& deadline, const BuildOptions& options) {
  SuiteBuilder builder(subject, options);
  std::vector<const CoveringTest*> covering;
  for (const CoveringTest& test : tests) {
    if (CanBeWritten(test.test) && IsAboutTheSubject(test, subject)) {
      covering.push_back(&test);
    } else if (!test.only_as_finding) {
      builder.AddUnwritable();
    }
  }
  // If time is short, the best tests are observed.
  const std::vector<std::size_t> places = PlacesByWorth(covering, deadline);
  std::vector<TestCase> cases;
  for (const std::size_t place : places) cases.push_back(covering[place]->test);
  auto [seen_first, seen_second, least_each] =
      ObserveTwice(cases, subject, first, second, deadline);
  cases = InPlace(std::move(cases), places);
  seen_first = InPlace(std::move(seen_first), places);
  seen_second = InPlace(std::move(seen_second), places);
  ObserveAgain(cases, seen_first, seen_second, second, deadline, options);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!covering[i]->only_as_finding) builder.Hear(seen_first[i]);
  }
  const bool may_draw = MayDraw(cases, subject, seen_first, seen_second);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto seed = SeedOf(cases[i], subject);
    if (seed && LeavesSeedUnused(seen_first[i], seen_second[i], may_draw)) {
      RemoveSeed(cases[i], *seed);
      RemoveSeed(seen_first[i], *seed);
      RemoveSeed(seen_second[i], *seed);
    }
    builder.Add({std::move(cases[i]), covering[i]->goals, covering[i]->only_as_finding},
                seen_first[i], seen_second[i]);
  }
  AddTroubles(options.troubles, subject, first, deadline, builder);
  BuiltSuite built = std::move(builder).Finish();
  built.observing_each = least_each;
  return built;
}

}  // namespace skua::oracle
