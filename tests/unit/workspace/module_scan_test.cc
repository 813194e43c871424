#include "workspace/module_scan.h"

#include <sys/stat.h>

#include "base/error.h"
#include "project_tree.h"
#include "support/fake_clock.h"
#include "support/matchers.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

// As time passes between runs: no entry is as young as its file any more.
void Age(model::ScanCache& cache) {
  for (auto& [path, entry] : cache.files) entry.read_at_ns += 5'000'000'000;
}

TEST(ModuleScan, StartsNoPythonWhenNothingChanged) {
  const ProjectTree tree(Files{{"a.py", "import b\n"}, {"b.py", "x = 1\n"}});
  model::ScanCache cache;
  bool changed = false;
  const auto first = tree.Scan(cache, &changed);
  EXPECT_TRUE(changed);
  EXPECT_EQ(tree.Starts(), 1);
  Age(cache);
  const auto second = tree.Scan(cache, &changed);
  EXPECT_FALSE(changed);
  EXPECT_EQ(tree.Starts(), 1);
  ASSERT_EQ(second.size(), 2u);
  EXPECT_EQ(second[0].scan.fingerprint, first[0].scan.fingerprint);
  EXPECT_THAT(second[0].scan.imports, ElementsAre("b"));
}

TEST(ModuleScan, ReadsATouchedFileButDoesNotParseIt) {
  const ProjectTree tree(Files{{"a.py", "x = 1\n"}});
  model::ScanCache cache;
  tree.Scan(cache);
  Age(cache);
  tree.Write("a.py", "x = 1\n");
  bool changed = false;
  tree.Scan(cache, &changed);
  EXPECT_TRUE(changed);  // the new stamp
  EXPECT_EQ(tree.Starts(), 1);
}

TEST(ModuleScan, ParsesOnlyWhatWasEdited) {
  const ProjectTree tree(Files{{"a.py", "x = 1\n"}, {"b.py", "y = 1\n"}});
  model::ScanCache cache;
  const auto first = tree.Scan(cache);
  Age(cache);
  tree.Write("b.py", "y = 2\n");
  const auto second = tree.Scan(cache);
  EXPECT_EQ(tree.Starts(), 2);
  EXPECT_EQ(second[0].scan.fingerprint, first[0].scan.fingerprint);
  EXPECT_NE(second[1].scan.fingerprint, first[1].scan.fingerprint);
}

// An edit within the clock tick of the scan, of the same length, leaves the same stamp.
TEST(ModuleScan, DoesNotTrustAStampAsYoungAsTheScan) {
  const ProjectTree tree(Files{{"a.py", "x = 1\n"}});
  model::ScanCache cache;
  const auto first = tree.Scan(cache);
  tree.Write("a.py", "x = 2\n");
  struct stat info;
  ASSERT_EQ(stat((tree.root() / "a.py").c_str(), &info), 0);
  auto& entry = cache.files.at("a.py");
  entry.stamp = {static_cast<uint64_t>(info.st_size),
                 info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec,
                 info.st_ctim.tv_sec * 1'000'000'000 + info.st_ctim.tv_nsec, info.st_ino};
  entry.read_at_ns = entry.stamp.ctime_ns;
  const auto second = tree.Scan(cache);
  EXPECT_NE(second[0].scan.fingerprint, first[0].scan.fingerprint);
}

TEST(ModuleScan, ForgetsFilesThatAreGone) {
  const ProjectTree tree(Files{{"a.py", ""}, {"b.py", ""}});
  model::ScanCache cache;
  tree.Scan(cache);
  Age(cache);
  std::filesystem::remove(tree.root() / "b.py");
  bool changed = false;
  tree.Scan(cache, &changed);
  EXPECT_TRUE(changed);
  EXPECT_EQ(cache.files.count("b.py"), 0u);
}

TEST(ModuleScan, ScansAnewForAnotherScanner) {
  const ProjectTree tree(Files{{"a.py", ""}});
  model::ScanCache cache;
  tree.Scan(cache);
  Age(cache);
  cache.scanner = "another";
  tree.Scan(cache);
  EXPECT_EQ(tree.Starts(), 2);
}

TEST(ModuleScan, TellsWhereAFileDoesNotParse) {
  const ProjectTree tree(Files{{"a.py", "x = 1\ndef f(:\n"}, {"b.py", "y = 1\n"}});
  const auto sources = tree.Scan();
  ASSERT_TRUE(sources[0].scan.error.has_value());
  EXPECT_EQ(sources[0].scan.error->line, 2u);
  EXPECT_FALSE(sources[0].scan.fingerprint.empty());
  EXPECT_FALSE(sources[1].scan.error.has_value());
}

TEST(ModuleScan, GoesOnBehindAFileThatCrashesTheParser) {
  const ProjectTree tree(Files{{"a.py", ""}, {"b.py", ""}, {"c.py", "x = 1\n"}});
  // Answers as scan.py does, but dies on b.py.
  tree.Write("crash.py",
             "import json, os, sys\n"
             "for line in sys.stdin:\n"
             "    path = json.loads(line)['path']\n"
             "    if path == 'b.py': os.kill(os.getpid(), 11)\n"
             "    answer = dict(path=path, fingerprint='f', imports=[], calls={},\n"
             "      defines=[], predicates=0, is_inert=False)\n"
             "    print(json.dumps(answer), flush=True)\n");
  const std::vector<model::ModuleId> modules = {{"a", "a.py"}, {"b", "b.py"}, {"c", "c.py"}};
  const auto scans = RunScanner(tree.CountingScanner((tree.root() / "crash.py").string()),
                                tree.root(), modules, tree.unlimited());
  ASSERT_EQ(scans.size(), 3u);
  EXPECT_EQ(scans[0].fingerprint, "f");
  ASSERT_TRUE(scans[1].error.has_value());
  EXPECT_THAT(scans[1].error->message, HasSubstr("crashes"));
  EXPECT_EQ(scans[2].fingerprint, "f");
}

TEST(ModuleScan, KeepsTheOrderOverSeveralProcesses) {
  const ProjectTree tree;
  for (int i = 100; i < 250; ++i) {
    tree.Write("m" + std::to_string(i) + ".py", "import x" + std::to_string(i) + "\n");
  }
  const auto sources = tree.Scan();
  EXPECT_EQ(tree.Starts(), 2);
  ASSERT_EQ(sources.size(), 150u);
  for (int i = 0; i < 150; ++i) {
    EXPECT_THAT(sources[i].scan.imports, ElementsAre("x" + std::to_string(i + 100)));
  }
}

TEST(ModuleScan, LeavesUnreadWhatTheDeadlineDidNotReach) {
  const ProjectTree tree(Files{{"a.py", "x = 1\n"}});
  test::FakeClock clock;
  const base::Deadline expired = base::Deadline(clock).Within({});
  model::ScanCache cache;
  bool changed = false;
  const auto sources = ScanModules(tree.root(), tree.Modules(), tree.CountingScanner(), cache,
                                   &changed, base::Log(), expired);
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_TRUE(sources[0].scan.fingerprint.empty());
  EXPECT_TRUE(cache.files.empty());
}

TEST(ModuleScan, SaysThatTheInterpreterCannotBeRun) {
  const ProjectTree tree(Files{{"a.py", ""}});
  const std::vector<model::ModuleId> modules = {{"a", "a.py"}};
  EXPECT_THROW(RunScanner({"/nowhere/python", ProjectTree::kScanScript, 1}, tree.root(), modules,
                          tree.unlimited()),
               base::Error);
  EXPECT_THROW(RunScanner({"/bin/false", ProjectTree::kScanScript, 1}, tree.root(), modules,
                          tree.unlimited()),
               base::Error);
}

}  // namespace
}  // namespace skua::workspace
