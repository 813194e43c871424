#include "worker/interpreter.h"

#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/subprocess.h"
#include "support/matchers.h"
#include "worker/containment.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using ::testing::ThrowsMessage;

class FindInterpreterTest : public ::testing::Test {
 protected:
  FindInterpreterTest() {
    if (const char* active = std::getenv("VIRTUAL_ENV")) active_ = active;
    unsetenv("VIRTUAL_ENV");
  }
  ~FindInterpreterTest() override {
    active_.empty() ? unsetenv("VIRTUAL_ENV") : setenv("VIRTUAL_ENV", active_.c_str(), 1);
  }

  InterpreterFacts Find(const std::optional<std::string>& configured = std::nullopt) {
    return FindInterpreter(root_.path(), configured,
                           base::Deadline(clock_).Within(std::chrono::minutes(1)),
                           [this](const model::Sandbox& sandbox) { judged_.push_back(sandbox); });
  }
  // A program that answers as a Python of this kind would.
  fs::path Fake(const fs::path& place, const std::string& answer) {
    const fs::path path = root_.path() / place;
    base::WriteFileAtomically(path, "#!/bin/sh\n" + answer + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  fs::path FakePython(const fs::path& place, const std::string& version,
                      const std::string& implementation = "cpython") {
    return Fake(place, R"(echo '{"path": "/real/)" + place.string() + R"(", "version": [)" +
                           version + R"(], "implementation": ")" + implementation +
                           R"(", "pytest": null}')");
  }

  const base::SteadyClock clock_;
  const base::ScratchFolder root_;
  std::string active_;
  std::vector<model::Sandbox> judged_;
};

TEST_F(FindInterpreterTest, AsksARealOne) {
  const InterpreterFacts facts = Find();
  EXPECT_EQ(facts.found_by, "PATH");
  EXPECT_TRUE(facts.path.is_absolute());
  EXPECT_EQ(facts.implementation, "cpython");
  EXPECT_EQ(facts.major, 3);
  EXPECT_GE(facts.minor, 10);
  EXPECT_THAT(facts.version(), StartsWith("3."));
}

TEST_F(FindInterpreterTest, PrefersWhatIsConfiguredThenTheActiveThenTheProjectsEnvironment) {
  FakePython("venv/bin/python", "3, 12, 4");
  EXPECT_EQ(Find().found_by, "venv");
  FakePython(".venv/bin/python", "3, 12, 4");
  EXPECT_EQ(Find().found_by, ".venv");
  FakePython("active/bin/python", "3, 12, 4");
  setenv("VIRTUAL_ENV", (root_.path() / "active").c_str(), 1);
  EXPECT_EQ(Find().found_by, "$VIRTUAL_ENV");
  FakePython("tools/python", "3, 13, 0");
  const InterpreterFacts facts = Find("tools/python");
  EXPECT_EQ(facts.found_by, "python.interpreter");
  EXPECT_EQ(facts.path, "/real/tools/python");
  EXPECT_EQ(facts.version(), "3.13.0");
  EXPECT_EQ(facts.pytest_version, std::nullopt);
}

// What the fake does shows what it was kept from.
TEST_F(FindInterpreterTest, ContainsOneOfTheProject) {
  const VisibleFiles files{root_.path(), {}, {}};
  if (!ProbeContainment(&files).file_view) GTEST_SKIP() << "no mount namespace here";
  const base::ScratchFolder elsewhere;
  base::WriteFileAtomically(root_.path() / ".env", "TOKEN=of the project");
  base::WriteFileAtomically(elsewhere.path() / "key", "of the user");
  setenv("SKUA_TEST_TOKEN", "of the environment", 1);
  const fs::path python = root_.path() / ".venv/bin/python";
  FakePython(".venv/bin/python", "3, 12, 4");
  const std::string answer = base::ReadFile(python);
  base::WriteFileAtomically(python, "#!/bin/sh\ntouch " + (root_.path() / "mark").string() + " " +
                                        (elsewhere.path() / "mark").string() + "\ncat " +
                                        (root_.path() / ".env").string() + " " +
                                        (elsewhere.path() / "key").string() +
                                        " >&2; echo $SKUA_TEST_TOKEN >&2\n" + answer);
  fs::permissions(python, fs::perms::owner_all);
  const InterpreterFacts facts = Find();
  EXPECT_EQ(facts.version(), "3.12.4");
  ASSERT_NE(facts.sandbox, nullptr);
  EXPECT_FALSE(fs::exists(root_.path() / "mark"));
  EXPECT_FALSE(fs::exists(elsewhere.path() / "mark"));

  base::Command command{.arguments = {python.string()}};
  facts.sandbox->Contain(command);
  const base::CommandResult seen = base::Run(command, base::Deadline(clock_));
  EXPECT_THAT(seen.errors, Not(HasSubstr("of the ")));
  EXPECT_THAT(seen.output, HasSubstr("cpython"));
}

TEST_F(FindInterpreterTest, HasOneOfTheProjectJudgedBeforeItRuns) {
  Fake(".venv/bin/python", "touch " + (root_.path() / "mark").string());
  const auto refuse = [](const model::Sandbox&) { throw base::Error("too little"); };
  EXPECT_THAT([&] { FindInterpreter(root_.path(), std::nullopt, base::Deadline(clock_), refuse); },
              ThrowsMessage<base::Error>(HasSubstr("too little")));
  EXPECT_FALSE(fs::exists(root_.path() / "mark"));
}

TEST_F(FindInterpreterTest, HasNoOtherJudged) {
  Find();
  EXPECT_THAT(judged_, IsEmpty());
}

TEST_F(FindInterpreterTest, KnowsAsTheProjectsWhatPathFindsThere) {
  FakePython("tools/python3", "3, 12, 4");
  const std::string path = std::getenv("PATH");
  setenv("PATH", ((root_.path() / "tools").string() + ":" + path).c_str(), 1);
  const InterpreterFacts facts = Find();
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(facts.found_by, "PATH");
  EXPECT_NE(facts.sandbox, nullptr);
  EXPECT_EQ(judged_.size(), 1u);
}

TEST_F(FindInterpreterTest, LetsOneOfTheProjectReadAndWriteWhatItIsGiven) {
  FakePython(".venv/bin/python", "3, 12, 4");
  const InterpreterFacts facts = Find();
  const base::ScratchFolder in, out;
  base::WriteFileAtomically(in.path() / "text", "given");
  base::Command command{.arguments = {"/bin/sh", "-c",
                                      "cat " + (in.path() / "text").string() + " > " +
                                          (out.path() / "copy").string()}};
  facts.sandbox->Contain(command, {in.path()}, out.path());
  EXPECT_EQ(base::Run(command, base::Deadline(clock_)).exit_code, 0);
  EXPECT_EQ(base::ReadFile(out.path() / "copy"), "given");
}

TEST_F(FindInterpreterTest, KnowsAsTheProjectsWhatBelongsToItByName) {
  fs::create_directories(root_.path() / ".venv/bin");
  fs::create_symlink("/bin/sh", root_.path() / ".venv/bin/python");
  fs::create_directory_symlink("..", root_.path() / "again");
  const fs::path python = root_.path() / ".venv/bin/python";
  EXPECT_NE(InterpreterSandbox::For(root_.path(), python), nullptr);
  EXPECT_NE(InterpreterSandbox::For(root_.path() / "again" / root_.path().filename(), python),
            nullptr);
  EXPECT_EQ(InterpreterSandbox::For(root_.path(), "/bin/sh"), nullptr);
  EXPECT_EQ(InterpreterSandbox::For(root_.path() / ".venv", "/bin/sh"), nullptr);
  EXPECT_EQ(InterpreterSandbox::For(root_.path(), "python3"), nullptr);
}

TEST_F(FindInterpreterTest, LooksUpABareNameInPath) {
  EXPECT_EQ(Find("python3").found_by, "python.interpreter");
  EXPECT_THAT([this] { Find("skua-no-such-python"); },
              ThrowsMessage<base::Error>(HasSubstr("skua-no-such-python")));
}

TEST_F(FindInterpreterTest, SaysInOneSentenceWhatIsWrong) {
  FakePython("old", "3, 9, 18");
  FakePython("two", "2, 7, 18");
  FakePython("other", "3, 11, 0", "pypy");
  Fake("unlocked", R"(echo '{"path": "/real/unlocked", "version": [3, 13, 1], )"
                   R"("implementation": "cpython", "free_threaded": true, "pytest": null}')");
  Fake("broken", "echo one >&2; echo 'cannot load libpython' >&2; exit 127");
  Fake("silent", "exit 0");
  Fake("odd", R"(echo '{"path": 1, "version": {}, "implementation": [], "pytest": null}')");
  const std::pair<const char*, const char*> cases[] = {
      {"old", "cpython 3.9.18; Skua needs CPython 3.10"},
      {"two", "cpython 2.7.18; Skua needs CPython 3.10"},
      {"other", "pypy 3.11.0; Skua needs CPython 3.10"},
      {"unlocked", "a free-threaded build of CPython 3.13.1"},
      {"broken", "no Python that runs: cannot load libpython"},
      {"silent", "it answered nothing of use"},
      {"odd", "its answer is none of Python's"},
      {"not/there", "not/there is no executable file"},
  };
  for (const auto& [name, message] : cases) {
    const std::string configured = name;
    EXPECT_THAT([&] { Find(configured); },
                ThrowsMessage<base::Error>(AllOf(
                    HasSubstr(message), HasSubstr("python.interpreter"), Not(HasSubstr("\n")))))
        << name;
  }
}

}  // namespace
}  // namespace skua::worker
