#include "search/evaluation/archive.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "search/evaluation/awkwardness.h"
#include "search/making/environment_statements.h"
#include "search/making/slice.h"

namespace skua::search {

using model::GoalIndex;
using model::TestCase;
using model::Trace;
using model::Verdict;

namespace {

bool Counts(const Trace& trace) {
  return trace.verdict == Verdict::kPassed || trace.verdict == Verdict::kRaised;
}

// Returns whether no statement makes a lazy argument; tests with lazy arguments are never kept.
bool IsConcrete(const TestCase& test) {
  return std::none_of(
      test.statements.begin(), test.statements.end(),
      [](const model::Statement& it) { return it.kind == model::StatementKind::kLazy; });
}

// Removes the statements after the one that raised.
TestCase Raising(TestCase test, const Trace& trace) {
  test.statements.resize(std::min<std::size_t>(test.size(), trace.executed_statements + 1u));
  return test;
}

constexpr std::size_t kImprovementsPerUpdate = 1;
// The number of tests that come to a goal and end by accident, after which an accident counts as
// covering it.
constexpr uint32_t kMostAccidents = 1000;

// The most calls of a candidate of which slices are tried, from the last one on. Each slice takes
// an execution, which a test of few statements is not worth.
constexpr std::size_t kMostSliced = 6;
constexpr std::size_t kFewStatements = 3;
constexpr uint64_t kSlowTest =
    10'000'000;  // nanoseconds; slower tests are sliced at the end alone, if time is short

// Returns the tests that make the last calls of the test, each with what it may depend on: without
// earlier calls, and with those that may have changed its operands.
std::vector<TestCase> SlicesOf(const model::Subject& subject, const TestCase& test) {
  std::vector<TestCase> slices;
  if (test.size() <= kFewStatements) return slices;
  std::size_t calls = 0;
  for (std::size_t last = test.size(); last-- > 0 && calls < kMostSliced;) {
    const model::Statement& call = test.statements[last];
    if (call.kind != model::StatementKind::kCall || IsEnvironment(subject, call)) continue;
    ++calls;
    for (const auto slice_of : {OperandSliceOf, SliceOf}) {
      TestCase slice = test;
      model::KeepStatements(slice, slice_of(subject, test, last));
      const bool is_new =
          slice.size() < test.size() && std::ranges::find(slices, slice) == slices.end();
      if (is_new) slices.push_back(std::move(slice));
    }
  }
  return slices;
}

// A test that is a third shorter is worth a fork of its own.
bool IsAThirdLess(double amount, double than) { return amount < than && 3 * amount <= 2 * than; }

}  // namespace

Archive::Archive(const GoalSet& goals, model::Executor& executor, Preference preference)
    : goals_(goals),
      executor_(executor),
      preference_(preference),
      best_(goals.size(), kNoTest),
      second_(goals.size(), kNoTest),
      covered_(goals.covered_by_import()),
      reached_(covered_),
      accidents_(goals.size(), 0),
      attempts_(goals.size()),
      claimed_(goals.size(), 0) {
  for (GoalIndex i = 0; i < goals.size(); ++i) {
    if (!covered_[i] && goals.IsReachable(i) && goals.KeepsSearching(i)) ++open_goals_;
    if (goals.IsBranch(i)) ++branches_;
  }
}

std::size_t Archive::reached_branches() const {
  std::size_t reached = 0;
  for (GoalIndex i = 0; i < reached_.size(); ++i) reached += reached_[i] && goals_.IsBranch(i);
  return reached;
}

Archive::Price Archive::PriceOf(const TestCase& test, const Trace& trace) const {
  if (preference_ == Preference::kShort) {
    const model::Subject& subject = goals_.subject();
    return {static_cast<double>(test.size()) + DetourOf(subject, test) +
            MistypingOf(subject, test)};
  }
  const Proxies proxies = ProxiesOf(test, trace.cost);
  return {PerformanceScore(proxies), proxies};
}

bool Archive::IsMuchBetter(const Price& price, const Price& than) const {
  if (preference_ == Preference::kShort) return IsAThirdLess(price.score, than.score);
  // The paper takes any test for which equation 1 gives a lower score. Here a fork has to confirm
  // it first, and most of the lower scores are not worth one: a score falls in small steps while
  // tests shrink. So some proxy must be less by a third as well; the score itself cannot be asked
  // for that, since it hardly falls where a proxy is large, however much that one falls. Among
  // confirmed tests Take() goes by equation 1 alone.
  if (price.score >= than.score) return false;
  for (std::size_t k = 0; k < price.proxies.size(); ++k) {
    if (IsAThirdLess(price.proxies[k], than.proxies[k])) return true;
  }
  return false;
}

bool Archive::Wants(GoalIndex goal, const Price& price, Ending ending, bool& for_coverage) const {
  const bool by_accident = ending == Ending::kAccident;
  if (by_accident ? !reached_[goal] : !covered_[goal]) {
    for_coverage = true;
    return attempts_[goal].not_before <= round_;
  }
  if (best_[goal] == kNoTest) return false;  // the import covers it
  const Entry& best = entries_[best_[goal]];
  if ((best.ending == Ending::kAccident) != by_accident) return !by_accident;
  return IsMuchBetter(price, best.price);
}

void Archive::Cover(GoalIndex goal) {
  covered_[goal] = true;
  newly_covered_.push_back(goal);
  if (goals_.IsReachable(goal) && goals_.KeepsSearching(goal)) --open_goals_;
}

void Archive::CountAccident(GoalIndex goal) {
  if (!covered_[goal] && ++accidents_[goal] >= kMostAccidents && reached_[goal]) Cover(goal);
}

void Archive::ChooseCandidates(std::span<const TestCase> tests, std::span<const Trace> traces) {
  candidates_.clear();
  claims_.clear();
  times_.clear();
  tried_.clear();
  prices_.clear();
  endings_.clear();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    prices_.push_back(PriceOf(tests[i], traces[i]));
    endings_.push_back(EndingOf(traces[i]));
  }
  order_.resize(tests.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(endings_[a] == Ending::kAccident, prices_[a].score) <
           std::pair(endings_[b] == Ending::kAccident, prices_[b].score);
  });
  std::size_t improvements = 0;
  for (uint32_t i : order_) {
    if (!Counts(traces[i])) continue;
    const bool by_accident = endings_[i] == Ending::kAccident;
    bool wanted = false;
    bool for_coverage = false;
    goals_.VisitCovered(tests[i], traces[i], [&](GoalIndex goal) {
      if (by_accident) CountAccident(goal);
      if (claimed_[goal] != round_ && Wants(goal, prices_[i], endings_[i], for_coverage)) {
        wanted = true;
      }
    });
    if (!wanted || !IsConcrete(tests[i]) ||
        (!for_coverage && ++improvements > kImprovementsPerUpdate)) {
      if (by_accident && IsConcrete(tests[i])) NoteIfDisplaced(tests[i], traces[i]);
      continue;
    }
    candidates_.push_back(tests[i]);
    times_.push_back(traces[i].nanoseconds);
    Claim(tests[i], traces[i], prices_[i], endings_[i]);
  }
}

void Archive::Claim(const TestCase& test, const Trace& trace, const Price& price, Ending ending) {
  claims_.emplace_back();
  bool for_coverage = false;
  goals_.VisitCovered(test, trace, [&](GoalIndex goal) {
    if (claimed_[goal] == round_) return;
    if (Wants(goal, price, ending, for_coverage)) claims_.back().push_back(goal);
    claimed_[goal] = round_;
    const bool was_reached = ending == Ending::kAccident ? reached_[goal] : covered_[goal];
    if (!was_reached) tried_.push_back(goal);
  });
}

void Archive::TakeApart(const base::Deadline& deadline) {
  slices_.clear();
  if (goals_.subject().callee) return;    // an earlier act is no interaction of two modules
  std::vector<std::size_t> candidate_of;  // by slice
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (times_[i] > kSlowTest && !deadline.unlimited()) continue;
    for (TestCase& slice : SlicesOf(goals_.subject(), candidates_[i])) {
      slices_.push_back(std::move(slice));
      candidate_of.push_back(i);
    }
  }
  if (slices_.empty()) return;
  executor_.Execute(slices_, model::Isolation::kShared, deadline, traces_of_slices_);
  order_.resize(slices_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::stable_sort(order_, {}, [&](uint32_t slice) { return slices_[slice].size(); });
  std::vector<TestCase> taken;
  for (const uint32_t slice : order_) {
    const Trace& trace = traces_of_slices_[slice];
    if (!Counts(trace) || EndingOf(trace) == Ending::kAccident) continue;
    Goals& open = claims_[candidate_of[slice]];
    const std::size_t before = open.size();
    goals_.VisitCovered(slices_[slice], trace, [&](GoalIndex goal) { std::erase(open, goal); });
    if (open.size() < before) taken.push_back(std::move(slices_[slice]));
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (!claims_[i].empty()) taken.push_back(std::move(candidates_[i]));
  }
  candidates_ = std::move(taken);
}

void Archive::NoteIfDisplaced(const TestCase& test, const Trace& trace) {
  bool is_displaced = false;
  goals_.VisitCovered(test, trace, [&](GoalIndex goal) {
    is_displaced = is_displaced || (!covered_[goal] && claimed_[goal] == round_);
  });
  if (is_displaced) displaced_.Note(Raising(test, trace), RaisingPlaceOf(trace));
}

bool Archive::Update(std::span<const TestCase> tests, std::span<const Trace> traces,
                     const base::Deadline& deadline) {
  ++round_;
  newly_covered_.clear();
  is_gain_ = false;
  ChooseCandidates(tests, traces);
  if (candidates_.empty()) return !newly_covered_.empty();
  TakeApart(deadline);
  const auto first_taken = static_cast<uint32_t>(entries_.size());
  executor_.Execute(candidates_, model::Isolation::kFresh, deadline, confirmed_);
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const Trace& trace = confirmed_[i];
    if (!Counts(trace)) continue;
    Take(trace.verdict == Verdict::kRaised ? Raising(candidates_[i], trace) : candidates_[i],
         trace);
  }
  for (GoalIndex goal : tried_) {
    if (best_[goal] != kNoTest && best_[goal] >= first_taken) continue;
    Attempts& attempts = attempts_[goal];
    attempts.not_before = round_ + (1ull << std::min(++attempts.failed, 10u));
  }
  std::sort(newly_covered_.begin(), newly_covered_.end());
  return is_gain_ || !newly_covered_.empty();
}

bool Archive::Entry::IsBetterThan(const Entry& other) const {
  return std::tuple(ending == Ending::kAccident, price.score, ending) <
         std::tuple(other.ending == Ending::kAccident, other.price.score, other.ending);
}

void Archive::Take(const TestCase& test, const Trace& trace) {
  Entry entry{test, EndingOf(trace), PriceOf(test, trace), RaisingPlaceOf(trace),
              base::Duration(trace.nanoseconds)};
  const bool by_accident = entry.ending == Ending::kAccident;
  const auto index = static_cast<uint32_t>(entries_.size());
  bool used = false;
  beside_.clear();
  goals_.VisitCovered(test, trace, [&](GoalIndex goal) {
    if (covered_[goal] && best_[goal] == kNoTest) return;  // the import covers it
    if (best_[goal] != kNoTest) {
      const Entry& best = entries_[best_[goal]];
      if (!entry.IsBetterThan(best)) {
        beside_.push_back(goal);
        return;
      }
      second_[goal] = best_[goal];
      if (best.ending == Ending::kAccident) displaced_.Note(best.test, best.place);
    }
    if (!reached_[goal]) is_gain_ = true;
    reached_[goal] = true;
    if (!by_accident && !covered_[goal]) Cover(goal);
    best_[goal] = index;
    used = true;
  });
  if (!used) return;
  for (const GoalIndex goal : beside_) {
    uint32_t& second = second_[goal];
    if (second == kNoTest || entry.IsBetterThan(entries_[second])) second = index;
  }
  entries_.push_back(std::move(entry));
}

Archive::Kept Archive::kept() const {
  std::vector<bool> is_best(entries_.size());
  for (const uint32_t entry : best_) {
    if (entry != kNoTest) is_best[entry] = true;
  }
  Kept kept;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!is_best[i]) continue;
    ++kept.tests;
    kept.time += entries_[i].time;
  }
  return kept;
}

std::vector<ArchivedTest> Archive::TestsOf(const std::vector<uint32_t>& entry_of_goal) const {
  std::vector<std::vector<GoalIndex>> goals(entries_.size());
  for (GoalIndex i = 0; i < entry_of_goal.size(); ++i) {
    if (entry_of_goal[i] != kNoTest) goals[entry_of_goal[i]].push_back(i);
  }
  std::vector<ArchivedTest> tests;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (goals[i].empty()) continue;
    tests.push_back({entries_[i].test, entries_[i].ending, std::move(goals[i])});
  }
  std::stable_sort(tests.begin(), tests.end(),
                   [](const auto& a, const auto& b) { return a.test.size() < b.test.size(); });
  return tests;
}

}  // namespace skua::search
