#include "command/shards/shard_environment.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>

#include "base/error.h"
#include "config/command_table.h"

namespace skua::command {
namespace {

using Environment = std::function<const char*(const char*)>;

// A CI system's variables, and its first index.
struct ShardSystem {
  std::string_view name;
  const char* index;
  const char* total;  // null: the system has no such variable
  int64_t first;      // first index, unless the variable `lowest` is set
  const char* lowest = nullptr;
  const char* step = nullptr;    // variable with the difference between two indices
  const char* status = nullptr;  // variable with the file to touch
  bool is_alone_without_index = false;
};

// Systems that may run inside jobs of others come last.
constexpr ShardSystem kShardSystems[] = {
    {"Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0, nullptr, nullptr,
     "TEST_SHARD_STATUS_FILE"},
    {"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1, nullptr, nullptr, nullptr, true},
    {"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP"},
    {"Kubernetes", "JOB_COMPLETION_INDEX", nullptr, 0},
};

std::optional<int64_t> NumberIn(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Returns the number in a variable; an empty one counts as unset.
std::optional<int64_t> Read(const Environment& environment, const char* name) {
  const char* text = name == nullptr ? nullptr : environment(name);
  if (text == nullptr || *text == '\0') return std::nullopt;
  const std::optional<int64_t> number = NumberIn(text);
  if (!number)
    throw base::Error(fmt::format("--shard auto: {} is '{}', which is not a number", name, text));
  return number;
}

[[noreturn]] void Refuse(std::string_view text) {
  throw base::Error(fmt::format(
      "--shard: expected I/N such as 2/4 (from 1/N to N/N, at most {}), auto or auto/N, not '{}'",
      config::kMostShards, text));
}

unsigned TotalIn(std::string_view number, std::string_view text) {
  const std::optional<int64_t> total = NumberIn(number);
  if (!total || *total < 1 || *total > config::kMostShards) Refuse(text);
  return static_cast<unsigned>(*total);
}

FoundShard FromSystem(const ShardSystem& system, int64_t index, std::optional<unsigned> said_total,
                      const Environment& environment) {
  std::optional<int64_t> total = Read(environment, system.total);
  if (!total) {
    if (!said_total) {
      throw base::Error(
          fmt::format("--shard auto: {} is {}, but {}: say how many there are by --shard auto/N",
                      system.index, index,
                      system.total == nullptr ? fmt::format("{} tells no total", system.name)
                                              : fmt::format("{} is not set", system.total)));
    }
    total = *said_total;
  }
  if (said_total && *total != *said_total) {
    throw base::Error(fmt::format("--shard auto/{}: {} says that there are {}", *said_total,
                                  system.total, *total));
  }
  const int64_t first = Read(environment, system.lowest).value_or(system.first);
  const int64_t step = Read(environment, system.step).value_or(1);
  const int64_t offset = index - first;
  const bool is_one = step > 0 && offset >= 0 && offset % step == 0 && offset / step < *total;
  if (!is_one || *total > config::kMostShards) {
    throw base::Error(
        fmt::format("--shard auto: {} is {} of {}, counted from {}: there is no such "
                    "shard (at most {})",
                    system.index, index, *total, first, config::kMostShards));
  }
  FoundShard found{
      {static_cast<unsigned>(offset / step) + 1, static_cast<unsigned>(*total)}, system.index, {}};
  const char* status = system.status == nullptr ? nullptr : environment(system.status);
  if (status != nullptr) found.status_file = status;
  return found;
}

FoundShard FromEnvironment(std::optional<unsigned> said_total, const Environment& environment) {
  for (const ShardSystem& system : kShardSystems) {
    if (const auto index = Read(environment, system.index)) {
      return FromSystem(system, *index, said_total, environment);
    }
    // The job is not parallel.
    if (system.is_alone_without_index && Read(environment, system.total) == 1) {
      return {{1, 1}, system.total, {}};
    }
  }
  std::string names;
  for (const ShardSystem& system : kShardSystems) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", system.index);
  }
  throw base::Error(
      fmt::format("--shard auto: none of {} is set; say the shard as --shard I/N", names));
}

}  // namespace

FoundShard FindShard(std::string_view text, const Environment& environment) {
  const std::size_t slash = text.find('/');
  const std::string_view index = text.substr(0, slash);
  if (index == "auto") {
    if (slash == text.npos) return FromEnvironment(std::nullopt, environment);
    return FromEnvironment(TotalIn(text.substr(slash + 1), text), environment);
  }
  if (slash == text.npos) {
    if (NumberIn(text)) {
      throw base::Error(fmt::format("--shard {0}: of how many? Write {0}/N", text));
    }
    Refuse(text);
  }
  const unsigned total = TotalIn(text.substr(slash + 1), text);
  const std::optional<int64_t> number = NumberIn(index);
  if (!number || *number < 1 || *number > total) Refuse(text);
  return {{static_cast<unsigned>(*number), total}, "--shard", {}};
}

}  // namespace skua::command
