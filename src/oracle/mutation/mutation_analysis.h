// Finds out which mutants the tests of a suite kill, and by which of their assertions. Each mutant
// runs only the tests that reach it, and stops at the first that kills it. Several mutants are
// tried in parallel on free cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/team.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/assertions/assertion_check.h"

namespace skua::oracle {

// Loads the subject while the mutant is active, and starts a process that can observe it.
using LoadMutant = std::function<model::LoadedSubject(model::MutantIndex)>;

struct AnalysisOptions {
  std::vector<model::MutantIndex> only;  // judge these alone; empty: all
  // Under a mutant, a test may execute this many times the probes that it executes without one, but
  // at least `least_probe_limit`. So endless loops are cut off by a count rather than by time.
  uint32_t probe_factor = 10;
  uint32_t least_probe_limit = 10'000;
  // Loads mutants of import-time code, each of which costs a load. Without this function none of
  // them is tried.
  LoadMutant load_mutant;
  std::size_t most_import_mutants = 10;
  base::Team* team = nullptr;  // thread pool for loading them; null: one load at a time
  MatchedMessage matched_message;
};

struct Kill {
  static constexpr std::size_t kImport = std::numeric_limits<std::size_t>::max();
  std::size_t test = kImport;        // index in the suite; kImport: the import already fails
  bool ends_otherwise = false;       // the test notices even without assertions
  std::vector<uint32_t> assertions;  // assertions of the test that fail, ascending
};

struct AnalysedTest {
  // Whether the test ends as the suite expects without a mutant. A test that does not, or was not
  // run, kills nothing.
  bool ends_as_expected = false;
  std::vector<uint32_t> unstable;           // assertions that fail without a mutant, ascending
  std::vector<model::MutantIndex> reached;  // ascending
  uint64_t executed_probes = 0;
};

struct MutationAnalysis {
  std::vector<model::MutantFate> fates;    // by MutantIndex
  std::vector<std::optional<Kill>> kills;  // by MutantIndex
  std::vector<AnalysedTest> tests;         // by index in the suite
  // By CallableIndex: whether some call of it returned something other than None.
  std::vector<bool> gives_values;
  std::size_t observations = 0;  // executions of tests under mutants
};

// `executor` has the subject loaded with `mutants`. The result is deterministic unless the deadline
// comes or the worker is lost; mutants that were not tried are then kNotRun. A test that crashes or
// times out is not run.
MutationAnalysis Analyse(const model::Suite& suite, const model::Subject& subject,
                         model::Executor& executor, const std::vector<model::Mutant>& mutants,
                         const base::Deadline& deadline, const AnalysisOptions& options = {});

// Returns the number of probes that a test may execute under mutants.
uint32_t ProbeLimit(uint64_t executed_probes, const AnalysisOptions& options);

// Returns the mutants that this test was the first to kill, ascending, without mutants of
// import-time code.
std::vector<model::MutantIndex> KillsOf(const MutationAnalysis& analysis, std::size_t test,
                                        const std::vector<model::Mutant>& mutants);

// Adds to `whole` the kills that only `part` has. Test i of `part` is test tests[i] of `whole`.
void AddKills(MutationAnalysis& whole, const MutationAnalysis& part,
              std::span<const std::size_t> tests);
// Replaces the results of some tests by a new analysis: test i of `part` is test tests[i] of
// `whole`, where it replaces the old test or is appended. Mutants that the old test killed and
// `part` does not kill become kNotRun, since other tests may kill them.
void TakeOver(MutationAnalysis& whole, const MutationAnalysis& part,
              std::span<const std::size_t> tests);

// Removes the results of `test`. The equal test before it takes over its kills.
void MergeInto(std::size_t equal, std::size_t test, MutationAnalysis& analysis);

std::vector<model::JudgedMutant> Judged(const std::vector<model::Mutant>& mutants,
                                        const MutationAnalysis& analysis);

}  // namespace skua::oracle
