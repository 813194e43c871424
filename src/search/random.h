// Feedback-directed random generation.
#pragma once

#include <span>

#include "search/evaluator.h"

namespace skua::search {

// Until evaluator.Finished(). A generation is a batch of SearchOptions::population tests.
void FeedbackDirectedRandom(Evaluator& evaluator, std::span<const model::TestCase> seeds,
                            base::Rng& rng);

}  // namespace skua::search
