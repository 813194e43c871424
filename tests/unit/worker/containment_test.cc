#include "worker/containment.h"

#include "base/files.h"
#include "base/subprocess.h"
#include "support/matchers.h"

namespace skua::worker {
namespace {

using Network = ContainmentFeatures::Network;

class ContainmentTest : public ::testing::Test {
 protected:
  base::CommandResult RunContained(const std::string& script, const ContainmentFeatures& features,
                                   const VisibleFiles* files = nullptr) {
    const Containment containment(scratch_.path(), limits_, features, files);
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
  EXPECT_THAT(result.output, ::testing::ContainsRegex("Max open files +256 +4096"));
  EXPECT_THAT(result.output, HasSubstr("CapEff:\t0000000000000000\n"));
  EXPECT_THAT(result.output, HasSubstr("CapBnd:\t0000000000000000\n"));
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
  EXPECT_THAT(result.output,
              EndsWith(std::to_string(geteuid()) + "\n" + std::to_string(getegid()) + "\n"));
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

// A project in a home, with what nobody is to read.
class SecretsTest : public ContainmentTest {
 protected:
  SecretsTest() {
    for (const char* secret :
         {"key", "home/key", "home/project/.env", "home/project/sub/.env.local",
          "home/project/.git/config", "home/project/state/db"}) {
      base::WriteFileAtomically(outside_.path() / secret, "secret");
    }
    base::WriteFileAtomically(project_ / "module.py", "code");
    base::WriteFileAtomically(project_ / "sub" / "data", "data");
    std::filesystem::create_symlink(project_, outside_.path() / "link");
    files_ = {project_, {outside_.path() / "link"}, SecretsIn(project_)};
    files_.hidden.push_back(project_ / "state");
  }
  std::string ReadAll(const ContainmentFeatures& features) {
    const std::string outside = outside_.path().string();
    return RunContained("cd " + outside +
                            "; cat home/project/module.py home/project/sub/data "
                            "link/module.py; find . -type f | grep -v skua | xargs cat; "
                            "cat home/key home/project/.env home/project/.git/config key "
                            "home/project/state/db home/project/sub/.env.local /etc/shadow; "
                            "cd home/project && chmod 700 module.py; echo x > new",
                        features, &files_)
        .output;
  }
  const std::filesystem::path project_ = outside_.path() / "home/project";
  VisibleFiles files_;
};

TEST_F(SecretsTest, AreHiddenInAViewOfTheFiles) {
  const ContainmentFeatures features = ProbeContainment(&files_);
  if (!features.file_view) GTEST_SKIP() << "no mount namespace here";
  const auto before = std::filesystem::status(project_ / "module.py").permissions();
  EXPECT_THAT(ReadAll(features), ::testing::MatchesRegex("codedatacode(code|data)+"));
  EXPECT_EQ(std::filesystem::status(project_ / "module.py").permissions(), before);
  EXPECT_FALSE(std::filesystem::exists(project_ / "new"));
}

TEST_F(SecretsTest, AreInNoFolderThatAnInterpreterNames) {
  base::WriteFileAtomically(outside_.path() / ".ssh/python/key", "secret");
  files_.folders.push_back(outside_.path() / ".ssh");
  files_.folders.push_back(outside_.path() / ".ssh/python");
  for (const std::filesystem::path& folder : VisibleFolders(files_)) {
    EXPECT_THAT(folder.string(), Not(HasSubstr(".ssh")));
  }
}

TEST_F(SecretsTest, AreNotReadUnderLandlockAlone) {
  ContainmentFeatures features{.landlock_abi = ProbeContainment().landlock_abi};
  if (features.landlock_abi == 0) GTEST_SKIP() << "no Landlock here";
  EXPECT_THAT(ReadAll(features), StartsWith("codedata"));
  EXPECT_THAT(ReadAll(features), Not(HasSubstr("secret")));
  EXPECT_FALSE(std::filesystem::exists(project_ / "new"));
  const std::string own = std::to_string(getpid());
  EXPECT_THAT(RunContained("cat /proc/" + own + "/cmdline; cat /proc/meminfo; ls /proc/" + own,
                           features, &files_)
                  .output,
              StartsWith("MemTotal"));
}

TEST_F(ContainmentTest, SeesNoProcessesOfOthers) {
  const ContainmentFeatures features = ProbeContainment();
  if (!features.processes) GTEST_SKIP() << "no namespace of processes here";
  // The number of another's process is nobody's, or one of its own.
  const base::CommandResult result =
      RunContained("echo $$; kill -0 " + std::to_string(getpid()), features);
  EXPECT_THAT(result.output, "1\n");
  EXPECT_NE(result.exit_code, 0);
}

TEST_F(ContainmentTest, EndsAsTheFirstProcessOfItsOwnEnds) {
  const ContainmentFeatures features = ProbeContainment();
  EXPECT_EQ(RunContained("exit 7", features).exit_code, 7);
  EXPECT_EQ(RunContained("exit 0", features).exit_code, 0);
}

TEST_F(ContainmentTest, FiltersSystemCallsWithoutAnythingElse) {
  ContainmentFeatures features{.syscall_filter = ProbeContainment().syscall_filter};
  if (!features.syscall_filter) GTEST_SKIP() << "no seccomp here";
  const base::CommandResult result = RunContained(
      R"(python3 - <<'EOF'
import os, resource, socket, subprocess
def refused(function, *arguments):
    try:
        function(*arguments)
    except PermissionError:
        return "refused"
    except OSError as error:
        return error
    return "done"
other = os.getppid()
print(refused(resource.prlimit, other, resource.RLIMIT_CPU), refused(os.kill, -1, 0),
      refused(os.setpriority, os.PRIO_PROCESS, other, 19),
      refused(os.sched_setaffinity, other, {0}),
      refused(os.chown, "/", -1, -1), refused(socket.socket(socket.AF_UNIX).connect, "/run/x"),
      refused(socket.socket, socket.AF_INET, socket.SOCK_DGRAM))
print(refused(resource.prlimit, 0, resource.RLIMIT_CPU), refused(os.nice, 1), refused(socket.socketpair),
      refused(os.sched_setaffinity, 0, os.sched_getaffinity(0)), refused(subprocess.run, ["true"]))
EOF
)",
      features);
  EXPECT_EQ(result.output,
            "refused refused refused refused refused refused refused\ndone done done done done\n")
      << result.errors;
}

TEST_F(ContainmentTest, TruncatesNoFilesWhateverLandlockKnows) {
  ContainmentFeatures features{.landlock_abi = ProbeContainment().landlock_abi,
                               .syscall_filter = ProbeContainment().syscall_filter};
  if (features.landlock_abi == 0 || !features.syscall_filter) GTEST_SKIP() << "not here";
  base::WriteFileAtomically(outside_.path() / "canary", "alive");
  const std::string canary = (outside_.path() / "canary").string();
  for (int abi = 1; abi <= features.landlock_abi; ++abi) {
    features.landlock_abi = abi;
    const base::CommandResult result = RunContained(
        "python3 -c \"import os; os.open('" + canary + "', os.O_RDONLY | os.O_TRUNC)\"; " +
            "python3 -c \"import os; os.truncate('" + canary + "', 0)\"; cd " +
            scratch_.path().string() + " && echo long > own && echo s > own && cat own",
        features);
    EXPECT_EQ(base::ReadFile(canary), "alive") << abi;
    EXPECT_EQ(result.output, "s\n") << abi << result.errors;
  }
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
