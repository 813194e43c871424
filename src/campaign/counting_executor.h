// An executor that counts what passes through it, for progress lines.
#pragma once

#include <atomic>
#include <cstdint>

#include "model/executor.h"

namespace skua::campaign {

class CountingExecutor final : public model::Executor {
 public:
  // Borrows both.
  CountingExecutor(model::Executor& inner, std::atomic<uint64_t>& executed)
      : inner_(&inner), executed_(&executed) {}

  void Execute(std::span<const model::TestCase> tests, model::Isolation isolation,
               const base::Deadline& deadline, std::vector<model::Trace>& traces) override {
    inner_->Execute(tests, isolation, deadline, traces);
    executed_->fetch_add(tests.size(), std::memory_order_relaxed);
  }
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override {
    return inner_->Observe(tests, deadline);
  }
  void Retire(std::span<const model::PredicateIndex> predicates) override {
    inner_->Retire(predicates);
  }
  void Sleep() override { inner_->Sleep(); }
  void Wake() override { inner_->Wake(); }

 private:
  model::Executor* inner_;
  std::atomic<uint64_t>* executed_;
};

}  // namespace skua::campaign
