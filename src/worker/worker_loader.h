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

class WorkerLoader final : public model::SubjectLoader {
 public:
  // A load with an active mutant must come after one without a mutant and with the same choice of
  // mutants; else std::logic_error. Its subject and mutants have the same numbers as in that load.
  // `log` outlives the loader, and the loader outlives its executors. An executor's process may end
  // with the thread that called Load.
  WorkerLoader(WorkerOptions options, const base::Log& log);

  model::LoadedSubject Load(const model::ModuleId& module, const model::LoadOptions& options,
                            const base::Deadline& deadline) override;
  std::string RunExistingTests(const model::ModuleId& module, const std::vector<std::string>& files,
                               const base::Deadline& deadline) override;

 private:
  // What a load with an active mutant takes over from the load without one.
  struct Unmutated {
    unsigned most_mutants;
    uint64_t mutant_seed;
    model::Subject subject;
    std::vector<model::Mutant> mutants;
    std::string recall;
  };

  // What the first load found in a module.
  struct Found {
    std::string digest;
    std::vector<std::string> names;  // of its classes, callables and code objects, in order
  };

  // What differs between this load and the first one of the module; nothing when they agree. A pair
  // counts as a module of its own.
  std::optional<std::string> DifferenceToEarlierLoads(const model::ModuleId& module,
                                                      const protocol::LoadAnswer& answer);
  void Remember(const model::ModuleId& module, const model::LoadOptions& options,
                const protocol::LoadAnswer& answer);
  std::shared_ptr<const Unmutated> FindUnmutated(const model::ModuleId& module,
                                                 const model::LoadOptions& options);

  const WorkerOptions options_;
  const base::Log& log_;
  ForkServers servers_;
  std::mutex mutex_;
  std::map<model::ModuleId, Found> found_;
  std::map<model::ModuleId, std::shared_ptr<const Unmutated>> unmutated_;
};

}  // namespace skua::worker
