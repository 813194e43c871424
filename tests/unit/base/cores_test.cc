#include "base/cores.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"

namespace skua::base {
namespace {

namespace fs = std::filesystem;

struct QuotaCase {
  std::string groups;
  std::vector<std::pair<std::string, std::string>> files;
  std::optional<unsigned> cores;
};

TEST(Cores, FollowTheSmallestQuota) {
  const std::vector<QuotaCase> cases = {
      {"0::/\n", {{"cpu.max", "150000 100000\n"}}, 2},
      {"0::/\n", {{"cpu.max", "max 100000\n"}}, std::nullopt},
      {"0::/\n", {{"cpu.max", "5000 100000\n"}}, 1},
      {"0::/a/b\n", {{"a/cpu.max", "100000 100000\n"}, {"a/b/cpu.max", "400000 100000\n"}}, 1},
      {"0::/of/the/host\n", {{"cpu.max", "300000 100000\n"}}, 3},
      {"5:cpuset:/\n4:cpu,cpuacct:/x\n",
       {{"cpu/x/cpu.cfs_quota_us", "200000\n"}, {"cpu/x/cpu.cfs_period_us", "100000\n"}},
       2},
      {"4:cpu:/\n",
       {{"cpu/cpu.cfs_quota_us", "-1\n"}, {"cpu/cpu.cfs_period_us", "100000\n"}},
       std::nullopt},
      {"what\n", {{"cpu.max", "nonsense"}}, std::nullopt},
      {"", {}, std::nullopt},
  };
  for (const auto& [groups, files, cores] : cases) {
    const ScratchFolder mount;
    for (const auto& [name, text] : files) {
      fs::create_directories((mount.path() / name).parent_path());
      WriteFileAtomically(mount.path() / name, text);
    }
    EXPECT_EQ(QuotaInCores(mount.path(), groups), cores) << groups;
  }
}

TEST(Cores, AreAtLeastOne) { EXPECT_GE(AvailableCores(), 1u); }

}  // namespace
}  // namespace skua::base
