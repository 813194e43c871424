#include "worker/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/json.h"
#include "base/subprocess.h"
#include "model/options/time_policy.h"
#include "record/place.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using model::ReasonCode;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Status = FrameSocket::Status;

constexpr model::TimePolicy::Imports kImports;
// Longest wait for an answer; a fork or a reap takes milliseconds.
constexpr seconds kLongestAnswer(10);
// Longest start: Python starts and imports the runtime within a second, on a busy machine within a
// few.
constexpr seconds kLongestStart(20);
// Longest time between a process's closing of its socket and its end.
constexpr milliseconds kLongestExit(200);

constexpr std::string_view kImported = R"({"imported": true})";
constexpr const char* kWorkerBootstrap = R"(
import sys
sys.path[0] = sys.argv[1]
from skua_runtime.serving.server import main
main(int(sys.argv[2]))
)";

std::string LimitText(base::Duration limit) {
  if (limit < milliseconds(50)) return "no time was left to import it";
  return fmt::format("the import did not end within {:.1f} s",
                     std::chrono::duration<double>(limit).count());
}

base::Duration ImportLimit(base::Duration left) {
  return std::max(model::Scaled(left, kImports.most), std::min(left, kImports.short_one));
}

// Reads what is available: processes vanish meanwhile, which makes plain iterators throw.
std::string ReadProcFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// Waits without reaping; `pid` need not be a child.
void AwaitExit(pid_t pid, milliseconds limit) {
  const base::Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  pollfd entry{pidfd.get(), POLLIN, 0};
  if (pidfd.open()) poll(&entry, 1, static_cast<int>(limit.count()));
}

// Returns the living processes of a session (0: none), and those that left it but have its
// environment variable: the processes that a test started.
std::vector<pid_t> ProcessesOf(pid_t session, const std::string& variable) {
  std::vector<pid_t> found;
  std::error_code error;
  for (auto it = fs::directory_iterator("/proc", error); !error && it != fs::end(it);
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
    if (pid <= 1 || pid == getpid()) continue;
    // The format is "pid (name) state parent group session …", where the name may contain anything.
    const std::string stat = ReadProcFile(it->path() / "stat");
    char state = 0;
    int parent = 0, group = 0, its_session = 0;
    const std::size_t after_name = stat.rfind(')');
    if (after_name == std::string::npos ||
        std::sscanf(stat.c_str() + after_name + 1, " %c %d %d %d", &state, &parent, &group,
                    &its_session) != 4 ||
        state == 'Z' || state == 'X') {
      continue;
    }
    if ((session > 1 && its_session == session) ||
        ReadProcFile(it->path() / "environ").find(variable) != std::string::npos) {
      found.push_back(pid);
    }
  }
  return found;
}

// Returns the exception of a traceback.
std::string LastLine(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

// Returns the first and last 500 characters of an output.
std::string Shortened(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.size() <= 1000 ? text : text.substr(0, 500) + " … " + text.substr(text.size() - 500);
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerOptions& options, ForkServers& servers, uint32_t hash_seed,
                             const base::Deadline& deadline, const base::Log& log)
    : options_(options), log_(log), scratch_(servers.folder()) {
  auto [ours, theirs] = FrameSocket::MakePair();
  socket_ = std::move(ours);
  const Containment containment(scratch_.path(), options.limits, options.features,
                                options.visible(), Containment::Use::kWithin);
  const std::vector<std::string> environment =
      MakeEnvironment({scratch_.path(), hash_seed, {}, {}});
  ForkServer& server = servers.With(hash_seed);
  last_words_ = server.last_words();
  forked_ = server.Fork({environment, scratch_.path(), &containment, {theirs.get()}},
                        nlohmann::json::object(), deadline);
  if (!forked_ && !deadline.Expired()) {
    last_words_ =
        servers.folder() / fmt::format("last-words-{}", scratch_.path().filename().string());
    Start(environment, theirs.get());
  }
  if (!is_running()) return;  // the deadline came; Load() reports it
  log_.Say(base::Topic::kProtocol, "worker {}: {}, hash seed {}", process().pid(),
           forked_ ? "forked" : "started", hash_seed);
}

void WorkerProcess::Start(const std::vector<std::string>& environment, int control) {
  base::Command command;
  command.arguments = {
      options_.interpreter.string(), "-B", "-c", kWorkerBootstrap, options_.runtime_folder.string(),
      std::to_string(control)};
  command.environment = environment;
  command.working_folder = scratch_.path();
  const Containment containment(scratch_.path(), options_.limits, options_.features,
                                options_.visible(), Containment::Use::kAlone);
  const base::Started started =
      StartContained(std::move(command), containment, control, last_words_);
  child_ = started.pid;
  if (child_ < 0) Fail(started.problem);
  const std::vector<pid_t> below = DescendantsOf(child_);
  const bool has_warden = options_.features.processes && !below.empty();
  started_ = ProcessHandle::OfKnownDescendant(has_warden ? below.front() : child_, getpid());
  if (started_) return;
  kill(child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  Fail("the kernel does not show its process in /proc");
}

void WorkerProcess::Fail(const std::string& why) const {
  throw base::Error(fmt::format("no worker starts in {}: {}", options_.interpreter.string(), why));
}

WorkerProcess::~WorkerProcess() { KillAll(); }

// Kills repeatedly, since a process may fork between listing and killing.
void WorkerProcess::KillAll() {
  if (!is_running()) return;
  if (forked_ && forked_->Kill()) {
    forked_.reset();
    return;
  }
  process().Signal(SIGKILL);
  if (child_ > 0) kill(child_, SIGKILL);  // a warden's end kills all processes below it
  // A forked process's number may be reused, since its attendant is gone.
  const pid_t session = started_ ? started_->pid() : 0;
  const std::string variable = "TMPDIR=" + scratch_.path().string();
  // Searches twice: during an exec a process has no environment for a moment.
  int found_none = 0;
  for (int i = 0; i < 20 && found_none < 2; ++i) {
    const std::vector<pid_t> living = ProcessesOf(session, variable);
    found_none = living.empty() ? found_none + 1 : 0;
    if (living.empty()) continue;
    for (const pid_t pid : living) kill(pid, SIGKILL);
    AwaitExit(living.front(), milliseconds(20));
  }
  while (child_ > 0 && waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  forked_.reset();
  started_.reset();
}

// Waits for the process to end. Returns nullopt if it closed its socket but still runs.
std::optional<ExitStatus> WorkerProcess::WaitForExit() {
  if (forked_) return forked_->Wait(kLongestExit);
  AwaitExit(child_, kLongestExit);
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != child_) {
    return std::nullopt;
  }
  if (info.si_code == CLD_EXITED) return ExitStatus{.exit_code = info.si_status};
  return ExitStatus{.signal = info.si_status};
}

model::Reason WorkerProcess::ReasonOfEnd() {
  const std::optional<ExitStatus> status = WaitForExit();
  if (!status) {
    return {ReasonCode::kImportExits, "the import closed the files that the worker had open"};
  }
  const ExitStatus& end = *status;
  if (end.signal == SIGKILL) {
    return {ReasonCode::kImportOutOfMemory, "the process was killed while it imported the module"};
  }
  if (end.signal != 0) {
    return {ReasonCode::kImportCrashes,
            fmt::format("signal {} ({})", end.signal, strsignal(end.signal))};
  }
  return {ReasonCode::kImportExits,
          fmt::format("the import ended the process with exit status {}", end.exit_code)};
}

void WorkerProcess::Greet(const base::Deadline& deadline) {
  if (!is_running()) return;
  socket_.Send(protocol::ControlFrame(R"({"do": "greet"})"), deadline);
  FrameSocket::Frame frame;
  const Status status = socket_.Receive(frame, deadline, kLongestStart);
  if (status == Status::kOk || deadline.Expired()) return;
  const std::optional<ExitStatus> end = WaitForExit();
  const std::string said = base::ReadUntrusted(last_words_).value_or("");
  Fail(!said.empty()     ? LastLine(said)
       : !end            ? "it does not answer"
       : end->signal > 0 ? fmt::format("signal {} ({})", end->signal, strsignal(end->signal))
                         : fmt::format("exit status {}", end->exit_code));
}

nlohmann::json WorkerProcess::LoadRequest(const model::ModuleId& module,
                                          const model::LoadOptions& options) const {
  nlohmann::json request = {{"do", "load"},
                            {"module", module.name},
                            {"file", (options_.project_root / module.path).string()},
                            {"root", options_.project_root.string()},
                            {"path", nlohmann::json::array()},
                            {"instrument", options.instrument},
                            {"seed_files", options.seed_files},
                            {"makers", options_.makers},
                            {"importers", nlohmann::json::array()},
                            {"include", options_.include},
                            {"exclude", options_.exclude}};
  for (const model::ModuleId& importer : options.importers) {
    request["importers"].push_back(
        {importer.name, (options_.project_root / importer.path).string()});
  }
  if (options.mutants > 0) {
    request["mutants"] = options.mutants;
    request["mutant_seed"] = options.mutant_seed;
  }
  if (options.active_mutant != model::kNoIndex) request["active_mutant"] = options.active_mutant;
  if (options.world > 0) request["world"] = options.world;
  if (!options.passed_types.empty()) request["passed_types"] = options.passed_types;
  if (!options_.coverage_exclusions.empty()) {
    request["excluded"] = model::ToJson(options_.coverage_exclusions);
  }
  if (!options_.django_settings.empty()) {
    request["django"] = {{"settings", options_.django_settings},
                         {"database", options_.django_database}};
  }
  if (options.callee) {
    request["callee"] = {{"name", options.callee->name},
                         {"file", (options_.project_root / options.callee->path).string()},
                         {"part", options.parts.callee},
                         {"caller_part", options.parts.caller},
                         {"seen", nlohmann::json::array()}};
    for (const auto& [function, line, callable] : options.seen_calls) {
      request["callee"]["seen"].push_back({function, line, callable});
    }
  }
  if (!options_.bytecode.empty()) request["bytecode"] = options_.bytecode.string();
  for (const fs::path& folder : options_.source_path) request["path"].push_back(folder.string());
  return request;
}

static model::Reason OutOfTime(const base::Deadline& deadline, const char* if_interrupted,
                               const char* otherwise) {
  if (deadline.Interrupted()) return {ReasonCode::kInterrupted, if_interrupted};
  return {ReasonCode::kNoBudgetLeft, otherwise};
}

// `is_first`: the module was not imported before, so that it may hang.
static model::Reason ReasonOfSlowImport(base::Duration limit, bool is_first) {
  const bool hangs = is_first && limit >= kImports.surely_enough;
  return {hangs ? ReasonCode::kImportHangs : ReasonCode::kNoBudgetLeft, LimitText(limit)};
}

protocol::LoadAnswer WorkerProcess::Load(const model::ModuleId& module,
                                         const model::LoadOptions& options,
                                         const std::string& recall,
                                         const base::Deadline& deadline) {
  if (!is_running()) {
    protocol::LoadAnswer nothing;
    nothing.failure = OutOfTime(deadline, "", "no worker started in time");
    return nothing;
  }
  const bool is_mutated = options.active_mutant != model::kNoIndex;
  const base::Duration longest = is_mutated ? kImports.longest_mutated : kImports.longest;
  const base::Duration limit =
      deadline.unlimited() ? longest : std::min(longest, ImportLimit(deadline.Remaining()));
  const base::Deadline import_deadline = deadline.Within(limit);
  nlohmann::json request = LoadRequest(module, options);
  if (!recall.empty()) request["recall"] = recall;

  protocol::LoadAnswer answer;
  bool is_imported = false;
  try {
    // Ignores a failure to send: Receive then notices the closed socket.
    socket_.Send(protocol::ControlFrame(request.dump()), import_deadline);
    FrameSocket::Frame frame;
    Status status = socket_.Receive(frame, import_deadline, kImports.longest);
    is_imported = status == Status::kOk && frame.body == kImported;
    // An imported module does not hang: describing it gets as much of the remaining time again.
    if (is_imported) {
      const base::Deadline describing = deadline.Within(
          is_mutated || deadline.unlimited() ? limit : ImportLimit(deadline.Remaining()));
      status = socket_.Receive(frame, describing, kImports.longest);
    }
    switch (status) {
      case Status::kOk:
        answer = protocol::LoadAnswerFromJson(frame.body, module);
        break;
      case Status::kClosed:
        answer.failure = ReasonOfEnd();
        break;
      case Status::kTimeout:
        answer.failure = is_imported || deadline.Interrupted()
                             ? OutOfTime(deadline, "while the module was imported",
                                         "no time was left to describe it")
                             : ReasonOfSlowImport(limit, options.instrument);
        break;
    }
  } catch (const protocol::WireError& error) {
    answer.failure = {ReasonCode::kWorkerLost, Shortened(error.what())};
  }
  log_.Say(base::Topic::kProtocol, "worker {}: load {}: {}", process().pid(), module.name,
           answer.failure ? answer.failure->detail : "done");
  if (answer.failure) KillAll();
  return answer;
}

std::string WorkerProcess::RunExistingTests(const model::ModuleId& module,
                                            const std::vector<std::string>& files,
                                            const base::Deadline& deadline) {
  if (!is_running()) return {};
  const base::Deadline limited = deadline.Within(kImports.longest);
  nlohmann::json request = LoadRequest(module, {});
  // The runtime kills hanging tests, and answers, before the engine gives up.
  const std::chrono::duration<double> seconds = limited.Remaining() * kImports.existing_tests;
  request["existing_tests"] = {
      {"files", files}, {"seconds", seconds.count()}, {"calls", options_.notes_calls}};
  std::string answer;
  try {
    socket_.Send(protocol::ControlFrame(request.dump()), limited);
    FrameSocket::Frame frame;
    if (socket_.Receive(frame, limited, kImports.longest) == Status::kOk) {
      const auto json = record::ParseStored(frame.body);
      if (json.is_object() && json.value("ok", false)) answer = frame.body;
    }
  } catch (const protocol::WireError&) {  // counts as a module without tests
  } catch (const record::ReadError&) {    // counts as a module without tests
  }
  log_.Say(base::Topic::kProtocol, "worker {}: tests of {}: {}", process().pid(), module.name,
           answer.empty() ? "no answer" : "done");
  KillAll();
  return answer;
}

void WorkerProcess::Lose(const std::string& why) {
  is_lost_ = true;
  throw WorkerLost(why);
}

void WorkerProcess::Request(const std::string& json, const base::Deadline& deadline,
                            std::span<const int> passed) {
  if (is_lost_) throw WorkerLost("it was lost before");
  if (socket_.Send(protocol::ControlFrame(json), deadline.Within(kLongestAnswer), passed) !=
      Status::kOk) {
    Lose("it takes no requests");
  }
}

bool WorkerProcess::RequestFork(const base::Deadline& deadline) {
  if (deadline.Expired()) return false;
  auto [ours, theirs] = FrameSocket::MakePair();
  const int passed = theirs.get();
  Request(R"({"do": "fork"})", deadline, {&passed, 1});
  next_socket_ = std::move(ours);
  outstanding_.push_back(Asked::kFork);
  return true;
}

// Reads one answer; returns false if the deadline comes first.
bool WorkerProcess::TakeAnswer(const base::Deadline& deadline) {
  if (is_lost_) throw WorkerLost("it was lost before");
  FrameSocket::Frame frame;
  try {
    const Status status = socket_.Receive(frame, deadline, kLongestAnswer);
    if (status == Status::kTimeout && deadline.Expired()) return false;
    if (status != Status::kOk) Lose(status == Status::kClosed ? "it ended" : "it hangs");
  } catch (const protocol::WireError& error) {
    Lose(error.what());
  }
  const bool is_fork = outstanding_.front() == Asked::kFork;
  outstanding_.pop_front();
  try {
    const protocol::ChildAnswer answer = protocol::ChildAnswerFromJson(frame.body);
    if (!answer.ok) Lose(answer.error.empty() ? "it refuses" : answer.error);
    if (is_fork != answer.pid.has_value()) Lose("it answers another request");
    if (is_fork) {
      auto child = ProcessHandle::OfDescendant(*answer.pid, process().pid());
      if (!child) Lose("it tells of a process that is not its child");
      spare_.emplace(WorkerChild{*std::move(child), std::move(next_socket_)});
    } else {
      last_end_ =
          ExitStatus{.signal = answer.signal.value_or(0), .exit_code = answer.exit.value_or(0)};
    }
  } catch (const protocol::WireError& error) {
    Lose(error.what());
  }
  return true;
}

std::optional<WorkerChild> WorkerProcess::Fork(const base::Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  if (!spare_ && !IsOutstanding(Asked::kFork) && !RequestFork(deadline)) return std::nullopt;
  while (!spare_) {
    if (!TakeAnswer(deadline)) return std::nullopt;
  }
  std::optional<WorkerChild> child = std::exchange(spare_, std::nullopt);
  RequestFork(deadline);
  return child;
}

void WorkerProcess::DropSpare(const base::Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  while (IsOutstanding(Asked::kFork)) {
    if (!TakeAnswer(deadline)) return;
  }
  if (spare_) LetGo(*std::exchange(spare_, std::nullopt), deadline);
}

bool WorkerProcess::IsOutstanding(Asked what) const {
  return std::find(outstanding_.begin(), outstanding_.end(), what) != outstanding_.end();
}

void WorkerProcess::Stop() {
  if (is_running()) process().Signal(SIGSTOP);
}

void WorkerProcess::Continue() {
  if (is_running()) process().Signal(SIGCONT);
}

void WorkerProcess::Kill(const WorkerChild& child) { child.process.Signal(SIGKILL); }

void WorkerProcess::Discard(WorkerChild child, const base::Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  LetGo(std::move(child), deadline);
}

// REQUIRES: mutex_ is held.
void WorkerProcess::LetGo(WorkerChild child, const base::Deadline& deadline) {
  child.process.Signal(SIGKILL);
  Request(fmt::format(R"({{"do": "leave", "pid": {}}})", child.process.own_number()), deadline);
}

std::optional<ExitStatus> WorkerProcess::End(WorkerChild child, bool closed,
                                             const base::Deadline& deadline) {
  const bool ended = child.process.AwaitExit(closed ? kLongestExit : milliseconds(0));
  child.process.Signal(SIGKILL);
  const std::lock_guard lock(mutex_);
  Request(fmt::format(R"({{"do": "reap", "pid": {}}})", child.process.own_number()), deadline);
  outstanding_.push_back(Asked::kReap);
  while (IsOutstanding(Asked::kReap)) {  // the answer for this child is the last one
    if (!TakeAnswer(deadline)) return std::nullopt;
  }
  last_end_->killed_by_us = !ended;
  return last_end_;
}

}  // namespace skua::worker
