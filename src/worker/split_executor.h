// An executor that runs parts of each batch in parallel in other executors, as many at a time as
// there are free cores. Traces are in the order of the tests.
//
// A result should not depend on the tests that a child ran before, but a subject may keep state
// that cannot be restored. So for repeatable runs, a batch always has the same number of parts,
// each for the same executor; cores only decide how many run at a time. Tests that run apart are
// shared out in groups that may share a child, to executors that have no other tests.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/team.h"
#include "model/executor.h"

namespace skua::worker {

class SplitExecutor final : public model::Executor {
 public:
  using MakePart = std::function<std::unique_ptr<model::Executor>()>;

  // `make` makes one of the executors, in the calling thread. `parts`: parts of a large batch; 0:
  // one for each core. `cores` must outlive this object.
  SplitExecutor(MakePart make, const base::CoreShare& cores, std::size_t parts);

  // A test that the deadline stopped is kNotRun.
  void Execute(std::span<const model::TestCase> tests, model::Isolation isolation,
               const base::Deadline& deadline, std::vector<model::Trace>& traces) override;
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override;
  void ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                    std::span<const uint32_t> probe_limits, const base::Deadline& deadline,
                    const TakeObservation& take) override;
  void ObserveEachUnder(std::span<const Trial> trials, const base::Deadline& deadline,
                        const TakeOfTrial& take) override;
  void KeepTrialsApart() override;
  std::size_t width() const override;
  void EnterWorld(uint8_t number) override;
  void Retire(std::span<const model::PredicateIndex> predicates) override;
  void Sleep() override;
  void Wake() override;

 private:
  struct Part {
    std::unique_ptr<model::Executor> executor;
    std::vector<model::Trace> traces = {};  // reused for their buffers
  };
  using Parts = std::vector<Part>;

  void ExecuteTogether(std::span<const model::TestCase> tests, const base::Deadline& deadline,
                       std::vector<model::Trace>& traces);
  void ExecuteAlone(std::span<const model::TestCase> tests, model::Isolation isolation,
                    const base::Deadline& deadline, std::vector<model::Trace>& traces);
  void Have(std::size_t count, Parts& parts);
  void ForAll(const std::function<void(model::Executor&)>& act);

  const MakePart make_;
  const std::size_t split_into_;
  // For executors made later.
  std::vector<model::PredicateIndex> retired_;
  uint8_t world_ = 0;
  bool keeps_trials_apart_ = false;
  Parts together_;   // by part of a batch
  Parts alone_;      // by seat of the team
  base::Team team_;  // destroyed before the executors
};

}  // namespace skua::worker
