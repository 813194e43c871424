#include "command/survey/survey.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/error_of.h"
#include "support/fake_project.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using model::Change;
using model::ReasonCode;
using namespace std::chrono_literals;

struct Selection {
  const char* selector;
  bool package, module, path;  // whether it names parcel, parcel.rates and parcels.py
};

class NamesTest : public ::testing::TestWithParam<Selection> {};

TEST_P(NamesTest, TellsModulesAndPathsWithAllThatLiesInThem) {
  const auto& [selector, package, module, path] = GetParam();
  EXPECT_EQ(Names(selector, {"parcel", "src/parcel/__init__.py"}), package);
  EXPECT_EQ(Names(selector, {"parcel.rates", "src/parcel/rates.py"}), module);
  EXPECT_EQ(Names(selector, {"parcels", "parcels.py"}), path);
}

INSTANTIATE_TEST_SUITE_P(Selectors, NamesTest,
                         ::testing::Values(Selection{"parcel", true, true, false},
                                           Selection{"parcel.rates", false, true, false},
                                           Selection{"parcel.rate", false, false, false},
                                           Selection{"src/parcel", true, true, false},
                                           Selection{"./src/parcel/", true, true, false},
                                           Selection{"src/parcel/rates.py", false, true, false},
                                           Selection{"parcels.py", false, false, true},
                                           Selection{"src/par", false, false, false},
                                           Selection{"", false, false, false}));

class SurveyTest : public ::testing::Test {
 protected:
  Survey Take(state::State::Access access = state::State::Access::kWrite) {
    return project_.TakeSurvey(base::Deadline(clock_), access);
  }
  // As after a run in which these modules got tests that cover all goals.
  void Finish(const std::vector<std::string>& modules) {
    const Survey survey = Take();
    std::vector<state::SeenModule> seen;
    for (const workspace::SourceModule& source : survey.sources) {
      seen.push_back({source.module, source.scan.fingerprint});
    }
    const int64_t run =
        survey.state->BeginRun({1'700'000'000, 60s, 1, 1, survey.environment}, seen);
    for (const state::SeenModule& module : seen) {
      if (std::ranges::count(modules, module.module.name) == 0) continue;
      model::ModuleOutcome outcome{.module = module.module,
                                   .fingerprint = module.fingerprint,
                                   .change = Change::kNew,
                                   .used = 1s};
      outcome.goals.count = 1;
      outcome.goals.covered = {true};
      outcome.written.json = "{}";
      outcome.written.file = FileOf(module.module.name);
      outcome.written.texts[outcome.written.file] = "a test";
      survey.state->RecordModule(run, outcome);
      project_.Write(outcome.written.file, "a test");
    }
    survey.state->EndRun(run, 1s, false);
    project_.asked.clear();
  }
  static std::string FileOf(const std::string& module) {
    return "tests/generated/test_" + module + ".py";
  }
  static std::vector<std::string> NamesOf(const std::vector<plan::PlannedModule>& modules) {
    std::vector<std::string> names;
    for (const plan::PlannedModule& module : modules) names.push_back(module.module.name);
    return names;
  }
  static std::vector<std::string> NamesOf(const std::vector<workspace::SourceModule>& modules) {
    std::vector<std::string> names;
    for (const workspace::SourceModule& module : modules) names.push_back(module.module.name);
    return names;
  }
  std::string WhyNot() {
    return test::ErrorOf([&] { Take(); });
  }
  // All files, with their contents.
  std::string Tree() const {
    std::string tree;
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(project_.root())) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) tree += file.string() + "\n" + base::ReadFile(file) + "\n";
    return tree;
  }

  test::FakeClock clock_;
  test::FakeProject project_{{{"rates.py", "import money\n"},
                              {"money.py", "money"},
                              {"tests/test_rates.py", "import rates\n"}}};
};

TEST_F(SurveyTest, FindsModulesAndTestsApartAndPlansWhatIsNew) {
  const Survey survey = Take();
  EXPECT_THAT(NamesOf(survey.sources), ElementsAre("money", "rates"));
  ASSERT_EQ(survey.tests.size(), 1u);
  EXPECT_EQ(survey.tests[0].module.path, "tests/test_rates.py");
  EXPECT_THAT(NamesOf(survey.plan.run), UnorderedElementsAre("money", "rates"));
  EXPECT_THAT(survey.plan.skipped, IsEmpty());
  EXPECT_FALSE(survey.state_note);
  EXPECT_EQ(survey.interpreter.pytest_version, "8.3.0");
}

TEST_F(SurveyTest, ReadsNoFileAgainThatWasNotTouched) {
  Finish({"rates", "money"});
  const Survey survey = Take();
  EXPECT_EQ(project_.asked["scan.py rates.py"], 0);
  EXPECT_THAT(survey.plan.run, IsEmpty());
  ASSERT_EQ(survey.plan.skipped.size(), 2u);
  EXPECT_EQ(survey.plan.skipped[0].reason.code, ReasonCode::kUnchanged);
}

TEST_F(SurveyTest, TellsWhatChangedAndWhatImportsIt) {
  Finish({"rates", "money"});
  project_.Write("money.py", "other money");
  const Survey survey = Take();
  EXPECT_THAT(NamesOf(survey.plan.run), ElementsAre("money", "rates"));
  EXPECT_EQ(survey.plan.run[0].change, Change::kModified);
  EXPECT_EQ(survey.plan.run[1].change, Change::kAffected);
}

TEST_F(SurveyTest, TellsWhatIsGone) {
  Finish({"rates", "money"});
  project_.Remove("rates.py");
  const Survey survey = Take();
  EXPECT_THAT(NamesOf(survey.sources), ElementsAre("money"));
  EXPECT_TRUE(std::ranges::any_of(survey.changes.modules, [](const workspace::ModuleChange& it) {
    return it.module.name == "rates" && it.change == Change::kDeleted;
  }));
}

TEST_F(SurveyTest, TakesEverythingForNewWhereTheLastRunIsNotToCount) {
  Finish({"rates", "money"});
  project_.config.call.all = true;
  const Survey survey = Take();
  EXPECT_THAT(NamesOf(survey.plan.run), UnorderedElementsAre("money", "rates"));
  EXPECT_EQ(survey.plan.run[0].change, Change::kNew);
}

TEST_F(SurveyTest, KeepsToWhatTheCommandLineNames) {
  project_.config.call.only = {"rates.py"};
  EXPECT_THAT(NamesOf(Take().plan.run), ElementsAre("rates"));
  project_.config.call.only = {"rates", "mony"};
  EXPECT_THAT(WhyNot(), HasSubstr("no module of the project is called, or lies in, 'mony'"));
}

TEST_F(SurveyTest, RunsNoModuleWhoseFileIsRestored) {
  Finish({"rates", "money"});
  project_.Remove(FileOf("rates"));
  project_.config.output.restore = true;
  const Survey restoring = Take();
  EXPECT_THAT(restoring.plan.run, IsEmpty());
  ASSERT_EQ(restoring.missing_files.size(), 1u);
  EXPECT_EQ(restoring.missing_files[0].path, FileOf("rates"));
}

TEST_F(SurveyTest, RunsAModuleWhoseFileIsGone) {
  Finish({"rates", "money"});
  project_.Remove(FileOf("rates"));
  const Survey survey = Take();
  EXPECT_THAT(NamesOf(survey.plan.run), ElementsAre("rates"));
  EXPECT_THAT(survey.plan.run[0].why, HasSubstr("is gone"));
}

TEST_F(SurveyTest, SaysWhichFilesDoNotParse) {
  project_.errors["money.py"] = "invalid syntax";
  const Survey survey = Take();
  EXPECT_THAT(NamesOf(survey.plan.run), ElementsAre("rates"));
  ASSERT_EQ(survey.plan.skipped.size(), 1u);
  EXPECT_EQ(survey.plan.skipped[0].reason.code, ReasonCode::kSyntaxError);
}

TEST_F(SurveyTest, ReadsTheNextTimeWhatTimeDidNotSufficeFor) {
  project_.is_silent = true;
  EXPECT_EQ(Take().sources[0].scan.fingerprint, "");
  project_.is_silent = false;
  EXPECT_NE(Take().sources[0].scan.fingerprint, "") << "what was not read is not in the cache";
  EXPECT_EQ(project_.asked["scan.py rates.py"], 2);
}

TEST_F(SurveyTest, LeavesOutWhatCoverageLeavesOut) {
  project_.Write(".coveragerc", "[run]\nomit = money.py\n");
  EXPECT_THAT(NamesOf(Take().sources), ElementsAre("rates"));
  project_.config.project.respect_coverage = false;
  EXPECT_THAT(NamesOf(Take().sources), ElementsAre("money", "rates"));
}

TEST_F(SurveyTest, TakesCodeForChangedWhereOtherLinesAreExcluded) {
  const std::string before = Take().sources[0].scan.fingerprint;
  project_.Write(".coveragerc", "[report]\nexclude_also = assert_never\n");
  EXPECT_NE(Take().sources[0].scan.fingerprint, before);
}

TEST_F(SurveyTest, TakesTheTestsThatTheSettingsName) {
  project_.config.existing_tests = {"tests"};
  std::string stamp;
  {
    const Survey survey = Take();
    EXPECT_THAT(survey.existing_tests, ElementsAre("tests/test_rates.py"));
    stamp = survey.existing_tests_stamp;
  }
  project_.Write("tests/test_rates.py", "import rates\nother\n");
  EXPECT_NE(Take().existing_tests_stamp, stamp);
  project_.config.existing_tests = {"tests/none"};
  EXPECT_THAT(WhyNot(), HasSubstr("there is no tests/none"));
}

TEST_F(SurveyTest, NeedsModulesOrAStateOfSome) {
  project_.Remove("rates.py");
  project_.Remove("money.py");
  EXPECT_THAT(WhyNot(), HasSubstr("there is no Python module to test"));
  EXPECT_FALSE(project_.Has(".skua"));
}

TEST_F(SurveyTest, EndsWhereAllModulesAreGoneThatThereWere) {
  Finish({"rates", "money"});
  project_.Remove("rates.py");
  project_.Remove("money.py");
  EXPECT_EQ(Take().changes.modules.size(), 2u);
}

TEST_F(SurveyTest, BeginsAnewWhereTheStateCannotBeRead) {
  project_.Write(".skua/state.db", "no database");
  const Survey survey = Take();
  EXPECT_TRUE(survey.state_note);
  EXPECT_EQ(survey.plan.run.size(), 2u);
}

TEST_F(SurveyTest, ChangesNothingWhereItOnlyLooks) {
  Finish({"rates"});
  project_.Write("money.py", "other money");
  const std::string before = Tree();
  const Survey survey = Take(state::State::Access::kRead);
  EXPECT_THAT(NamesOf(survey.plan.run), Not(IsEmpty()));
  EXPECT_EQ(Tree(), before);
}

TEST_F(SurveyTest, KeepsPairsApartFromModules) {
  Finish({"rates", "money"});
  {
    const auto state = state::State::Open(project_.root() / ".skua");
    const int64_t run = state.state->BeginRun({}, {{{"rates", "rates.py"}, "r"},
                                                   {{"money", "money.py"}, "m"},
                                                   {{"rates -> money", "rates.py"}, "p"}});
    state.state->EndRun(run, 1s, false);
  }
  const Survey survey = Take();
  ASSERT_EQ(survey.pair_records.size(), 1u);
  EXPECT_EQ(survey.pair_records[0].module.name, "rates -> money");
  EXPECT_EQ(survey.plan.run.size() + survey.plan.skipped.size(), 2u);
}

TEST_F(SurveyTest, FindsWhatTheStateLacksInTheFilesThatWereWritten) {
  test::FakeRuns runs(project_);
  ASSERT_EQ(runs.Run(), 0);
  fs::remove_all(project_.root() / ".skua");
  const Survey survey = Take();
  EXPECT_THAT(survey.plan.run, IsEmpty());
  ASSERT_EQ(survey.plan.skipped.size(), 2u);
  EXPECT_TRUE(survey.plan.skipped[0].from_file);
}

TEST_F(SurveyTest, TellsTheTimeThatItTook) {
  const base::Deadline deadline(clock_);
  SurveyTools tools = project_.Tools();
  tools.find_interpreter = [&](const auto&, const auto&, const auto&, const auto&) {
    clock_.Advance(2s);
    return project_.interpreter;
  };
  const base::Log log;
  EXPECT_EQ(TakeSurvey(project_.config, state::State::Access::kWrite, log, deadline, tools).elapsed,
            base::Duration(2s));
}

}  // namespace
}  // namespace skua::command
