// Runs tests in children of a server, and finds out which test hung or crashed. An executor is used
// by one thread at a time; several executors may run in several threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/executor.h"
#include "model/subject_loader.h"
#include "protocol/wire.h"
#include "worker/worker_process.h"

namespace skua::worker {

class WorkerExecutor final : public model::Executor {
 public:
  // The parameters for starting a lost server again; `options`, `servers` and `log` outlive the
  // executor.
  struct Source {
    const WorkerOptions* options;
    ForkServers* servers;
    const base::Log* log;
    model::LoadOptions load;
    std::string recall;       // see WorkerProcess::Load
    std::string digest;       // of the first load; another load must find the same in the module
    std::size_t mutants = 0;  // that the subject was loaded with
  };

  WorkerExecutor(Source source, model::Subject subject, std::unique_ptr<WorkerProcess> server);

  // Near the deadline a test has less time than usual, unless it is kPatient.
  void Execute(std::span<const model::TestCase> tests, model::Isolation isolation,
               const base::Deadline& deadline, std::vector<model::Trace>& traces) override;
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline& deadline) override;
  void ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                    std::span<const uint32_t> probe_limits, const base::Deadline& deadline,
                    const TakeObservation& take) override;
  void Retire(std::span<const model::PredicateIndex> predicates) override;
  void Sleep() override;
  void Wake() override;

 private:
  enum class End {
    kDone,
    kSilent,  // the child hangs
    kGone,    // the child closed its socket
    kLied,    // the child sent what is no answer
    kDeadline,
  };
  struct Progress {
    std::size_t reported = 0;  // number of traces received, for the first tests
    End end = End::kDone;
  };

  bool HaveChild(const base::Deadline& deadline);
  void RenewServer(const std::string& why, const base::Deadline& deadline);
  void RunSome(std::span<const model::TestCase> tests, const base::Deadline& deadline,
               model::Trace* traces, std::size_t& next, bool& flush_each);
  void DropUsedChild(const base::Deadline& deadline);
  Progress Converse(std::span<const model::TestCase> tests, bool flush_each,
                    const base::Deadline& deadline, model::Trace* traces);
  protocol::BatchOptions Options() const;
  void ObserveOne(const model::TestCase& test, const protocol::BatchOptions& options,
                  const base::Deadline& deadline, model::Observation& observation);
  std::size_t TakeTraces(std::string_view body, std::size_t reported,
                         std::span<const model::TestCase> tests, model::Trace* traces);
  void NoteLie(const protocol::WireError& lie, bool culprit_is_known);
  bool IsWornOut() const;
  void PutRetired();

  Source source_;
  model::Subject subject_;
  std::unique_ptr<WorkerProcess> server_;
  std::optional<WorkerChild> child_;
  std::vector<model::PredicateIndex> retired_;
  model::Isolation isolation_ = model::Isolation::kShared;  // of the tests at hand
  unsigned renewals_ = 0;  // of the server, since the last reported test
  unsigned lies_ = 0;      // tests in a row that were answered with nonsense
  std::string out_;        // buffers that are kept between batches
  std::vector<model::Trace> received_;
};

}  // namespace skua::worker
