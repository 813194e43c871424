#include "workspace/test_finder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "project_tree.h"
#include "support/matchers.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

std::vector<std::string> FoundTests(const ProjectTree& tree) {
  std::vector<std::string> found;
  for (const auto& file : FindTestFiles(tree.root(), "tests/generated", base::Log())) {
    found.push_back(file.name + "=" + file.path);
  }
  return found;
}

TEST(TestFinder, FindsTestsWhereverTheyAreButGeneratedOnes) {
  const ProjectTree tree(
      "tests/test_money.py tests/deep/money_test.py tests/conftest.py "
      "tests/helper.py tests/generated/test_rates.py "
      "src/parcel/tests/test_rates.py test_top.py test_data.txt");
  EXPECT_THAT(FoundTests(tree),
              ElementsAre("parcel.tests.test_rates=src/parcel/tests/test_rates.py",
                          "test_top=test_top.py", "tests.deep.money_test=tests/deep/money_test.py",
                          "tests.test_money=tests/test_money.py"));
}

TEST(TestFinder, PassesOverWhatIsNotTheProjects) {
  const ProjectTree tree(
      ".tox/test_a.py node_modules/x/test_b.py env/pyvenv.cfg "
      "env/lib/test_c.py build/lib/test_d.py "
      "lib/site-packages/x/test_e.py");
  EXPECT_THAT(FoundTests(tree), IsEmpty());
}

TEST(TestFinder, PassesOverWhatIsNoFileOfTheProject) {
  const ProjectTree other(Files{{"test_b.py", ""}});
  const ProjectTree tree(Files{{"test_a.py", ""}});
  mkfifo((tree.root() / "test_pipe.py").c_str(), 0600);
  std::filesystem::create_symlink(other.root() / "test_b.py", tree.root() / "test_b.py");
  std::filesystem::create_symlink("test_a.py", tree.root() / "test_again.py");
  EXPECT_THAT(FoundTests(tree), ElementsAre("test_a=test_a.py", "test_again=test_again.py"));
}

std::vector<std::string> TestsOf(const std::string& module,
                                 const std::vector<std::vector<std::string>>& imports,
                                 std::size_t most = 10) {
  std::vector<SourceModule> tests;
  for (const auto& names : imports) {
    SourceModule& test = tests.emplace_back();
    test.module.path = fmt::format("test_{}.py", tests.size() - 1);
    test.scan.imports = names;
  }
  return TestFilesOf({module, ""}, tests, most);
}

TEST(TestFinder, KnowsTheTestsOfAModuleByTheirImports) {
  EXPECT_THAT(TestsOf("parcel.rates", {{"os", "parcel.money"},
                                       {"parcel"},
                                       {"parcel.rates", "parcel.rates.quote"},
                                       {"parcel.rates_old", "rates"},
                                       {"parcel.rates.Table"}}),
              ElementsAre("test_2.py", "test_4.py", "test_1.py"));
  EXPECT_THAT(TestsOf("parcel", {{"parcel.money"}, {"parcels"}}), ElementsAre("test_0.py"));
}

TEST(TestFinder, PrefersDirectImportersWhenThereAreMany) {
  EXPECT_THAT(TestsOf("a.b", {{"a"}, {"a.b"}, {"a.b"}}, 2), ElementsAre("test_1.py", "test_2.py"));
}

TEST(TestFinder, RelativeImportsCount) {
  const ProjectTree tree(Files{{"src/parcel/__init__.py", ""},
                               {"src/parcel/tests/test_rates.py", "from ..rates import quote\n"}});
  const Scanner scanner = tree.CountingScanner();
  model::ScanCache cache;
  bool changed = false;
  const auto scan = [&] {
    return ScanModules(tree.root(), FindTestFiles(tree.root(), "generated", base::Log()), scanner,
                       cache, &changed, base::Log(), tree.unlimited());
  };
  EXPECT_THAT(TestFilesOf({"parcel.rates", ""}, scan(), 10),
              ElementsAre("src/parcel/tests/test_rates.py"));
}

}  // namespace
}  // namespace skua::workspace
