// An executor that keeps account of what passes through it: how many tests, how long they ran, and
// how long the caller waited for them.
#pragma once

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
    inside_ += deadline.clock().Now() - start;
    for (const model::Trace& trace : traces) {
      if (trace.verdict == model::Verdict::kNotRun) continue;
      ++tests_;
      nanoseconds_ += trace.nanoseconds;
    }
  }
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override {
    return inner_.Observe(tests, deadline);
  }
  void Retire(std::span<const model::PredicateIndex> predicates) override {
    inner_.Retire(predicates);
  }

  uint64_t tests() const { return tests_; }                                // that were run
  base::Duration running() const { return base::Duration(nanoseconds_); }  // inside the tests
  base::Duration inside() const { return inside_; }  // from calls to their return

 private:
  model::Executor& inner_;
  uint64_t tests_ = 0;
  uint64_t nanoseconds_ = 0;
  base::Duration inside_{};
};

}  // namespace skua::search
