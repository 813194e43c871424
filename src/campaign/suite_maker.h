// From the tests of a search to the suite that is written, but for its text: observes them in two
// processes, judges them by the subject's mutants, makes their values plain, and keeps the
// assertions that are worth it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "campaign/reserves.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/reason.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/build_suite.h"
#include "oracle/mutation_analysis.h"
#include "search/goal_set.h"
#include "search/mutant_search.h"
#include "search/search.h"

namespace skua::campaign {

struct OracleOptions {
  unsigned mutants = 30;       // of one code object, at most; 0: no mutation analysis
  std::size_t assertions = 8;  // of one test, at most, beyond those that kill
  bool extend = true;          // search for tests that kill what survived
  enum class Findings : uint8_t {
    kRanked,  // those that show a fault of the subject
    kAll,     // those that blame the arguments, too
    kNone,
  } findings = Findings::kRanked;
};

class SuiteMaker {
 public:
  // Loads the subject uninstrumented, with these options.
  using Load = std::function<model::LoadedSubject(const model::LoadOptions&)>;

  // Borrows all. `searcher` has the subject loaded, instrumented.
  SuiteMaker(const model::Subject& subject, model::Executor& searcher, Load load,
             const OracleOptions& options, const base::Log& log)
      : subject_(subject),
        searcher_(searcher),
        load_(std::move(load)),
        options_(options),
        log_(log),
        goals_(subject) {}

  // Loads the two processes that observe, the first with mutants, unless there will be no time to
  // judge them; a reason when there is no way on.
  std::optional<model::Reason> LoadObservers(uint64_t seed, bool with_mutants);

  // Observes the tests and asserts all that both processes saw.
  // Troubles are what ended its process or did not end: they become findings.
  void Build(const std::vector<search::ArchivedTest>& tests,
             const std::vector<search::Trouble>& troubles, const base::Deadline& deadline);
  // Tries the mutants.
  void Judge(const base::Deadline& deadline);
  // Makes the values of the tests plain, but of those that are, where they go on covering and
  // killing what they do: tries until the one deadline, and observes and judges what came of it
  // until the other.
  void MakePlain(std::span<const model::TestCase> plain, const base::Deadline& trying,
                 const base::Deadline& deadline);
  // Searches for tests that kill mutants which no test kills yet; where such a search went before
  // (`is_again`), until it is in vain.
  void Extend(const search::SearchOptions& options, bool is_again, base::Rng& rng,
              const base::Deadline& deadline);
  // Keeps one of tests that are equal, and the assertions that are worth it.
  void Select();

  model::Suite TakeSuite() { return std::move(built_.suite); }
  const oracle::BuiltSuite& built() const { return built_; }
  bool judges_mutants() const { return !mutants_.empty(); }

  // What `written`, which is what verification left of the suite, makes of the mutants: those whose
  // test or assertion it dropped are tried again with the others.
  std::vector<model::JudgedMutant> JudgedBy(const model::Suite& made, const model::Suite& written,
                                            const base::Deadline& deadline) const;

 private:
  oracle::BuiltSuite Observe(const std::vector<oracle::CoveringTest>& tests,
                             const base::Deadline& deadline,
                             std::vector<oracle::Trouble> troubles = {});
  std::vector<model::GoalIndex> GoalsOf(const model::TestCase& test,
                                        const base::Deadline& deadline);
  // What the test shows without a mutant.
  model::Observation Baseline(const model::TestCase& test, uint32_t probe_limit,
                              const base::Deadline& deadline);
  std::vector<model::MutantIndex> Survivors() const;
  std::vector<search::SurvivingMutant> Surviving() const;
  void JudgeReplaced(const base::Deadline& deadline);
  void MergeEqual();
  oracle::AnalysisOptions AnalysisOf(std::vector<model::MutantIndex> only) const;
  bool Add(const search::KillingTest& killing, const base::Deadline& deadline);
  void Replace(std::size_t test, model::TestCase plainer, const base::Deadline& deadline);

  const model::Subject& subject_;
  model::Executor& searcher_;
  Load load_;
  const OracleOptions& options_;
  const base::Log& log_;
  const search::GoalSet goals_;
  uint64_t seed_ = 0;
  model::LoadedSubject first_, second_;  // the first with its mutants
  std::vector<model::Mutant> mutants_;
  oracle::BuiltSuite built_;
  oracle::MutationAnalysis analysis_;  // of built_.suite
  std::vector<std::size_t> replaced_;  // places of tests whose values were made plain
};

}  // namespace skua::campaign
