// Which mutants the tests of a suite kill, and by which of their assertions. Each mutant runs only
// the tests that reach it, and stops at the first that kills it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/subject.h"
#include "model/subject_loader.h"
#include "model/suite.h"
#include "oracle/assertion_check.h"

namespace skua::oracle {

// Loads the subject while the mutant is active, and with it a process that can observe under it.
using LoadMutant = std::function<model::LoadedSubject(model::MutantIndex)>;

struct AnalysisOptions {
  std::vector<model::MutantIndex> only;  // judge these alone; empty: all
  // Under a mutant a test may execute so many times the probes that it does without, and at least
  // so many: loops without end are cut off by a count.
  uint32_t probe_factor = 10;
  uint32_t least_probe_limit = 10'000;
  // For mutants of what the import does, which cost a load each; without it none of them is tried.
  LoadMutant load_mutant;
  std::size_t most_import_mutants = 10;
  MatchedMessage matched_message;
};

struct Kill {
  static constexpr std::size_t kImport = std::numeric_limits<std::size_t>::max();
  std::size_t test = kImport;        // of the suite; kImport: importing it fails already
  bool ends_otherwise = false;       // no assertion is needed to notice it
  std::vector<uint32_t> assertions;  // those of the test that fail, ascending
};

struct AnalysedTest {
  // It ends as the suite says, without a mutant; what does not, or was not run, kills nothing.
  bool ends_as_expected = false;
  std::vector<uint32_t> unstable;  // assertions that do not hold without a mutant, ascending
  std::vector<model::MutantIndex> reached;  // ascending
  uint64_t executed_probes = 0;
};

struct MutationAnalysis {
  std::vector<model::MutantFate> fates;    // by MutantIndex
  std::vector<std::optional<Kill>> kills;  // by MutantIndex
  std::vector<AnalysedTest> tests;         // by place in the suite
  // By CallableIndex: a call of it gave something other than None.
  std::vector<bool> gives_values;
  std::size_t observations = 0;  // of tests under mutants
};

// `executor` has the subject loaded with `mutants`. Deterministic where the deadline does not come;
// where it does, or the worker is lost, what was not tried is kNotRun. A test that is a crash or a
// time-out is not run.
MutationAnalysis Analyse(const model::Suite& suite, const model::Subject& subject,
                         model::Executor& executor, const std::vector<model::Mutant>& mutants,
                         const base::Deadline& deadline, const AnalysisOptions& options = {});

// The limit on probes of a test under mutants.
uint32_t ProbeLimit(uint64_t executed_probes, const AnalysisOptions& options);

// The mutants that this test was the first to kill, ascending; without those of the import.
std::vector<model::MutantIndex> KillsOf(const MutationAnalysis& analysis, std::size_t test,
                                        const std::vector<model::Mutant>& mutants);

// Adds what `part` killed, and `whole` did not: test i of its suite stands at tests[i].
void AddKills(MutationAnalysis& whole, const MutationAnalysis& part,
              std::span<const std::size_t> tests);
// Takes over an analysis of some tests: test i of its suite stands at tests[i] now, in place of
// what was there, or behind the end. A mutant that the test there before killed, and that `part`
// does not kill, is kNotRun: others may kill it.
void TakeOver(MutationAnalysis& whole, const MutationAnalysis& part,
              std::span<const std::size_t> tests);

// `test` is no more: an equal one, which stands before it, kills what it killed.
void MergeInto(std::size_t equal, std::size_t test, MutationAnalysis& analysis);

std::vector<model::JudgedMutant> Judged(const std::vector<model::Mutant>& mutants,
                                        const MutationAnalysis& analysis);

}  // namespace skua::oracle
