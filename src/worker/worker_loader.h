// The real SubjectLoader: starts a worker for a module.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "model/subject_loader.h"
#include "worker/worker_process.h"

namespace skua::worker {

class LoadedServer;

class WorkerLoader final : public model::SubjectLoader {
 public:
  // REQUIRES (else std::logic_error): a load with an active mutant follows one without a mutant and
  // with the same choice of mutants, and gets the same numbers. `log` outlives the loader, which
  // outlives its executors. An executor's process may end with the thread that called Load.
  WorkerLoader(WorkerOptions options, const base::Log& log);

  model::LoadedSubject Load(const model::ModuleId& module, const model::LoadOptions& options,
                            const base::Deadline& deadline) override;
  std::string RunExistingTests(const model::ModuleId& module, const std::vector<std::string>& files,
                               const base::Deadline& deadline) override;
  void Greet(const base::Deadline& deadline) override;

 private:
  // The results of the search's load that observers of the module reuse. A pair counts as a module
  // of its own.
  struct Found {
    std::string digest;
    model::Subject subject;
    std::string recall;
  };

  // The results of a load without a mutant that a load with one reuses.
  struct Unmutated {
    unsigned most_mutants;
    uint64_t mutant_seed;
    std::shared_ptr<const Found> found;
    std::vector<model::Mutant> mutants;
    std::string recall;
  };

  // Returns null before the first load of the module.
  std::shared_ptr<const Found> FindFound(const model::ModuleId& module);
  // Logs under `--debug explain` the names that only one of two imports has.
  void ExplainDifference(const model::ModuleId& module, const model::Subject& first,
                         const model::Subject& second) const;
  // Keeps the mutants of the answer for loads of one of them; returns null if none were asked for.
  std::shared_ptr<const Unmutated> KeepUnmutated(const model::ModuleId& module,
                                                 const model::LoadOptions& options,
                                                 const std::shared_ptr<const Found>& found,
                                                 protocol::LoadAnswer& answer);
  std::unique_ptr<model::Executor> ExecutorOn(const std::shared_ptr<LoadedServer>& server,
                                              const base::CoreShare* cores) const;
  // Returns null where no mutant is to be active.
  std::shared_ptr<const Unmutated> FindUnmutated(const model::ModuleId& module,
                                                 const model::LoadOptions& options);

  const WorkerOptions options_;
  const base::Log& log_;
  ForkServers servers_;
  std::mutex mutex_;
  std::map<model::ModuleId, std::shared_ptr<const Found>> found_;
  std::map<model::ModuleId, std::shared_ptr<const Unmutated>> unmutated_;
};

}  // namespace skua::worker
