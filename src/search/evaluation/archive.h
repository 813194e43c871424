// Keeps, for each goal, the best test that covers it: the shortest, or the one with the lowest
// performance score (Grano et al. 2019, PERFORMANCE-UPDATE-ARCHIVE; IsMuchBetter says which of them
// are tried at all), and among equals one that does
// not raise.
//
// What a test covers may be owed to tests that ran before it in the same process. So a test is
// taken only for the goals that it covers again in a fresh child; the tests of a batch are
// confirmed together. A fork is dear, so a test that is merely better than another must be worth
// it, and a goal whose tests keep failing to confirm is tried ever less often.
//
// A test that ends by accident (Ending::kAccident) is worth little to a reader. It is kept for the
// goals that no other test covers; these count as reached, and stay open until so many such tests
// came to them that another kind is hardly to be had. A test that ends by accident and gives way to
// another is kept aside, since what it showed may be a fault.
//
// A test is taken apart when it is taken: slices that cover what it was chosen for come in its
// place, so that tests are small whenever the search ends.
//
// What observes a test later may drop it. So a goal also has a second test, where one was
// confirmed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "model/executor.h"
#include "search/evaluation/archived_test.h"
#include "search/evaluation/displaced_accidents.h"
#include "search/evaluation/performance.h"
#include "search/goals/behaviour.h"
#include "search/goals/goal_set.h"

namespace skua::search {

class Archive {
 public:
  using Preference = SearchOptions::Preference;

  // Borrows goals and executor, which outlive it.
  Archive(const GoalSet& goals, model::Executor& executor,
          Preference preference = Preference::kShort);

  // Takes the tests that are better than those it has; `traces` has a trace for each. A test that
  // raised ends with the statement that raised. Returns whether a goal was newly covered or
  // reached.
  bool Update(std::span<const model::TestCase> tests, std::span<const model::Trace> traces,
              const base::Deadline& deadline);

  bool IsCovered(model::GoalIndex goal) const { return covered_[goal]; }
  const std::vector<bool>& covered() const { return covered_; }
  // Tells for each goal whether it is covered, or reached by a test that ends by accident.
  const std::vector<bool>& reached() const { return reached_; }
  // The number of goals that a test can reach, for which the search goes on, and that neither a
  // test nor the import has covered.
  std::size_t open_goals() const { return open_goals_; }
  // The number of branches (no blocks, and nothing of other criteria), and how many are reached.
  std::size_t branches() const { return branches_; }
  std::size_t reached_branches() const;
  // The goals that the last Update() newly covered, ascending.
  std::span<const model::GoalIndex> newly_covered() const { return newly_covered_; }

  // A random test among those that were ever taken; null when there is none. Valid until Update().
  const model::TestCase* Pick(base::Rng& rng) const {
    return entries_.empty() ? nullptr : &rng.Pick(entries_).test;
  }

  // The number of tests that are the best for some goal, and their time together when they were
  // taken.
  struct Kept {
    std::size_t tests = 0;
    base::Duration time{};
  };
  Kept kept() const;
  // Returns each test that is the best for some goal, with these goals; shortest first.
  std::vector<ArchivedTest> Tests() const { return TestsOf(best_); }
  // Returns each test that is the second best for some goal, with these goals; shortest first.
  std::vector<ArchivedTest> Seconds() const { return TestsOf(second_); }
  // Tests that ended by accident where another test was better.
  std::vector<model::TestCase> DisplacedAccidents() const { return displaced_.Tests(); }

 private:
  static constexpr uint32_t kNoTest = 0xffffffff;

  // Compares tests by the preference: the lower score is better.
  struct Price {
    double score = 0;   // number of statements and awkwardness, or performance score
    Proxies proxies{};  // with Preference::kFast
  };
  Price PriceOf(const model::TestCase& test, const model::Trace& trace) const;
  // Returns whether a test at this price is worth a fork in place of one at that price.
  bool IsMuchBetter(const Price& price, const Price& than) const;
  bool Wants(model::GoalIndex goal, const Price& price, Ending ending, bool& for_coverage) const;
  // Notes that a test that ends by accident came to the goal. Covers it when enough of them did.
  void CountAccident(model::GoalIndex goal);
  void Cover(model::GoalIndex goal);
  void ChooseCandidates(std::span<const model::TestCase> tests,
                        std::span<const model::Trace> traces);
  // Claims for the last candidate the goals that it covers and no candidate before it.
  void Claim(const model::TestCase& test, const model::Trace& trace, const Price& price,
             Ending ending);
  // Adds slices that cover goals for which candidates were chosen before these candidates, and
  // leaves out candidates of which the slices cover all such goals.
  void TakeApart(const base::Deadline& deadline);
  void Take(const model::TestCase& test, const model::Trace& trace);
  std::vector<ArchivedTest> TestsOf(const std::vector<uint32_t>& entry_of_goal) const;
  // Notes a test that ends by accident, if in this batch a better one comes to a goal that none
  // covered before.
  void NoteIfDisplaced(const model::TestCase& test, const model::Trace& trace);

  const GoalSet& goals_;
  model::Executor& executor_;
  Preference preference_;
  struct Entry {
    model::TestCase test;
    Ending ending = Ending::kReturns;
    Price price;
    RaisingPlace place;  // of an accident
    base::Duration time{};

    bool IsBetterThan(const Entry& other) const;
  };
  std::vector<Entry> entries_;
  search::DisplacedAccidents displaced_;
  std::vector<uint32_t> best_;    // by goal: index into entries_, or kNoTest
  std::vector<uint32_t> second_;  // likewise
  std::vector<bool> covered_;
  std::vector<bool> reached_;
  std::vector<uint32_t> accidents_;  // by goal: tests that ended by accident and came to it
  std::size_t open_goals_ = 0;
  std::size_t branches_ = 0;

  struct Attempts {
    uint32_t failed = 0;
    uint64_t not_before = 0;  // round
  };
  std::vector<Attempts> attempts_;  // by goal
  uint64_t round_ = 0;

  bool is_gain_ = false;  // whether the last update reached a goal
  std::vector<model::GoalIndex> newly_covered_;
  std::vector<model::GoalIndex> tried_;
  std::vector<model::GoalIndex> beside_;  // of the test that is taken: goals that have a better one
  std::vector<model::TestCase> candidates_, slices_;
  std::vector<Goals> claims_;    // beside candidates_: the goals that each was chosen for
  std::vector<uint64_t> times_;  // likewise: nanoseconds
  std::vector<model::Trace> confirmed_, traces_of_slices_;
  std::vector<uint32_t> order_;
  std::vector<Price> prices_;      // parallel to the tests of an update
  std::vector<Ending> endings_;    // likewise
  std::vector<uint64_t> claimed_;  // by goal: the round in which a candidate was found
};

}  // namespace skua::search
