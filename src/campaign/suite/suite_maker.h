// Turns the tests of a search into the suite that is written, except for its text: observes them in
// two processes, judges them by the subject's mutants, polishes them, and keeps the
// assertions that are worth it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/team.h"
#include "campaign/pacing/reserves.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/options/options.h"
#include "model/reason.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/build_suite.h"
#include "oracle/mutation/mutation_analysis.h"
#include "search/goals/goal_set.h"
#include "search/mutant_search.h"
#include "search/polish/passes.h"
#include "search/search.h"

namespace skua::campaign {

using model::OracleOptions;

class SuiteMaker {
 public:
  // Loads the subject uninstrumented, with these options.
  using Load = std::function<model::LoadedSubject(const model::LoadOptions&)>;

  // Borrows all. `searcher` has the subject loaded, instrumented. The threads of `team` call
  // `load`, too.
  SuiteMaker(const model::Subject& subject, model::Executor& searcher, Load load,
             const OracleOptions& options, base::Team& team, const base::Log& log)
      : subject_(subject),
        searcher_(searcher),
        load_(std::move(load)),
        options_(options),
        team_(team),
        log_(log),
        goals_(subject) {}

  // Loads the two processes that observe, the first one with mutants, unless there will be no time
  // to judge them. Returns a reason when the campaign cannot go on.
  std::optional<model::Reason> LoadObservers(uint64_t seed, bool with_mutants);

  // Observes the tests and asserts what both processes saw. Troubles are tests that ended their
  // process or did not end: they become findings. Displaced accidents become findings or nothing.
  void Build(const std::vector<search::ArchivedTest>& tests,
             const std::vector<model::TestCase>& displaced_accidents,
             const std::vector<search::Trouble>& troubles, const base::Deadline& deadline);
  // Returns the tests of `seconds` that cover goals which the suite lost: Build() was given `tests`
  // for these, and no test that observing left covers them. Each has only such goals.
  std::vector<search::ArchivedTest> SecondsFor(std::span<const search::ArchivedTest> tests,
                                               std::span<const search::ArchivedTest> seconds,
                                               const base::Deadline& deadline);
  // Observes such tests, and appends those that can be kept. None becomes a finding.
  void AddSeconds(std::span<const search::ArchivedTest> seconds, const base::Deadline& deadline);
  // Puts the tests of the tree, with their assertions, before all others: they take part in the
  // judgement and stay as they are. Leaves out findings that one of them shows.
  void Stand(model::Suite standing);
  // Tries the mutants. Values that were made plain before did not have to notice any.
  void Judge(const base::Deadline& deadline);
  // Adds those of the tests that kill mutants which no test kills, and are not far-fetched.
  // `plainer` are their versions that the suite was built of, with the same goals. Such a test
  // comes in the place of its version if it kills what that does. Where an earlier call of a test
  // shows it already, the test of that call alone is added instead.
  void AddForMutants(std::span<const search::ArchivedTest> tests,
                     std::span<const search::ArchivedTest> plainer, const base::Deadline& deadline);
  // Polishes calls: replaces internal functions by public ones and earlier calls by values, and
  // calls functions that a call returns, as long as the test covers and kills the same. Before
  // mutants are tried it also divides tests whose two acts need not be in one. Skips tests that are
  // unchanged since it saw them, and those that existed when Polish() was called before.
  void PolishCalls(const base::Deadline& deadline);
  // Polishes the values and statements of tests that are not in `settled`, as long as each covers
  // and kills the same. Versions are tried until the first deadline; changed tests are observed and
  // judged until the second.
  void Polish(std::span<const model::TestCase> settled, const base::Deadline& trying,
              const base::Deadline& deadline);
  // Searches for tests, none of them far-fetched, that kill mutants which no test kills yet. After
  // an earlier such search (`is_again`) it ends as soon as it is in vain.
  void Extend(const search::SearchOptions& options, bool is_again, base::Rng& rng,
              const base::Deadline& deadline);
  // Keeps one test among equal ones, the assertions that are worth it, and, where acts are
  // separated, one act a test.
  void Select(bool separates_acts = true);

  // If the import asked the world something, imports the subject in as many other worlds, and
  // leaves out the tests that fail in one of them, as far as there is time.
  struct OtherImports {
    std::size_t left_out = 0;
    uint8_t seen = 0, asked = 0;  // worlds: in which it was imported, and which have an answer
  };
  OtherImports LeaveOutWhatImportsChange(model::Suite& suite, const base::Deadline& deadline) const;

  // The tests of behaviour changes with what they see now, where they expected something else. They
  // are observed and not judged: what they look at stays, whether a mutant needs it or not. Those
  // that the suite has already are left out, and those that would become findings.
  model::Suite Renewed(const model::Suite& changed, const base::Deadline& deadline);

  model::Suite TakeSuite() { return std::move(built_.suite); }
  const oracle::BuiltSuite& built() const { return built_; }
  bool judges_mutants() const { return !mutants_.empty(); }
  // Returns, for each test of `made`, the taken suite, the mutants that it kills, whichever test
  // was the first to kill them; after the deadline, only those that it was the first to kill.
  std::vector<std::vector<model::MutantIndex>> KillsOf(const model::Suite& made,
                                                       const base::Deadline& deadline) const;

  // Judges the mutants by `written`, the part of the suite that passed verification, whose tests
  // are called `names`. Mutants whose test or assertion was dropped are tried again with the
  // others.
  std::vector<model::JudgedMutant> JudgedBy(const model::Suite& made, const model::Suite& written,
                                            const std::vector<std::string>& names,
                                            const base::Deadline& deadline) const;

 private:
  void LoadFirst(uint64_t seed, bool with_mutants);
  model::LoadedSubject Import(uint8_t world) const;
  // Returns an executor that imported the subject in one of the first worlds, and observes there;
  // null if the import fails.
  model::Executor* ImportedIn(uint8_t world);
  oracle::BuiltSuite Observe(const std::vector<oracle::CoveringTest>& tests,
                             const base::Deadline& deadline, oracle::BuildOptions options = {});
  std::vector<model::GoalIndex> GoalsOf(const model::TestCase& test,
                                        const base::Deadline& deadline);
  // Returns the options for observing tests that join those of the suite.
  oracle::BuildOptions BesideTheSuite(const base::Deadline& deadline);
  std::optional<model::GeneratedTest> RenewedTest(const model::GeneratedTest& before,
                                                  const base::Deadline& deadline);
  std::vector<model::TestCase> Tests() const;
  std::vector<model::MutantIndex> Survivors() const;
  std::vector<search::SurvivingMutant> Surviving() const;
  void JudgeReplaced(const base::Deadline& deadline);
  void MergeEqual();
  oracle::AnalysisOptions AnalysisOf(std::vector<model::MutantIndex> only) const;
  bool Add(const search::KillingTest& killing, const base::Deadline& deadline);
  // Returns the index of the new test that covers exactly these goals; the size of the suite if
  // there is none.
  std::size_t PlaceOf(const std::vector<model::GoalIndex>& goals) const;
  // Adds the tests that kill mutants which no test kills, or replaces the test that covers the
  // same.
  void AddKilling(const std::vector<oracle::CoveringTest>& tests, const base::Deadline& deadline);
  static bool EndsTheSame(const model::GeneratedTest& one, const model::GeneratedTest& other);
  // Returns whether the test exists in a file already: only such tests have names yet.
  static bool Stands(const model::GeneratedTest& test) { return !test.name.empty(); }
  // Returns the places of new tests that were not polished yet.
  std::vector<std::size_t> Unsettled() const;
  // Returns the unsettled tests that PolishCalls() did not go through.
  std::vector<std::size_t> Unpassed() const;
  // Returns the tests at these places as the search archives tests.
  std::vector<search::ArchivedTest> ArchivedAt(const std::vector<std::size_t>& places) const;
  search::Observe Observer(const base::Deadline& deadline);
  // The tests that end with one of the calls of functions and methods before the last call, the
  // latest first.
  std::vector<model::TestCase> EarlierActs(const model::TestCase& test) const;
  // Divides a test in two if it calls something only to pass on the result, and both tests together
  // cover the same.
  void SplitActs(const base::Deadline& deadline);
  // Replaces a test by one of the tests `later`, and appends one of the tests `earlier`, if these
  // two cover all its goals.
  bool Split(std::size_t test, const std::vector<model::TestCase>& later,
             const std::vector<model::TestCase>& earlier, const base::Deadline& deadline);
  // Observes and judges the plainer test. The old one stays if that fails.
  bool Replace(std::size_t test, model::TestCase plainer, const base::Deadline& deadline);
  // Puts the other test, which was observed, in the place of a test if it kills what that one and
  // `kills` say.
  bool TakePlace(std::size_t test, model::GeneratedTest other,
                 std::vector<model::MutantIndex> kills, const base::Deadline& deadline);

  const model::Subject& subject_;
  model::Executor& searcher_;
  Load load_;
  const OracleOptions& options_;
  base::Team& team_;
  const base::Log& log_;
  const search::GoalSet goals_;
  uint64_t seed_ = 0;
  model::LoadedSubject first_, second_;                // first_ has the mutants
  std::map<uint8_t, model::LoadedSubject> elsewhere_;  // by world; as second_, imported anew
  std::vector<model::Mutant> mutants_;
  oracle::BuiltSuite built_;
  oracle::MutationAnalysis analysis_;        // of built_.suite
  bool is_judged_ = false;                   // by mutants, so that what is killed stays killed
  std::size_t settled_ = 0;                  // tests at the front that were polished
  std::vector<bool> passed_;                 // by test: PolishCalls() went through it
  std::vector<std::size_t> plainer_before_;  // indices of tests that became plain before judging
  std::vector<std::size_t> replaced_;        // indices of tests that were polished since
};

}  // namespace skua::campaign
