// Runs tests in children of a server, and finds out which test hung or crashed. An executor is used
// by one thread at a time; several executors may run in several threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/executor.h"
#include "protocol/wire.h"
#include "worker/candidate_limit.h"
#include "worker/loaded_server.h"
#include "worker/worker_process.h"

namespace skua::worker {

// Most tests that run apart and share a child, while none of them visibly leaves state changed: a
// fork takes many times as long as most tests, and invisible changes affect only a few. A test's
// index alone decides its group.
inline constexpr std::size_t kTestsApart = 8;

class WorkerExecutor final : public model::Executor {
 public:
  // Several executors may share a server.
  explicit WorkerExecutor(std::shared_ptr<LoadedServer> loaded);

  // Near the deadline a test has less time than usual, unless it is kPatient.
  void Execute(std::span<const model::TestCase> tests, model::Isolation isolation,
               const base::Deadline& deadline, std::vector<model::Trace>& traces) override;
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override;
  void ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                    std::span<const uint32_t> probe_limits, const base::Deadline& deadline,
                    const TakeObservation& take) override;
  void ObserveEachUnder(std::span<const Trial> trials, const base::Deadline& deadline,
                        const TakeOfTrial& take) override;
  void KeepTrialsApart() override { keeps_trials_apart_ = true; }
  void EnterWorld(uint8_t number) override;
  void Retire(std::span<const model::PredicateIndex> predicates) override;
  void Sleep() override;
  void Wake() override;

 private:
  enum class End {
    kDone,
    kSilent,   // the child hangs
    kGone,     // the child closed its socket
    kInvalid,  // the child sent an invalid answer
    kDeadline,
  };
  struct Progress {
    std::size_t reported = 0;  // number of received traces, of the first tests
    End end = End::kDone;
  };

  // The right to run a test at the same time as other executors or, after a loss, alone.
  class Turn;

  bool HaveChild(const base::Deadline& deadline);
  void ObserveTrial(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                    std::span<const uint32_t> probe_limits, bool may_share,
                    const base::Deadline& deadline, const TakeObservation& take);
  bool HasTrialChild() const { return child_ && child_->is_for_trials && !child_->spent; }
  bool HaveCleanChild(std::size_t index, const base::Deadline& deadline);
  void RenewServer(const std::string& why, const base::Deadline& deadline);
  void RunSome(std::span<const model::TestCase> tests, const base::Deadline& deadline,
               model::Trace* traces, std::size_t& next, bool& flush_each);
  void RunApart(std::span<const model::TestCase> tests, const base::Deadline& deadline,
                std::vector<model::Trace>& traces, std::size_t& next, bool& flush_each);
  void ObserveApart(const model::TestCase& test, const protocol::BatchOptions& options,
                    const base::Deadline& deadline, model::Observation& observation);
  bool MayAccuse() const;
  void NoteReport();
  void DropUsedChild(const base::Deadline& deadline);
  Progress Converse(std::span<const model::TestCase> tests, bool flush_each,
                    const base::Deadline& deadline, model::Trace* traces);
  protocol::BatchOptions Options() const;
  void ObserveOne(const model::TestCase& test, const protocol::BatchOptions& options,
                  const base::Deadline& deadline, model::Observation& observation);
  uint32_t LimitFor(const base::Deadline& deadline, uint32_t limit_us) const;
  std::size_t TakeTraces(std::string_view body, uint32_t first_test,
                         std::span<const model::TestCase> tests, model::Trace* traces);
  void NoteInvalidAnswer(const protocol::WireError& lie, bool culprit_is_known);
  bool IsWornOut() const;
  void PutRetired();

  const LoadedServer::Source& source() const { return loaded_->source(); }
  const model::Subject& subject() const { return loaded_->subject(); }

  const std::shared_ptr<LoadedServer> loaded_;
  std::shared_ptr<WorkerProcess> server_;  // the server of child_
  std::optional<WorkerChild> child_;
  std::vector<model::PredicateIndex> retired_;
  CandidateLimit candidate_limit_;
  model::Isolation isolation_ = model::Isolation::kShared;  // of the present tests
  uint8_t world_ = 0;
  bool keeps_trials_apart_ = false;
  unsigned renewals_ = 0;         // restarts of the server since the last reported test
  bool is_alone_ = false;         // the next test runs while no other executor runs one
  unsigned invalid_answers_ = 0;  // tests in a row with invalid answers
  std::string out_;               // reused between batches
  std::vector<model::Trace> received_;
};

}  // namespace skua::worker
