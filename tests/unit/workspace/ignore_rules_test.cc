#include "workspace/ignore_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "project_tree.h"

namespace skua::workspace {
namespace {

struct IgnoreCase {
  const char* rules;
  const char* path;  // with a '/' at the end: a folder
  bool ignored;
};

const std::vector<IgnoreCase> kCases = {
    // A name alone: anywhere, files and folders.
    {"x.py", "x.py", true},
    {"x.py", "a/b/x.py", true},
    {"x.py", "a/x.pyc", false},
    {"out", "a/out/b.py", true},
    // Anchored by a slash at the start or inside.
    {"/x.py", "x.py", true},
    {"/x.py", "a/x.py", false},
    {"a/x.py", "a/x.py", true},
    {"a/x.py", "b/a/x.py", false},
    {"a/b", "a/b/c/d.py", true},
    // Folders only.
    {"out/", "out/x.py", true},
    {"out/", "a/out/x.py", true},
    {"out/", "out", false},
    {"/out/", "a/out/x.py", false},
    {"a/out/", "a/out/x.py", true},
    // One star stays within a part of the path.
    {"*.py", "a/x.py", true},
    {"a/*.py", "a/x.py", true},
    {"a/*.py", "a/b/x.py", false},
    {"*_pb2.py", "a/money_pb2.py", true},
    {"*a*b*c", "xaybzc", true},
    {"*a*b*c", "xaybz", false},
    {"a*", "b", false},
    {"?.py", "x.py", true},
    {"?.py", ".py", false},
    {"a?b", "a/b", false},
    // Two stars as a part of their own.
    {"**/x.py", "x.py", true},
    {"**/x.py", "a/b/x.py", true},
    {"a/**", "a/b/x.py", true},
    {"a/**", "a/", false},
    {"a/**/x.py", "a/x.py", true},
    {"a/**/x.py", "a/b/c/x.py", true},
    {"a/**/x.py", "b/x.py", false},
    {"**/b/**", "a/b/c/x.py", true},
    {"a**x.py", "a/x.py", false},
    {"a**x.py", "abx.py", true},
    // Brackets.
    {"[abc].py", "b.py", true},
    {"[a-c].py", "d.py", false},
    {"[!a-c].py", "d.py", true},
    {"[^a-c].py", "a.py", false},
    {"[]x].py", "].py", true},
    {"[a-].py", "-.py", true},
    {"[[:digit:]].py", "7.py", true},
    {"[[:digit:][:upper:]].py", "x.py", false},
    {"[a", "a", false},
    {"[\\]].py", "].py", true},
    // The last rule wins; a file in an ignored folder stays ignored.
    {"*.py\n!x.py", "a/x.py", false},
    {"!x.py\n*.py", "x.py", true},
    {"out/\n!out/x.py", "out/x.py", true},
    {"out/*\n!out/x.py", "out/x.py", false},
    {"/*\n!/a/", "a/x.py", false},
    {"/*\n!/a/", "b/x.py", true},
    // Comments, escapes, spaces, line ends.
    {"# x.py", "x.py", false},
    {"\\#x", "#x", true},
    {"\\!x", "!x", true},
    {"x.py   ", "x.py", true},
    {"x\\ ", "x ", true},
    {"x.py\r\ny.py\r\n", "y.py", true},
    {"\n\n/\n", "x.py", false},
    {"\\*.py", "x.py", false},
    {"\\*.py", "*.py", true},
    {"\xEF\xBB\xBFx.py", "x.py", true},
};

std::string NameOf(const IgnoreCase& test) {
  return std::string("rules \"") + test.rules + "\", path \"" + test.path + "\"";
}

TEST(IgnoreRules, FollowsTheRulesOfGitignore) {
  for (const IgnoreCase& test : kCases) {
    IgnoreRules rules;
    rules.Add("", test.rules);
    std::string path = test.path;
    const bool is_folder = path.ends_with('/');
    if (is_folder) path.pop_back();
    EXPECT_EQ(rules.Covers(path, is_folder), test.ignored) << NameOf(test);
  }
}

TEST(IgnoreRules, AgreesWithGitItself) {
  const test::ProjectTree tree(test::Files{{"seed", ""}});
  if (tree.Run({"git", "init", "--quiet"}).exit_code != 0) GTEST_SKIP() << "no git here";
  for (const IgnoreCase& test : kCases) {
    std::string path = test.path;
    tree.Write(".gitignore", test.rules);
    // git asks the file system whether the last part is a folder.
    const auto place = tree.root() / path;
    if (path.ends_with('/')) {
      std::filesystem::create_directories(place);
      path.pop_back();
    } else {
      tree.Write(path, "");
    }
    const auto result = tree.Run({"git", "check-ignore", "--quiet", "--no-index", "--", path});
    EXPECT_EQ(result.exit_code == 0, test.ignored) << NameOf(test) << result.errors;
    std::filesystem::remove_all(tree.root() / path.substr(0, path.find('/')));
  }
}

// Rules put together at random, over every path of a small tree.
TEST(IgnoreRules, AgreesWithGitOnRandomRules) {
  const std::vector<std::string> parts = {"a",  "b", "ab",   "*",    "a*",
                                          "*b", "?", "[ab]", "[!a]", "**"};
  const std::vector<std::string> names = {"a", "b", "ab"};
  test::ProjectTree tree;
  std::vector<std::string> paths;
  for (const std::string& x : names) {
    for (const std::string& y : names) {
      for (const std::string& z : names) {
        paths.push_back("d" + x + "/" + y + "/" + z);
        tree.Write(paths.back(), "");
      }
      std::filesystem::create_directories(tree.root() / x / y);
      paths.push_back(x + "/" + y + "/ab");
      tree.Write(paths.back(), "");
    }
  }
  if (tree.Run({"git", "init", "--quiet"}).exit_code != 0) GTEST_SKIP() << "no git here";
  std::string input;
  for (const std::string& path : paths) input += path + "\n";

  base::Rng rng(7);
  for (int round = 0; round < 60; ++round) {
    std::string text;
    for (uint64_t lines = 1 + rng.Below(4); lines > 0; --lines) {
      if (rng.Chance(0.3)) text += "!";
      if (rng.Chance(0.3)) text += "/";
      for (uint64_t length = 1 + rng.Below(3); length > 0; --length) {
        text += rng.Pick(parts) + (length > 1 || rng.Chance(0.2) ? "/" : "");
      }
      text += "\n";
    }
    tree.Write(".gitignore", text);
    const auto answer = tree.Run({"git", "check-ignore", "--no-index", "--stdin"}, input);
    const std::string ignored_by_git = "\n" + answer.output;
    IgnoreRules rules;
    rules.Add("", text);
    for (const std::string& path : paths) {
      const bool expected = ignored_by_git.find("\n" + path + "\n") != std::string::npos;
      EXPECT_EQ(rules.Covers(path, false), expected) << path << " under\n" << text;
    }
  }
}

TEST(IgnoreRules, AppliesNestedFilesBelowTheirFolderOnly) {
  IgnoreRules rules;
  rules.Add("", "*.log\n");
  rules.Add("a/b", "/x.py\n!keep.log\nsub/y.py\n");
  EXPECT_TRUE(rules.Names("a/b/x.py", false));
  EXPECT_FALSE(rules.Names("x.py", false));
  EXPECT_FALSE(rules.Names("a/b/c/x.py", false));
  EXPECT_FALSE(rules.Names("a/b/keep.log", false));
  EXPECT_TRUE(rules.Names("a/keep.log", false));
  EXPECT_TRUE(rules.Names("a/b/sub/y.py", false));
  EXPECT_FALSE(rules.Names("a/bc/x.py", false));
}

TEST(IgnoreRules, TakesNoLongerForManyStarsThanForTheirLine) {
  std::string stars, folders;
  for (int i = 0; i < 100'000; ++i) stars += "**/";
  for (int i = 0; i < 60; ++i) folders += "a/";
  IgnoreRules rules;
  rules.Add("", stars + "a/**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b\n");
  EXPECT_FALSE(rules.Covers(folders + "c.py", false));
  EXPECT_TRUE(rules.Covers(folders + "b", false));
}

TEST(IgnoreRules, ForgetsTheRulesOfAFolderThatWasLeft) {
  IgnoreRules rules;
  rules.Add("", "a.py\n");
  const std::size_t outer = rules.size();
  rules.Add("sub", "b.py\n");
  rules.Truncate(outer);
  EXPECT_TRUE(rules.Names("sub/a.py", false));
  EXPECT_FALSE(rules.Names("sub/b.py", false));
}

}  // namespace
}  // namespace skua::workspace
