#include "command/survey/own_tests.h"

#include "base/files.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

// A project in which modules and tests were found and scanned.
struct Found {
  Found() {
    config.project.root = folder.path();
    for (const auto& [path, imports] :
         std::initializer_list<std::pair<const char*, std::vector<std::string>>>{
             {"tests/test_all.py", {"shop"}},
             {"tests/test_other.py", {"elsewhere"}},
             {"tests/unit/test_stack.py", {"shop.stack"}},
             {"shop/test_helpers.py", {"shop.stack"}},
             {"test_root.py", {"shop.basket"}}}) {
      workspace::SourceModule test{.module = {"", path}};
      test.scan.imports = imports;
      survey.tests.push_back(std::move(test));
    }
  }
  std::vector<std::string> Tests() const {
    return OwnTestsOf(config, survey, {{"shop.stack", ""}});
  }

  base::ScratchFolder folder;
  config::Config config;
  Survey survey;
};

TEST(OwnTestsOf, TakesFoldersOfTestsAndTheModulesOwnFirst) {
  EXPECT_THAT(Found().Tests(),
              ElementsAre("tests/test_all.py", "tests/unit/test_stack.py", "test_root.py"));
}

TEST(OwnTestsOf, KeepsToThePathsOfPytest) {
  Found found;
  base::WriteFileAtomically(found.folder.path() / "pytest.ini",
                            "[pytest]\ntestpaths = tests/unit\n");
  EXPECT_THAT(found.Tests(), ElementsAre("tests/unit/test_stack.py"));
}

TEST(OwnTestsOf, TakesWhatTheConfigurationNames) {
  Found found;
  found.config.existing_tests = {"shop"};
  found.survey.existing_tests = {"shop/test_helpers.py"};
  EXPECT_THAT(found.Tests(), ElementsAre("shop/test_helpers.py"));
}

}  // namespace
}  // namespace skua::command
