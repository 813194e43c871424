// An executor that keeps account of the tests that pass through it: how many they are, how long
// they ran, and how long the caller waited for them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/executor.h"

namespace skua::search {

class MeteredExecutor final : public model::Executor {
 public:
  explicit MeteredExecutor(model::Executor& inner) : inner_(inner) {}

  void Execute(std::span<const model::TestCase> tests, model::Isolation isolation,
               const base::Deadline& deadline, std::vector<model::Trace>& traces) override {
    const base::TimePoint start = deadline.clock().Now();
    inner_.Execute(tests, isolation, deadline, traces);
    const base::Duration taken = deadline.clock().Now() - start;
    uint64_t nanoseconds = 0;
    for (const model::Trace& trace : traces) {
      if (trace.verdict == model::Verdict::kNotRun) continue;
      ++tests_;
      nanoseconds += trace.nanoseconds;
    }
    // Tests that ran side by side count no more than the time that the caller waited for them.
    const base::Duration running = std::min(base::Duration(nanoseconds), taken);
    running_ += running;
    const base::Duration waiting = std::max(base::Duration{}, taken - running);
    (isolation == model::Isolation::kShared ? waiting_ : confirming_) += waiting;
  }
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override {
    return inner_.Observe(tests, deadline);
  }
  void EnterWorld(uint8_t number) override { inner_.EnterWorld(number); }
  void Retire(std::span<const model::PredicateIndex> predicates) override {
    inner_.Retire(predicates);
  }
  void Sleep() override { inner_.Sleep(); }
  void Wake() override { inner_.Wake(); }

  uint64_t tests() const { return tests_; }            // that were run
  base::Duration running() const { return running_; }  // inside the tests
  // The remaining time of calls: for tests in a child of their own, and for others.
  base::Duration confirming() const { return confirming_; }
  base::Duration waiting() const { return waiting_; }

 private:
  model::Executor& inner_;
  uint64_t tests_ = 0;
  base::Duration running_{}, confirming_{}, waiting_{};
};

}  // namespace skua::search
