// Starts a worker for a module: the real SubjectLoader.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "model/subject_loader.h"
#include "worker/worker_process.h"

namespace skua::worker {

class WorkerLoader final : public model::SubjectLoader {
 public:
  // `log` outlives this, and this outlives the executors it made. An executor's process ends with
  // the thread that called Load.
  WorkerLoader(WorkerOptions options, const base::Log& log);

  model::LoadedSubject Load(const model::ModuleId& module, const model::LoadOptions& options,
                            const base::Deadline& deadline) override;

 private:
  bool AgreesWithEarlierLoads(const model::ModuleId& module, const std::string& digest);

  const WorkerOptions options_;
  const base::Log& log_;
  std::mutex mutex_;
  std::map<model::ModuleId, std::string> digests_;  // of what was found in a module the first time
};

}  // namespace skua::worker
