// An Executor of a subject with mutants, without a process: a function says what a test shows while
// a mutant is active. Keeps to the limits on probes, and records what it ran.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/executor.h"

namespace skua::test {

class FakeMutants final : public model::Executor {
 public:
  using Describe = std::function<model::Observation(const model::TestCase&, model::MutantIndex)>;

  explicit FakeMutants(Describe describe) : describe_(std::move(describe)) {}

  void ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                    std::span<const uint32_t> probe_limits, const base::Deadline& deadline,
                    const TakeObservation& take) override {
    if (tests.size() != probe_limits.size()) throw std::logic_error("a limit a test");
    for (std::size_t i = 0; i < tests.size() && !deadline.Expired(); ++i) {
      runs.push_back({mutant, tests[i], probe_limits[i]});
      model::Observation seen = describe_(tests[i], mutant);
      if (seen.executed_probes > probe_limits[i]) seen.verdict = model::Verdict::kTimedOut;
      if (!take(i, std::move(seen))) return;
    }
  }

  void Execute(std::span<const model::TestCase>, model::Isolation, const base::Deadline&,
               std::vector<model::Trace>&) override {
    throw std::logic_error("mutants are only observed");
  }
  std::vector<model::Observation> Observe(std::span<const model::TestCase>,
                                          const base::Deadline&) override {
    throw std::logic_error("mutants are only observed");
  }
  void KeepTrialsApart() override { keeps_trials_apart = true; }
  void Retire(std::span<const model::PredicateIndex>) override {}

  struct Run {
    model::MutantIndex mutant;
    model::TestCase test;
    uint32_t probe_limit;
  };
  std::vector<Run> runs;
  bool keeps_trials_apart = false;

 private:
  Describe describe_;
};

}  // namespace skua::test
