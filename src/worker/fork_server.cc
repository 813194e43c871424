#include "worker/fork_server.h"

#include <fmt/ranges.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "base/json.h"
#include "protocol/control.h"
#include "record/integer.h"
#include "worker/syscall_filter.h"

namespace skua::worker {
namespace {

using Status = FrameSocket::Status;

// Python code that starts a server. Its arguments are the runtime's folder, the kind, and the
// descriptor of the control socket.
constexpr const char* kForkServerBootstrap = R"(
import importlib, sys
sys.path[0] = sys.argv[1]
importlib.import_module("skua_runtime.serving." + sys.argv[2]).main(int(sys.argv[3]))
)";

// Longest time to import a server's modules and to fork.
constexpr std::chrono::seconds kLongestStart(20);
// Longest time from killing processes to their end.
constexpr std::chrono::seconds kLongestKill(2);
// Processes may be silent until the deadline.
constexpr std::chrono::hours kAnySilence(24);

}  // namespace

ForkedProcess::ForkedProcess(ProcessHandle process, FrameSocket socket,
                             std::optional<ProcessHandle> attendant, const base::Clock& clock,
                             std::shared_ptr<MemoryWatch> memory)
    : process_(std::move(process)),
      socket_(std::move(socket)),
      clock_(&clock),
      memory_(std::move(memory)),
      attendant_(std::move(attendant)) {
  if (attendant_) memory_->Watch(*attendant_);
}

ForkedProcess::~ForkedProcess() {
  if (attendant_) memory_->Forget(*attendant_);
  if (!is_gone_) Kill();
}

std::optional<ExitStatus> ForkedProcess::Wait(base::Duration limit) {
  return Wait(base::Deadline(*clock_).Within(limit));
}

std::optional<ExitStatus> ForkedProcess::Wait(const base::Deadline& deadline) {
  FrameSocket::Frame frame;
  try {
    if (socket_.Receive(frame, deadline, kAnySilence) != Status::kOk) return std::nullopt;
    const auto end = nlohmann::json::parse(frame.body);
    return ExitStatus{.signal = record::IntegerIn<int>(end, "signal"),
                      .exit_code = record::IntegerIn<int>(end, "exit")};
  } catch (const protocol::WireError&) {
    return std::nullopt;  // the other end is not an attendant
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

bool ForkedProcess::Kill() {
  const base::Deadline soon = base::Deadline(*clock_).Within(kLongestKill);
  socket_.Send(protocol::ControlFrame("{}"), soon);
  FrameSocket::Frame frame;
  try {
    // The message that it ended by itself may arrive first.
    while (!is_gone_ && socket_.Receive(frame, soon, kAnySilence) == Status::kOk) {
      is_gone_ = frame.body.find("gone") != std::string_view::npos;
    }
  } catch (const protocol::WireError&) {  // the other end is not an attendant
  }
  return is_gone_;
}

ForkServer::ForkServer(const Options& options, const std::filesystem::path& folder,
                       uint32_t hash_seed, std::shared_ptr<MemoryWatch> memory)
    : last_words_(folder / fmt::format("last-words-{}", hash_seed)), memory_(std::move(memory)) {
  auto [ours, theirs] = FrameSocket::MakePair();
  socket_ = std::move(ours);
  const Containment containment(folder, options.limits, options.features,
                                options.files ? &*options.files : nullptr);
  if (options.features.judged_signals) {
    const SyscallFilter filter = SyscallFilter::OfSignals();
    signal_filter_ = fmt::format("{:02x}", fmt::join(filter.bytes(), ""));
  }
  base::Command command;
  command.arguments = {options.interpreter.string(),
                       "-B",
                       "-c",
                       kForkServerBootstrap,
                       options.runtime_folder.string(),
                       options.kind,
                       std::to_string(theirs.get())};
  command.environment = MakeEnvironment({folder, hash_seed, {}, options.environment});
  command.working_folder = folder;
  pid_ = StartContained(std::move(command), containment, theirs.get(), last_words_).pid;
  is_lost_ = pid_ < 0;
}

ForkServer::~ForkServer() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<FrameSocket> ForkServer::OpenProcess(const base::Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  if (is_lost_) return std::nullopt;
  auto [ours, theirs] = FrameSocket::MakePair();
  const int passed = theirs.get();
  const Status status = socket_.Send(protocol::ControlFrame("{}"), deadline, {&passed, 1});
  is_lost_ = status == Status::kClosed;
  if (status != Status::kOk) return std::nullopt;
  return std::move(ours);
}

std::unique_ptr<ForkedProcess> ForkServer::Fork(const Request& request, nlohmann::json details,
                                                const base::Deadline& deadline) {
  std::optional<FrameSocket> attendant = OpenProcess(deadline);
  if (!attendant) return nullptr;
  std::vector<int> descriptors = request.descriptors;
  details["restrict"] = request.containment->ruleset() >= 0;
  if (request.containment->ruleset() >= 0) descriptors.push_back(request.containment->ruleset());
  details["shared_memory"] = request.containment->features().shared_memory;
  details["own_root"] = request.containment->features().file_view;
  if (!signal_filter_.empty()) details["signals"] = signal_filter_;
  details["environment"] = request.environment;
  details["folder"] = request.folder.string();
  FrameSocket::Frame frame;
  try {
    Status status = attendant->Send(protocol::ControlFrame(details.dump()), deadline, descriptors);
    if (status == Status::kOk) status = attendant->Receive(frame, deadline, kLongestStart);
    if (status == Status::kClosed) return nullptr;  // perhaps only this process was not forked
    if (status == Status::kOk) {
      const auto pid = nlohmann::json::parse(frame.body).at("pid").get<pid_t>();
      if (auto process = ProcessHandle::OfDescendant(pid, pid_)) {
        auto its_parent = ProcessHandle::OfKnownDescendant(process->Parent(), pid_);
        return std::make_unique<ForkedProcess>(*std::move(process), *std::move(attendant),
                                               std::move(its_parent), deadline.clock(), memory_);
      }
    }
  } catch (const protocol::WireError&) {  // the other end is not an attendant
  } catch (const nlohmann::json::exception&) {
  }
  if (!deadline.Expired()) {
    const std::lock_guard lock(mutex_);
    is_lost_ = true;
  }
  return nullptr;
}

ForkServer& ForkServers::With(uint32_t hash_seed) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<ForkServer>& server = servers_[hash_seed];
  if (!server) server = std::make_unique<ForkServer>(options_, folder_.path(), hash_seed, memory_);
  return *server;
}

}  // namespace skua::worker
