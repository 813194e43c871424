#include "workspace/git_base.h"

#include "project_tree.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "workspace/change_set.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

class GitBase : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!tree_.Run({"git", "--version"}).started) GTEST_SKIP() << "no git here";
  }

  void Commit() {
    Git({"init", "--quiet"});
    Git({"add", "--all"});
    Git({"-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false", "commit",
         "--quiet", "--message", "x"});
  }
  void Git(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "git");
    const auto result = tree_.Run(arguments);
    ASSERT_EQ(result.exit_code, 0) << result.errors;
  }

  std::vector<SourceModule> AtRef(const std::string& ref, const std::string& below = "") {
    SourceSelection selection{.root = tree_.root() / below};
    return ModulesAtRef(selection, ref, tree_.CountingScanner(), cache_, base::Log(),
                        tree_.unlimited());
  }

  std::string ErrorOf(const std::string& ref) {
    return test::ErrorOf([&] { AtRef(ref); });
  }

  const ProjectTree tree_{test::Files{{"src/p/__init__.py", ""},
                                      {"src/p/a.py", "x = 1\n"},
                                      {"src/p/gone.py", "y = 1\n"},
                                      {"src/p/tests/test_a.py", ""}}};
  model::ScanCache cache_;
};

TEST_F(GitBase, TellsHowModulesWereAtARef) {
  Commit();
  tree_.Write("src/p/a.py", "x = 2  # new value\n");
  tree_.Write("src/p/b.py", "from p import a\n");
  std::filesystem::remove(tree_.root() / "src/p/gone.py");
  const auto now = tree_.Scan(cache_);
  std::vector<std::string> told;
  for (const auto& change : ChangesBetween(AtRef("HEAD"), now, "HEAD").modules) {
    told.push_back(change.module.name + " " + std::string(model::NameOf(change.change)));
  }
  EXPECT_THAT(told, ElementsAre("p unchanged", "p.a modified", "p.b new", "p.gone deleted"));
}

TEST_F(GitBase, KnowsWhereTheCheckoutCameFromAndWhichCommitItIs) {
  const auto known = [&] { return RemoteAndCommitOf(tree_.root(), tree_.unlimited()); };
  EXPECT_EQ(known().remote + known().commit, "");
  Commit();
  EXPECT_EQ(known().remote, "");
  EXPECT_EQ(known().commit.size(), 40u);
  Git({"remote", "add", "origin", "git@github.com:acme/parcel.git"});
  EXPECT_EQ(known().remote, "git@github.com:acme/parcel.git");
}

TEST_F(GitBase, KnowsNothingOfTheCheckoutWhenItsTimeIsOver) {
  Commit();
  const base::SteadyClock clock;
  const auto known =
      RemoteAndCommitOf(tree_.root(), base::Deadline(clock).Within(base::Duration::zero()));
  EXPECT_EQ(known.remote + known.commit, "");
}

TEST_F(GitBase, ParsesOnlyWhatDiffersFromTheWorkingTree) {
  Commit();
  tree_.Scan(cache_);
  const int starts = tree_.Starts();
  AtRef("HEAD");
  EXPECT_EQ(tree_.Starts(), starts);
}

TEST_F(GitBase, LooksBelowTheProjectsRootOnly) {
  Commit();
  const auto modules = AtRef("HEAD", "src");
  ASSERT_EQ(modules.size(), 3u);
  EXPECT_EQ(modules[1].module.path, "p/a.py");
}

TEST_F(GitBase, TellsWhichLinesDifferFromARefWhateverTheUsersSettingsForDiffAre) {
  Commit();
  Git({"config", "diff.noprefix", "true"});
  Git({"config", "diff.context", "9"});
  Git({"config", "color.diff", "always"});
  tree_.Write("src/p/a.py", "x = 1\ny = 2\nz = 3\n");
  tree_.Write("src/p/new.py", "a = 1\n");
  tree_.Write("src/p/notes.txt", "a\n");
  tree_.Write("src/p/unknown.py", "a = 1\n");
  std::filesystem::remove(tree_.root() / "src/p/gone.py");
  Git({"add", "src/p/new.py", "src/p/notes.txt"});
  const ChangedLines below = LinesChangedSince(tree_.root() / "src", "HEAD", tree_.unlimited());
  EXPECT_EQ(below, (ChangedLines{{"p/a.py", {{2, 3}}}, {"p/new.py", {{1, 1}}}}));
}

TEST_F(GitBase, SaysWhatIsWrong) {
  EXPECT_THAT(ErrorOf("HEAD"), HasSubstr("needs a git checkout"));
  Commit();
  EXPECT_THAT(ErrorOf("no-such-branch"), HasSubstr("git knows no such commit"));
  EXPECT_THAT(ErrorOf("--all"), HasSubstr("git knows no such commit"));
}

}  // namespace
}  // namespace skua::workspace
