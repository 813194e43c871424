#include "worker/worker_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>

#include "model/pair.h"
#include "worker/split_executor.h"
#include "worker/worker_executor.h"

namespace skua::worker {
namespace {

constexpr std::size_t kMostNamed = 3;

// Returns the names to which tests can refer, with parameters.
std::vector<std::string> NamesIn(const model::Subject& subject) {
  std::vector<std::string> names;
  for (const model::Class& it : subject.classes) {
    names.push_back(fmt::format("class {}", it.qualified_name));
  }
  for (const model::Callable& it : subject.callables) {
    std::string parameters;
    for (const model::Parameter& parameter : it.parameters) {
      parameters += (parameters.empty() ? "" : ", ") + parameter.name;
    }
    names.push_back(fmt::format("{}({})", it.qualified_name, parameters));
  }
  std::ranges::sort(names);
  return names;
}

// Returns the id of a load's module or pair.
model::ModuleId Loaded(const model::ModuleId& module, const model::LoadOptions& options) {
  return options.callee ? model::IdOf({module, *options.callee, options.parts}) : module;
}

}  // namespace

WorkerLoader::WorkerLoader(WorkerOptions options, const base::Log& log)
    : options_(std::move(options)),
      log_(log),
      servers_({options_.interpreter,
                options_.runtime_folder,
                "forked_worker",
                options_.limits,
                options_.features,
                options_.files,
                {},
                options_.scratch}) {}

std::shared_ptr<const WorkerLoader::Found> WorkerLoader::FindFound(const model::ModuleId& module) {
  const std::lock_guard lock(mutex_);
  const auto found = found_.find(module);
  return found == found_.end() ? nullptr : found->second;
}

void WorkerLoader::ExplainDifference(const model::ModuleId& module, const model::Subject& first,
                                     const model::Subject& second) const {
  const std::vector<std::string> one = NamesIn(first), other = NamesIn(second);
  std::vector<std::string> differing;
  std::ranges::set_symmetric_difference(one, other, std::back_inserter(differing));
  if (differing.empty()) return;
  const std::size_t more = differing.size() - std::min(differing.size(), kMostNamed);
  differing.resize(differing.size() - more);
  log_.Say(base::Topic::kExplain, "{}: left out, since only one of two imports has it: {}{}",
           module.name, fmt::join(differing, "; "), more > 0 ? fmt::format("; {} more", more) : "");
}

std::shared_ptr<const WorkerLoader::Unmutated> WorkerLoader::FindUnmutated(
    const model::ModuleId& module, const model::LoadOptions& options) {
  if (options.active_mutant == model::kNoIndex) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = unmutated_.find(Loaded(module, options));
  if (found == unmutated_.end() || found->second->most_mutants != options.mutants ||
      found->second->mutant_seed != options.mutant_seed) {
    throw std::logic_error("a mutant of " + module.name + " that nobody has asked for");
  }
  return found->second;
}

std::shared_ptr<const WorkerLoader::Unmutated> WorkerLoader::KeepUnmutated(
    const model::ModuleId& module, const model::LoadOptions& options,
    const std::shared_ptr<const Found>& found, protocol::LoadAnswer& answer) {
  if (options.mutants == 0) return nullptr;
  const auto kept = std::make_shared<const Unmutated>(Unmutated{
      options.mutants, options.mutant_seed, found, std::move(answer.mutants), answer.recall});
  const std::lock_guard lock(mutex_);
  unmutated_[Loaded(module, options)] = kept;
  return kept;
}

// Returns an executor of its own on the server, split among the cores if there are some.
std::unique_ptr<model::Executor> WorkerLoader::ExecutorOn(
    const std::shared_ptr<LoadedServer>& server, const base::CoreShare* cores) const {
  const auto make = [server] { return std::make_unique<WorkerExecutor>(server); };
  if (cores == nullptr) return make();
  return std::make_unique<SplitExecutor>(make, *cores, options_.parts_of_batch);
}

model::LoadedSubject WorkerLoader::Load(const model::ModuleId& module,
                                        const model::LoadOptions& options,
                                        const base::Deadline& deadline) {
  if (options.mutants > 0 && options.instrument) {
    throw std::logic_error("mutants of an instrumented module");
  }
  std::shared_ptr<const Unmutated> unmutated = FindUnmutated(module, options);
  // A search makes tests with the numbers of its own import; observers use the same numbers.
  const std::shared_ptr<const Found> found =
      options.instrument ? nullptr : FindFound(Loaded(module, options));
  const std::string recall = unmutated ? unmutated->recall : found ? found->recall : "";
  auto server =
      std::make_unique<WorkerProcess>(options_, servers_, options.hash_seed, deadline, log_);
  protocol::LoadAnswer answer = server->Load(module, options, recall, deadline);
  model::LoadedSubject loaded;
  loaded.notes = std::move(answer.notes);
  loaded.failure = std::move(answer.failure);
  if (!loaded.failure && !unmutated && found && found->digest != answer.digest) {
    loaded.failure = {model::ReasonCode::kUnstableNumbering, "its file has changed since"};
  }
  if (loaded.failure) return loaded;
  std::shared_ptr<const Found> numbered = unmutated ? unmutated->found : found;
  if (!numbered) {
    answer.subject.callee = options.callee;
    answer.subject.parts = options.parts;
    model::Unveil(answer.subject, options_.visibility);
    numbered = std::make_shared<const Found>(
        Found{answer.digest, std::move(answer.subject), answer.recall});
    const std::lock_guard lock(mutex_);
    found_[Loaded(module, options)] = numbered;
  } else if (!unmutated) {
    ExplainDifference(module, numbered->subject, answer.subject);
  }
  if (!unmutated) unmutated = KeepUnmutated(module, options, numbered, answer);
  loaded.subject = numbered->subject;
  if (unmutated) loaded.mutants = unmutated->mutants;
  loaded.import_time = answer.import_time;
  loaded.waited = answer.waited;
  loaded.asked_worlds = answer.asked_worlds;
  loaded.seeds = std::move(answer.seeds);
  const auto shared = std::make_shared<LoadedServer>(
      LoadedServer::Source{&options_, &servers_, &log_, options,
                           recall.empty() ? std::move(answer.recall) : recall,
                           std::move(answer.digest), loaded.mutants.size()},
      loaded.subject, std::move(server));
  loaded.executor = ExecutorOn(shared, options.cores);
  return loaded;
}

std::string WorkerLoader::RunExistingTests(const model::ModuleId& module,
                                           const std::vector<std::string>& files,
                                           const base::Deadline& deadline) {
  WorkerProcess process(options_, servers_, /*hash_seed=*/0, deadline, log_);
  return process.RunExistingTests(module, files, deadline);
}

void WorkerLoader::Greet(const base::Deadline& deadline) {
  WorkerProcess(options_, servers_, /*hash_seed=*/0, deadline, log_).Greet(deadline);
}

}  // namespace skua::worker
