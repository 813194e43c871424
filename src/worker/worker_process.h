// The server: the project's Python with one module imported, contained, that forks children on
// request. Talks over a socket pair as protocol/control.h says; a child has a socket pair of its
// own.
#pragma once

#include <sys/types.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "model/visibility.h"
#include "protocol/batch.h"
#include "protocol/control.h"
#include "worker/containment.h"
#include "worker/fork_server.h"
#include "worker/frame_socket.h"

namespace skua::worker {

struct WorkerOptions {
  std::filesystem::path interpreter;               // InterpreterFacts::path
  std::filesystem::path project_root;              // absolute
  std::vector<std::filesystem::path> source_path;  // absolute; put in front of sys.path
  std::filesystem::path runtime_folder;            // RuntimeBundle::path()
  std::filesystem::path bytecode;                  // Bytecode::path(); empty: there is none
  SandboxLimits limits;
  ContainmentFeatures features;
  protocol::BatchOptions batch;
  std::vector<std::string> include, exclude;  // globs for callables: "module:Qualified.name"
  model::Visibility visibility = model::Visibility::kPublic;
  uint32_t tests_per_child = 2000;  // then a child is replaced by a fresh one
};

// The server is gone, or no longer makes sense. Does not leave this folder.
class WorkerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct WorkerChild {
  pid_t pid = -1;
  FrameSocket socket;
  uint32_t tests = 0;              // run by it so far
  std::size_t retired = 0;         // of the executor's list, told to it
  std::size_t resident_bytes = 0;  // when it was new; 0: not yet looked at
  bool spent = false;              // not to be used for anything else
};

// Used by one thread: the one that made it, with whose end it may be killed.
class WorkerProcess {
 public:
  // Forked by one of `servers`; where there can be none, started anew. Throws base::Error when the
  // interpreter cannot be started. All but `deadline` outlive this.
  WorkerProcess(const WorkerOptions& options, ForkServers& servers, uint32_t hash_seed,
                const base::Deadline& deadline, const base::Log& log);
  // Kills the server, its children and what they started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Imports the module. What the module does wrong is in `failure`. To be called once, first.
  // `recall`: with an active mutant, that of the answer without one.
  // Throws base::Error when the runtime does not start in this interpreter.
  protocol::LoadAnswer Load(const model::ModuleId& module, const model::LoadOptions& options,
                            const std::string& recall, const base::Deadline& deadline);

  // Imports the module instrumented, and runs hand-written tests on it: see
  // SubjectLoader::RunExistingTests. To be called instead of Load().
  std::string RunExistingTests(const model::ModuleId& module, const std::vector<std::string>& files,
                               const base::Deadline& deadline);

  // A new child; nothing when the deadline came first. Another one is forked meanwhile, so that
  // the next call need not wait. Throws WorkerLost.
  std::optional<WorkerChild> Fork(const base::Deadline& deadline);

  // Until Continue() the server and what the module started are stopped, and answer nothing.
  void Stop();
  void Continue();
  // Kills a child and what it started, at once. It is still to be discarded.
  void Kill(const WorkerChild& child);

  // Kills a child and what it started. Does not wait. Throws WorkerLost.
  void Discard(WorkerChild child, const base::Deadline& deadline);
  // The same, and says how the child ended: one that `closed` its socket is given a moment to end
  // by itself. Nothing when the deadline came first. Throws WorkerLost.
  std::optional<ExitStatus> End(WorkerChild child, bool closed, const base::Deadline& deadline);

 private:
  enum class Asked : uint8_t { kFork, kReap };

  nlohmann::json LoadRequest(const model::ModuleId& module,
                             const model::LoadOptions& options) const;
  void Request(const std::string& json, const base::Deadline& deadline,
               std::span<const int> passed = {});
  bool RequestFork(const base::Deadline& deadline);
  bool TakeAnswer(const base::Deadline& deadline);
  bool IsOutstanding(Asked what) const;
  model::Reason ReasonOfEnd();
  std::optional<ExitStatus> WaitForExit();
  void Start(const std::vector<std::string>& environment, const Containment& containment,
             int control);
  void KillAll();

  const WorkerOptions& options_;
  const base::Log& log_;
  base::ScratchFolder scratch_;
  pid_t pid_ = -1;
  std::unique_ptr<ForkedProcess> forked_;  // null: it was started
  FrameSocket socket_;

  std::deque<Asked> outstanding_;       // not yet answered; answers come in order
  FrameSocket next_socket_;             // of the child that is being forked
  std::optional<WorkerChild> spare_;    // forked, not yet handed out
  std::optional<ExitStatus> last_end_;  // by the last answer to a reap
};

}  // namespace skua::worker
