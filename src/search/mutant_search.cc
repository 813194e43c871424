// A hill climb for each mutant, in rounds over all of them. A test is the nearer to a mutant, the
// further it gets: to its code object, to the predicates of its line, and there to the boundary,
// where the operands are equal: a changed comparison or constant decides otherwise there or a step
// beside it (weak mutation; Papadakis and Malevris 2010). Values that put a test on the boundary
// come from input-to-state. What infects the state must also be seen: so the nearest tests are
// varied in all their values, and calls that observe their objects are appended. The nearest
// candidates of a round that are new are judged. A test that kills is made small and tried on the
// other mutants that it reaches; at last the values of those that were found are made plain.
#include "search/mutant_search.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "search/constant_pool.h"
#include "search/goal_set.h"
#include "search/individual.h"
#include "search/metered_executor.h"
#include "search/mutation.h"
#include "search/neighbourhood.h"
#include "search/observing_calls.h"
#include "search/operand_feedback.h"
#include "search/reduction.h"
#include "search/test_edits.h"
#include "search/test_factory.h"
#include "search/value_minimiser.h"
#include "search/weak_distance.h"

namespace skua::search {
namespace {

using model::Isolation;
using model::Statement;
using model::TestCase;
using model::Trace;

constexpr std::size_t kParents = 6;
constexpr std::size_t kHintTries = 3;  // of each: the operand itself, and one beside it
constexpr std::size_t kMostReductions = 40;
constexpr double kHint = 0.4;
constexpr double kMove = 0.5;
constexpr double kFreshCall = 0.15;
constexpr double kObserve = 0.3;

struct Parent {
  TestCase test;
  bool raises = false;
  Nearness nearness;
  std::vector<OperandHint> hints;
};

struct Target {
  const SurvivingMutant* mutant = nullptr;
  MutantPlace place;
  std::vector<Parent> parents;               // the nearest first
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
        environment_(subject),
        constants_(subject, options.dynamic_constant_probability),
        primitives_(options, constants_),
        types_(subject),
        guesses_(subject, types_),
        factory_(goals_, options, primitives_, types_, guesses_),
        mutation_(subject, options, primitives_, types_, factory_),
        neighbourhood_(subject, constants_.alphabet() + "aA0 _-.") {}

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
    MakePlain(mutants);
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
    rng_.Shuffle(targets_);  // what there is no time for is not always the same
  }

  // Cut behind a statement that raises, and with what was seen of types.
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
          types_.LearnResult(call.target, trace.result_classes[k]);
        }
      }
    }
  }

  bool IsUsable(std::size_t i) const {
    return IsViable(traces_[i]) && !traces_[i].reached_out && batch_[i].size() > 0;
  }

  // Test `i` of the batch.
  Parent ParentOf(std::size_t i, const Target& target) {
    Parent parent{batch_[i],
                  traces_[i].verdict == model::Verdict::kRaised,
                  target.place.NearnessOf(traces_[i]),
                  {}};
    LearnFromOperands(parent.test, traces_[i].operands, target.place.predicates(), parent.hints,
                      constants_);
    return parent;
  }

  // Of those that are as near the newest, so that what does not matter goes on changing.
  static void KeepNearest(Target& target) {
    std::stable_sort(target.parents.begin(), target.parents.end(),
                     [](const Parent& a, const Parent& b) { return a.nearness < b.nearness; });
    if (target.parents.size() > kParents) {
      target.parents.erase(target.parents.begin() + kParents, target.parents.end());
    }
  }

  void TryRound(Target& target, bool is_first) {
    batch_.clear();
    known_.clear();
    if (is_first) ProposeBoundaries(target);
    for (std::size_t attempts = 2 * bounds_.candidates;
         batch_.size() < bounds_.candidates && attempts > 0; --attempts) {
      Propose(Varied(target));
    }
    Execute();
    std::vector<Parent> children;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      if (!IsUsable(i)) continue;
      children.push_back(ParentOf(i, target));
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const Parent& a, const Parent& b) { return a.nearness < b.nearness; });
    if (Parent* killer = FindKiller(children, target)) {
      target.is_killed = true;
      Keep(std::move(*killer), target);
      return;
    }
    std::erase_if(children,
                  [](const Parent& it) { return it.nearness.level == Nearness::kElsewhere; });
    target.parents.insert(target.parents.begin(), std::make_move_iterator(children.begin()),
                          std::make_move_iterator(children.end()));
    KeepNearest(target);
  }

  void Propose(TestCase test) {
    if (test.size() == 0 || test.size() > options_.max_test_length) return;
    if (known_.insert(FingerprintOf(test)).second) batch_.push_back(std::move(test));
  }

  // What is likeliest to kill: values on the boundary and beside it, and a look at the objects.
  void ProposeBoundaries(const Target& target) {
    for (const Parent& parent : target.parents) {
      for (const OperandHint& hint : parent.hints) {
        for (std::size_t i = 0; i < kHintTries; ++i) {
          TestCase test = parent.test;
          if (ApplyHint(test, hint, rng_)) Propose(std::move(test));
        }
      }
    }
    for (const Parent& parent : target.parents) {
      if (parent.raises) continue;
      for (Statement& call : ListObservingCalls(parent.test, types_)) {
        if (batch_.size() >= bounds_.candidates) return;
        TestCase test = parent.test;
        test.statements.push_back(std::move(call));
        Propose(std::move(test));
      }
    }
  }

  TestCase Varied(const Target& target) {
    if (rng_.Chance(kFreshCall)) {
      TestCase fresh = FreshCall(target.mutant->code_object);
      if (fresh.size() > 0) return fresh;
    }
    const Parent& parent = rng_.Pick(target.parents);
    TestCase test = parent.test;
    bool changed = !parent.hints.empty() && rng_.Chance(kHint) &&
                   ApplyHint(test, rng_.Pick(parent.hints), rng_);
    if (!changed || rng_.Chance(0.5)) {
      changed = (rng_.Chance(kMove)
                     ? MoveValue(test, parent.nearness.distance)
                     : mutation_.Mutate(test, test.size() - (parent.raises ? 1 : 0), rng_)) ||
                changed;
    }
    if (!parent.raises && test.size() > 0 && (!changed || rng_.Chance(kObserve))) Observe(test);
    return test;
  }

  // A call of what runs the code object, with other arguments.
  TestCase FreshCall(model::CodeObjectIndex code_object) {
    TestCase test;
    for (const model::CallableIndex callable : factory_.callables()) {
      if (subject_.callables[callable].code_object != code_object) continue;
      factory_.values().AppendCall(test, callable, std::nullopt, rng_, 0);
      factory_.Normalise(test);
      break;
    }
    return test;
  }

  // One value by a step of local search.
  bool MoveValue(TestCase& test, double distance) {
    const std::size_t first = environment_.PrefixOf(test);
    const std::size_t start = rng_.Below(test.size());
    for (std::size_t i = 0; i < test.size(); ++i) {
      const std::size_t at = (start + i) % test.size();
      if (at < first || IsName(test, subject_, static_cast<model::VariableIndex>(at))) continue;
      neighbourhood_.List(test.statements[at], distance, 0, moves_);
      if (moves_.empty()) continue;
      test.statements[at] = rng_.Pick(moves_);
      return true;
    }
    return false;
  }

  void Observe(TestCase& test) {
    std::vector<Statement> calls = ListObservingCalls(test, types_);
    if (!calls.empty()) test.statements.push_back(std::move(rng_.Pick(calls)));
  }

  // The first that kills of the most promising ones, which are sorted; null when none does.
  Parent* FindKiller(std::vector<Parent>& children, Target& target) {
    std::vector<Parent*> judged;
    std::vector<TestCase> candidates;
    for (Parent& child : children) {
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
    return in_vain >= bounds_.patience && in_vain >= result_.judgements / 2;
  }

  // `target` is killed by the test: what it can do without goes, and others may be killed, too.
  void Keep(Parent killer, const Target& target) {
    Reduction reduction(environment_, killer.test);
    batch_.resize(1);
    for (std::size_t i = 0; i < kMostReductions && reduction.Propose(batch_[0]); ++i) {
      const std::size_t size = batch_[0].size();
      Execute();
      if (!IsUsable(0) || batch_[0].size() != size ||
          (traces_[0].verdict == model::Verdict::kRaised) != killer.raises) {
        continue;
      }
      if (Ask(batch_, *target.mutant)[0]) reduction.Accept(batch_[0]);
    }
    judgements_at_kill_ = result_.judgements;
    KillingTest& kept = result_.tests.emplace_back();
    kept.test = batch_[0] = reduction.test();
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

  // The values of the tests that were found, as far as all that they kill is still killed.
  void MakePlain(std::span<const SurvivingMutant> mutants) {
    const auto kills_all = [&](const TestCase& test, const std::vector<model::MutantIndex>& kills) {
      return std::all_of(kills.begin(), kills.end(), [&](model::MutantIndex kill) -> bool {
        const auto mutant = std::find_if(mutants.begin(), mutants.end(),
                                         [&](const auto& it) { return it.index == kill; });
        return Ask({&test, 1}, *mutant)[0];
      });
    };
    const Keeps keeps = [&](std::size_t i, std::span<const TestCase> candidates) {
      const KillingTest& killing = result_.tests[i];
      std::vector<bool> kept(candidates.size(), false);
      executor_.Execute(candidates, Isolation::kShared, deadline_, traces_);
      for (std::size_t k = 0; k < candidates.size(); ++k) {
        const bool ends_alike = IsViable(traces_[k]) && !traces_[k].reached_out &&
                                (traces_[k].verdict == model::Verdict::kRaised) == killing.raises &&
                                EndsWithRaise(candidates[k], traces_[k]);
        kept[k] = ends_alike && kills_all(candidates[k], killing.kills);
        if (kept[k]) break;
      }
      return kept;
    };
    std::vector<TestCase> tests;
    for (const KillingTest& it : result_.tests) tests.push_back(it.test);
    tests = MinimiseValues(subject_, std::move(tests), keeps, nullptr, deadline_,
                           {.max_candidates = bounds_.plainer});
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
  Environment environment_;
  ConstantPool constants_;
  Primitives primitives_;
  TypeSystem types_;
  TypeGuesses guesses_;
  TestFactory factory_;
  Mutation mutation_;
  Neighbourhood neighbourhood_;

  std::vector<Target> targets_;
  std::vector<TestCase> batch_;
  std::vector<Trace> traces_;  // beside the batch
  std::unordered_set<uint64_t> known_;
  std::vector<Statement> moves_;
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
