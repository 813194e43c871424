#include "workspace/environment_stamp.h"

#include <gtest/gtest.h>

#include "project_tree.h"

namespace skua::workspace {
namespace {

TEST(EnvironmentStamp, ChangesWhenAPackageIsInstalled) {
  const test::ProjectTree tree(
      test::Files{{"venv/bin/python", ""}, {"venv/lib/python3.12/site-packages/x", ""}});
  const auto interpreter = tree.root() / "venv/bin/python";
  const auto packages = tree.root() / "venv/lib/python3.12/site-packages";
  const std::string before = EnvironmentStamp(interpreter);
  EXPECT_EQ(EnvironmentStamp(interpreter), before);
  std::filesystem::last_write_time(
      packages, std::filesystem::last_write_time(packages) + std::chrono::seconds(1));
  EXPECT_NE(EnvironmentStamp(interpreter), before);
}

TEST(EnvironmentStamp, DiffersBetweenInterpreters) {
  const test::ProjectTree tree(test::Files{{"a/bin/python", ""}, {"b/bin/python", ""}});
  EXPECT_NE(EnvironmentStamp(tree.root() / "a/bin/python"),
            EnvironmentStamp(tree.root() / "b/bin/python"));
}

}  // namespace
}  // namespace skua::workspace
