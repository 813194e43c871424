// The server of one load, for executors in several threads, each with its own children. A lost
// server is started again once for all.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "model/subject_loader.h"
#include "worker/worker_process.h"

namespace skua::worker {

class LoadedServer {
 public:
  // The arguments for starting a lost server again; `options`, `servers` and `log` must outlive
  // this object.
  struct Source {
    const WorkerOptions* options;
    ForkServers* servers;
    const base::Log* log;
    model::LoadOptions load;
    std::string recall;       // see WorkerProcess::Load
    std::string digest;       // of the first load; a later load must find the same module
    std::size_t mutants = 0;  // number of mutants in the loaded subject
  };

  LoadedServer(Source source, model::Subject subject, std::unique_ptr<WorkerProcess> process);

  const Source& source() const { return source_; }
  const model::Subject& subject() const { return subject_; }

  // Returns null if the server was lost and could not be started again in time.
  std::shared_ptr<WorkerProcess> process();
  // Starts the server again, unless another thread did so since it was `lost`. Returns null if the
  // deadline comes first. Throws base::Error if the module can no longer be imported.
  std::shared_ptr<WorkerProcess> Renew(const std::shared_ptr<WorkerProcess>& lost,
                                       const std::string& why, const base::Deadline& deadline);

  void NoteUser() { ++users_; }
  // Returns whether several executors use it. If one's test ends the server, the children of all
  // end.
  bool is_shared() const { return users_ > 1; }
  // Locked while a test runs; exclusively by an executor that must know which test ended the
  // server.
  std::shared_mutex& turns() { return turns_; }

 private:
  const Source source_;
  const model::Subject subject_;
  std::atomic<unsigned> users_ = 0;
  std::shared_mutex turns_;
  std::mutex mutex_;  // guards process_
  std::shared_ptr<WorkerProcess> process_;
};

}  // namespace skua::worker
