#include "search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/error.h"
#include "search/algorithms/algorithms.h"
#include "search/evaluation/evaluator.h"
#include "search/probing/lazy_probing.h"

namespace skua::search {
namespace {

using AlgorithmFunction = void (*)(Evaluator&, std::span<const model::TestCase>, base::Rng&);

constexpr std::array<std::string_view, 6> kNames = {"dynamosa", "adynamosa",   "mosa",
                                                    "mio",      "whole-suite", "random"};
constexpr std::array<AlgorithmFunction, kNames.size()> kFunctions = {
    DynaMosa, ADynaMosa, Mosa, Mio, WholeSuite, FeedbackDirectedRandom};

AlgorithmFunction AlgorithmNamed(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return kFunctions[i];
  }
  throw base::Error(fmt::format("search.algorithm: there is no algorithm \"{}\"; choose one of {}",
                                name, fmt::join(kNames, ", ")));
}

// Seeds may come from a file that is older than the subject.
std::vector<model::TestCase> WellFormed(std::span<const model::TestCase> tests,
                                        const model::Subject& subject) {
  std::vector<model::TestCase> kept;
  for (const model::TestCase& test : tests) {
    try {
      CheckWellFormed(test, subject);
    } catch (const std::logic_error&) {
      continue;
    }
    if (test.size() > 0) kept.push_back(test);
  }
  return kept;
}

}  // namespace

std::span<const std::string_view> AlgorithmNames() { return kNames; }

SearchResult Search(const model::Subject& subject, model::Executor& executor,
                    const SearchOptions& options, std::span<const model::TestCase> seeds,
                    base::Rng& rng, const base::Deadline& deadline, Pacer* pacer,
                    std::span<const model::TestCase> pool, std::span<const model::GoalIndex> later,
                    std::span<const model::GoalIndex> standing) {
  const AlgorithmFunction algorithm = AlgorithmNamed(options.algorithm);
  Evaluator evaluator(subject, executor, options, deadline, pacer, pool, later, standing);
  if (!evaluator.Finished() && evaluator.factory().HasCallables()) {
    std::vector<model::TestCase> initial = WellFormed(seeds, subject);
    for (model::TestCase& test : initial) evaluator.factory().Normalise(test);
    for (model::TestCase& test : ProbeLazily(evaluator, rng)) initial.push_back(std::move(test));
    // All tests with which the search of a pair begins get to the callee (Cling §3.2.3).
    std::erase_if(initial, [&](model::TestCase& test) {
      return !evaluator.factory().EnsureCoveringCall(test, rng);
    });
    algorithm(evaluator, initial, rng);
  }
  return evaluator.Result();
}

}  // namespace skua::search
