#include "worker/worker_executor.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "model/options/time_policy.h"
#include "protocol/exit_status.h"
#include "protocol/observation_frame.h"
#include "protocol/trace_check.h"
#include "protocol/trace_frame.h"

// Finding the culprit: a child reports tests in groups. So when it hangs or ends, several tests may
// be unreported, one of which is the culprit. These run again in another child that reports each
// test at once. The first unreported one is then the culprit and gets the verdict, and the tests
// after it run in a third child as usual.

namespace skua::worker {
namespace {

using model::Isolation;
using model::Verdict;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Status = FrameSocket::Status;

// Longest silence after a test's own limit before its child counts as hung: it reports at most 50
// ms after a test, and may wait for a processor.
constexpr milliseconds kGrace(500);
// For tests that were fast without a mutant, and for mutants, of which dozens may hang.
constexpr seconds kMutatedObservationGrace(1);
// A child whose resident memory grew by more is replaced.
constexpr std::size_t kLargestGrowth = 128u << 20;
constexpr unsigned kMostRenewals = 3;
// Invalid answers in a row after which a module is given up. One test may write to the socket; if
// all do, no result can be trusted.
constexpr unsigned kMostInvalidAnswers = 20;

std::size_t ResidentBytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::size_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Makes a trace empty, and keeps its buffers.
void Clear(model::Trace& trace) {
  model::Trace cleared;
  const auto keep_memory = [&](auto field) {
    (trace.*field).clear();
    (cleared.*field).swap(trace.*field);
  };
  keep_memory(&model::Trace::code_objects);
  keep_memory(&model::Trace::predicates);
  keep_memory(&model::Trace::operands);
  keep_memory(&model::Trace::result_classes);
  keep_memory(&model::Trace::result_values);
  keep_memory(&model::Trace::exception);
  keep_memory(&model::Trace::lazy_uses);
  trace = std::move(cleared);
}

Verdict VerdictOf(bool hung, const ExitStatus& status) {
  if (hung || status.exit_code == protocol::kTimeoutSwallowed) return Verdict::kTimedOut;
  // The kernel killed it for lack of memory.
  return status.signal == SIGKILL && !status.killed_by_us ? Verdict::kOutOfMemory
                                                          : Verdict::kCrashed;
}

// Returns whether a test ended by itself.
bool Ended(Verdict verdict) { return verdict == Verdict::kPassed || verdict == Verdict::kRaised; }

bool LeftNothing(const model::Observation& seen) {
  return Ended(seen.verdict) && !seen.left_state && seen.side_effect.empty();
}

// Throws WireError unless the frame is the observation of the test, the child's `number`th.
model::Observation ObservationIn(const FrameSocket::Frame& frame, const model::TestCase& test,
                                 uint32_t number, std::size_t mutants) {
  if (frame.kind != protocol::FrameKind::kObservation) {
    throw protocol::WireError("not an observation");
  }
  protocol::ObservationFrame read = protocol::ReadObservation(frame.body, number, mutants);
  model::Observation observation = protocol::ObservationFromJson(read.json, test.size());
  observation.reached_mutants = std::move(read.reached_mutants);
  observation.executed_probes = read.executed_probes;
  observation.left_state = read.left_state;
  observation.asked_worlds = read.asked_worlds;
  return observation;
}

}  // namespace

class WorkerExecutor::Turn {
 public:
  Turn(LoadedServer& server, bool is_alone) {
    if (!server.is_shared()) return;
    if (is_alone) {
      alone_ = std::unique_lock(server.turns());
    } else {
      together_ = std::shared_lock(server.turns());
    }
  }

 private:
  std::unique_lock<std::shared_mutex> alone_;
  std::shared_lock<std::shared_mutex> together_;
};

WorkerExecutor::WorkerExecutor(std::shared_ptr<LoadedServer> loaded)
    : loaded_(std::move(loaded)), server_(loaded_->process()) {
  loaded_->NoteUser();
}

void WorkerExecutor::Retire(std::span<const model::PredicateIndex> predicates) {
  if (predicates.empty()) {
    retired_.clear();
    if (child_ && child_->retired > 0) child_->spent = true;
  }
  retired_.insert(retired_.end(), predicates.begin(), predicates.end());
}

void WorkerExecutor::Sleep() {
  if (!server_) return;
  if (child_ && child_->tests > 0) {
    // Frees its memory at once; the child is reaped when the next one is needed.
    server_->Kill(*child_);
    child_->spent = true;
  }
  server_->Stop();
}

void WorkerExecutor::Wake() {
  if (server_) server_->Continue();
}

void WorkerExecutor::Execute(std::span<const model::TestCase> tests, Isolation isolation,
                             const base::Deadline& deadline, std::vector<model::Trace>& traces) {
  traces.resize(tests.size());
  for (model::Trace& trace : traces) Clear(trace);
  isolation_ = isolation;
  bool flush_each = false;
  for (std::size_t next = 0; next < tests.size() && !deadline.Expired();) {
    try {
      const Turn turn(*loaded_, is_alone_);
      if (isolation != Isolation::kShared) {
        if (!HaveCleanChild(next, deadline)) break;
        RunApart(tests, deadline, traces, next, flush_each);
      } else {
        if (!HaveChild(deadline)) break;
        RunSome(tests.subspan(next), deadline, &traces[next], next, flush_each);
      }
    } catch (const WorkerLost& lost) {
      RenewServer(lost.what(), deadline);
    }
  }
  if (source().load.executed_tests != nullptr) *source().load.executed_tests += tests.size();
}

// Runs one test in the present child. If it ends badly after others, which may be to blame, leaves
// it for a new child.
void WorkerExecutor::RunApart(std::span<const model::TestCase> tests,
                              const base::Deadline& deadline, std::vector<model::Trace>& traces,
                              std::size_t& next, bool& flush_each) {
  const bool is_first = child_->tests == 0;
  const std::size_t index = next;
  model::Trace& trace = traces[index];
  RunSome(tests.subspan(index, 1), deadline, &trace, next, flush_each);
  if (next == index) return;
  const bool is_alive = Ended(trace.verdict);
  if (child_ && (!is_alive || trace.left_state)) child_->spent = true;
  if (is_alive || is_first) return;
  Clear(trace);
  next = index;
}

// Runs tests from `next` on, advances `next` by the number of tests with a verdict, and sets how
// the next ones are run.
void WorkerExecutor::RunSome(std::span<const model::TestCase> tests, const base::Deadline& deadline,
                             model::Trace* traces, std::size_t& next, bool& flush_each) {
  const auto [reported, end] = Converse(tests, flush_each, deadline, traces);
  next += reported;
  if (reported > 0) NoteReport();
  if (end == End::kDone) {
    flush_each = false;
    if (IsWornOut()) DropUsedChild(deadline);
    return;
  }
  const bool culprit_is_known = flush_each || tests.size() - reported == 1;
  const bool hung = end == End::kSilent;
  model::Trace& culprit = traces[reported];
  const bool accuses = end != End::kDeadline && culprit_is_known;
  if (end != End::kDeadline) flush_each = !culprit_is_known;
  std::optional<ExitStatus> status;
  try {
    status = server_->End(*std::exchange(child_, std::nullopt), end == End::kGone, deadline);
  } catch (const WorkerLost&) {
    if (accuses && MayAccuse()) {
      culprit.verdict = VerdictOf(hung, {});
      ++next;
    } else if (accuses) {
      flush_each = true;
    }
    throw;
  }
  if (!accuses) return;
  culprit.verdict = VerdictOf(hung, status.value_or(ExitStatus{}));
  ++next;
  is_alone_ = false;
  if (!status) return;
  source().log->Say(base::Topic::kProtocol, "a test {}: exit {}, signal {}",
                    hung ? "hung" : "ended its process", status->exit_code, status->signal);
}

// Returns whether the present test is to blame if the server is lost with its child.
bool WorkerExecutor::MayAccuse() const { return is_alone_ || !loaded_->is_shared(); }

void WorkerExecutor::NoteReport() {
  renewals_ = invalid_answers_ = 0;
  is_alone_ = false;
}

void WorkerExecutor::DropUsedChild(const base::Deadline& deadline) {
  if (child_ && child_->tests > 0) {
    server_->Discard(*std::exchange(child_, std::nullopt), deadline);
  }
}

// Returns the time limit of a test: a part of the remaining time, and more for one that is run by
// itself. Without a deadline, in a repeatable run, it does not depend on a clock.
uint32_t WorkerExecutor::LimitFor(const base::Deadline& deadline, uint32_t limit_us) const {
  constexpr model::TimePolicy::Executing kPolicy;
  if (isolation_ == Isolation::kPatient) return kPolicy.alone * limit_us;
  if (deadline.unlimited()) return limit_us;
  const unsigned times = isolation_ == Isolation::kFresh ? kPolicy.alone : 1;
  const base::Duration part =
      std::max(kPolicy.least_test, model::Scaled(deadline.Remaining(), kPolicy.test)) * times;
  const base::Duration most = std::min<base::Duration>(microseconds(limit_us), part);
  return static_cast<uint32_t>(
      (isolation_ == Isolation::kShared ? candidate_limit_.Within(most) : most) / microseconds(1));
}

WorkerExecutor::Progress WorkerExecutor::Converse(std::span<const model::TestCase> tests,
                                                  bool flush_each, const base::Deadline& deadline,
                                                  model::Trace* traces) {
  protocol::BatchOptions options = Options();
  options.time_limit_us = LimitFor(deadline, options.time_limit_us);
  options.flush_each = flush_each;
  const base::Duration silence = microseconds(options.time_limit_us) + kGrace;
  out_.clear();
  PutRetired();
  if (child_->resident_bytes == 0) child_->resident_bytes = ResidentBytes(child_->process.pid());
  protocol::WriteBatch(protocol::FrameKind::kBatch, tests, subject(), options, out_);
  const uint32_t first_test = child_->tests;
  child_->tests += static_cast<uint32_t>(tests.size());
  Progress progress;
  const auto silent = [&] { return deadline.Expired() ? End::kDeadline : End::kSilent; };
  try {
    if (child_->socket.Send(out_, deadline.Within(silence)) == Status::kTimeout) {
      return {0, silent()};
    }
    while (progress.reported < tests.size()) {
      FrameSocket::Frame frame;
      const Status status = child_->socket.Receive(frame, deadline, silence);
      if (status == Status::kTimeout) {
        progress.end = silent();
        if (progress.end == End::kSilent) candidate_limit_.Note(Verdict::kTimedOut, silence);
        return progress;
      }
      if (status == Status::kClosed) return {progress.reported, End::kGone};
      if (frame.kind != protocol::FrameKind::kTraces) throw protocol::WireError("not traces");
      progress.reported +=
          TakeTraces(frame.body, first_test + static_cast<uint32_t>(progress.reported),
                     tests.subspan(progress.reported), traces + progress.reported);
    }
  } catch (const protocol::WireError& lie) {  // the subject may have written to the socket
    // The fault in a group may be another test's, so only those of known tests are counted.
    NoteInvalidAnswer(lie, flush_each || tests.size() - progress.reported == 1);
    progress.end = End::kInvalid;
  }
  return progress;
}

// Takes the traces of the first of these tests; `first_test` is their index in the child.
std::size_t WorkerExecutor::TakeTraces(std::string_view body, uint32_t first_test,
                                       std::span<const model::TestCase> tests,
                                       model::Trace* traces) {
  if (received_.size() < tests.size()) received_.resize(tests.size());
  const std::size_t count =
      protocol::ReadTraces(body, first_test, std::span(received_).first(tests.size()));
  for (std::size_t i = 0; i < count; ++i) protocol::CheckTrace(received_[i], tests[i], subject());
  // Swaps traces, so that both vectors keep their buffers.
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(traces[i], received_[i]);
    candidate_limit_.Note(traces[i].verdict, base::Duration(traces[i].nanoseconds));
  }
  return count;
}

// Kills the child, whose test counts as one that ended the process. Throws base::Error after too
// many invalid answers in a row.
void WorkerExecutor::NoteInvalidAnswer(const protocol::WireError& lie, bool culprit_is_known) {
  source().log->Say(base::Topic::kProtocol, "a child sent an invalid answer: {}", lie.what());
  if (culprit_is_known && ++invalid_answers_ > kMostInvalidAnswers) {
    throw base::Error(fmt::format("the worker of {} sent {} invalid answers in a row: {}",
                                  subject().module.name, invalid_answers_, lie.what()));
  }
}

bool WorkerExecutor::HaveChild(const base::Deadline& deadline) {
  if (child_ && (child_->spent || child_->is_for_trials)) DropUsedChild(deadline);
  if (child_) return true;
  server_ = loaded_->process();
  if (!server_) RenewServer("it could not be started again in time", deadline);
  if (!server_) return false;
  // An earlier test of another executor may have killed the server, which is about to end.
  if (is_alone_) server_->DropSpare(deadline);
  child_ = server_->Fork(deadline);
  return child_.has_value();
}

// For test `index` of several that run apart: gets a new child for the first of each group, and
// after a test that left state changed.
bool WorkerExecutor::HaveCleanChild(std::size_t index, const base::Deadline& deadline) {
  if (index % kTestsApart == 0 || isolation_ == Isolation::kPatient) DropUsedChild(deadline);
  return HaveChild(deadline);
}

bool WorkerExecutor::IsWornOut() const {
  return child_->tests >= source().options->tests_per_child ||
         ResidentBytes(child_->process.pid()) > child_->resident_bytes + kLargestGrowth;
}

// Writes the retired predicates before the batch, so that one write sends both.
void WorkerExecutor::PutRetired() {
  if (child_->retired == retired_.size()) return;
  protocol::Writer out(out_);
  const std::size_t frame = out.BeginFrame(protocol::FrameKind::kRetire);
  out.Put(static_cast<uint32_t>(retired_.size() - child_->retired));
  for (; child_->retired < retired_.size(); ++child_->retired) out.Put(retired_[child_->retired]);
  out.EndFrame(frame);
}

// Leaves server_ empty if the deadline comes first.
void WorkerExecutor::RenewServer(const std::string& why, const base::Deadline& deadline) {
  child_.reset();
  is_alone_ = true;
  if (!deadline.Expired() && ++renewals_ > kMostRenewals) {
    throw base::Error(fmt::format("the worker of {} was lost {} times in a row: {}",
                                  subject().module.name, kMostRenewals, why));
  }
  server_ = loaded_->Renew(std::exchange(server_, nullptr), why, deadline);
}

std::vector<model::Observation> WorkerExecutor::Observe(std::span<const model::TestCase> tests,
                                                        const base::Deadline& deadline) {
  std::vector<model::Observation> observations(tests.size());
  const protocol::BatchOptions options = Options();
  isolation_ = Isolation::kFresh;
  for (std::size_t next = 0; next < tests.size() && !deadline.Expired();) {
    model::Observation& observation = observations[next];
    try {
      const Turn turn(*loaded_, is_alone_);
      if (!HaveCleanChild(next, deadline)) break;
      ObserveApart(tests[next], options, deadline, observation);
    } catch (const WorkerLost& lost) {
      RenewServer(lost.what(), deadline);
    }
    if (observation.verdict == Verdict::kNotRun) continue;
    renewals_ = 0;
    is_alone_ = false;
    ++next;
  }
  return observations;
}

// Observes one test in the present child, or leaves it for a new one, like RunApart().
void WorkerExecutor::ObserveApart(const model::TestCase& test,
                                  const protocol::BatchOptions& options,
                                  const base::Deadline& deadline, model::Observation& observation) {
  const bool is_first = child_->tests == 0;
  ObserveOne(test, options, deadline, observation);
  const bool is_alive = Ended(observation.verdict);
  const bool left_nothing = !observation.left_state && observation.side_effect.empty();
  if (child_ && !(is_alive && left_nothing)) child_->spent = true;
  if (!is_alive && !is_first) observation = {};
}

void WorkerExecutor::ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                                  std::span<const uint32_t> probe_limits,
                                  const base::Deadline& deadline, const TakeObservation& take) {
  ObserveTrial(mutant, tests, probe_limits, /*may_share=*/false, deadline, take);
}

void WorkerExecutor::ObserveEachUnder(std::span<const Trial> trials, const base::Deadline& deadline,
                                      const TakeOfTrial& take) {
  for (std::size_t trial = 0; trial < trials.size(); ++trial) {
    const bool may_share = !keeps_trials_apart_ && trial % kTrialsTogether > 0;
    ObserveTrial(trials[trial].mutant, trials[trial].tests, trials[trial].probe_limits, may_share,
                 deadline, [&](std::size_t test, model::Observation seen) {
                   return take(trial, test, std::move(seen));
                 });
  }
}

// Observes a trial; one that may share uses the child of the trial before, unless that left state
// changed.
void WorkerExecutor::ObserveTrial(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                                  std::span<const uint32_t> probe_limits, bool may_share,
                                  const base::Deadline& deadline, const TakeObservation& take) {
  if (source().load.mutants == 0) throw std::logic_error("the subject was loaded without mutants");
  protocol::BatchOptions options = Options();
  if (mutant != model::kNoIndex) options.active_mutant = mutant;
  bool is_shared = may_share && HasTrialChild();
  bool has_child = is_shared;
  for (std::size_t next = 0; next < tests.size() && !deadline.Expired();) {
    model::Observation observation;
    try {
      const Turn turn(*loaded_, is_alone_);
      if (!has_child) DropUsedChild(deadline);
      is_shared = is_shared && child_;
      if (!child_ && !HaveChild(deadline)) return;
      child_->is_for_trials = has_child = true;
      options.probe_limit = probe_limits[next];
      ObserveOne(tests[next], options, deadline, observation);
      if (child_ && !LeftNothing(observation)) child_->spent = true;
      // Discards the observation, since the trial before in the same child may have changed it.
      if (!child_ && is_shared && observation.verdict != Verdict::kTimedOut) observation = {};
    } catch (const WorkerLost& lost) {
      RenewServer(lost.what(), deadline);
    }
    if (observation.verdict == Verdict::kNotRun) continue;
    renewals_ = 0;
    is_alone_ = false;
    if (!take(next++, std::move(observation))) return;
  }
}

protocol::BatchOptions WorkerExecutor::Options() const {
  protocol::BatchOptions options = source().options->batch;
  options.active_mutant = source().load.active_mutant;
  options.world = world_;
  return options;
}

void WorkerExecutor::EnterWorld(uint8_t number) { world_ = number; }

// Observes one test. Leaves the observation unchanged if the deadline comes first.
void WorkerExecutor::ObserveOne(const model::TestCase& test, const protocol::BatchOptions& options,
                                const base::Deadline& deadline, model::Observation& observation) {
  const bool is_mutated = options.active_mutant != model::kNoIndex;
  const base::Duration description =
      is_mutated ? kMutatedObservationGrace : source().options->description_grace;
  const base::Duration silence = microseconds(options.time_limit_us) + kGrace + description;
  out_.clear();
  protocol::WriteBatch(protocol::FrameKind::kObserve, {&test, 1}, subject(), options, out_);
  const uint32_t number = child_->tests++;
  bool hung = false, lied = false;
  try {
    FrameSocket::Frame frame;
    child_->socket.Send(out_, deadline.Within(silence));
    const Status status = child_->socket.Receive(frame, deadline, silence);
    if (status == Status::kOk) {
      observation = ObservationIn(frame, test, number, source().mutants);
      invalid_answers_ = 0;
      return;
    }
    hung = status == Status::kTimeout;
  } catch (const protocol::WireError& lie) {
    NoteInvalidAnswer(lie, /*culprit_is_known=*/true);
    lied = true;
  }
  const bool out_of_time = deadline.Expired();
  std::optional<ExitStatus> end;
  try {
    end = server_->End(*std::exchange(child_, std::nullopt), !hung && !lied, deadline);
  } catch (const WorkerLost&) {
    if (!out_of_time && MayAccuse()) observation.verdict = VerdictOf(hung, {});
    throw;
  }
  if (!out_of_time) observation.verdict = VerdictOf(hung, end.value_or(ExitStatus{}));
}

}  // namespace skua::worker
