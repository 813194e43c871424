// The server of one load, for executors in several threads, each with children of its own. A server
// that was lost is started again, once for all of them.
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
  // The parameters for starting a lost server again; `options`, `servers` and `log` outlive this.
  struct Source {
    const WorkerOptions* options;
    ForkServers* servers;
    const base::Log* log;
    model::LoadOptions load;
    std::string recall;       // see WorkerProcess::Load
    std::string digest;       // of the first load; another load must find the same in the module
    std::size_t mutants = 0;  // that the subject was loaded with
  };

  LoadedServer(Source source, model::Subject subject, std::unique_ptr<WorkerProcess> process);

  const Source& source() const { return source_; }
  const model::Subject& subject() const { return subject_; }

  // Null where it was lost and could not be started again in time.
  std::shared_ptr<WorkerProcess> process();
  // Starts the server again, unless another thread did so since it was `lost`. Null when the
  // deadline came first. Throws base::Error when the module cannot be imported as before.
  std::shared_ptr<WorkerProcess> Renew(const std::shared_ptr<WorkerProcess>& lost,
                                       const std::string& why, const base::Deadline& deadline);

  void NoteUser() { ++users_; }
  // Whether several executors use it. When a test of one ends the server, the children of all end.
  bool is_shared() const { return users_ > 1; }
  // Held while a test runs, by one executor alone where it must know who ended the server.
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
