// Pacheco et al. (2007), "Feedback-Directed Random Test Generation", as adapted by Pynguin
// (Lukasczyk et al., Algorithm 1): a test that passes may be extended by a further call; one that
// raises is not. Fitness plays no part. The tests are executed by the batch rather than one by one.
#include <unordered_set>

#include "search/algorithms/algorithms.h"
#include "search/making/test_edits.h"

namespace skua::search {
namespace {

using model::Statement;
using model::TestCase;
using model::Verdict;

constexpr std::size_t kMaxSequences = 2000;   // passing ones that are kept
constexpr std::size_t kMaxKnown = 1'000'000;  // when so many are known, all are forgotten
constexpr double kFromNothing = 0.1;
constexpr double kCombine = 0.2;
constexpr int kVariationAttempts = 10;

class RandomGeneration {
 public:
  RandomGeneration(Evaluator& evaluator, base::Rng& rng) : evaluator_(evaluator), rng_(rng) {}

  void Run(std::span<const TestCase> seeds) {
    batch_.assign(seeds.begin(), seeds.end());
    if (!batch_.empty()) Execute();
    while (!evaluator_.Finished()) {
      evaluator_.CountGeneration();
      batch_.resize(evaluator_.options().population);
      for (TestCase& test : batch_) ExtendUnknown(test);
      Execute();
    }
  }

 private:
  void ExtendUnknown(TestCase& test) {
    if (known_.size() >= kMaxKnown) known_.clear();
    for (int i = 0; i < kVariationAttempts; ++i) {
      RandomSequence(test);
      if (evaluator_.factory().AppendRandomCall(test, rng_) &&
          known_.insert(FingerprintOf(test)).second) {
        return;
      }
    }
  }

  // Begins with nothing, with one sequence that passed, or with several of those, one after the
  // other.
  void RandomSequence(TestCase& test) {
    test.statements.clear();
    if (passing_.empty() || rng_.Chance(kFromNothing)) return;
    const std::size_t limit = evaluator_.options().max_test_length;
    do {
      const TestCase& other = rng_.Pick(passing_);
      const std::size_t base = test.size();
      if (base + other.size() >= limit) return;
      for (const Statement& statement : other.statements) {
        test.statements.push_back(statement);
        for (auto& operand : test.statements.back().operands) {
          operand = static_cast<model::VariableIndex>(operand + base);
        }
      }
    } while (rng_.Chance(kCombine));
  }

  void Execute() {
    evaluator_.Evaluate(batch_);
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      if (evaluator_.traces()[i].verdict != Verdict::kPassed) continue;
      if (passing_.size() < kMaxSequences) {
        passing_.push_back(std::move(batch_[i]));
      } else {
        std::swap(rng_.Pick(passing_), batch_[i]);
      }
    }
  }

  Evaluator& evaluator_;
  base::Rng& rng_;
  std::vector<TestCase> batch_;
  std::vector<TestCase> passing_;
  std::unordered_set<uint64_t> known_;  // only ever asked, never walked
};

}  // namespace

void FeedbackDirectedRandom(Evaluator& evaluator, std::span<const TestCase> seeds, base::Rng& rng) {
  RandomGeneration(evaluator, rng).Run(seeds);
}

}  // namespace skua::search
