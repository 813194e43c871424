// The server: a contained process of the project's Python with one module imported, which forks
// children on request. It talks over a socket pair, see protocol/control.h; each child has a socket
// pair of its own.
#pragma once

#include <sys/types.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "model/coverage_exclusions.h"
#include "model/subject_loader.h"
#include "model/visibility.h"
#include "protocol/batch.h"
#include "protocol/control.h"
#include "worker/containment.h"
#include "worker/fork_server.h"
#include "worker/frame_socket.h"
#include "worker/process_handle.h"

namespace skua::worker {

struct WorkerOptions {
  std::filesystem::path interpreter;               // InterpreterFacts::path
  std::filesystem::path project_root;              // absolute
  std::vector<std::filesystem::path> source_path;  // absolute; put at the front of sys.path
  std::filesystem::path runtime_folder;            // RuntimeBundle::path()
  std::filesystem::path bytecode;                  // Bytecode::path(); empty: none
  SandboxLimits limits;
  ContainmentFeatures features;
  std::optional<VisibleFiles> files;  // nullopt: all files that this process may read
  protocol::BatchOptions batch;
  std::vector<std::string> include, exclude;  // globs for callables: "module:Qualified.name"
  bool makers = true;                         // other modules' functions may make objects
  model::Visibility visibility = model::Visibility::kPublic;
  model::CoverageExclusions coverage_exclusions;
  std::string django_settings;      // settings module of Django; empty: Django is not set up
  bool django_database = false;     // tests may use a database in memory
  bool notes_calls = false;         // records calls of existing tests between modules
  uint32_t tests_per_child = 2000;  // a child that ran this many is replaced
  // Most time for describing a test's results, beyond the test, before its child counts as hung:
  // this calls the subject's code, too, which has a limit of its own.
  base::Duration description_grace = std::chrono::seconds(5);
  // Parts of a batch, each for a child of its own; 0: one for each core.
  std::size_t parts_of_batch = 0;
  std::filesystem::path scratch = base::TemporaryFolder();  // see ForkServer

  const VisibleFiles* visible() const { return files ? &*files : nullptr; }
};

// Thrown when the server is gone or answers invalidly. Only used within this folder.
class WorkerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct WorkerChild {
  ProcessHandle process;
  FrameSocket socket = {};
  uint32_t tests = 0;              // tests that it ran so far
  std::size_t retired = 0;         // predicates of the executor's list that it knows as retired
  std::size_t resident_bytes = 0;  // measured when new; 0: not yet measured
  bool spent = false;              // must not be used again
  bool is_for_trials = false;      // ran tests under mutants; must not run others
};

// A server. The thread that made it must load it, and may kill it by ending. After loading any
// thread may call it.
class WorkerProcess {
 public:
  // Lets one of `servers` fork the process, or starts a new interpreter without a fork server. If
  // the deadline comes first nothing runs, and Load() reports it. Throws base::Error if the
  // interpreter cannot be started. All arguments but `deadline` must outlive this object.
  WorkerProcess(const WorkerOptions& options, ForkServers& servers, uint32_t hash_seed,
                const base::Deadline& deadline, const base::Log& log);
  // Kills the server, its children and processes that they started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Imports the module. `failure` is the module's fault, if any. Called once, before anything else.
  // `recall` is that of an earlier answer, whose numbers of callables and classes are reused;
  // empty: none. With an active mutant it is that of the answer without one. Throws base::Error if
  // the runtime does not start in this interpreter.
  protocol::LoadAnswer Load(const model::ModuleId& module, const model::LoadOptions& options,
                            const std::string& recall, const base::Deadline& deadline);

  // Imports the module instrumented, and runs hand-written tests on it: see
  // SubjectLoader::RunExistingTests. Called instead of Load().
  std::string RunExistingTests(const model::ModuleId& module, const std::vector<std::string>& files,
                               const base::Deadline& deadline);

  // Waits until the process answers, or the deadline comes. Throws base::Error, with its last
  // output, if it ends without an answer. REQUIRES: Load() was not called.
  void Greet(const base::Deadline& deadline);

  // Returns a new child; nullopt if the deadline comes first. Forks another one in advance, so that
  // the next call need not wait. Throws WorkerLost, as do all later calls.
  std::optional<WorkerChild> Fork(const base::Deadline& deadline);
  // Kills the child that was forked in advance. The next Fork() then needs an answer, which a
  // server that is about to end does not give. Throws WorkerLost.
  void DropSpare(const base::Deadline& deadline);

  // Stops the server and the processes that the module started. They do not answer before
  // Continue().
  void Stop();
  void Continue();
  // Kills a child and the processes that it started, at once. The child must still be discarded.
  void Kill(const WorkerChild& child);

  // Kills a child and the processes that it started, without waiting. Throws WorkerLost.
  void Discard(WorkerChild child, const base::Deadline& deadline);
  // Discards the child, and returns how it ended. A child that `closed` its socket has a moment to
  // end by itself. Nullopt if the deadline comes first. Throws WorkerLost.
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
  void LetGo(WorkerChild child, const base::Deadline& deadline);
  [[noreturn]] void Lose(const std::string& why);
  model::Reason ReasonOfEnd();
  std::optional<ExitStatus> WaitForExit();
  void Start(const std::vector<std::string>& environment, int control);
  [[noreturn]] void Fail(const std::string& why) const;
  bool is_running() const { return forked_ != nullptr || started_.has_value(); }
  // REQUIRES: is_running().
  const ProcessHandle& process() const { return forked_ ? forked_->process() : *started_; }
  void KillAll();

  const WorkerOptions& options_;
  const base::Log& log_;
  base::ScratchFolder scratch_;
  std::unique_ptr<ForkedProcess> forked_;  // null: the process was started, not forked, or ended
  std::optional<ProcessHandle> started_;   // set when the process was started and has not ended
  pid_t child_ = -1;                       // this process's child: the server, or its warden
  std::filesystem::path last_words_;       // file with its early output
  FrameSocket socket_;

  std::mutex mutex_;  // guards the members below, and socket_ once the module is loaded
  bool is_lost_ = false;
  std::deque<Asked> outstanding_;       // requests without an answer yet; answers come in order
  FrameSocket next_socket_;             // socket of the child being forked
  std::optional<WorkerChild> spare_;    // forked, but not yet handed out
  std::optional<ExitStatus> last_end_;  // from the last answer to a reap
};

}  // namespace skua::worker
