// An Executor without a process: a function says what each test shows. Retired predicates vanish
// from the traces, as they may with the real one.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "model/executor.h"

namespace skua::test {

class FakeExecutor : public model::Executor {
 public:
  using Run = std::function<model::Trace(const model::TestCase&, model::Isolation)>;
  using Describe = std::function<model::Observation(const model::TestCase&)>;

  explicit FakeExecutor(Run run, Describe describe = nullptr)
      : run_(std::move(run)), describe_(std::move(describe)) {}

  void Execute(std::span<const model::TestCase> tests, model::Isolation isolation,
               const base::Deadline& deadline, std::vector<model::Trace>& traces) override {
    ++batches;
    traces.resize(tests.size());
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (deadline.Expired()) {
        traces[i] = {};
        continue;
      }
      ++executed;
      if (isolation == model::Isolation::kFresh) ++executed_fresh;
      traces[i] = run_(tests[i], isolation);
      std::erase_if(traces[i].predicates, [&](const model::PredicateDistance& it) {
        return retired.contains(it.predicate);
      });
      std::erase_if(traces[i].operands,
                    [&](const model::OperandPair& it) { return retired.contains(it.predicate); });
    }
  }

  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override {
    std::vector<model::Observation> observations(tests.size());
    for (std::size_t i = 0; i < tests.size() && describe_ && !deadline.Expired(); ++i) {
      observations[i] = describe_(tests[i]);
    }
    return observations;
  }

  void Retire(std::span<const model::PredicateIndex> predicates) override {
    if (predicates.empty()) retired.clear();
    retired.insert(predicates.begin(), predicates.end());
  }

  uint64_t batches = 0;
  uint64_t executed = 0;
  uint64_t executed_fresh = 0;
  std::set<model::PredicateIndex> retired;

 private:
  Run run_;
  Describe describe_;
};

}  // namespace skua::test
