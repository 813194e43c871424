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
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "base/subprocess.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using model::ReasonCode;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Status = FrameSocket::Status;

constexpr seconds kLongestImport(30);
// Of one that was imported before, as it is without the mutant, within this time.
constexpr seconds kLongestMutatedImport(10);
// Of what is left of the budget; of little, all.
constexpr double kLargestImportShare = 0.4;
constexpr seconds kShortImport(5);
// An import that had less time does not hang for sure: the machine may be busy, or the import slow.
constexpr seconds kSurelyEnough(4);
// A fork or a reap takes milliseconds: a server that is silent for so long is lost.
constexpr seconds kLongestAnswer(10);
// How long a process may take from closing its socket to its end.
constexpr milliseconds kLongestExit(200);

constexpr int kRuntimeBroken = 99;
constexpr const char* kStartupError = "startup-error";
constexpr const char* kBootstrap = R"(
import os, sys
try:
    sys.path[0] = sys.argv[1]
    from skua_runtime.server import main
except BaseException:
    import traceback
    with open("startup-error", "w") as file:
        traceback.print_exc(file=file)
    os._exit(99)
main(int(sys.argv[2]))
)";

std::string LimitText(base::Duration limit) {
  if (limit < milliseconds(50)) return "no time was left to import it";
  return fmt::format("the import did not end within {:.1f} s",
                     std::chrono::duration<double>(limit).count());
}

base::Duration ImportLimit(base::Duration left) {
  const auto share = std::chrono::duration_cast<base::Duration>(left * kLargestImportShare);
  return std::max(share, std::min(left, base::Duration(kShortImport)));
}

// Waits without reaping; `pid` need not be a child of ours. Whether it has ended.
bool AwaitExit(pid_t pid, milliseconds limit) {
  const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (fd < 0) return false;
  pollfd entry{fd, POLLIN, 0};
  const bool ended = poll(&entry, 1, static_cast<int>(limit.count())) == 1;
  close(fd);
  return ended;
}

void KillGroup(pid_t pid) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
}

// What there is to read: processes vanish in between, and a bare iterator would throw then.
std::string ReadProcFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// Living processes of a session, and those that left it but have the environment that the session
// was given: what a test has started.
std::vector<pid_t> ProcessesOf(pid_t session, const std::string& variable) {
  std::vector<pid_t> found;
  std::error_code error;
  for (auto it = fs::directory_iterator("/proc", error); !error && it != fs::end(it);
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
    // "pid (name) state parent group session …", where the name may hold anything.
    const std::string stat = ReadProcFile(it->path() / "stat");
    char state = 0;
    int parent = 0, group = 0, its_session = 0;
    const std::size_t behind_name = stat.rfind(')');
    if (behind_name == std::string::npos ||
        std::sscanf(stat.c_str() + behind_name + 1, " %c %d %d %d", &state, &parent, &group,
                    &its_session) != 4 ||
        state == 'Z' || state == 'X') {
      continue;
    }
    if (its_session == session ||
        ReadProcFile(it->path() / "environ").find(variable) != std::string::npos) {
      found.push_back(pid);
    }
  }
  return found;
}

// Its first and last 500 characters are enough to know what went wrong.
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
  const Containment containment(scratch_.path(), options.limits, options.features);
  const std::vector<std::string> environment =
      MakeEnvironment({scratch_.path(), hash_seed, {}, {}});
  forked_ = servers.With(hash_seed).Fork({environment, scratch_.path(), &containment, {theirs}},
                                         nlohmann::json::object(), deadline);
  if (forked_) {
    pid_ = forked_->pid();
  } else {
    Start(environment, containment, theirs);
  }
  close(theirs);
  if (pid_ < 0) {
    throw base::Error(
        fmt::format("cannot start a worker: {} does not run contained (skua doctor "
                    "says what this machine allows)",
                    options.interpreter.string()));
  }
  log_.Say(base::Topic::kProtocol, "worker {}: {}, hash seed {}", pid_,
           forked_ ? "forked" : "started", hash_seed);
}

void WorkerProcess::Start(const std::vector<std::string>& environment,
                          const Containment& containment, int control) {
  base::Command command;
  command.arguments = {
      options_.interpreter.string(), "-B", "-c", kBootstrap, options_.runtime_folder.string(),
      std::to_string(control)};
  command.environment = environment;
  command.working_folder = scratch_.path();
  pid_ = StartContained(std::move(command), containment, control);
}

WorkerProcess::~WorkerProcess() { KillAll(); }

// Repeated, since one of them may fork between the look and the kill.
void WorkerProcess::KillAll() {
  if (pid_ < 0) return;
  const bool is_gone = forked_ && forked_->Kill();
  forked_.reset();
  if (is_gone) {
    pid_ = -1;
    return;
  }
  KillGroup(pid_);
  const std::string variable = "TMPDIR=" + scratch_.path().string();
  // Looked for twice: in the middle of an exec a process has no environment for a moment.
  int found_none = 0;
  for (int i = 0; i < 20 && found_none < 2; ++i) {
    const std::vector<pid_t> living = ProcessesOf(pid_, variable);
    found_none = living.empty() ? found_none + 1 : 0;
    if (living.empty()) continue;
    for (const pid_t pid : living) kill(pid, SIGKILL);
    AwaitExit(living.front(), milliseconds(20));
  }
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

// Nothing when it closed its socket and runs on.
std::optional<ExitStatus> WorkerProcess::WaitForExit() {
  if (forked_) return forked_->Wait(kLongestExit);
  AwaitExit(pid_, kLongestExit);
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != pid_) {
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
  if (end.exit_code == kRuntimeBroken) {
    const auto text = base::ReadFileIfThere(scratch_.path() / kStartupError);
    if (text) {
      throw base::Error(fmt::format("the worker does not start in {}: {}",
                                    options_.interpreter.string(), Shortened(*text)));
    }
  }
  return {ReasonCode::kImportExits,
          fmt::format("the import ended the process with exit status {}", end.exit_code)};
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
                            {"include", options_.include},
                            {"exclude", options_.exclude}};
  if (!options.passed_types.empty()) request["passed_types"] = options.passed_types;
  if (!options_.bytecode.empty()) request["bytecode"] = options_.bytecode.string();
  for (const fs::path& folder : options_.source_path) request["path"].push_back(folder.string());
  return request;
}

protocol::LoadAnswer WorkerProcess::Load(const model::ModuleId& module,
                                         const model::LoadOptions& options,
                                         const std::string& recall,
                                         const base::Deadline& deadline) {
  const bool is_mutated = options.active_mutant != model::kNoIndex;
  const base::Duration longest = is_mutated ? kLongestMutatedImport : kLongestImport;
  const base::Duration limit =
      deadline.unlimited() ? longest : std::min(longest, ImportLimit(deadline.Remaining()));
  const base::Deadline import_deadline = deadline.Within(limit);
  nlohmann::json request = LoadRequest(module, options);
  if (options.mutants > 0) {
    request["mutants"] = options.mutants;
    request["mutant_seed"] = options.mutant_seed;
  }
  if (is_mutated) {
    request["active_mutant"] = options.active_mutant;
    request["recall"] = recall;
  }

  protocol::LoadAnswer answer;
  try {
    // When it is closed, Receive sees it as well.
    socket_.Send(protocol::ControlFrame(request.dump()), import_deadline);
    FrameSocket::Frame frame;
    switch (socket_.Receive(frame, import_deadline, base::Duration(kLongestImport))) {
      case Status::kOk:
        answer = protocol::LoadAnswerFromJson(frame.body, module);
        break;
      case Status::kClosed:
        answer.failure = ReasonOfEnd();
        break;
      case Status::kTimeout:
        // Who observes comes second: the module was imported before, so it does not hang.
        answer.failure =
            deadline.Interrupted()
                ? model::Reason{ReasonCode::kInterrupted, "while the module was imported"}
                : model::Reason{options.instrument && limit >= kSurelyEnough
                                    ? ReasonCode::kImportHangs
                                    : ReasonCode::kNoBudgetLeft,
                                LimitText(limit)};
        break;
    }
  } catch (const protocol::WireError& error) {
    answer.failure = {ReasonCode::kWorkerLost, Shortened(error.what())};
  }
  log_.Say(base::Topic::kProtocol, "worker {}: load {}: {}", pid_, module.name,
           answer.failure ? answer.failure->detail : "done");
  if (answer.failure) KillAll();
  return answer;
}

std::string WorkerProcess::RunExistingTests(const model::ModuleId& module,
                                            const std::vector<std::string>& files,
                                            const base::Deadline& deadline) {
  const base::Deadline limited = deadline.Within(kLongestImport);
  nlohmann::json request = LoadRequest(module, {});
  // It kills what hangs, and answers, before we would have to give it up.
  const std::chrono::duration<double> seconds = limited.Remaining() * 0.8;
  request["existing_tests"] = {{"files", files}, {"seconds", seconds.count()}};
  std::string answer;
  try {
    socket_.Send(protocol::ControlFrame(request.dump()), limited);
    FrameSocket::Frame frame;
    if (socket_.Receive(frame, limited, base::Duration(kLongestImport)) == Status::kOk) {
      const auto json = nlohmann::json::parse(frame.body, nullptr, /*allow_exceptions=*/false);
      if (json.is_object() && json.value("ok", false)) answer = frame.body;
    }
  } catch (const protocol::WireError&) {  // as if there were no tests
  }
  log_.Say(base::Topic::kProtocol, "worker {}: tests of {}: {}", pid_, module.name,
           answer.empty() ? "no answer" : "done");
  KillAll();
  return answer;
}

void WorkerProcess::Request(const std::string& json, const base::Deadline& deadline,
                            std::span<const int> passed) {
  if (socket_.Send(protocol::ControlFrame(json), deadline.Within(kLongestAnswer), passed) !=
      Status::kOk) {
    throw WorkerLost("it takes no requests");
  }
}

bool WorkerProcess::RequestFork(const base::Deadline& deadline) {
  if (deadline.Expired()) return false;
  auto [ours, theirs] = FrameSocket::MakePair();
  try {
    Request(R"({"do": "fork"})", deadline, {&theirs, 1});
  } catch (const WorkerLost&) {
    close(theirs);
    throw;
  }
  close(theirs);
  next_socket_ = std::move(ours);
  outstanding_.push_back(Asked::kFork);
  return true;
}

// Reads one answer. False when the deadline came first.
bool WorkerProcess::TakeAnswer(const base::Deadline& deadline) {
  FrameSocket::Frame frame;
  try {
    const Status status = socket_.Receive(frame, deadline, kLongestAnswer);
    if (status == Status::kTimeout && deadline.Expired()) return false;
    if (status != Status::kOk)
      throw WorkerLost(status == Status::kClosed ? "it ended" : "it hangs");
  } catch (const protocol::WireError& error) {
    throw WorkerLost(error.what());
  }
  const bool is_fork = outstanding_.front() == Asked::kFork;
  outstanding_.pop_front();
  try {
    const auto json = nlohmann::json::parse(frame.body);
    if (!json.at("ok").get<bool>()) throw WorkerLost(json.value("error", "it refuses"));
    if (is_fork) {
      spare_.emplace();
      spare_->pid = json.at("pid").get<pid_t>();
      spare_->socket = std::move(next_socket_);
    } else {
      last_end_ = ExitStatus{.signal = json.value("signal", 0), .exit_code = json.value("exit", 0)};
    }
  } catch (const nlohmann::json::exception& error) {
    throw WorkerLost(error.what());
  }
  return true;
}

std::optional<WorkerChild> WorkerProcess::Fork(const base::Deadline& deadline) {
  if (!spare_ && !IsOutstanding(Asked::kFork) && !RequestFork(deadline)) return std::nullopt;
  while (!spare_) {
    if (!TakeAnswer(deadline)) return std::nullopt;
  }
  std::optional<WorkerChild> child = std::exchange(spare_, std::nullopt);
  RequestFork(deadline);
  return child;
}

bool WorkerProcess::IsOutstanding(Asked what) const {
  return std::find(outstanding_.begin(), outstanding_.end(), what) != outstanding_.end();
}

void WorkerProcess::Stop() { kill(-pid_, SIGSTOP); }

void WorkerProcess::Continue() { kill(-pid_, SIGCONT); }

void WorkerProcess::Kill(const WorkerChild& child) { KillGroup(child.pid); }

void WorkerProcess::Discard(WorkerChild child, const base::Deadline& deadline) {
  KillGroup(child.pid);
  Request(fmt::format(R"({{"do": "reap", "pid": {}}})", child.pid), deadline);
  outstanding_.push_back(Asked::kReap);
}

std::optional<ExitStatus> WorkerProcess::End(WorkerChild child, bool closed,
                                             const base::Deadline& deadline) {
  const bool ended = AwaitExit(child.pid, closed ? kLongestExit : milliseconds(0));
  Discard(std::move(child), deadline);
  while (IsOutstanding(Asked::kReap)) {
    if (!TakeAnswer(deadline)) return std::nullopt;
  }
  last_end_->killed_by_us = !ended;
  return last_end_;
}

}  // namespace skua::worker
