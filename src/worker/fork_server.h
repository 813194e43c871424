// Processes of the project's Python that have imported what processes of a kind need, and fork one
// when it is asked for: that takes milliseconds, where the imports take longer than many a test
// suite. Contained; what is forked has a sandbox of its own within that.
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

namespace skua::worker {

struct ExitStatus {
  int signal = 0;  // 0: it ended by itself
  int exit_code = 0;
  bool killed_by_us = false;
};

// What has been forked, and the attendant that knows about it. With this object it ends.
class ForkedProcess {
 public:
  // `clock` outlives this.
  ForkedProcess(pid_t pid, FrameSocket attendant, const base::Clock& clock)
      : pid_(pid), attendant_(std::move(attendant)), clock_(&clock) {}
  ~ForkedProcess();
  ForkedProcess(const ForkedProcess&) = delete;
  ForkedProcess& operator=(const ForkedProcess&) = delete;

  // Not given to another process before this object is gone.
  pid_t pid() const { return pid_; }
  // Nothing when the deadline came first, or the attendant is gone.
  std::optional<ExitStatus> Wait(const base::Deadline& deadline);
  std::optional<ExitStatus> Wait(base::Duration limit);
  // Kills it, and whatever it has started. False when the attendant is not there to do that: then
  // the kernel has killed the process, but not what it started.
  bool Kill();

 private:
  pid_t pid_;
  FrameSocket attendant_;
  const base::Clock* clock_;
  bool is_gone_ = false;
};

class ForkServer {
 public:
  struct Options {
    std::filesystem::path interpreter;
    std::filesystem::path runtime_folder;  // RuntimeBundle::path()
    std::string kind;                      // of skua_runtime: "forked_pytest", "forked_worker"
    SandboxLimits limits;
    ContainmentFeatures features;
  };
  struct Request {
    std::vector<std::string> environment;  // "NAME=value"
    std::filesystem::path folder;          // the working folder
    const Containment* containment = nullptr;
    std::vector<int> descriptors = {};  // for the process; borrowed
  };

  // Starts it, and does not wait.
  ForkServer(const Options& options, const std::filesystem::path& folder, uint32_t hash_seed);
  // Kills the server. What was forked ends with the ForkedProcess.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // `details`: what this kind is told besides, an object as protocol/control.h says. Nothing when
  // the deadline came first, or there is no such server: an import failed, the kernel is too old.
  // By any thread.
  std::unique_ptr<ForkedProcess> Fork(const Request& request, nlohmann::json details,
                                      const base::Deadline& deadline);

 private:
  std::optional<FrameSocket> OpenProcess(const base::Deadline& deadline);

  pid_t pid_ = -1;
  std::mutex mutex_;  // guards socket_ and is_lost_
  FrameSocket socket_;
  bool is_lost_ = false;
};

// One for each hash seed that is asked for.
class ForkServers {
 public:
  explicit ForkServers(ForkServer::Options options) : options_(std::move(options)) {}

  ForkServer& With(uint32_t hash_seed);
  // What is forked writes beneath it.
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  const ForkServer::Options options_;
  const base::ScratchFolder folder_;
  std::mutex mutex_;  // guards servers_
  std::map<uint32_t, std::unique_ptr<ForkServer>> servers_;
};

}  // namespace skua::worker
