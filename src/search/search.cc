#include "search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "base/error.h"
#include "search/algorithms.h"
#include "search/evaluator.h"
#include "search/lazy_probing.h"

namespace skua::search {
namespace {

using AlgorithmFunction = void (*)(Evaluator&, std::span<const model::TestCase>, base::Rng&);

constexpr std::array<std::string_view, 5> kNames = {"dynamosa", "mosa", "mio", "whole-suite",
                                                    "random"};
constexpr std::array<AlgorithmFunction, kNames.size()> kFunctions = {
    DynaMosa, Mosa, Mio, WholeSuite, FeedbackDirectedRandom};

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

std::string DescribeEffort(const SearchResult& result) {
  using std::chrono::milliseconds;
  const double seconds = std::chrono::duration<double>(result.duration).count();
  const auto percent = [&](base::Duration part) {
    return result.duration.count() > 0 ? 100.0 * static_cast<double>(part.count()) /
                                             static_cast<double>(result.duration.count())
                                       : 0;
  };
  const base::Duration engine =
      result.duration - result.execution_time - result.confirming_time - result.waiting_time;
  return fmt::format(
      "searched {} ms: {} generations, {} tests executed ({:.0f} a second), {} kept; {:.0f} % of "
      "the time in the tests, {:.0f} % in the engine, {:.0f} % confirming, {:.0f} % waiting",
      result.duration / milliseconds(1), result.generations, result.executed_tests,
      seconds > 0 ? static_cast<double>(result.executed_tests) / seconds : 0, result.tests.size(),
      percent(result.execution_time), percent(std::max(base::Duration{}, engine)),
      percent(result.confirming_time), percent(result.waiting_time));
}

std::span<const std::string_view> AlgorithmNames() { return kNames; }

SearchResult Search(const model::Subject& subject, model::Executor& executor,
                    const SearchOptions& options, std::span<const model::TestCase> seeds,
                    base::Rng& rng, const base::Deadline& deadline, Pacer* pacer,
                    std::span<const model::TestCase> pool,
                    std::span<const model::GoalIndex> later) {
  const AlgorithmFunction algorithm = AlgorithmNamed(options.algorithm);
  Evaluator evaluator(subject, executor, options, deadline, pacer, pool, later);
  if (!evaluator.Finished() && evaluator.factory().HasCallables()) {
    std::vector<model::TestCase> initial = WellFormed(seeds, subject);
    for (model::TestCase& test : initial) evaluator.factory().Normalise(test);
    for (model::TestCase& test : ProbeLazily(evaluator, rng)) initial.push_back(std::move(test));
    algorithm(evaluator, initial, rng);
  }
  return evaluator.Result();
}

}  // namespace skua::search
