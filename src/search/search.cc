#include "search/search.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "base/error.h"
#include "search/dynamosa.h"
#include "search/evaluator.h"
#include "search/random.h"

namespace skua::search {
namespace {

using AlgorithmFunction = void (*)(Evaluator&, std::span<const model::TestCase>, base::Rng&);

constexpr std::array<std::string_view, 2> kNames = {"dynamosa", "random"};
constexpr std::array<AlgorithmFunction, 2> kFunctions = {DynaMosa, FeedbackDirectedRandom};

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
                    base::Rng& rng, const base::Deadline& deadline) {
  const AlgorithmFunction algorithm = AlgorithmNamed(options.algorithm);
  Evaluator evaluator(subject, executor, options, deadline);
  algorithm(evaluator, WellFormed(seeds, subject), rng);
  return evaluator.Result();
}

}  // namespace skua::search
