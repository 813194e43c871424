#include "worker/split_executor.h"

#include <algorithm>
#include <utility>

#include "worker/worker_executor.h"

namespace skua::worker {
namespace {

using model::Isolation;
using model::TestCase;
using model::Trace;

// Most parts: each needs processes and is waited for, so more gain little.
constexpr std::size_t kMostParts = 8;
// Fewest tests of a part, as sending one takes as long as a few tests.
constexpr std::size_t kLeastOfPart = 4;

// Groups of tests or trials that may share a child: the same groups for any number of executors.
template <typename Item>
class Groups {
 public:
  Groups(std::span<const Item> items, std::size_t each) : items_(items), each_(each) {}
  std::size_t size() const { return (items_.size() + each_ - 1) / each_; }
  std::size_t BeginOf(std::size_t group) const { return group * each_; }
  std::span<const Item> operator[](std::size_t group) const { return Of(group, items_); }
  // Returns the group's part of a list with one element for each item.
  template <typename T>
  std::span<T> Of(std::size_t group, std::span<T> all) const {
    return all.subspan(BeginOf(group), std::min(each_, all.size() - BeginOf(group)));
  }

 private:
  std::span<const Item> items_;
  std::size_t each_;
};

}  // namespace

SplitExecutor::SplitExecutor(MakePart make, const base::CoreShare& cores, std::size_t parts)
    : make_(std::move(make)), split_into_(parts), team_(&cores) {}

std::size_t SplitExecutor::width() const { return std::min(team_.size(), kMostParts); }

void SplitExecutor::Have(std::size_t count, Parts& parts) {
  while (parts.size() < count) {
    parts.push_back({make_()});
    if (!retired_.empty()) parts.back().executor->Retire(retired_);
    parts.back().executor->EnterWorld(world_);
    if (keeps_trials_apart_) parts.back().executor->KeepTrialsApart();
  }
}

void SplitExecutor::Execute(std::span<const TestCase> tests, Isolation isolation,
                            const base::Deadline& deadline, std::vector<Trace>& traces) {
  if (isolation == Isolation::kShared) {
    ExecuteTogether(tests, deadline, traces);
  } else {
    ExecuteAlone(tests, isolation, deadline, traces);
  }
}

void SplitExecutor::ExecuteTogether(std::span<const TestCase> tests, const base::Deadline& deadline,
                                    std::vector<Trace>& traces) {
  const std::size_t most = split_into_ > 0 ? split_into_ : width();
  const std::size_t parts = std::clamp<std::size_t>(tests.size() / kLeastOfPart, 1, most);
  Have(parts, together_);
  if (parts == 1) {
    together_[0].executor->Execute(tests, Isolation::kShared, deadline, traces);
    return;
  }
  const auto begin = [&](std::size_t part) { return part * tests.size() / parts; };
  team_.Do(parts, width(), [&](std::size_t part, std::size_t) {
    together_[part].executor->Execute(tests.subspan(begin(part), begin(part + 1) - begin(part)),
                                      Isolation::kShared, deadline, together_[part].traces);
  });
  traces.resize(tests.size());
  for (std::size_t part = 0; part < parts; ++part) {
    // Swaps traces, so that both vectors keep their buffers.
    std::ranges::swap_ranges(together_[part].traces,
                             std::span(traces).subspan(begin(part), begin(part + 1) - begin(part)));
  }
}

void SplitExecutor::ExecuteAlone(std::span<const TestCase> tests, Isolation isolation,
                                 const base::Deadline& deadline, std::vector<Trace>& traces) {
  const Groups groups(tests, kTestsApart);
  const std::size_t seats = std::clamp<std::size_t>(groups.size(), 1, width());
  Have(seats, alone_);
  if (seats == 1) {
    alone_[0].executor->Execute(tests, isolation, deadline, traces);
    return;
  }
  traces.resize(tests.size());
  team_.Do(groups.size(), seats, [&](std::size_t group, std::size_t seat) {
    Part& part = alone_[seat];
    part.executor->Execute(groups[group], isolation, deadline, part.traces);
    std::ranges::swap_ranges(part.traces, groups.Of(group, std::span(traces)));
  });
}

std::vector<model::Observation> SplitExecutor::Observe(std::span<const TestCase> tests,
                                                       const base::Deadline& deadline) {
  const Groups groups(tests, kTestsApart);
  const std::size_t seats = std::clamp<std::size_t>(groups.size(), 1, width());
  Have(seats, alone_);
  if (seats == 1) return alone_[0].executor->Observe(tests, deadline);
  std::vector<model::Observation> observations(tests.size());
  team_.Do(groups.size(), seats, [&](std::size_t group, std::size_t seat) {
    std::ranges::move(alone_[seat].executor->Observe(groups[group], deadline),
                      groups.Of(group, std::span(observations)).begin());
  });
  return observations;
}

void SplitExecutor::ObserveUnder(model::MutantIndex mutant, std::span<const TestCase> tests,
                                 std::span<const uint32_t> probe_limits,
                                 const base::Deadline& deadline, const TakeObservation& take) {
  Have(1, alone_);
  alone_[0].executor->ObserveUnder(mutant, tests, probe_limits, deadline, take);
}

void SplitExecutor::ObserveEachUnder(std::span<const Trial> trials, const base::Deadline& deadline,
                                     const TakeOfTrial& take) {
  const Groups groups(trials, kTrialsTogether);
  const std::size_t seats = std::clamp<std::size_t>(groups.size(), 1, width());
  Have(seats, alone_);
  team_.Do(groups.size(), seats, [&](std::size_t group, std::size_t seat) {
    alone_[seat].executor->ObserveEachUnder(
        groups[group], deadline, [&](std::size_t trial, std::size_t test, model::Observation seen) {
          return take(groups.BeginOf(group) + trial, test, std::move(seen));
        });
  });
}

void SplitExecutor::KeepTrialsApart() {
  keeps_trials_apart_ = true;
  ForAll([](model::Executor& executor) { executor.KeepTrialsApart(); });
}

void SplitExecutor::Retire(std::span<const model::PredicateIndex> predicates) {
  if (predicates.empty()) retired_.clear();
  retired_.insert(retired_.end(), predicates.begin(), predicates.end());
  ForAll([&](model::Executor& executor) { executor.Retire(predicates); });
}

void SplitExecutor::EnterWorld(uint8_t number) {
  world_ = number;
  ForAll([&](model::Executor& executor) { executor.EnterWorld(number); });
}

void SplitExecutor::Sleep() {
  ForAll([](model::Executor& executor) { executor.Sleep(); });
}

void SplitExecutor::Wake() {
  ForAll([](model::Executor& executor) { executor.Wake(); });
}

void SplitExecutor::ForAll(const std::function<void(model::Executor&)>& act) {
  for (Parts* parts : {&together_, &alone_}) {
    for (Part& part : *parts) act(*part.executor);
  }
}

}  // namespace skua::worker
