#include "worker/containment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "base/subprocess.h"

namespace skua::worker {
namespace {

using Network = ContainmentFeatures::Network;
using ::testing::HasSubstr;
using ::testing::Not;

class ContainmentTest : public ::testing::Test {
 protected:
  base::CommandResult RunContained(const std::string& script, const ContainmentFeatures& features) {
    const Containment containment(scratch_.path(), limits_, features);
    base::Command command;
    command.arguments = {"/bin/sh", "-c", script};
    command.environment = MakeEnvironment({scratch_.path(), 7, {"/one", "/two"}, {"EXTRA=1"}});
    command.before_exec = [&containment] { return containment.Apply(); };
    return base::Run(command, base::Deadline(clock_).Within(std::chrono::minutes(1)));
  }

  const base::SteadyClock clock_;
  const base::ScratchFolder scratch_;
  const base::ScratchFolder outside_;
  SandboxLimits limits_;
};

TEST_F(ContainmentTest, WorksWithWhateverIsThere) {
  const ContainmentFeatures here = ProbeContainment();
  std::vector<ContainmentFeatures> fewer = {
      here, {0, here.network}, {here.landlock_abi, Network::kNone}};
  for (int abi = 1; abi < here.landlock_abi; ++abi) fewer.push_back({abi, Network::kNone});
  for (const ContainmentFeatures& features : fewer) {
    const base::CommandResult result = RunContained("echo runs", features);
    EXPECT_EQ(result.output, "runs\n") << features.landlock_abi;
  }
}

TEST_F(ContainmentTest, WritesBeneathTheScratchFolderOnly) {
  ContainmentFeatures features = ProbeContainment();
  if (features.landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  base::WriteFileAtomically(outside_.path() / "canary", "alive");
  const std::string outside = outside_.path().string();
  for (int abi = 1; abi <= features.landlock_abi; ++abi) {
    features.landlock_abi = abi;
    const base::CommandResult result = RunContained(
        "cd " + scratch_.path().string() +
            " && mkdir -p a && echo x > a/b && mv a/b c && rm c && " + "echo in && cat " + outside +
            "/canary && echo quiet > /dev/null; rm -rf " + outside + "; mkdir " + outside +
            "/new; ln -s x " + outside + "/link; mv " + outside + "/canary .",
        features);
    EXPECT_THAT(result.output, "in\nalive") << abi << result.errors;
    EXPECT_EQ(base::ReadFile(outside_.path() / "canary"), "alive") << abi;
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(outside_.path()), {}), 1) << abi;
  }
}

TEST_F(ContainmentTest, OpensPseudoTerminalsWhereTheMachineDoes) {
  const std::string command =
      "python3 -c \"import os, tty; ends = os.openpty(); tty.setraw(ends[1]); "
      "os.write(ends[1], b'in'); print(os.read(ends[0], 9))\"";
  const base::CommandResult outside = RunContained(command, {});
  if (outside.output != "b'in'\n") GTEST_SKIP() << "no pseudo terminals here";
  EXPECT_EQ(RunContained(command, ProbeContainment()).output, "b'in'\n");
}

TEST_F(ContainmentTest, IsASessionWithoutPrivilegesAndWithLimits) {
  limits_.memory_bytes = uint64_t{512} << 20;
  limits_.file_bytes = 1 << 20;
  const base::CommandResult result =
      RunContained("cat /proc/self/status /proc/self/limits; cut -d' ' -f1,5,6 /proc/$$/stat",
                   ProbeContainment());
  EXPECT_THAT(result.output, HasSubstr("NoNewPrivs:\t1"));
  EXPECT_THAT(result.output, ::testing::ContainsRegex("Max address space +536870912 +536870912"));
  EXPECT_THAT(result.output, ::testing::ContainsRegex("Max file size +1048576 +1048576"));
  EXPECT_THAT(result.output, ::testing::ContainsRegex("Max core file size +0 +0"));
  EXPECT_THAT(result.output, ::testing::ContainsRegex("Max open files +256 +256"));
  // Root keeps only those capabilities by which it can read files of other users.
  EXPECT_THAT(result.output, ::testing::ContainsRegex("CapEff:\t000000000000000[06]\n"));
  const std::string last =
      result.output.substr(result.output.rfind('\n', result.output.size() - 2) + 1);
  const std::string pid = last.substr(0, last.find(' '));
  EXPECT_EQ(last, pid + " " + pid + " " + pid + "\n");  // leader of its group and its session
}

TEST_F(ContainmentTest, GivesSharedMemoryOfItsOwn) {
  const ContainmentFeatures features = ProbeContainment();
  if (!features.shared_memory) GTEST_SKIP() << "no mount namespace here";
  const std::filesystem::path outside = "/dev/shm/skua_containment_test";
  base::WriteFileAtomically(outside, "kept");
  const base::CommandResult result = RunContained(
      "ls /dev/shm; echo inside > " + outside.string() + "; cat " + outside.string(), features);
  EXPECT_EQ(result.output, "inside\n") << result.errors;
  EXPECT_EQ(base::ReadFile(outside), "kept");
  std::filesystem::remove(outside);
}

TEST_F(ContainmentTest, HasAnEmptyNetworkOfItsOwn) {
  const ContainmentFeatures features = ProbeContainment();
  if (features.network == Network::kNone) GTEST_SKIP() << "no network namespace here";
  const base::CommandResult result = RunContained("cat /proc/net/dev; id -u; id -g", features);
  EXPECT_THAT(result.output, HasSubstr("lo:"));
  EXPECT_THAT(result.output, Not(HasSubstr("eth")));
  EXPECT_THAT(result.output, ::testing::EndsWith(std::to_string(geteuid()) + "\n" +
                                                 std::to_string(getegid()) + "\n"));
}

TEST_F(ContainmentTest, KeepsTheIdentityInAUserNamespace) {
  const base::CommandResult possible = RunContained("true", {0, Network::kUserNamespace});
  if (!possible.started) GTEST_SKIP() << "no user namespace here";
  base::WriteFileAtomically(outside_.path() / "mine", "readable");
  const base::CommandResult result = RunContained(
      "id -u; cat " + outside_.path().string() + "/mine; grep 'Max processes' /proc/self/limits",
      {0, Network::kUserNamespace});
  EXPECT_THAT(result.output, HasSubstr(std::to_string(geteuid()) + "\nreadable"));
  EXPECT_THAT(result.output, ::testing::ContainsRegex("Max processes +64 +64"));
}

TEST_F(ContainmentTest, MakesTheEnvironmentFromAnAllowList) {
  setenv("AWS_SECRET_ACCESS_KEY", "secret", 1);
  setenv("PYTHONSTARTUP", "/x.py", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  const base::CommandResult result = RunContained("env", {});
  unsetenv("AWS_SECRET_ACCESS_KEY");
  unsetenv("PYTHONSTARTUP");
  unsetenv("LC_ALL");
  const std::string scratch = scratch_.path().string();
  for (const std::string& expected :
       {"HOME=" + scratch, "TMPDIR=" + scratch, std::string("PYTHONHASHSEED=7"),
        std::string("PYTHONDONTWRITEBYTECODE=1"), std::string("PYTHONPATH=/one:/two"),
        std::string("LC_ALL=C.UTF-8"), std::string("EXTRA=1")}) {
    EXPECT_THAT(result.output, HasSubstr(expected + "\n"));
  }
  EXPECT_THAT(result.output, Not(HasSubstr("secret")));
  EXPECT_THAT(result.output, Not(HasSubstr("PYTHONSTARTUP")));
}

TEST(MissingContainment, IsSaidWithItsCode) {
  EXPECT_TRUE(MissingContainment({7, Network::kNamespace}).empty());
  const auto all = MissingContainment({});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].code, model::ReasonCode::kNoLandlock);
  EXPECT_EQ(all[1].code, model::ReasonCode::kNoNetworkNamespace);
  EXPECT_THAT(MissingContainment({4, Network::kNone}).at(0).detail, HasSubstr("only TCP"));
}

}  // namespace
}  // namespace skua::worker
