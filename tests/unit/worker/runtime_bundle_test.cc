#include "worker/runtime_bundle.h"
#include "support/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace skua::worker {
namespace {

namespace fs = std::filesystem;

// Of a version for which no binary holds bytecode.
InterpreterFacts InterpreterAt(const fs::path& path) { return {.path = path}; }

// One of a version for which this binary holds bytecode.
InterpreterFacts KnownInterpreter() {
  const base::ScratchFolder cache;
  InterpreterFacts facts = InterpreterAt("/no/such/python");
  facts.major = 3;
  for (facts.minor = 10; facts.minor < 100; ++facts.minor) {
    const RuntimeBundle bundle(facts, cache.path());
    if (fs::exists(bundle.path() / "skua_runtime/__pycache__")) return facts;
  }
  throw std::logic_error("no bytecode in this binary");
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
  static fs::path Compiled(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder / "skua_runtime/serving/__pycache__")) {
      if (entry.path().filename().string().starts_with("server.")) return entry.path();
    }
    return {};
  }
  std::ptrdiff_t EntriesInCache() const {
    return std::distance(fs::directory_iterator(Cache()), fs::directory_iterator());
  }
  bool HasOneEntrySoon() const {
    ComesTrue([this] { return EntriesInCache() <= 1; });
    return EntriesInCache() == 1;
  }

  const base::ScratchFolder scratch_;
  const InterpreterFacts none_ = InterpreterAt("/no/such/python");
};

TEST_F(RuntimeBundleTest, HoldsTheFilesOfTheRuntime) {
  const RuntimeBundle bundle(none_, Cache());
  EXPECT_TRUE(base::ReadFile(Server(bundle)) ==
              base::ReadFile(test::Source("src/runtime/skua_runtime/serving/server.py")));
  EXPECT_EQ(base::ReadFile(bundle.path() / "skua_native.abi3.so").substr(0, 4),
            "\x7f"
            "ELF");
}

TEST_F(RuntimeBundleTest, IsCompiledOutsideOfTheCache) {
  RuntimeBundle bundle(InterpreterAt("python3"), Cache());
  const fs::path cached = bundle.path();
  const base::SteadyClock clock;
  bundle.Compile(base::Deadline(clock));
  EXPECT_NE(bundle.path(), cached);
  EXPECT_EQ(base::ReadFile(Server(bundle)),
            base::ReadFile(cached / "skua_runtime/serving/server.py"));
  for (const char* room : {"", "serving", "alone"}) {
    EXPECT_TRUE(fs::exists(bundle.path() / "skua_runtime" / room / "__pycache__")) << room;
    EXPECT_FALSE(fs::exists(cached / "skua_runtime" / room / "__pycache__")) << room;
  }
}

TEST_F(RuntimeBundleTest, StaysAsItIsWhenItCannotBeCompiled) {
  RuntimeBundle bundle(none_, Cache());
  const fs::path cached = bundle.path();
  const base::SteadyClock clock;
  bundle.Compile(base::Deadline(clock));
  EXPECT_EQ(bundle.path(), cached);
}

TEST_F(RuntimeBundleTest, HoldsBytecodeForTheInterpreterAlone) {
  const InterpreterFacts known = KnownInterpreter();
  RuntimeBundle bundle(known, Cache());
  const fs::path cached = bundle.path();
  const base::SteadyClock clock;
  bundle.Compile(base::Deadline(clock));
  EXPECT_EQ(bundle.path(), cached) << "nothing is left to compile";
  const std::string ending = "cpython-3" + std::to_string(known.minor);
  std::size_t sources = 0, compiled = 0;
  for (const auto& entry : fs::recursive_directory_iterator(cached / "skua_runtime")) {
    sources += entry.path().extension() == ".py" ? 1 : 0;
    if (entry.path().extension() != ".pyc") continue;
    ++compiled;
    EXPECT_EQ(entry.path().stem().extension(), "." + ending) << entry.path();
  }
  EXPECT_EQ(compiled, sources);
  EXPECT_NE(RuntimeBundle(none_, Cache()).path(), cached);
}

TEST_F(RuntimeBundleTest, IsUnpackedOnce) {
  const RuntimeBundle first(none_, Cache());
  struct stat before, after;
  ASSERT_EQ(stat(Server(first).c_str(), &before), 0);
  const RuntimeBundle second(none_, Cache());
  ASSERT_EQ(stat(Server(second).c_str(), &after), 0);
  EXPECT_EQ(second.path(), first.path());
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_TRUE(HasOneEntrySoon());
}

TEST_F(RuntimeBundleTest, ReplacesWhatWasTamperedWith) {
  const InterpreterFacts known = KnownInterpreter();
  const RuntimeBundle original(known, Cache());
  const std::string text = base::ReadFile(Server(original));
  const fs::path folder = original.path();
  const std::vector<std::pair<const char*, std::function<void()>>> harms = {
      {"changed",
       [&] { base::WriteFileAtomically(folder / "skua_runtime/serving/server.py", "evil"); }},
      {"half unpacked", [&] { fs::remove(folder / "skua_runtime/serving/server.py"); }},
      {"a module put before", [&] { base::WriteFileAtomically(folder / "json.py", "evil"); }},
      {"compiled code",
       [&] { base::WriteFileAtomically(folder / "skua_runtime/__pycache__/server.pyc", "evil"); }},
      {"changed bytecode", [&] { base::WriteFileAtomically(Compiled(folder), "evil"); }},
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
    const RuntimeBundle bundle(known, Cache());
    EXPECT_EQ(bundle.path(), folder) << name;
    EXPECT_EQ(base::ReadFile(Server(bundle)), text) << name;
    EXPECT_FALSE(fs::exists(folder / "json.py"));
    EXPECT_FALSE(fs::exists(folder / "skua_runtime/__pycache__/server.pyc"));
    EXPECT_NE(base::ReadFile(Compiled(folder)), "evil");
    EXPECT_EQ(fs::status(folder).permissions() & fs::perms::others_write, fs::perms::none);
    EXPECT_TRUE(HasOneEntrySoon()) << name;
  }
}

TEST_F(RuntimeBundleTest, IsUnpackedByManyAtOnce) {
  std::vector<std::unique_ptr<RuntimeBundle>> bundles(6);
  std::vector<std::thread> threads;
  for (auto& bundle : bundles) {
    threads.emplace_back([&] { bundle = std::make_unique<RuntimeBundle>(none_, Cache()); });
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
      const RuntimeBundle bundle(none_, cache);
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
