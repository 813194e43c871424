// Minimises in four steps. First each test is also cut into slices, two for each call, with and
// without the earlier calls that may have changed its operands, because a test that does one thing
// says more than one that does many; each slice keeps the changes of the surroundings before it.
// Second, a cover is chosen: the cheapest tests that cover all goals
// together (greedy weighted set cover); each goal is given to one test. Third, each test is reduced
// alone by the passes of polish.h that leave something out. All this is tried in shared children,
// which are many times as fast as fresh ones. Last, what is new is confirmed in fresh children; for
// the goals of a test that fails there, tests return that covered them before.
#include "search/polish/minimiser.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>

#include "search/evaluation/awkwardness.h"
#include "search/evaluation/performance.h"
#include "search/goals/behaviour.h"
#include "search/goals/goal_set.h"
#include "search/making/environment_statements.h"
#include "search/making/slice.h"
#include "search/polish/polish.h"

namespace skua::search {
namespace {

using model::GoalIndex;
using model::Isolation;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Trace;
using model::Verdict;

// A test with more arguments and elements than this loses those that its goals do not need, also
// where a mutant might be noticed by one: nobody reads such a test, and plainer values come too
// late for it where time is short.
constexpr std::size_t kCrowded = 24;

// The number of arguments and elements of all statements together.
std::size_t CountOperands(const TestCase& test) {
  std::size_t count = 0;
  for (const Statement& statement : test.statements) count += statement.operands.size();
  return count;
}

// Chooses tests that cover `wanted` together, by most newly covered goals for their cost. Each goal
// is given to the first chosen test that covers it; a test that is given none is not in the cover.
// Returns, by test, its goals.
std::vector<Goals> GreedyCover(const std::vector<double>& costs, const std::vector<Goals>& covers,
                               std::size_t goal_count, const Goals& wanted) {
  std::vector<bool> open(goal_count, false);
  for (GoalIndex goal : wanted) open[goal] = true;
  std::vector<Goals> given(covers.size());
  for (;;) {
    std::size_t best = covers.size();
    double best_gain = 0;
    for (std::size_t i = 0; i < covers.size(); ++i) {
      const auto news =
          std::count_if(covers[i].begin(), covers[i].end(), [&](GoalIndex g) { return open[g]; });
      const double gain = static_cast<double>(news) / costs[i];
      if (gain > best_gain) {
        best_gain = gain;
        best = i;
      }
    }
    if (best == covers.size()) return given;
    for (GoalIndex goal : covers[best]) {
      if (!open[goal]) continue;
      open[goal] = false;
      given[best].push_back(goal);
    }
  }
}

// The cost of a test in the cover: its statements, where those that make nothing for the last one
// cost more, and its awkwardness. So tests that do several things, call what is not public or raise
// are chosen only for goals that no other covers.
double CostOf(const model::Subject& subject, const ArchivedTest& test) {
  constexpr std::size_t kEarlierAct = 8;
  const std::vector<bool> slice = OperandSliceOf(subject, test.test, test.test.size() - 1);
  const auto needed = static_cast<std::size_t>(std::count(slice.begin(), slice.end(), true));
  return static_cast<double>(1 + needed + kEarlierAct * (test.test.size() - needed)) +
         AwkwardnessOf(subject, test.test, test.ending);
}

// Gives each goal to the cheapest test of the cover that covers it. A cover begins with tests that
// do much, and each of their goals that a simpler test shows, too, need not keep them as they are.
void GiveToCheapest(const std::vector<double>& costs, const std::vector<Goals>& covers,
                    std::vector<Goals>& given) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i].empty()) chosen.push_back(i);
  }
  std::ranges::stable_sort(chosen, {}, [&](std::size_t i) { return costs[i]; });
  Goals left;
  for (Goals& goals : given) left.insert(left.end(), goals.begin(), goals.end());
  std::ranges::sort(left);
  for (const std::size_t i : chosen) {
    given[i].clear();
    std::ranges::set_intersection(left, covers[i], std::back_inserter(given[i]));
    Goals rest;
    std::ranges::set_difference(left, given[i], std::back_inserter(rest));
    left = std::move(rest);
  }
}

// Whether the test makes many calls on which the last one cannot depend. Where there was time to
// leave them out, it covers its goals by the time that they take, or by chance.
bool IsLengthy(const model::Subject& subject, const TestCase& test) {
  constexpr std::size_t kMostUnrelated = 8;
  const std::vector<bool> related = SliceOf(subject, test, test.size() - 1);
  std::size_t unrelated = 0;
  for (std::size_t i = 0; i < test.size(); ++i) {
    unrelated += !related[i] && test.statements[i].kind == StatementKind::kCall ? 1 : 0;
  }
  return unrelated > kMostUnrelated;
}

class Minimisation {
 public:
  Minimisation(const model::Subject& subject, model::Executor& executor,
               const base::Deadline& deadline, const MinimiserOptions& options)
      : subject_(subject),
        executor_(executor),
        deadline_(deadline),
        options_(options),
        goals_(subject),
        environment_(subject) {}

  std::vector<ArchivedTest> Run(std::vector<ArchivedTest> tests) {
    if (!options_.shrink) return AsArchived(std::move(tests));
    const std::vector<ArchivedTest> archived = tests;
    Goals wanted = UnionOf(tests);
    std::erase_if(wanted, [&](GoalIndex goal) { return !goals_.KeepsSearching(goal); });
    AddSlices(tests);
    std::vector<Behaviour> behaviour = Observe(tests, Isolation::kShared, PartOfTime());
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (tests[i].goals.empty()) AdmitSlice(traces_[i], tests[i], behaviour[i]);
    }
    DropRedundant(tests, behaviour, wanted);
    Reduce(tests, behaviour);
    DropRedundant(tests, behaviour, wanted);  // since reduced tests cost less, or became alike
    Confirm(archived, tests, behaviour);
    for (std::size_t i = 0; i < tests.size(); ++i) AddByTheWay(behaviour[i].covers, tests[i].goals);
    const base::Deadline& last = options_.confirm_by ? *options_.confirm_by : deadline_;
    if (!last.Expired()) {
      std::erase_if(tests, [&](const ArchivedTest& it) { return IsLengthy(subject_, it.test); });
    }
    return tests;
  }

 private:
  std::vector<ArchivedTest> AsArchived(std::vector<ArchivedTest> tests) {
    const std::vector<Behaviour> behaviour = Observe(tests, Isolation::kShared, deadline_);
    for (std::size_t i = 0; i < tests.size(); ++i) AddByTheWay(behaviour[i].covers, tests[i].goals);
    return tests;
  }

  // Adds what no test is kept for (branches, where search.criteria does not name them), so that it
  // is counted where a test covers it.
  void AddByTheWay(const Goals& covers, Goals& goals) const {
    std::ranges::copy_if(covers, std::back_inserter(goals),
                         [&](GoalIndex goal) { return !goals_.KeepsSearching(goal); });
    std::ranges::sort(goals);
  }

  // Appends, for each call of a test, the slices on which it may depend; they have no goals as yet.
  // The shorter ones come first, because time may not suffice to try all.
  void AddSlices(std::vector<ArchivedTest>& tests) const {
    const std::size_t whole = tests.size();
    for (const auto slice_of : {OperandSliceOf, SliceOf}) {
      for (std::size_t i = 0; i < whole; ++i) {
        for (std::size_t last = 0; last < tests[i].test.size(); ++last) {
          const Statement& call = tests[i].test.statements[last];
          if (call.kind != StatementKind::kCall || IsEnvironment(subject_, call)) continue;
          AddSlice(slice_of(subject_, tests[i].test, last), i, tests);
        }
      }
    }
  }

  // Appends those statements of a test as one of its own, unless there is one.
  static void AddSlice(const std::vector<bool>& kept, std::size_t of,
                       std::vector<ArchivedTest>& tests) {
    if (std::count(kept.begin(), kept.end(), true) == std::ssize(kept)) return;
    ArchivedTest slice{tests[of].test, Ending::kReturns, {}};
    model::KeepStatements(slice.test, kept);
    const bool is_known = std::any_of(tests.begin(), tests.end(), [&](const ArchivedTest& other) {
      return other.test == slice.test;
    });
    if (!is_known) tests.push_back(std::move(slice));
  }

  // Admits a slice as a test when it runs to its end and does not raise before that.
  static void AdmitSlice(const Trace& trace, ArchivedTest& slice, Behaviour& behaviour) {
    slice.ending = behaviour.ending;
    if (trace.verdict == Verdict::kPassed ||
        (trace.verdict == Verdict::kRaised && EndsWithRaise(slice.test, trace))) {
      slice.goals = behaviour.covers;
    } else {
      behaviour.covers.clear();
    }
  }

  static Goals UnionOf(const std::vector<ArchivedTest>& tests) {
    Goals all;
    for (const ArchivedTest& test : tests) {
      all.insert(all.end(), test.goals.begin(), test.goals.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // There is something left for reducing when all are observed.
  base::Deadline PartOfTime() const {
    return deadline_.unlimited() ? deadline_ : deadline_.Within(deadline_.Remaining() / 2);
  }

  std::vector<Behaviour> Observe(const std::vector<ArchivedTest>& tests, Isolation isolation,
                                 const base::Deadline& deadline) {
    std::vector<TestCase> texts;
    for (const ArchivedTest& test : tests) texts.push_back(test.test);
    executor_.Execute(texts, isolation, deadline, traces_);
    std::vector<Behaviour> behaviour;
    for (std::size_t i = 0; i < tests.size(); ++i)
      behaviour.push_back(BehaviourOf(texts[i], traces_[i], goals_));
    return behaviour;
  }

  double PriceOf(const ArchivedTest& test, const model::ExecutionCost& cost) const {
    const double size = CostOf(subject_, test);
    if (options_.preference == SearchOptions::Preference::kShort) return size;
    return size * PerformanceScore(ProxiesOf(test.test, cost));
  }

  // A test that was not seen to cover its goals in this run counts for these goals, which were seen
  // once, and for no others.
  void DropRedundant(std::vector<ArchivedTest>& tests, std::vector<Behaviour>& behaviour,
                     const Goals& wanted) {
    std::vector<double> costs;
    std::vector<Goals> covers;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      costs.push_back(PriceOf(tests[i], behaviour[i].cost));
      covers.push_back(Includes(behaviour[i].covers, tests[i].goals) ? behaviour[i].covers
                                                                     : tests[i].goals);
    }
    std::vector<Goals> given = GreedyCover(costs, covers, goals_.size(), wanted);
    GiveToCheapest(costs, covers, given);
    for (std::size_t i = 0; i < tests.size(); ++i) tests[i].goals = std::move(given[i]);
    DropWithoutGoals(tests, behaviour);
  }

  static void DropWithoutGoals(std::vector<ArchivedTest>& tests,
                               std::vector<Behaviour>& behaviour) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (tests[i].goals.empty()) continue;
      if (kept != i) {
        tests[kept] = std::move(tests[i]);
        behaviour[kept] = std::move(behaviour[i]);
      }
      ++kept;
    }
    tests.resize(kept);
    behaviour.resize(kept);
  }

  // Leaves out statements and, of crowded tests, arguments and elements.
  void Reduce(std::vector<ArchivedTest>& tests, std::vector<Behaviour>& behaviour) {
    std::vector<TestCase> suite, before;
    for (const ArchivedTest& it : tests) suite.push_back(it.test);
    before = suite;
    for (const bool parts_too : {false, true}) {
      std::vector<TestCase> reduced;
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < tests.size(); ++i) {
        const bool is_meant =
            !parts_too || options_.leave_out_arguments || CountOperands(tests[i].test) > kCrowded;
        if (!is_meant || !Preserves(behaviour[i], behaviour[i], tests[i].goals)) continue;
        places.push_back(i);
        reduced.push_back(tests[i].test);
      }
      const Keeps keeps = [&](std::size_t k, std::span<const TestCase> versions) {
        const std::size_t i = places[k];
        std::vector<bool> kept;
        executor_.Execute(versions, Isolation::kShared, deadline_, traces_);
        for (std::size_t v = 0; v < versions.size(); ++v) {
          kept.push_back(Preserves(BehaviourOf(versions[v], traces_[v], goals_), behaviour[i],
                                   tests[i].goals) &&
                         EndsWithRaise(versions[v], traces_[v]));
        }
        return kept;
      };
      const auto passes = parts_too ? PartPasses() : StatementPasses();
      reduced = Polish(subject_, std::move(reduced), keeps, nullptr, deadline_,
                       {.passes = passes, .suite = suite})
                    .tests;
      for (std::size_t k = 0; k < places.size(); ++k) tests[places[k]].test = std::move(reduced[k]);
    }
    std::vector<std::size_t> places;
    std::vector<ArchivedTest> changed;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (tests[i].test == before[i]) continue;
      places.push_back(i);
      changed.push_back(tests[i]);
    }
    std::vector<Behaviour> now = Observe(changed, Isolation::kShared, deadline_);
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (Preserves(now[k], behaviour[places[k]], tests[places[k]].goals)) {
        behaviour[places[k]] = std::move(now[k]);
      }
    }
  }

  // Executes the tests that are not archived with all their goals in fresh children. Archived tests
  // take over the goals of those that do not show them there.
  void Confirm(const std::vector<ArchivedTest>& archived, std::vector<ArchivedTest>& tests,
               std::vector<Behaviour>& behaviour) {
    const auto is_archived = [&](const ArchivedTest& test) {
      const auto same = std::ranges::find(archived, test.test, &ArchivedTest::test);
      return same != archived.end() && Includes(same->goals, test.goals);
    };
    std::vector<std::size_t> places;
    std::vector<ArchivedTest> changed;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (is_archived(tests[i])) continue;
      places.push_back(i);
      changed.push_back(tests[i]);
    }
    std::vector<Behaviour> seen =
        Observe(changed, Isolation::kFresh, options_.confirm_by.value_or(deadline_));
    Goals lost;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::size_t i = places[k];
      if (Preserves(seen[k], behaviour[i], tests[i].goals)) {
        behaviour[i] = std::move(seen[k]);
      } else {
        lost.insert(lost.end(), tests[i].goals.begin(), tests[i].goals.end());
        tests[i].goals.clear();
      }
    }
    if (!lost.empty()) Return(archived, lost, tests, behaviour);
  }

  // Replaces tests without goals by archived ones that cover the goals `lost`.
  void Return(const std::vector<ArchivedTest>& archived, const Goals& lost,
              std::vector<ArchivedTest>& tests, std::vector<Behaviour>& behaviour) const {
    DropWithoutGoals(tests, behaviour);
    std::vector<double> costs;
    std::vector<Goals> covers;
    for (const ArchivedTest& test : archived) {
      costs.push_back(CostOf(subject_, test));
      covers.push_back(test.goals);
    }
    const std::vector<Goals> given = GreedyCover(costs, covers, goals_.size(), lost);
    for (std::size_t i = 0; i < archived.size(); ++i) {
      if (given[i].empty()) continue;
      const auto same = std::ranges::find(tests, archived[i].test, &ArchivedTest::test);
      if (same == tests.end()) {
        tests.push_back({archived[i].test, archived[i].ending, given[i]});
        behaviour.emplace_back();
        continue;
      }
      same->goals.insert(same->goals.end(), given[i].begin(), given[i].end());
      std::ranges::sort(same->goals);
    }
  }

  const model::Subject& subject_;
  model::Executor& executor_;
  const base::Deadline& deadline_;
  MinimiserOptions options_;
  GoalSet goals_;
  Environment environment_;
  std::vector<Trace> traces_;
};

}  // namespace

std::vector<ArchivedTest> Minimise(const model::Subject& subject, model::Executor& executor,
                                   std::vector<ArchivedTest> tests, const base::Deadline& deadline,
                                   const MinimiserOptions& options) {
  if (tests.empty()) return tests;
  return Minimisation(subject, executor, deadline, options).Run(std::move(tests));
}

}  // namespace skua::search
