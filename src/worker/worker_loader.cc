#include "worker/worker_loader.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include "model/pair.h"
#include "worker/worker_executor.h"

namespace skua::worker {
namespace {

// What a load is of: a module, or a pair.
model::ModuleId Loaded(const model::ModuleId& module, const model::LoadOptions& options) {
  return options.callee ? model::IdOf({module, *options.callee}) : module;
}

}  // namespace

WorkerLoader::WorkerLoader(WorkerOptions options, const base::Log& log)
    : options_(std::move(options)),
      log_(log),
      servers_({options_.interpreter, options_.runtime_folder, "forked_worker", options_.limits,
                options_.features}) {}

bool WorkerLoader::AgreesWithEarlierLoads(const model::ModuleId& module,
                                          const std::string& digest) {
  const std::lock_guard lock(mutex_);
  return digests_.try_emplace(module, digest).first->second == digest;
}

void WorkerLoader::Remember(const model::ModuleId& module, const model::LoadOptions& options,
                            const protocol::LoadAnswer& answer) {
  auto unmutated = std::make_shared<const Unmutated>(Unmutated{
      options.mutants, options.mutant_seed, answer.subject, answer.mutants, answer.recall});
  const std::lock_guard lock(mutex_);
  unmutated_[Loaded(module, options)] = std::move(unmutated);
}

std::shared_ptr<const WorkerLoader::Unmutated> WorkerLoader::FindUnmutated(
    const model::ModuleId& module, const model::LoadOptions& options) {
  const std::lock_guard lock(mutex_);
  const auto found = unmutated_.find(Loaded(module, options));
  if (found == unmutated_.end() || found->second->most_mutants != options.mutants ||
      found->second->mutant_seed != options.mutant_seed) {
    throw std::logic_error("a mutant of " + module.name + " that nobody has asked for");
  }
  return found->second;
}

model::LoadedSubject WorkerLoader::Load(const model::ModuleId& module,
                                        const model::LoadOptions& options,
                                        const base::Deadline& deadline) {
  if (options.mutants > 0 && options.instrument) {
    throw std::logic_error("mutants of an instrumented module");
  }
  std::shared_ptr<const Unmutated> unmutated;
  if (options.active_mutant != model::kNoIndex) unmutated = FindUnmutated(module, options);
  const std::string recall = unmutated ? unmutated->recall : "";
  auto server =
      std::make_unique<WorkerProcess>(options_, servers_, options.hash_seed, deadline, log_);
  protocol::LoadAnswer answer = server->Load(module, options, recall, deadline);
  model::LoadedSubject loaded;
  loaded.notes = std::move(answer.notes);
  loaded.failure = std::move(answer.failure);
  if (!loaded.failure && !unmutated &&
      !AgreesWithEarlierLoads(Loaded(module, options), answer.digest)) {
    loaded.failure = {model::ReasonCode::kUnstableNumbering,
                      "two imports found different functions, classes or branches in it"};
  }
  if (loaded.failure) return loaded;
  answer.subject.callee = options.callee;
  model::Unveil(answer.subject, options_.visibility);
  if (unmutated) {
    loaded.subject = unmutated->subject;
    loaded.mutants = unmutated->mutants;
  } else {
    if (options.mutants > 0) Remember(module, options, answer);
    loaded.subject = std::move(answer.subject);
    loaded.mutants = std::move(answer.mutants);
  }
  loaded.seeds = std::move(answer.seeds);
  loaded.executor = std::make_unique<WorkerExecutor>(
      WorkerExecutor::Source{&options_, &servers_, &log_, options, recall, std::move(answer.digest),
                             loaded.mutants.size()},
      loaded.subject, std::move(server));
  return loaded;
}

std::string WorkerLoader::RunExistingTests(const model::ModuleId& module,
                                           const std::vector<std::string>& files,
                                           const base::Deadline& deadline) {
  WorkerProcess process(options_, servers_, /*hash_seed=*/0, deadline, log_);
  return process.RunExistingTests(module, files, deadline);
}

}  // namespace skua::worker
