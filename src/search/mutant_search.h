// Searches for tests that kill surviving mutants: tests that reach a mutant without noticing it are
// varied until one notices. The search does not know how a mutant is run; a callback judges whether
// a test notices it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "model/executor.h"
#include "model/mutant.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "search/search_options.h"

namespace skua::search {

struct SurvivingMutant {
  model::MutantIndex index = 0;
  uint32_t line = 0;
  model::CodeObjectIndex code_object = 0;
  std::vector<std::size_t> reached_by;  // tests that reach it; a mutant without any is passed over
};

// Judges candidates: tells for each whether it notices the mutant by something that it does the
// same way each time without the mutant. The search takes the first that does, so later ones need
// not be judged.
using Judge = std::function<std::vector<bool>(std::span<const model::TestCase> candidates,
                                              model::MutantIndex mutant)>;

struct MutantSearchOptions {
  std::size_t rounds = 12;      // for a mutant; fewer when SearchOptions::max_generations is less
  std::size_t candidates = 24;  // tests executed in a round
  std::size_t judged = 6;       // the most promising of these, which are judged
  std::size_t plainer = 80;     // candidates to make the values of a killing test plain
  // The search ends when so many judgements since the last kill, and half of all judgements, killed
  // nothing.
  std::size_t judgements_in_vain = std::numeric_limits<std::size_t>::max();
};

struct KillingTest {
  model::TestCase test;  // its last statement raises when `raises`
  bool raises = false;
  std::vector<model::MutantIndex> kills;  // those of the given mutants that it kills; ascending
};

struct MutantSearchResult {
  std::vector<KillingTest> tests;  // each kills a mutant that none before it does
  uint64_t executed_tests = 0;
  uint64_t judgements = 0;
};

// REQUIRES: no predicate of `executor` is retired. Bounded by rounds and by the deadline.
// ENSURES: when the deadline does not cut it short, the result depends on its arguments alone.
MutantSearchResult SearchForMutants(const model::Subject& subject, model::Executor& executor,
                                    const SearchOptions& options,
                                    std::span<const model::TestCase> tests,
                                    std::span<const SurvivingMutant> mutants, const Judge& judge,
                                    base::Rng& rng, const base::Deadline& deadline,
                                    const MutantSearchOptions& bounds = {});

}  // namespace skua::search
