#include "worker/loaded_server.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"

namespace skua::worker {

LoadedServer::LoadedServer(Source source, model::Subject subject,
                           std::unique_ptr<WorkerProcess> process)
    : source_(std::move(source)), subject_(std::move(subject)), process_(std::move(process)) {}

std::shared_ptr<WorkerProcess> LoadedServer::process() {
  const std::lock_guard lock(mutex_);
  return process_;
}

std::shared_ptr<WorkerProcess> LoadedServer::Renew(const std::shared_ptr<WorkerProcess>& lost,
                                                   const std::string& why,
                                                   const base::Deadline& deadline) {
  const std::lock_guard lock(mutex_);
  if (process_ != nullptr && process_ != lost) return process_;
  source_.log->Say(base::Topic::kProtocol, "the worker of {} is lost: {}", subject_.module.name,
                   why);
  process_.reset();
  if (deadline.Expired()) return nullptr;
  auto process = std::make_shared<WorkerProcess>(*source_.options, *source_.servers,
                                                 source_.load.hash_seed, deadline, *source_.log);
  const protocol::LoadAnswer answer =
      process->Load(subject_.module, source_.load, source_.recall, deadline);
  if (deadline.Expired()) return nullptr;
  if (answer.failure) {
    throw base::Error(fmt::format("{} was imported once and is not again: {}", subject_.module.name,
                                  answer.failure->detail));
  }
  if (answer.digest != source_.digest) {
    throw base::Error(
        fmt::format("{} is another module when it is imported again", subject_.module.name));
  }
  process_ = std::move(process);
  return process_;
}

}  // namespace skua::worker
