#include "worker/worker_executor.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "model/time_policy.h"
#include "protocol/exit_status.h"
#include "protocol/observation_frame.h"
#include "protocol/trace_check.h"
#include "protocol/trace_frame.h"

// How the culprit is found. A child reports tests in groups. So when it hangs or ends, some tests
// are unreported besides the one that caused it. These are run again in another child that reports
// each test at once. The first unreported one is then the culprit and gets the verdict, and the
// tests behind it go on in a third child as usual.

namespace skua::worker {
namespace {

using model::Isolation;
using model::Verdict;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Status = FrameSocket::Status;

// A child counts as hung when it is silent for so long after a test's own limit: it reports at most
// 50 ms after a test, and may have to wait for a processor.
constexpr milliseconds kGrace(500);
// Describing values calls the subject's code, too, which has a limit of its own.
constexpr seconds kObservationGrace(5);
// For tests that took little time without a mutant, and for mutants, of which dozens may hang.
constexpr seconds kMutatedObservationGrace(1);
constexpr std::size_t kLargestGrowth = 128u << 20;  // a child whose resident memory grew by more is
                                                    // replaced
constexpr unsigned kMostRenewals = 3;
// The number of nonsensical answers in a row after which a module is given up. One test may
// write to the socket by which it is answered; where all do, nothing that they show can be
// believed.
constexpr unsigned kMostLies = 20;

std::size_t ResidentBytes(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::size_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// The time limit of a test: a part of what remains, and more for one that is run by itself.
uint32_t LimitFor(Isolation isolation, const base::Deadline& deadline, uint32_t limit_us) {
  constexpr model::TimePolicy::Executing kPolicy;
  if (isolation == Isolation::kPatient) return kPolicy.alone * limit_us;
  const base::Duration part =
      std::max(kPolicy.least_test, model::Scaled(deadline.Remaining(), kPolicy.test));
  const auto most = std::chrono::duration_cast<microseconds>(part) *
                    (isolation == Isolation::kFresh ? kPolicy.alone : 1);
  return static_cast<uint32_t>(std::min<microseconds::rep>(limit_us, most.count()));
}

// To a trace that shows nothing, with the memory of the one before.
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
  // The kernel sent a SIGKILL that is not ours, because it was out of memory.
  return status.signal == SIGKILL && !status.killed_by_us ? Verdict::kOutOfMemory
                                                          : Verdict::kCrashed;
}

// Throws WireError when the frame is no observation of the test.
model::Observation ObservationIn(const FrameSocket::Frame& frame, const model::TestCase& test,
                                 std::size_t mutants) {
  if (frame.kind != protocol::FrameKind::kObservation) {
    throw protocol::WireError("not an observation");
  }
  protocol::ObservationFrame read = protocol::ReadObservation(frame.body, mutants);
  model::Observation observation = protocol::ObservationFromJson(read.json, test.size());
  observation.reached_mutants = std::move(read.reached_mutants);
  observation.executed_probes = read.executed_probes;
  return observation;
}

}  // namespace

WorkerExecutor::WorkerExecutor(Source source, model::Subject subject,
                               std::unique_ptr<WorkerProcess> server)
    : source_(std::move(source)), subject_(std::move(subject)), server_(std::move(server)) {}

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
    server_->Kill(*child_);  // its memory becomes free at once; it is reaped when the next child is
                             // needed
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
  const std::size_t group = isolation == Isolation::kShared ? tests.size() : 1;
  isolation_ = isolation;
  bool flush_each = false;
  for (std::size_t next = 0; next < tests.size() && !deadline.Expired();) {
    try {
      if (isolation != Isolation::kShared) DropUsedChild(deadline);
      if (!HaveChild(deadline)) break;
      RunSome(tests.subspan(next, std::min(group, tests.size() - next)), deadline, &traces[next],
              next, flush_each);
    } catch (const WorkerLost& lost) {
      RenewServer(lost.what(), deadline);
    }
  }
  if (source_.load.executed_tests != nullptr) *source_.load.executed_tests += tests.size();
}

// Runs tests from `next` on, advances `next` by the number of tests that have their verdict, and
// sets how the next ones are to be run.
void WorkerExecutor::RunSome(std::span<const model::TestCase> tests, const base::Deadline& deadline,
                             model::Trace* traces, std::size_t& next, bool& flush_each) {
  const auto [reported, end] = Converse(tests, flush_each, deadline, traces);
  next += reported;
  if (reported > 0) renewals_ = lies_ = 0;
  if (end == End::kDone) {
    flush_each = false;
    if (IsWornOut()) DropUsedChild(deadline);
    return;
  }
  const bool culprit_is_known = flush_each || tests.size() - reported == 1;
  const bool hung = end == End::kSilent;
  model::Trace& culprit = traces[reported];
  if (end != End::kDeadline) {
    flush_each = !culprit_is_known;
    // The verdict is set now, because the server may be lost as well.
    if (culprit_is_known) {
      culprit.verdict = VerdictOf(hung, {});
      ++next;
    }
  }
  const auto status =
      server_->End(*std::exchange(child_, std::nullopt), end == End::kGone, deadline);
  if (!status || end == End::kDeadline || !culprit_is_known) return;
  culprit.verdict = VerdictOf(hung, *status);
  source_.log->Say(base::Topic::kProtocol, "a test {}: exit {}, signal {}",
                   hung ? "hung" : "ended its process", status->exit_code, status->signal);
}

void WorkerExecutor::DropUsedChild(const base::Deadline& deadline) {
  if (child_ && child_->tests > 0) {
    server_->Discard(*std::exchange(child_, std::nullopt), deadline);
  }
}

WorkerExecutor::Progress WorkerExecutor::Converse(std::span<const model::TestCase> tests,
                                                  bool flush_each, const base::Deadline& deadline,
                                                  model::Trace* traces) {
  protocol::BatchOptions options = Options();
  options.time_limit_us = LimitFor(isolation_, deadline, options.time_limit_us);
  options.flush_each = flush_each;
  const base::Duration silence = microseconds(options.time_limit_us) + kGrace;
  out_.clear();
  PutRetired();
  if (child_->resident_bytes == 0) child_->resident_bytes = ResidentBytes(child_->process.pid());
  protocol::WriteBatch(protocol::FrameKind::kBatch, tests, subject_, options, out_);
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
      if (status == Status::kTimeout) return {progress.reported, silent()};
      if (status == Status::kClosed) return {progress.reported, End::kGone};
      if (frame.kind != protocol::FrameKind::kTraces) throw protocol::WireError("not traces");
      progress.reported += TakeTraces(frame.body, progress.reported, tests, traces);
    }
  } catch (const protocol::WireError& lie) {  // the subject may have written to the socket
    // A lie in a group may be that of another test, so only those of known tests are counted.
    NoteLie(lie, flush_each || tests.size() - progress.reported == 1);
    progress.end = End::kLied;
  }
  return progress;
}

std::size_t WorkerExecutor::TakeTraces(std::string_view body, std::size_t reported,
                                       std::span<const model::TestCase> tests,
                                       model::Trace* traces) {
  const std::size_t limit = tests.size();
  if (received_.size() < limit) received_.resize(limit);
  if (protocol::Reader(body).Get<uint32_t>() != reported) {
    throw protocol::WireError("traces out of order");
  }
  const std::size_t count = protocol::ReadTraces(body, received_);
  if (count == 0) throw protocol::WireError("no traces at all");
  if (reported + count > limit) throw protocol::WireError("more traces than tests");
  for (std::size_t i = reported; i < reported + count; ++i) {
    protocol::CheckTrace(received_[i], tests[i], subject_);
  }
  // Traces are swapped, so that both vectors keep their buffers.
  for (std::size_t i = reported; i < reported + count; ++i) std::swap(traces[i], received_[i]);
  return count;
}

// The child is killed, and its test counts as one that ended the process. Throws base::Error when
// there are only lies.
void WorkerExecutor::NoteLie(const protocol::WireError& lie, bool culprit_is_known) {
  source_.log->Say(base::Topic::kProtocol, "a child sent what is no answer: {}", lie.what());
  if (culprit_is_known && ++lies_ > kMostLies) {
    throw base::Error(fmt::format("the worker of {} sent {} times in a row what is no answer: {}",
                                  subject_.module.name, lies_, lie.what()));
  }
}

bool WorkerExecutor::HaveChild(const base::Deadline& deadline) {
  if (child_ && child_->spent) DropUsedChild(deadline);
  if (child_) return true;
  if (!server_) RenewServer("it could not be started again in time", deadline);
  if (!server_) return false;
  child_ = server_->Fork(deadline);
  return child_.has_value();
}

bool WorkerExecutor::IsWornOut() const {
  return child_->tests >= source_.options->tests_per_child ||
         ResidentBytes(child_->process.pid()) > child_->resident_bytes + kLargestGrowth;
}

// Puts the retired predicates in front of the batch, so that one write sends both.
void WorkerExecutor::PutRetired() {
  if (child_->retired == retired_.size()) return;
  protocol::Writer out(out_);
  const std::size_t frame = out.BeginFrame(protocol::FrameKind::kRetire);
  out.Put(static_cast<uint32_t>(retired_.size() - child_->retired));
  for (; child_->retired < retired_.size(); ++child_->retired) out.Put(retired_[child_->retired]);
  out.EndFrame(frame);
}

// Starts the server again. Leaves server_ empty when the deadline came first.
void WorkerExecutor::RenewServer(const std::string& why, const base::Deadline& deadline) {
  source_.log->Say(base::Topic::kProtocol, "the worker of {} is lost: {}", subject_.module.name,
                   why);
  child_.reset();
  server_.reset();
  if (deadline.Expired()) return;
  if (++renewals_ > kMostRenewals) {
    throw base::Error(fmt::format("the worker of {} was lost {} times in a row: {}",
                                  subject_.module.name, kMostRenewals, why));
  }
  auto server = std::make_unique<WorkerProcess>(*source_.options, *source_.servers,
                                                source_.load.hash_seed, deadline, *source_.log);
  const protocol::LoadAnswer answer =
      server->Load(subject_.module, source_.load, source_.recall, deadline);
  if (deadline.Expired()) return;
  if (answer.failure) {
    throw base::Error(fmt::format("{} was imported once and is not again: {}", subject_.module.name,
                                  answer.failure->detail));
  }
  if (answer.digest != source_.digest) {
    throw base::Error(
        fmt::format("{} is another module when it is imported again", subject_.module.name));
  }
  server_ = std::move(server);
}

std::vector<model::Observation> WorkerExecutor::Observe(std::span<const model::TestCase> tests,
                                                        const base::Deadline& deadline) {
  std::vector<model::Observation> observations(tests.size());
  const protocol::BatchOptions options = Options();
  for (std::size_t next = 0; next < tests.size() && !deadline.Expired();) {
    model::Observation& observation = observations[next];
    try {
      DropUsedChild(deadline);
      if (!HaveChild(deadline)) break;
      ObserveOne(tests[next], options, deadline, observation);
    } catch (const WorkerLost& lost) {
      RenewServer(lost.what(), deadline);
    }
    if (observation.verdict == Verdict::kNotRun) continue;
    renewals_ = 0;
    ++next;
  }
  return observations;
}

void WorkerExecutor::ObserveUnder(model::MutantIndex mutant, std::span<const model::TestCase> tests,
                                  std::span<const uint32_t> probe_limits,
                                  const base::Deadline& deadline, const TakeObservation& take) {
  if (source_.load.mutants == 0) throw std::logic_error("the subject was loaded without mutants");
  protocol::BatchOptions options = Options();
  if (mutant != model::kNoIndex) options.active_mutant = mutant;
  bool has_child = false;  // the mutant has a child of its own
  for (std::size_t next = 0; next < tests.size() && !deadline.Expired();) {
    model::Observation observation;
    try {
      if (!has_child) DropUsedChild(deadline);
      if (!child_ && !HaveChild(deadline)) return;
      child_->spent = has_child = true;  // nobody else may use what a mutant leaves behind
      options.probe_limit = probe_limits[next];
      ObserveOne(tests[next], options, deadline, observation);
    } catch (const WorkerLost& lost) {
      RenewServer(lost.what(), deadline);
    }
    if (observation.verdict == Verdict::kNotRun) continue;
    renewals_ = 0;
    if (!take(next++, std::move(observation))) return;
  }
}

protocol::BatchOptions WorkerExecutor::Options() const {
  protocol::BatchOptions options = source_.options->batch;
  options.active_mutant = source_.load.active_mutant;
  return options;
}

// Observes one test. Leaves the observation as it is when the deadline came first.
void WorkerExecutor::ObserveOne(const model::TestCase& test, const protocol::BatchOptions& options,
                                const base::Deadline& deadline, model::Observation& observation) {
  const bool is_mutated = options.active_mutant != model::kNoIndex;
  const base::Duration silence = microseconds(options.time_limit_us) + kGrace +
                                 (is_mutated ? kMutatedObservationGrace : kObservationGrace);
  out_.clear();
  protocol::WriteBatch(protocol::FrameKind::kObserve, {&test, 1}, subject_, options, out_);
  child_->tests += 1;
  bool hung = false, lied = false;
  try {
    FrameSocket::Frame frame;
    child_->socket.Send(out_, deadline.Within(silence));
    const Status status = child_->socket.Receive(frame, deadline, silence);
    if (status == Status::kOk) {
      observation = ObservationIn(frame, test, source_.mutants);
      lies_ = 0;
      return;
    }
    hung = status == Status::kTimeout;
  } catch (const protocol::WireError& lie) {
    NoteLie(lie, /*culprit_is_known=*/true);
    lied = true;
  }
  const bool out_of_time = deadline.Expired();
  if (!out_of_time)
    observation.verdict = VerdictOf(hung, {});  // set now, because the server may
                                                // be lost, too
  const std::optional<ExitStatus> end =
      server_->End(*std::exchange(child_, std::nullopt), !hung && !lied, deadline);
  if (!out_of_time && end) observation.verdict = VerdictOf(hung, *end);
}

}  // namespace skua::worker
