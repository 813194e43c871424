#include "worker/runtime_bundle.h"
#include "support/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

InterpreterFacts InterpreterAt(const fs::path& path) {
  InterpreterFacts facts;
  facts.path = path;
  return facts;
}

// A scratch folder whose removal takes longer than a moment is removed by another process, which
// nobody waits for.
bool ComesTrue(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000 && !condition(); ++i) usleep(10'000);
  return condition();
}

class RuntimeBundleTest : public ::testing::Test {
 protected:
  fs::path Cache() const { return scratch_.path() / "cache"; }
  fs::path Server(const RuntimeBundle& bundle) const {
    return bundle.path() / "skua_runtime/serving/server.py";
  }
  std::ptrdiff_t EntriesInCache() const {
    return std::distance(fs::directory_iterator(Cache()), fs::directory_iterator());
  }
  bool HasOneEntrySoon() const {
    ComesTrue([this] { return EntriesInCache() <= 1; });
    return EntriesInCache() == 1;
  }

  const base::ScratchFolder scratch_;
};

TEST_F(RuntimeBundleTest, HoldsTheFilesOfTheRuntime) {
  const RuntimeBundle bundle(Cache());
  EXPECT_TRUE(base::ReadFile(Server(bundle)) ==
              base::ReadFile(test::Source("src/runtime/skua_runtime/serving/server.py")));
  EXPECT_EQ(base::ReadFile(bundle.path() / "skua_native.abi3.so").substr(0, 4),
            "\x7f"
            "ELF");
}

TEST_F(RuntimeBundleTest, IsCompiledOutsideOfTheCache) {
  RuntimeBundle bundle(Cache());
  const fs::path cached = bundle.path();
  const base::SteadyClock clock;
  bundle.Compile(InterpreterAt("python3"), base::Deadline(clock));
  EXPECT_NE(bundle.path(), cached);
  EXPECT_EQ(base::ReadFile(Server(bundle)),
            base::ReadFile(cached / "skua_runtime/serving/server.py"));
  for (const char* room : {"", "serving", "alone"}) {
    EXPECT_TRUE(fs::exists(bundle.path() / "skua_runtime" / room / "__pycache__")) << room;
    EXPECT_FALSE(fs::exists(cached / "skua_runtime" / room / "__pycache__")) << room;
  }
}

TEST_F(RuntimeBundleTest, StaysAsItIsWhenItCannotBeCompiled) {
  RuntimeBundle bundle(Cache());
  const fs::path cached = bundle.path();
  const base::SteadyClock clock;
  bundle.Compile(InterpreterAt("/no/such/python"), base::Deadline(clock));
  EXPECT_EQ(bundle.path(), cached);
}

TEST_F(RuntimeBundleTest, IsUnpackedOnce) {
  const RuntimeBundle first(Cache());
  struct stat before, after;
  ASSERT_EQ(stat(Server(first).c_str(), &before), 0);
  const RuntimeBundle second(Cache());
  ASSERT_EQ(stat(Server(second).c_str(), &after), 0);
  EXPECT_EQ(second.path(), first.path());
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_TRUE(HasOneEntrySoon());
}

TEST_F(RuntimeBundleTest, ReplacesWhatWasTamperedWith) {
  const RuntimeBundle original(Cache());
  const std::string text = base::ReadFile(Server(original));
  const fs::path folder = original.path();
  const std::vector<std::pair<const char*, std::function<void()>>> harms = {
      {"changed",
       [&] { base::WriteFileAtomically(folder / "skua_runtime/serving/server.py", "evil"); }},
      {"half unpacked", [&] { fs::remove(folder / "skua_runtime/serving/server.py"); }},
      {"a module put before", [&] { base::WriteFileAtomically(folder / "json.py", "evil"); }},
      {"compiled code",
       [&] { base::WriteFileAtomically(folder / "skua_runtime/__pycache__/server.pyc", "evil"); }},
      {"a link",
       [&] {
         fs::rename(folder / "skua_runtime/serving/server.py", scratch_.path() / "elsewhere");
         fs::create_symlink(scratch_.path() / "elsewhere",
                            folder / "skua_runtime/serving/server.py");
       }},
      {"writable for others", [&] { fs::permissions(folder, fs::perms::all); }},
      {"a file in its place",
       [&] {
         fs::remove_all(folder);
         base::WriteFileAtomically(folder, "evil");
       }},
  };
  for (const auto& [name, harm] : harms) {
    harm();
    const RuntimeBundle bundle(Cache());
    EXPECT_EQ(bundle.path(), folder) << name;
    EXPECT_EQ(base::ReadFile(Server(bundle)), text) << name;
    EXPECT_FALSE(fs::exists(folder / "json.py"));
    EXPECT_FALSE(fs::exists(folder / "skua_runtime/__pycache__"));
    EXPECT_EQ(fs::status(folder).permissions() & fs::perms::others_write, fs::perms::none);
    EXPECT_TRUE(HasOneEntrySoon()) << name;
  }
}

TEST_F(RuntimeBundleTest, IsUnpackedByManyAtOnce) {
  std::vector<std::unique_ptr<RuntimeBundle>> bundles(6);
  std::vector<std::thread> threads;
  for (auto& bundle : bundles) {
    threads.emplace_back([&] { bundle = std::make_unique<RuntimeBundle>(Cache()); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& bundle : bundles) EXPECT_EQ(bundle->path(), bundles[0]->path());
  EXPECT_TRUE(HasOneEntrySoon());
}

TEST_F(RuntimeBundleTest, LivesInAScratchFolderWhereThereIsNoCache) {
  base::WriteFileAtomically(Cache(), "a file, not a folder");
  for (const fs::path& cache : {Cache(), fs::path()}) {
    fs::path path;
    {
      const RuntimeBundle bundle(cache);
      path = bundle.path();
      EXPECT_TRUE(fs::exists(Server(bundle)));
    }
    EXPECT_TRUE(ComesTrue([&] { return !fs::exists(path); }));
  }
}

TEST_F(RuntimeBundleTest, FindsTheUsersCache) {
  const std::string home_before = std::getenv("HOME") ? std::getenv("HOME") : "";
  const char* xdg = std::getenv("XDG_CACHE_HOME");
  const std::string xdg_before = xdg ? xdg : "";
  setenv("XDG_CACHE_HOME", "/x/cache", 1);
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(RuntimeBundle::DefaultCache(), "/x/cache/skua");
  setenv("XDG_CACHE_HOME", "relative/is/ignored", 1);
  EXPECT_EQ(RuntimeBundle::DefaultCache(), "/home/me/.cache/skua");
  unsetenv("HOME");
  EXPECT_EQ(RuntimeBundle::DefaultCache(), "");
  setenv("HOME", home_before.c_str(), 1);
  xdg ? setenv("XDG_CACHE_HOME", xdg_before.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace skua::worker
