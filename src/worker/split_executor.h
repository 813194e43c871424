// An executor that has others run parts of each batch side by side, as many at a time as there are
// cores for it. Traces come in the order of the tests.
//
// What a test shows should not depend on the tests that its child ran before, but the subject may
// keep state that nobody can put back. So where runs are to be repeatable, a batch is split into
// always as many parts, and each part is for the same executor, however many cores there are: these
// decide alone how many parts run at a time. Tests that are run apart are shared out by the groups
// of which a child may run several, to executors that have no other tests.
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

  // `make` makes one of the executors; it is called in the thread that calls this executor.
  // `parts`: into how many a large batch is split; 0: as many as there are cores. `cores` outlives
  // this.
  SplitExecutor(MakePart make, const base::CoreShare& cores, std::size_t parts);

  // A test that an executor hands back because the deadline came is kNotRun.
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
    std::vector<model::Trace> traces = {};  // kept between batches for their buffers
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
  // For executors that are made later.
  std::vector<model::PredicateIndex> retired_;
  uint8_t world_ = 0;
  bool keeps_trials_apart_ = false;
  Parts together_;   // by part of a batch
  Parts alone_;      // by seat of the team
  base::Team team_;  // ends before the executors do
};

}  // namespace skua::worker
