// Counts the cores that this process may use at once: fewer than the machine has under a CPU
// affinity or a container's quota.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace skua::base {

// Returns at least 1.
unsigned AvailableCores();

// Returns the smallest CPU quota between the process's control group and `mount`, in cores, rounded
// up; nullopt if there is no quota. `groups`: the content of /proc/self/cgroup. Reads control
// groups of version 2, and of version 1 if they have the cpu controller.
std::optional<unsigned> QuotaInCores(const std::filesystem::path& mount, std::string_view groups);

}  // namespace skua::base
