// How many cores this process may use at once, which is less than the machine has where it is bound
// to some of them, or in a container with a quota.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace skua::base {

// At least 1.
unsigned AvailableCores();

// The smallest quota on the way from the process's control group up to `mount`, in cores, rounded
// up; nothing when there is none. `groups`: the text of /proc/self/cgroup. Of version 2, and of
// version 1 where that has the controller.
std::optional<unsigned> QuotaInCores(const std::filesystem::path& mount, std::string_view groups);

}  // namespace skua::base
