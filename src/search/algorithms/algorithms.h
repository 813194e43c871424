// The algorithms, each in a file of its own name. All go on until evaluator.Finished(); a
// generation executes about SearchOptions::population tests. `seeds` are executed first. REQUIRES:
// evaluator.factory().HasCallables().
#pragma once

#include <span>

#include "search/evaluation/evaluator.h"

namespace skua::search {

void FeedbackDirectedRandom(Evaluator& evaluator, std::span<const model::TestCase> seeds,
                            base::Rng& rng);
void WholeSuite(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng);
void Mosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng);
void DynaMosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng);
void ADynaMosa(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng);
void Mio(Evaluator& evaluator, std::span<const model::TestCase> seeds, base::Rng& rng);

// MIO's parameters when the part `progress` of the search is over: from exploration to exploitation
// in proportion, until the focus begins.
SearchOptions::MioPhase MioPhaseAt(const SearchOptions& options, double progress);

}  // namespace skua::search
