#include "worker/interpreter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"
#include "base/files.h"

namespace skua::worker {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
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
                           base::Deadline(clock_).Within(std::chrono::minutes(1)));
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
};

TEST_F(FindInterpreterTest, AsksARealOne) {
  const InterpreterFacts facts = Find();
  EXPECT_EQ(facts.found_by, "PATH");
  EXPECT_TRUE(facts.path.is_absolute());
  EXPECT_EQ(facts.implementation, "cpython");
  EXPECT_EQ(facts.major, 3);
  EXPECT_GE(facts.minor, 10);
  EXPECT_THAT(facts.version(), ::testing::StartsWith("3."));
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
  const std::pair<const char*, const char*> cases[] = {
      {"old", "cpython 3.9.18; Skua needs CPython 3.10"},
      {"two", "cpython 2.7.18; Skua needs CPython 3.10"},
      {"other", "pypy 3.11.0; Skua needs CPython 3.10"},
      {"unlocked", "a free-threaded build of CPython 3.13.1"},
      {"broken", "no Python that runs: cannot load libpython"},
      {"silent", "it answered nothing of use"},
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
