// The server: the project's Python with one module imported, contained, which forks children on
// request. It talks over a socket pair as protocol/control.h describes; each child has a socket
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
  std::vector<std::filesystem::path> source_path;  // absolute; put in front of sys.path
  std::filesystem::path runtime_folder;            // RuntimeBundle::path()
  std::filesystem::path bytecode;                  // Bytecode::path(); empty: there is none
  SandboxLimits limits;
  ContainmentFeatures features;
  std::optional<VisibleFiles> files;  // absent: all that this process may read
  protocol::BatchOptions batch;
  std::vector<std::string> include, exclude;  // globs for callables: "module:Qualified.name"
  bool makers = true;                         // other modules' functions may make objects
  model::Visibility visibility = model::Visibility::kPublic;
  model::CoverageExclusions coverage_exclusions;
  std::string django_settings;      // the module with which Django is set up; empty: it is not
  bool django_database = false;     // whether tests may use a database in memory then
  bool notes_calls = false;         // that existing tests make between modules
  uint32_t tests_per_child = 2000;  // a child that ran so many is replaced
  // How long describing what a test made may take beside the test, before its child counts as hung:
  // it calls the subject's code, too, which has a limit of its own.
  base::Duration description_grace = std::chrono::seconds(5);
  // Into how many parts a batch is split, each for a child of its own; 0: as many as there are
  // cores for it.
  std::size_t parts_of_batch = 0;
  std::filesystem::path scratch = base::TemporaryFolder();  // see ForkServer

  const VisibleFiles* visible() const { return files ? &*files : nullptr; }
};

// Thrown when the server is gone or no longer answers sensibly. Does not leave this folder.
class WorkerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct WorkerChild {
  ProcessHandle process;
  FrameSocket socket = {};
  uint32_t tests = 0;              // run by it so far
  std::size_t retired = 0;         // how many predicates of the executor's list it was told
  std::size_t resident_bytes = 0;  // measured when it was new; 0: not yet measured
  bool spent = false;              // must not be used any more
  bool is_for_trials = false;      // ran tests under mutants; nothing else may be run there then
};

// Loaded by the thread that made it, and it may be killed when that thread ends. Behind that any
// thread may call it.
class WorkerProcess {
 public:
  // Has one of `servers` fork the process; where there is no fork server, starts a new interpreter.
  // When the deadline comes first nothing runs, and Load() says so. Throws base::Error when the
  // interpreter cannot be started. All but `deadline` outlive this.
  WorkerProcess(const WorkerOptions& options, ForkServers& servers, uint32_t hash_seed,
                const base::Deadline& deadline, const base::Log& log);
  // Kills the server, its children and what they started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Imports the module. `failure` tells what the module did wrong. To be called once, before
  // anything else. `recall` is that of an earlier answer, whose numbers callables and classes are
  // to have; empty: there is none. With an active mutant it is that of the answer without one.
  // Throws base::Error when the runtime does not start in this interpreter.
  protocol::LoadAnswer Load(const model::ModuleId& module, const model::LoadOptions& options,
                            const std::string& recall, const base::Deadline& deadline);

  // Imports the module instrumented, and runs hand-written tests on it: see
  // SubjectLoader::RunExistingTests. To be called instead of Load().
  std::string RunExistingTests(const model::ModuleId& module, const std::vector<std::string>& files,
                               const base::Deadline& deadline);

  // Waits until the process answers, or the deadline comes. Throws base::Error, with its last
  // words, where it does not. REQUIRES: no Load() before.
  void Greet(const base::Deadline& deadline);

  // Returns a new child; nothing when the deadline came first. Another one is forked meanwhile, so
  // that the next call need not wait. Throws WorkerLost, as all calls behind a first one do.
  std::optional<WorkerChild> Fork(const base::Deadline& deadline);
  // Kills the child that was forked in advance. So the next Fork() needs an answer, which a server
  // that is about to end does not give. Throws WorkerLost.
  void DropSpare(const base::Deadline& deadline);

  // Stops the server and the processes that the module started. They do not answer before
  // Continue().
  void Stop();
  void Continue();
  // Kills a child and the processes that it started, at once. The child still has to be discarded.
  void Kill(const WorkerChild& child);

  // Kills a child and the processes that it started, without waiting. Throws WorkerLost.
  void Discard(WorkerChild child, const base::Deadline& deadline);
  // Does the same, and tells how the child ended. A child that `closed` its socket is given a
  // moment to end by itself. Nothing when the deadline came first. Throws WorkerLost.
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
  pid_t child_ = -1;                       // of this process: what was started, or its warden
  std::filesystem::path last_words_;       // what it said before it served
  FrameSocket socket_;

  std::mutex mutex_;  // guards what follows, and socket_ once the module is loaded
  bool is_lost_ = false;
  std::deque<Asked> outstanding_;       // requests without an answer yet; answers come in order
  FrameSocket next_socket_;             // the socket of the child that is being forked
  std::optional<WorkerChild> spare_;    // forked, not yet handed out
  std::optional<ExitStatus> last_end_;  // from the last answer to a reap
};

}  // namespace skua::worker
