// A hill climb for each mutant, in rounds over all mutants. A test is nearer to a mutant the
// further it gets: to the mutant's code object, then to the predicates of its line, and there to
// the boundary, where the operands are equal. There, or a step beside it, a changed comparison or
// constant decides otherwise (weak mutation; Papadakis and Malevris 2010). Values that put a test
// on the boundary come from input-to-state. An infected state must also be seen: so the nearest
// tests are varied in all their values, and calls that observe their objects are appended. In each
// round the nearest new candidates are judged. A test that kills is made small and tried on the
// other mutants that it reaches; at the end the values of all killing tests are made plain.
#include "search/mutant_search.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "search/evaluation/individual.h"
#include "search/evaluation/metered_executor.h"
#include "search/evaluation/operand_feedback.h"
#include "search/goals/behaviour.h"
#include "search/goals/goal_set.h"
#include "search/goals/weak_distance.h"
#include "search/making/knowledge.h"
#include "search/making/test_edits.h"
#include "search/polish/polish.h"
#include "search/varying/mutant_candidates.h"

namespace skua::search {
namespace {

using model::Isolation;
using model::Statement;
using model::TestCase;
using model::Trace;

constexpr std::size_t kParents = 6;
constexpr std::size_t kMostReductions = 40;

struct Target {
  const SurvivingMutant* mutant = nullptr;
  MutantPlace place;
  std::vector<MutantParent> parents;         // the nearest first
  std::unordered_set<uint64_t> judged = {};  // fingerprints; only ever asked, never walked
  bool is_killed = false;
};

class MutantSearch {
 public:
  MutantSearch(const model::Subject& subject, model::Executor& executor,
               const SearchOptions& options, const Judge& judge, base::Rng& rng,
               const base::Deadline& deadline, const MutantSearchOptions& bounds)
      : subject_(subject),
        executor_(executor),
        options_(options),
        judge_(judge),
        rng_(rng),
        deadline_(deadline),
        bounds_(bounds),
        goals_(subject),
        knowledge_(goals_, options),
        candidates_(goals_, options, knowledge_, rng) {}

  MutantSearchResult Run(std::span<const TestCase> tests,
                         std::span<const SurvivingMutant> mutants) {
    Begin(tests, mutants);
    const std::size_t rounds =
        options_.max_generations > 0
            ? static_cast<std::size_t>(std::min<uint64_t>(bounds_.rounds, options_.max_generations))
            : bounds_.rounds;
    for (std::size_t round = 0; round < rounds; ++round) {
      for (Target& target : targets_) {
        if (deadline_.Expired() || IsInVain()) break;
        if (!target.is_killed && !target.parents.empty()) TryRound(target, round == 0);
      }
    }
    PolishFound(mutants);
    result_.executed_tests = executor_.tests();
    return std::move(result_);
  }

 private:
  void Begin(std::span<const TestCase> tests, std::span<const SurvivingMutant> mutants) {
    batch_.assign(tests.begin(), tests.end());
    Execute();
    for (const SurvivingMutant& mutant : mutants) {
      Target& target = targets_.emplace_back(
          Target{&mutant, MutantPlace(goals_, mutant.code_object, mutant.line), {}});
      for (const std::size_t i : mutant.reached_by) {
        if (!IsUsable(i)) continue;
        target.judged.insert(FingerprintOf(batch_[i]));
        target.parents.push_back(ParentOf(i, target));
      }
      KeepNearest(target);
    }
    rng_.Shuffle(targets_);  // so that a lack of time does not always hit the same mutants
  }

  // Executes the batch, removes the statements of each test after the one that raised, and learns
  // the types that were seen.
  void Execute() {
    executor_.Execute(batch_, Isolation::kShared, deadline_, traces_);
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      TestCase& test = batch_[i];
      const Trace& trace = traces_[i];
      if (trace.verdict == model::Verdict::kRaised) {
        test.statements.resize(std::min<std::size_t>(test.size(), trace.executed_statements + 1u));
      }
      for (std::size_t k = 0; k < std::min(trace.result_classes.size(), test.size()); ++k) {
        const Statement& call = test.statements[k];
        if (call.kind == model::StatementKind::kCall &&
            trace.result_classes[k] != model::kNoIndex) {
          knowledge_.types().LearnResult(call.target, trace.result_classes[k]);
        }
      }
    }
  }

  bool IsUsable(std::size_t i) const {
    return IsViable(traces_[i]) && !traces_[i].reached_out && batch_[i].size() > 0;
  }

  // Makes a parent of test `i` of the batch.
  MutantParent ParentOf(std::size_t i, const Target& target) {
    MutantParent parent{batch_[i],
                        traces_[i].verdict == model::Verdict::kRaised,
                        target.place.NearnessOf(traces_[i]),
                        {}};
    LearnFromOperands(parent.test, traces_[i].operands, target.place.predicates(), parent.hints,
                      knowledge_.constants());
    return parent;
  }

  // Keeps the nearest parents. Among equally near ones the newest win, so that what does not matter
  // goes on changing.
  static void KeepNearest(Target& target) {
    std::stable_sort(
        target.parents.begin(), target.parents.end(),
        [](const MutantParent& a, const MutantParent& b) { return a.nearness < b.nearness; });
    if (target.parents.size() > kParents) {
      target.parents.erase(target.parents.begin() + kParents, target.parents.end());
    }
  }

  void TryRound(Target& target, bool is_first) {
    candidates_.List(target.parents, target.mutant->code_object, bounds_.candidates, is_first,
                     batch_);
    Execute();
    std::vector<MutantParent> children;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      if (!IsUsable(i)) continue;
      children.push_back(ParentOf(i, target));
    }
    std::stable_sort(
        children.begin(), children.end(),
        [](const MutantParent& a, const MutantParent& b) { return a.nearness < b.nearness; });
    if (MutantParent* killer = FindKiller(children, target)) {
      target.is_killed = true;
      Keep(std::move(*killer), target);
      return;
    }
    std::erase_if(children,
                  [](const MutantParent& it) { return it.nearness.level == Nearness::kElsewhere; });
    target.parents.insert(target.parents.begin(), std::make_move_iterator(children.begin()),
                          std::make_move_iterator(children.end()));
    KeepNearest(target);
  }

  // Judges the most promising children, which are sorted, and returns the first that kills; null
  // when none does.
  MutantParent* FindKiller(std::vector<MutantParent>& children, Target& target) {
    std::vector<MutantParent*> judged;
    std::vector<TestCase> candidates;
    for (MutantParent& child : children) {
      if (judged.size() >= bounds_.judged || child.nearness.level != Nearness::kAtPredicates) break;
      if (!target.judged.insert(FingerprintOf(child.test)).second) continue;
      judged.push_back(&child);
      candidates.push_back(child.test);
    }
    const std::vector<bool> kills = Ask(candidates, *target.mutant);
    const auto first = std::find(kills.begin(), kills.end(), true);
    return first == kills.end() ? nullptr : judged[static_cast<std::size_t>(first - kills.begin())];
  }

  std::vector<bool> Ask(std::span<const TestCase> candidates, const SurvivingMutant& mutant) {
    if (candidates.empty() || deadline_.Expired()) {
      return std::vector<bool>(candidates.size(), false);
    }
    result_.judgements += candidates.size();
    return judge_(candidates, mutant.index);
  }

  bool IsInVain() const {
    const uint64_t in_vain = result_.judgements - judgements_at_kill_;
    return in_vain >= bounds_.judgements_in_vain && in_vain >= result_.judgements / 2;
  }

  // Keeps a test that kills `target`: removes statements that it does not need, and tries it on
  // other mutants.
  void Keep(MutantParent killer, const Target& target) {
    const Keeps keeps = [&](std::size_t, std::span<const TestCase> versions) {
      return KeepsKills(versions, killer.raises, [&](const TestCase& version) -> bool {
        return Ask({&version, 1}, *target.mutant)[0];
      });
    };
    const std::vector<TestCase> reduced =
        Polish(subject_, {killer.test}, keeps, nullptr, deadline_,
               {.passes = StatementPasses(), .max_versions = kMostReductions, .batch = 1})
            .tests;
    judgements_at_kill_ = result_.judgements;
    KillingTest& kept = result_.tests.emplace_back();
    kept.test = reduced[0];
    batch_ = reduced;
    kept.raises = killer.raises;
    kept.kills.push_back(target.mutant->index);
    Execute();
    for (Target& other : targets_) {
      if (other.is_killed || other.place.NearnessOf(traces_[0]).level != Nearness::kAtPredicates ||
          !other.judged.insert(FingerprintOf(kept.test)).second) {
        continue;
      }
      other.is_killed = Ask({&kept.test, 1}, *other.mutant)[0];
      if (other.is_killed) kept.kills.push_back(other.mutant->index);
    }
    std::sort(kept.kills.begin(), kept.kills.end());
  }

  // Returns for each version, up to the first that will do, whether it ends as the test does and
  // kills.
  template <typename Kills>
  std::vector<bool> KeepsKills(std::span<const TestCase> versions, bool raises, Kills kills) {
    std::vector<bool> kept(versions.size(), false);
    executor_.Execute(versions, Isolation::kShared, deadline_, traces_);
    for (std::size_t k = 0; k < versions.size(); ++k) {
      const bool ends_alike = IsViable(traces_[k]) && !traces_[k].reached_out &&
                              (traces_[k].verdict == model::Verdict::kRaised) == raises &&
                              EndsWithRaise(versions[k], traces_[k]);
      kept[k] = ends_alike && kills(versions[k]);
      if (kept[k]) break;
    }
    return kept;
  }

  // Polishes the tests that were found, as long as each still kills all its mutants.
  void PolishFound(std::span<const SurvivingMutant> mutants) {
    const auto kills_all = [&](const TestCase& test, const std::vector<model::MutantIndex>& kills) {
      return std::all_of(kills.begin(), kills.end(), [&](model::MutantIndex kill) -> bool {
        const auto mutant = std::find_if(mutants.begin(), mutants.end(),
                                         [&](const auto& it) { return it.index == kill; });
        return Ask({&test, 1}, *mutant)[0];
      });
    };
    const Keeps keeps = [&](std::size_t i, std::span<const TestCase> versions) {
      const KillingTest& killing = result_.tests[i];
      return KeepsKills(versions, killing.raises,
                        [&](const TestCase& version) { return kills_all(version, killing.kills); });
    };
    std::vector<TestCase> tests;
    for (const KillingTest& it : result_.tests) tests.push_back(it.test);
    tests = Polish(subject_, std::move(tests), keeps, nullptr, deadline_,
                   {.max_versions = bounds_.plainer})
                .tests;
    for (std::size_t i = 0; i < tests.size(); ++i) result_.tests[i].test = std::move(tests[i]);
  }

  const model::Subject& subject_;
  MeteredExecutor executor_;
  const SearchOptions& options_;
  const Judge& judge_;
  base::Rng& rng_;
  const base::Deadline& deadline_;
  const MutantSearchOptions& bounds_;
  GoalSet goals_;
  Knowledge knowledge_;
  MutantCandidates candidates_;

  std::vector<Target> targets_;
  std::vector<TestCase> batch_;
  std::vector<Trace> traces_;  // parallel to the batch
  MutantSearchResult result_;
  uint64_t judgements_at_kill_ = 0;
};

}  // namespace

MutantSearchResult SearchForMutants(const model::Subject& subject, model::Executor& executor,
                                    const SearchOptions& options, std::span<const TestCase> tests,
                                    std::span<const SurvivingMutant> mutants, const Judge& judge,
                                    base::Rng& rng, const base::Deadline& deadline,
                                    const MutantSearchOptions& bounds) {
  return MutantSearch(subject, executor, options, judge, rng, deadline, bounds).Run(tests, mutants);
}

}  // namespace skua::search
