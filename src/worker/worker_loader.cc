#include "worker/worker_loader.h"

#include <memory>
#include <utility>

#include "worker/worker_executor.h"

namespace skua::worker {

WorkerLoader::WorkerLoader(WorkerOptions options, const base::Log& log)
    : options_(std::move(options)), log_(log) {}

bool WorkerLoader::AgreesWithEarlierLoads(const model::ModuleId& module,
                                          const std::string& digest) {
  const std::lock_guard lock(mutex_);
  return digests_.try_emplace(module, digest).first->second == digest;
}

model::LoadedSubject WorkerLoader::Load(const model::ModuleId& module,
                                        const model::LoadOptions& options,
                                        const base::Deadline& deadline) {
  auto server = std::make_unique<WorkerProcess>(options_, options.hash_seed, log_);
  protocol::LoadAnswer answer = server->Load(module, options, deadline);
  model::LoadedSubject loaded;
  loaded.notes = std::move(answer.notes);
  loaded.failure = std::move(answer.failure);
  if (!loaded.failure && !AgreesWithEarlierLoads(module, answer.digest)) {
    loaded.failure = {model::ReasonCode::kUnstableNumbering,
                      "two imports found different functions, classes or branches in it"};
  }
  if (loaded.failure) return loaded;
  loaded.subject = std::move(answer.subject);
  loaded.seeds = std::move(answer.seeds);
  loaded.executor = std::make_unique<WorkerExecutor>(
      WorkerExecutor::Source{&options_, &log_, options, std::move(answer.digest)}, loaded.subject,
      std::move(server));
  return loaded;
}

}  // namespace skua::worker
