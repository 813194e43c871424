// Fork servers: processes of the project's Python that have imported the modules for one kind of
// process, and fork one on request. A fork takes milliseconds, the imports longer than many a test
// suite. A server is contained, and each forked process has a sandbox of its own within that.
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

// A forked process and its attendant, which the destructor ends.
class ForkedProcess {
 public:
  // `clock` must outlive this object. `attendant` is at the other end of the socket, if known.
  ForkedProcess(ProcessHandle process, FrameSocket socket, std::optional<ProcessHandle> attendant,
                const base::Clock& clock, std::shared_ptr<MemoryWatch> memory);
  ~ForkedProcess();
  ForkedProcess(const ForkedProcess&) = delete;
  ForkedProcess& operator=(const ForkedProcess&) = delete;

  // Returns the process; its number is not reused while this object exists.
  const ProcessHandle& process() const { return process_; }
  // Waits for the process to end. Returns nullopt if the deadline comes first, or the attendant is
  // gone.
  std::optional<ExitStatus> Wait(const base::Deadline& deadline);
  std::optional<ExitStatus> Wait(base::Duration limit);
  // Kills the process and all processes that it started. Returns false without an attendant: the
  // kernel has then killed the process only.
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
    std::optional<VisibleFiles> files = {};     // nullopt: all files that this process may read
    std::vector<std::string> environment = {};  // "NAME=value", of the server itself
    // Parent of the folders of forked processes.
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
  // Returns the file with what the server and its forked processes print before they answer, which
  // says why they died.
  const std::filesystem::path& last_words() const { return last_words_; }
  // Kills the server. Each forked process ends with its ForkedProcess.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Forks a process. `details`: further fields for processes of this kind, as in
  // protocol/control.h. Returns null if the deadline comes first, the system has no process left,
  // or there is no server because an import failed or the kernel is too old. Callable from any
  // thread.
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

// The fork servers of one kind: one for each hash seed in use.
class ForkServers {
 public:
  explicit ForkServers(ForkServer::Options options)
      : options_(std::move(options)),
        folder_(options_.scratch),
        memory_(std::make_shared<MemoryWatch>(options_.limits.memory_bytes)) {}

  ForkServer& With(uint32_t hash_seed);
  // Returns the folder below which forked processes write.
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  const ForkServer::Options options_;
  const base::ScratchFolder folder_;
  // Limits the memory of a process with all of its descendants.
  const std::shared_ptr<MemoryWatch> memory_;
  std::mutex mutex_;  // guards servers_
  std::map<uint32_t, std::unique_ptr<ForkServer>> servers_;
};

}  // namespace skua::worker
