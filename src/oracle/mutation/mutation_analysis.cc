#include "oracle/mutation/mutation_analysis.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "model/options/time_policy.h"
#include "oracle/assertions/test_roles.h"
#include "oracle/mutation/mutant_order.h"

namespace skua::oracle {
namespace {

using model::GeneratedTest;
using model::MutantFate;
using model::MutantIndex;
using model::Observation;
using model::Verdict;

// Number of mutants after which a mutant's result changes the order of tests, so that the order
// does not depend on the number of mutants that are tried at the same time.
constexpr std::size_t kTriedTogether = 2 * model::Executor::kTrialsTogether;

// Returns whether the test can be run; pytest, too, skips findings that crash or hang.
bool CanBeRun(const GeneratedTest& test) {
  return test.verdict == Verdict::kPassed || test.verdict == Verdict::kRaised;
}

// Returns the assertions that do not hold. After a failing assertion on output, later ones count as
// failing, too, since their text is unknown.
std::vector<uint32_t> Unstable(const GeneratedTest& test, const model::Subject& subject,
                               const Observation& seen) {
  const auto& assertions = test.assertions;
  const std::vector<uint32_t> failing = FailingAssertions(assertions, subject, seen);
  std::vector<uint32_t> unstable;
  for (uint32_t i = 0; i < assertions.size(); ++i) {
    const bool depends_on_failing = std::ranges::any_of(failing, [&](uint32_t other) {
      return other == i || (other < i && TakesOutput(assertions[i]) &&
                            assertions[other].kind == assertions[i].kind);
    });
    if (depends_on_failing) unstable.push_back(i);
  }
  return unstable;
}

// Returns the code object of the subject's callable that the test calls last.
model::CodeObjectIndex LastCalled(const model::TestCase& test, const model::Subject& subject) {
  for (std::size_t i = test.size(); i-- > 0;) {
    if (RunsSubject(test, subject, i))
      return subject.callables[test.statements[i].target].code_object;
  }
  return model::kNoIndex;
}

class Analyser {
 public:
  Analyser(const model::Suite& suite, const model::Subject& subject,
           const std::vector<model::Mutant>& mutants, const base::Deadline& deadline,
           const AnalysisOptions& options)
      : suite_(suite),
        subject_(subject),
        mutants_(mutants),
        deadline_(deadline),
        options_(options) {
    analysis_.fates.resize(mutants.size(), MutantFate::kNotRun);
    analysis_.kills.resize(mutants.size());
    analysis_.tests.resize(suite.size());
    analysis_.gives_values.resize(subject.callables.size(), false);
  }

  MutationAnalysis Run(model::Executor& executor) && {
    try {
      if (ObserveBaseline(executor)) {
        if (DependsOnOrder()) executor.KeepTrialsApart();
        TryMutants(executor);
        TryImportMutants();
      }
    } catch (const base::Error&) {
      // The worker is lost; the results so far are kept.
    }
    return std::move(analysis_);
  }

 private:
  // One mutant, the tests to run, and the result.
  struct Attempt {
    MutantIndex mutant = 0;
    std::vector<std::size_t> tests = {};  // indices in the suite, in execution order
    std::size_t observations = 0;
    bool is_complete = false;  // all tests were run
    std::optional<Kill> kill = {};
  };

  // Returns false if the deadline came.
  bool ObserveBaseline(model::Executor& executor) {
    std::vector<std::size_t> runnable;
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      if (CanBeRun(suite_[i])) runnable.push_back(i);
    }
    std::vector<model::TestCase> cases;
    for (const std::size_t i : runnable) cases.push_back(suite_[i].test);
    const std::vector<uint32_t> limits(cases.size(), std::numeric_limits<uint32_t>::max());
    std::size_t seen = 0;
    executor.ObserveUnder(model::kNoIndex, cases, limits, deadline_,
                          [&](std::size_t i, Observation observation) {
                            if (observation.verdict == Verdict::kNotRun) return false;
                            ++seen;
                            NoteBaseline(runnable[i], std::move(observation));
                            return true;
                          });
    std::vector<LikelyKillers::Test> tests;
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      tests.push_back({analysis_.tests[i].executed_probes, LastCalled(suite_[i].test, subject_)});
    }
    likely_killers_.emplace(std::move(tests));
    return seen == runnable.size();
  }

  // Returns whether a test ends differently after all others than it did before: the subject keeps
  // state that no process restores.
  bool DependsOnOrder() const {
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      const AnalysedTest& test = analysis_.tests[i];
      if (CanBeRun(suite_[i]) && !(test.ends_as_expected && test.unstable.empty())) return true;
    }
    return false;
  }

  void NoteBaseline(std::size_t i, Observation seen) {
    const GeneratedTest& generated = suite_[i];
    AnalysedTest& test = analysis_.tests[i];
    for (std::size_t s = 0; s < std::min(seen.statements.size(), generated.test.size()); ++s) {
      if (!IsCall(generated.test, s)) continue;
      const bool gives_value = seen.statements[s].result.kind != model::ValueKind::kNone;
      if (gives_value) analysis_.gives_values[generated.test.statements[s].target] = true;
    }
    test.ends_as_expected = EndsAsExpected(generated, subject_, seen, options_.matched_message);
    if (!test.ends_as_expected) return;
    test.unstable = Unstable(generated, subject_, seen);
    test.reached = std::move(seen.reached_mutants);
    test.executed_probes = seen.executed_probes;
  }

  // Returns the mutants to judge: of import-time code, or all others.
  std::vector<MutantIndex> Chosen(bool at_import) const {
    std::vector<MutantIndex> chosen = options_.only;
    if (chosen.empty()) {
      for (MutantIndex i = 0; i < mutants_.size(); ++i) chosen.push_back(i);
    }
    std::erase_if(chosen, [&](MutantIndex i) { return mutants_[i].at_import != at_import; });
    return EvenOrder(mutants_, chosen);
  }

  void TryMutants(model::Executor& executor) {
    std::vector<std::vector<std::size_t>> reaching(mutants_.size());
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      for (const MutantIndex mutant : analysis_.tests[i].reached) {
        if (mutant < reaching.size()) reaching[mutant].push_back(i);
      }
    }
    std::vector<MutantIndex> order = Chosen(/*at_import=*/false);
    for (const MutantIndex mutant : order) {
      if (reaching[mutant].empty()) analysis_.fates[mutant] = MutantFate::kNotReached;
    }
    std::erase_if(order, [&](MutantIndex mutant) { return reaching[mutant].empty(); });
    for (std::size_t begin = 0; begin < order.size() && !deadline_.Expired();
         begin += kTriedTogether) {
      std::vector<Attempt> attempts;
      for (std::size_t i = begin; i < std::min(begin + kTriedTogether, order.size()); ++i) {
        attempts.push_back(AttemptOn(order[i], std::move(reaching[order[i]])));
      }
      Make(attempts, [&] {
        std::vector<model::Executor::Trial> trials;
        for (const Attempt& attempt : attempts) trials.push_back(TrialOf(attempt));
        executor.ObserveEachUnder(
            trials, deadline_, [&](std::size_t trial, std::size_t test, const Observation& seen) {
              return Take(attempts[trial], test, seen);
            });
      });
    }
  }

  // Tries each mutant of import-time code with all tests, since its reach is unknown. These mutants
  // are slow, so they get only a part of the time.
  void TryImportMutants() {
    if (!options_.load_mutant) return;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      if (analysis_.tests[i].ends_as_expected) all.push_back(i);
    }
    std::vector<MutantIndex> chosen = Chosen(/*at_import=*/true);
    chosen.resize(std::min(chosen.size(), options_.most_import_mutants));
    const base::Deadline deadline =
        deadline_.unlimited()
            ? deadline_
            : deadline_.Within(model::Scaled(deadline_.Remaining(),
                                             model::TimePolicy{}.executing.import_mutants));
    std::vector<Attempt> attempts;
    for (const MutantIndex mutant : chosen) attempts.push_back(AttemptOn(mutant, all));
    base::Team caller_alone(nullptr);
    base::Team& team = options_.team == nullptr ? caller_alone : *options_.team;
    Make(attempts, [&] {
      team.Do(attempts.size(), [&](std::size_t i, std::size_t) {
        if (!deadline.Expired()) TryAtImport(attempts[i]);
      });
    });
  }

  void TryAtImport(Attempt& attempt) const {
    const model::LoadedSubject loaded = options_.load_mutant(attempt.mutant);
    if (loaded.executor) {
      const model::Executor::Trial trial = TrialOf(attempt);
      attempt.is_complete = attempt.tests.empty();
      loaded.executor->ObserveUnder(
          trial.mutant, trial.tests, trial.probe_limits, deadline_,
          [&](std::size_t test, const Observation& seen) { return Take(attempt, test, seen); });
    } else if (!deadline_.Expired()) {
      attempt.kill = Kill{Kill::kImport, /*ends_otherwise=*/true, {}};
    }
  }

  // Returns an attempt with these tests, the likeliest killers first.
  Attempt AttemptOn(MutantIndex mutant, std::vector<std::size_t> tests) const {
    likely_killers_->Sort(mutants_[mutant], tests);
    return {mutant, std::move(tests)};
  }

  model::Executor::Trial TrialOf(const Attempt& attempt) const {
    model::Executor::Trial trial{attempt.mutant};
    for (const std::size_t i : attempt.tests) {
      trial.tests.push_back(suite_[i].test);
      trial.probe_limits.push_back(ProbeLimit(analysis_.tests[i].executed_probes, options_));
    }
    return trial;
  }

  // Stores the observation of a test. Returns whether the attempt continues: until a test kills the
  // mutant.
  bool Take(Attempt& attempt, std::size_t test, const Observation& seen) const {
    if (seen.verdict == Verdict::kNotRun) return false;
    ++attempt.observations;
    attempt.is_complete = attempt.observations == attempt.tests.size();
    attempt.kill = KillBy(attempt.tests[test], seen);
    return !attempt.kill.has_value();
  }

  // Makes the attempts by `make`, and takes over their results even if it throws.
  template <typename MakeAll>
  void Make(std::vector<Attempt>& attempts, const MakeAll& make) {
    try {
      make();
    } catch (const base::Error&) {
      for (Attempt& attempt : attempts) Settle(std::move(attempt));
      throw;
    }
    for (Attempt& attempt : attempts) Settle(std::move(attempt));
  }

  void Settle(Attempt attempt) {
    analysis_.observations += attempt.observations;
    if (!attempt.kill) {
      if (attempt.is_complete) analysis_.fates[attempt.mutant] = MutantFate::kSurvived;
      return;
    }
    if (attempt.kill->test != Kill::kImport) {
      likely_killers_->CountKill(mutants_[attempt.mutant], attempt.kill->test);
    }
    analysis_.fates[attempt.mutant] = MutantFate::kKilled;
    analysis_.kills[attempt.mutant] = std::move(attempt.kill);
  }

  std::optional<Kill> KillBy(std::size_t i, const Observation& seen) const {
    const GeneratedTest& test = suite_[i];
    if (!EndsAsExpected(test, subject_, seen, options_.matched_message)) {
      return Kill{i, /*ends_otherwise=*/true, {}};
    }
    const std::vector<uint32_t> failing = FailingAssertions(test.assertions, subject_, seen);
    Kill kill{i, /*ends_otherwise=*/false, {}};
    std::ranges::set_difference(failing, analysis_.tests[i].unstable,
                                std::back_inserter(kill.assertions));
    if (kill.assertions.empty()) return std::nullopt;
    return kill;
  }

  const model::Suite& suite_;
  const model::Subject& subject_;
  const std::vector<model::Mutant>& mutants_;
  const base::Deadline& deadline_;
  const AnalysisOptions& options_;
  MutationAnalysis analysis_;
  std::optional<LikelyKillers> likely_killers_;
};

}  // namespace

uint32_t ProbeLimit(uint64_t executed_probes, const AnalysisOptions& options) {
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  const uint64_t factor = std::max<uint64_t>(options.probe_factor, 1);
  const uint64_t limit = std::min(executed_probes, kMost / factor) * factor;
  return static_cast<uint32_t>(std::max<uint64_t>(limit, options.least_probe_limit));
}

MutationAnalysis Analyse(const model::Suite& suite, const model::Subject& subject,
                         model::Executor& executor, const std::vector<model::Mutant>& mutants,
                         const base::Deadline& deadline, const AnalysisOptions& options) {
  return Analyser(suite, subject, mutants, deadline, options).Run(executor);
}

std::vector<MutantIndex> KillsOf(const MutationAnalysis& analysis, std::size_t test,
                                 const std::vector<model::Mutant>& mutants) {
  std::vector<MutantIndex> killed;
  for (MutantIndex i = 0; i < mutants.size(); ++i) {
    const std::optional<Kill>& kill = analysis.kills[i];
    if (kill && kill->test == test && !mutants[i].at_import) killed.push_back(i);
  }
  return killed;
}

void AddKills(MutationAnalysis& whole, const MutationAnalysis& part,
              std::span<const std::size_t> tests) {
  for (std::size_t mutant = 0; mutant < whole.fates.size(); ++mutant) {
    MutantFate& fate = whole.fates[mutant];
    if (whole.kills[mutant]) continue;
    if (const std::optional<Kill>& found = part.kills[mutant]) {
      whole.kills[mutant] = found;
      if (found->test != Kill::kImport) whole.kills[mutant]->test = tests[found->test];
      fate = MutantFate::kKilled;
    } else if (fate == MutantFate::kNotReached && part.fates[mutant] == MutantFate::kSurvived) {
      fate = MutantFate::kSurvived;
    }
  }
  whole.observations += part.observations;
}

void TakeOver(MutationAnalysis& whole, const MutationAnalysis& part,
              std::span<const std::size_t> tests) {
  for (std::size_t mutant = 0; mutant < whole.fates.size(); ++mutant) {
    std::optional<Kill>& kill = whole.kills[mutant];
    if (!kill || std::ranges::find(tests, kill->test) == tests.end()) continue;
    kill.reset();
    whole.fates[mutant] = MutantFate::kNotRun;
  }
  AddKills(whole, part, tests);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (tests[i] >= whole.tests.size()) whole.tests.resize(tests[i] + 1);
    whole.tests[tests[i]] = part.tests[i];
  }
  for (std::size_t i = 0; i < whole.gives_values.size(); ++i) {
    if (part.gives_values[i]) whole.gives_values[i] = true;
  }
}

void MergeInto(std::size_t equal, std::size_t test, MutationAnalysis& analysis) {
  for (std::optional<Kill>& kill : analysis.kills) {
    if (!kill || kill->test == Kill::kImport) continue;
    if (kill->test == test) kill->test = equal;
    if (kill->test > test) --kill->test;
  }
  analysis.tests.erase(analysis.tests.begin() + static_cast<std::ptrdiff_t>(test));
}

std::vector<model::JudgedMutant> Judged(const std::vector<model::Mutant>& mutants,
                                        const MutationAnalysis& analysis) {
  std::vector<model::JudgedMutant> judged;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    judged.push_back({mutants[i], analysis.fates[i]});
  }
  return judged;
}

}  // namespace skua::oracle
