// Fork servers: processes of the project's Python that have imported the modules for one kind of
// process, and fork one when asked. A fork takes milliseconds, where the imports take longer than
// many a test suite. A server is contained, and each forked process has a sandbox of its own within
// that.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "worker/containment.h"
#include "worker/frame_socket.h"
#include "worker/memory_watch.h"
#include "worker/process_handle.h"

namespace skua::worker {

struct ExitStatus {
  int signal = 0;  // 0: it ended by itself
  int exit_code = 0;
  bool killed_by_us = false;
};

// A forked process and its attendant. Both end with this object.
class ForkedProcess {
 public:
  // `clock` outlives this.
  // `attendant` is on the other end of the socket, where that is known.
  ForkedProcess(ProcessHandle process, FrameSocket socket, std::optional<ProcessHandle> attendant,
                const base::Clock& clock, std::shared_ptr<MemoryWatch> memory);
  ~ForkedProcess();
  ForkedProcess(const ForkedProcess&) = delete;
  ForkedProcess& operator=(const ForkedProcess&) = delete;

  // The number is not reused for another process while this object exists.
  const ProcessHandle& process() const { return process_; }
  // Waits for the process to end. Nothing when the deadline came first, or the attendant is gone.
  std::optional<ExitStatus> Wait(const base::Deadline& deadline);
  std::optional<ExitStatus> Wait(base::Duration limit);
  // Kills the process and everything that it has started. False when there is no attendant to do
  // that: the kernel has then killed the process, but not what it started.
  bool Kill();

 private:
  ProcessHandle process_;
  FrameSocket socket_;
  const base::Clock* clock_;
  const std::shared_ptr<MemoryWatch> memory_;
  const std::optional<ProcessHandle> attendant_;
  bool is_gone_ = false;
};

class ForkServer {
 public:
  struct Options {
    std::filesystem::path interpreter;
    std::filesystem::path runtime_folder;  // RuntimeBundle::path()
    std::string kind;  // in skua_runtime/serving/: "forked_pytest", "forked_worker"
    SandboxLimits limits;
    ContainmentFeatures features;
    std::optional<VisibleFiles> files = {};     // absent: all that this process may read
    std::vector<std::string> environment = {};  // "NAME=value", of the server itself
    // Where folders of what is forked are made.
    std::filesystem::path scratch = base::TemporaryFolder();
  };
  struct Request {
    std::vector<std::string> environment;  // "NAME=value"
    std::filesystem::path folder;          // the working folder
    const Containment* containment = nullptr;
    std::vector<int> descriptors = {};  // passed to the process; borrowed
  };

  // Starts the server without waiting for it.
  ForkServer(const Options& options, const std::filesystem::path& folder, uint32_t hash_seed,
             std::shared_ptr<MemoryWatch> memory);
  // The file with what the server, and what it has forked, said before it served.
  const std::filesystem::path& last_words() const { return last_words_; }
  // Kills the server. Each forked process ends with its ForkedProcess.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Forks a process. `details` are what processes of this kind are told besides, an object as
  // protocol/control.h describes. Nothing when the deadline came first, when the system has no
  // process left, or there is no such server because an import failed or the kernel is too old. Any
  // thread may call it.
  std::unique_ptr<ForkedProcess> Fork(const Request& request, nlohmann::json details,
                                      const base::Deadline& deadline);

 private:
  std::optional<FrameSocket> OpenProcess(const base::Deadline& deadline);

  const std::filesystem::path last_words_;
  pid_t pid_ = -1;
  const std::shared_ptr<MemoryWatch> memory_;
  std::string signal_filter_;  // in hexadecimal digits; empty: signals are not judged
  std::mutex mutex_;           // guards socket_ and is_lost_
  FrameSocket socket_;
  bool is_lost_ = false;
};

// The fork servers of one kind: one for each hash seed that is asked for.
class ForkServers {
 public:
  explicit ForkServers(ForkServer::Options options)
      : options_(std::move(options)),
        folder_(options_.scratch),
        memory_(std::make_shared<MemoryWatch>(options_.limits.memory_bytes)) {}

  ForkServer& With(uint32_t hash_seed);
  // The folder beneath which forked processes write.
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  const ForkServer::Options options_;
  const base::ScratchFolder folder_;
  const std::shared_ptr<MemoryWatch> memory_;  // of what a process has with all that it starts
  std::mutex mutex_;                           // guards servers_
  std::map<uint32_t, std::unique_ptr<ForkServer>> servers_;
};

}  // namespace skua::worker
