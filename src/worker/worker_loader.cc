#include "worker/worker_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "model/pair.h"
#include "worker/split_executor.h"
#include "worker/worker_executor.h"

namespace skua::worker {
namespace {

constexpr std::size_t kMostNamed = 3;

// The names of all that tests and goals refer to, with parameters and lines, in the order of the
// subject.
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
  for (const model::CodeObject& it : subject.code_objects) {
    names.push_back(fmt::format("the branches of {} in line {}", it.qualified_name, it.first_line));
  }
  return names;
}

std::string DescribeDifference(const std::vector<std::string>& first,
                               const std::vector<std::string>& second) {
  std::vector<std::string> differing;
  const auto add_missing = [&](const auto& from, const auto& in) {
    for (const std::string& name : from) {
      if (differing.size() < kMostNamed && std::find(in.begin(), in.end(), name) == in.end()) {
        differing.push_back(name);
      }
    }
  };
  add_missing(first, second);
  add_missing(second, first);
  std::string text = "two imports found different functions, classes or branches in it";
  if (!differing.empty()) return fmt::format("{}: {}", text, fmt::join(differing, "; "));
  const auto place = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
  if (place != first.end()) return fmt::format("{}: {} stands elsewhere", text, *place);
  return text + ": types of parameters, or constants, differ";
}

// What a load is of: a module, or a pair.
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

std::optional<std::string> WorkerLoader::DifferenceToEarlierLoads(
    const model::ModuleId& module, const protocol::LoadAnswer& answer) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_first] = found_.try_emplace(module);
  if (is_first) known->second = {answer.digest, NamesIn(answer.subject)};
  if (known->second.digest == answer.digest) return std::nullopt;
  return DescribeDifference(known->second.names, NamesIn(answer.subject));
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
  if (!loaded.failure && !unmutated) {
    if (auto difference = DifferenceToEarlierLoads(Loaded(module, options), answer)) {
      loaded.failure = {model::ReasonCode::kUnstableNumbering, std::move(*difference)};
    }
  }
  if (loaded.failure) return loaded;
  answer.subject.callee = options.callee;
  answer.subject.parts = options.parts;
  model::Unveil(answer.subject, options_.visibility);
  if (unmutated) {
    loaded.subject = unmutated->subject;
    loaded.mutants = unmutated->mutants;
  } else {
    if (options.mutants > 0) Remember(module, options, answer);
    loaded.subject = std::move(answer.subject);
    loaded.mutants = std::move(answer.mutants);
  }
  loaded.import_time = answer.import_time;
  loaded.waited = answer.waited;
  loaded.seeds = std::move(answer.seeds);
  const auto shared = std::make_shared<LoadedServer>(
      LoadedServer::Source{&options_, &servers_, &log_, options, recall, std::move(answer.digest),
                           loaded.mutants.size()},
      loaded.subject, std::move(server));
  const auto make = [shared] { return std::make_unique<WorkerExecutor>(shared); };
  if (options.cores == nullptr) {
    loaded.executor = make();
  } else {
    loaded.executor =
        std::make_unique<SplitExecutor>(make, *options.cores, options_.parts_of_batch);
  }
  return loaded;
}

std::string WorkerLoader::RunExistingTests(const model::ModuleId& module,
                                           const std::vector<std::string>& files,
                                           const base::Deadline& deadline) {
  WorkerProcess process(options_, servers_, /*hash_seed=*/0, deadline, log_);
  return process.RunExistingTests(module, files, deadline);
}

}  // namespace skua::worker
