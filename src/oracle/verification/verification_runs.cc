#include "oracle/verification/verification_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace skua::oracle {
namespace {

using model::PytestPass;
using model::PytestRequest;
using Order = PytestPass::Order;

// Shuffled passes of a run for suites that depend on the order.
constexpr std::size_t kMostShuffles = 5;

// Returns whether a test asserts state that other tests can change: names of the module, or log
// records, which depend on the levels of loggers.
bool AssertsState(const model::Suite& suite) {
  return std::ranges::any_of(suite, [](const model::GeneratedTest& test) {
    return std::ranges::any_of(test.assertions, [](const model::Assertion& assertion) {
      return assertion.kind == model::AssertionKind::kGlobal ||
             assertion.kind == model::AssertionKind::kLog;
    });
  });
}

std::vector<PytestPass> Shuffled(uint64_t seed, std::size_t count) {
  std::vector<PytestPass> passes;
  while (passes.size() < count) passes.push_back({Order::kShuffled, seed++});
  return passes;
}

}  // namespace

std::vector<PytestRequest> AllRuns(const VerificationOptions& options, const model::Suite& suite) {
  // A second test may restore the state that one test changed before a third one sees it. A
  // shuffled pass avoids that with a probability of one third.
  const std::size_t shuffles = AssertsState(suite) ? kMostShuffles : 1;
  const uint64_t seed = options.shuffle_seed;
  std::vector<PytestRequest> runs(options.hash_seeds.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].files = options.other_files;
    runs[i].hash_seed = options.hash_seeds[i];
  }
  // A test that changes state is found when alone, and is in no later pass. The later passes run
  // each of any two tests before the other once.
  runs[0].passes = {{Order::kAlone}, {Order::kAsWritten}, {Order::kReversed}};
  runs[0].measured = options.measured;
  runs[1].project_settings = false;
  runs[1].passes = Shuffled(seed, shuffles);
  runs[2].randomly = true;
  runs[2].passes = Shuffled(seed + shuffles, shuffles);
  return runs;
}

void MergeLastTwo(std::vector<PytestRequest>& runs) {
  if (runs.size() < 3) return;
  const std::vector<PytestPass> orders = std::move(runs.back().passes);
  runs.pop_back();
  runs.back().passes.insert(runs.back().passes.end(), orders.begin(), orders.end());
}

bool CoversRun(const PytestRequest& made, const PytestRequest& wanted) {
  PytestRequest beginning = made;
  if (made.passes.size() > wanted.passes.size()) beginning.passes.resize(wanted.passes.size());
  return beginning == wanted;
}

model::PytestResult FirstPasses(model::PytestResult result, std::size_t passes) {
  std::erase_if(result.tests, [&](const auto& test) { return test.pass >= passes; });
  result.completed_passes = std::min(result.completed_passes, passes);
  return result;
}

PytestRequest RunOfManyOrders(const VerificationOptions& options) {
  constexpr std::size_t kOrders = 6;
  PytestRequest run;
  run.files = options.other_files;
  run.hash_seed = options.hash_seeds[0];
  run.passes = Shuffled(options.shuffle_seed + 2 * kMostShuffles, kOrders);
  return run;
}

std::string NameOf(const PytestPass& pass, bool project_settings) {
  static constexpr std::string_view kNames[] = {"as written", "reversed", "shuffled", "alone"};
  return fmt::format("{}{}", kNames[static_cast<std::size_t>(pass.order)],
                     project_settings ? "" : ", without the project's settings");
}

}  // namespace skua::oracle
