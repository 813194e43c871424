#include "command/campaign_pool.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace skua::command {

using namespace std::chrono_literals;

model::ModuleOutcome PassedOver(const plan::PlannedModule& module, model::Reason reason) {
  model::ModuleOutcome outcome;
  outcome.module = module.module;
  outcome.fingerprint = module.fingerprint;
  outcome.change = module.change;
  outcome.change_why = module.change_why;
  outcome.coverage_before = module.coverage_before;
  outcome.reason = std::move(reason);
  return outcome;
}

std::vector<model::ModuleOutcome> CampaignPool::Run(const std::vector<plan::PlannedModule>& modules,
                                                    const base::Deadline& deadline,
                                                    const RunModule& run, const Finished& finished,
                                                    const Tick& tick) {
  std::vector<model::ModuleOutcome> outcomes(modules.size());
  std::mutex mutex;  // guards everything below
  std::condition_variable changed;
  PoolProgress progress;
  std::size_t next = 0;
  std::size_t threads_left = std::min<std::size_t>(jobs_, modules.size());
  std::exception_ptr failure;

  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < modules.size() && !failure) {
      const std::size_t index = next++;
      const plan::PlannedModule& module = modules[index];
      progress.running.push_back(module.module.name);
      lock.unlock();

      model::ModuleOutcome outcome;
      std::exception_ptr thrown;
      try {
        const auto share = allocation_->Next();
        outcome =
            share ? run(module, *share)
                  : PassedOver(module, {deadline.Interrupted() ? model::ReasonCode::kInterrupted
                                                               : model::ReasonCode::kNoBudgetLeft,
                                        ""});
        if (share) outcome.given = share->given;
      } catch (...) {
        thrown = std::current_exception();
      }

      lock.lock();
      std::erase(progress.running, module.module.name);
      ++progress.done;
      progress.goals += outcome.goals;
      progress.covered += outcome.covered_goals();
      try {
        if (thrown) std::rethrow_exception(thrown);
        finished(outcome);
      } catch (...) {
        if (!failure) failure = std::current_exception();
      }
      outcomes[index] = std::move(outcome);
    }
    --threads_left;
    changed.notify_all();
  };

  std::vector<std::jthread> threads;
  for (std::size_t i = threads_left; i > 0; --i) threads.emplace_back(work);
  {
    std::unique_lock lock(mutex);
    for (bool ended = false; !ended;) {
      ended = changed.wait_for(lock, 100ms, [&] { return threads_left == 0; });
      const PoolProgress now = progress;
      lock.unlock();
      tick(now);
      lock.lock();
    }
  }
  threads.clear();  // joins
  if (failure) std::rethrow_exception(failure);
  return outcomes;
}

}  // namespace skua::command
