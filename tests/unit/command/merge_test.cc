#include "command/shards/merge.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "command/shards/merge_parts.h"
#include "state/state.h"
#include "support/error_of.h"
#include "support/fake_project.h"
#include "support/matchers.h"

namespace skua::command {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace std::chrono_literals;

constexpr const char* kFirstFile = "tests/generated/test_first.py";
constexpr const char* kSecondFile = "tests/generated/test_second.py";

// A project of two modules, which machines have each a copy of.
class MergeTest : public ::testing::Test {
 protected:
  MergeTest() {
    // A CI system in which these tests may run is told nothing.
    unsetenv("GITHUB_ACTIONS");
    unsetenv("GITLAB_CI");
  }

  // The folder of a shard after its run. `change` is what its machine has otherwise.
  fs::path Shard(unsigned index, unsigned total = 2,
                 const std::function<void(test::FakeProject&)>& change = {}) {
    machines_.push_back(std::make_unique<Machine>());
    Machine& machine = *machines_.back();
    if (change) change(machine.project);
    machine.runs.tools.clock.Advance(std::chrono::seconds(index));
    EXPECT_EQ(machine.runs.Run(model::Shard{index, total}), 0);
    return machine.project.root();
  }
  int Merge(const std::vector<fs::path>& folders, bool allow_missing = false) {
    std::ostringstream out;
    return command::Merge(project_.config, {folders, allow_missing}, {}, secrets_, out);
  }
  // What merging these throws.
  std::string WhyNot(const std::vector<fs::path>& folders, bool allow_missing = false) {
    return test::ErrorOf([&] { Merge(folders, allow_missing); });
  }
  json Report() const { return json::parse(project_.TextOf("build/skua/report.json")); }
  bool HasWrittenNothing() const {
    return !project_.Has("tests") && !project_.Has("build") && !project_.Has(".skua/shard.json");
  }
  // Replaces a text in the stamp of a shard.
  static void ChangeStamp(const fs::path& shard, const std::function<void(json&)>& change) {
    const fs::path file = shard / ".skua" / "shard.json";
    json stamp = json::parse(base::ReadFile(file));
    change(stamp);
    base::WriteFileAtomically(file, stamp.dump());
  }

  static inline const std::map<std::string, std::string> kModules = {{"first.py", "one"},
                                                                     {"second.py", "two"}};
  struct Machine {
    test::FakeProject project{kModules};
    test::FakeRuns runs{project};
  };
  std::vector<std::unique_ptr<Machine>> machines_;
  test::FakeProject project_{kModules};
  const base::Secrets secrets_;
};

TEST_F(MergeTest, MakesOneRunOfItsShardsInWhateverOrder) {
  const fs::path one = Shard(1), two = Shard(2);
  EXPECT_EQ(Merge({two, one}), 0);
  const json report = Report();
  ASSERT_EQ(report.at("modules").size(), 2u);
  EXPECT_EQ(report.at("modules").at(0).at("module"), "first");
  EXPECT_THAT(report.at("files_written"), ElementsAre(kFirstFile, kSecondFile));
  EXPECT_EQ(report.at("jobs"), 2);
  for (const char* file : {kFirstFile, kSecondFile}) {
    const std::string text = project_.TextOf(file);
    EXPECT_THAT(text, HasSubstr("def test_"));
    EXPECT_EQ(text, base::ReadFile((fs::exists(one / file) ? one : two) / file));
  }
  EXPECT_TRUE(project_.Has("tests/generated/conftest.py"));
  {
    const auto state = state::State::Open(project_.root() / ".skua", state::State::Access::kRead);
    EXPECT_EQ(state.state->LastRun(), 1);
    EXPECT_TRUE(state.state->LastSuite("first"));
    EXPECT_TRUE(state.state->LastSuite("second"));
  }
  EXPECT_EQ(Merge({one, two}), 0) << "a second merge of them makes no difference";
  EXPECT_EQ(Report(), report);
}

TEST_F(MergeTest, GoesOnWithAMergeThatWasKilled) {
  const fs::path one = Shard(1), two = Shard(2);
  ASSERT_EQ(Merge({one, two}), 0);
  project_.Remove(kFirstFile);
  fs::remove_all(project_.root() / "build");
  EXPECT_EQ(Merge({one, two}), 0);
  EXPECT_TRUE(project_.Has(kFirstFile));
  EXPECT_EQ(Report().at("modules").size(), 2u);
}

TEST_F(MergeTest, MergesIntoTheFolderOfAShard) {
  const fs::path one = Shard(1), two = Shard(2);
  project_.config.project.root = one;
  EXPECT_EQ(Merge({one, two}), 0);
  EXPECT_TRUE(fs::exists(one / kFirstFile));
  EXPECT_TRUE(fs::exists(one / kSecondFile));
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("holds shards that are merged already"));
}

TEST_F(MergeTest, TakesAShardThatIsGivenTwiceOnce) {
  const fs::path one = Shard(1), two = Shard(2);
  EXPECT_EQ(Merge({one, two, one}), 0);
  EXPECT_EQ(Report().at("modules").size(), 2u);
  EXPECT_EQ(Report().at("jobs"), 2);
}

TEST_F(MergeTest, NeedsAllShardsUnlessToldOtherwise) {
  const fs::path one = Shard(1);
  EXPECT_THAT(WhyNot({one}), HasSubstr("shard 2 of 2 is missing"));
  EXPECT_TRUE(HasWrittenNothing());
  EXPECT_EQ(Merge({one}, /*allow_missing=*/true), 0);
  const json report = Report();
  ASSERT_EQ(report.at("modules").size(), 2u);
  std::size_t interrupted = 0;
  for (const json& module : report.at("modules")) {
    if (!module.contains("reason")) continue;
    ++interrupted;
    EXPECT_EQ(module.at("reason").at("code"), "SKUA-N203");
    EXPECT_EQ(module.at("reason").at("detail"), "shard 2 of 2 is missing");
  }
  EXPECT_EQ(interrupted, 1u);
}

TEST_F(MergeTest, RefusesFoldersThatHoldNoShard) {
  const fs::path one = Shard(1);
  const base::ScratchFolder empty;
  EXPECT_THAT(WhyNot({one, empty.path()}), HasSubstr("holds no shard"));
  EXPECT_THAT(WhyNot({one, empty.path() / "none"}), HasSubstr("there is no folder"));
  EXPECT_THAT(WhyNot({empty.path()}, /*allow_missing=*/true),
              HasSubstr("none of the folders holds a shard"));
  base::WriteFileAtomically(empty.path() / ".skua/shard.json", "{");
  EXPECT_THAT(WhyNot({one, empty.path()}), HasSubstr("cannot be read"));
  EXPECT_TRUE(HasWrittenNothing());
}

TEST_F(MergeTest, RefusesShardsOfDifferentRuns) {
  const fs::path one = Shard(1);
  EXPECT_THAT(WhyNot({one, Shard(2, 3)}), HasSubstr("not of the same number of shards"));
  EXPECT_THAT(WhyNot({one, Shard(2, 2, [](test::FakeProject& it) { it.config.search.seed = 2; })}),
              HasSubstr("their budget, seed or other settings differ"));
  EXPECT_THAT(WhyNot({one, Shard(2, 2, [](test::FakeProject& it) { it.Write("third.py", "3"); })}),
              HasSubstr("different sources"));
  const fs::path two = Shard(2);
  ChangeStamp(two, [](json& stamp) { stamp["version"] = "0.0.9"; });
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("made the one and 0.0.9 the other"));
  ChangeStamp(two, [](json& stamp) { stamp["version"] = SKUA_VERSION, stamp["parts"] = "x"; });
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("began with different states"));
  EXPECT_TRUE(HasWrittenNothing());
}

TEST_F(MergeTest, RefusesTwoShardsOfOneNumber) {
  const fs::path one = Shard(1), two = Shard(2);
  const fs::path other = Shard(2, 2, [](test::FakeProject& it) { it.config.budget.jobs = 2; });
  EXPECT_THAT(WhyNot({one, two, other}),
              HasSubstr("have the same number and differ: pass only one of them"));
  EXPECT_TRUE(HasWrittenNothing());
}

TEST_F(MergeTest, RefusesAShardThatIsNotWhole) {
  const fs::path one = Shard(1), two = Shard(2);
  const fs::path file = fs::exists(two / kFirstFile) ? two / kFirstFile : two / kSecondFile;
  fs::remove(file);
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("which is not in its folder"));
  fs::remove(two / ".skua/state.db");
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("was the file state.db left out?"));
  base::WriteFileAtomically(two / ".skua/state.db", "no database");
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("cannot be read"));
  EXPECT_TRUE(HasWrittenNothing());
}

TEST_F(MergeTest, RefusesToReplaceWhatSomebodyEdited) {
  const fs::path one = Shard(1), two = Shard(2);
  const std::string edited =
      base::ReadFile((fs::exists(one / kFirstFile) ? one : two) / kFirstFile) + "\n# mine\n";
  project_.Write(kFirstFile, edited);
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("was edited here"));
  EXPECT_EQ(project_.TextOf(kFirstFile), edited);
  EXPECT_FALSE(project_.Has(kSecondFile));
}

TEST_F(MergeTest, RefusesToForgetALaterRun) {
  const fs::path one = Shard(1), two = Shard(2);
  {
    const auto state = state::State::Open(project_.root() / ".skua");
    for (int run = 0; run < 2; ++run) state.state->BeginRun({}, {});
  }
  EXPECT_THAT(WhyNot({one, two}), HasSubstr("knows of run 2 already"));
  EXPECT_FALSE(project_.Has("tests"));
}

TEST_F(MergeTest, RefusesFoldersOutsideOfTheProject) {
  project_.config.output.tests = "/tmp/elsewhere";
  EXPECT_THAT(WhyNot({Shard(1), Shard(2)}), HasSubstr("output.tests is /tmp/elsewhere"));
}

TEST_F(MergeTest, JudgesTheWholeByItsGates) {
  const fs::path one = Shard(1), two = Shard(2);
  project_.config.max_findings = 0;
  project_.config.fail_under = 100.5;
  EXPECT_EQ(Merge({one, two}), 1);
  EXPECT_FALSE(Report().at("failed_gates").empty());
}

TEST_F(MergeTest, RemovesTestsThatAShardRemoved) {
  const auto with_third = [](test::FakeProject& it) {
    it.Write("third.py", "three");
    it.config.budget.unchanged = false;
  };
  const fs::path one = Shard(1, 2, with_third), two = Shard(2, 2, with_third);
  project_.Write("third.py", "three");
  ASSERT_EQ(Merge({one, two}), 0);
  constexpr const char* kThird = "tests/generated/test_third.py";
  ASSERT_TRUE(project_.Has(kThird));
  // The next run begins on each machine with what was merged, but for the module.
  const std::map<std::string, fs::path> state = {{".skua", project_.root() / ".skua"},
                                                 {"tests", project_.root() / "tests"}};
  const auto without_third = [&](test::FakeProject& it) {
    for (const auto& [name, folder] : state) {
      fs::copy(folder, it.root() / name, fs::copy_options::recursive);
    }
    it.config.call.changed = true;
  };
  const fs::path next_one = Shard(1, 2, without_third), next_two = Shard(2, 2, without_third);
  EXPECT_EQ(Merge({next_one, next_two}), 0);
  EXPECT_FALSE(project_.Has(kThird));
  EXPECT_TRUE(project_.Has(kFirstFile));
}

// Outcomes alone, as ReadParts would have them.
MergePart Part(unsigned index, std::vector<std::string> modules) {
  MergePart part;
  part.stamp.shard = {index, 3};
  for (const auto& [name, shard] : {std::pair("a", 1u), {"b", 2u}, {"c", 3u}}) {
    part.stamp.modules.push_back(
        {{name, std::string(name) + ".py"}, "f", model::Change::kModified, shard});
  }
  for (const std::string& name : modules) {
    part.outcome.modules.push_back({.module = {name, name + ".py"}});
  }
  part.outcome.jobs = 2;
  return part;
}

TEST(JoinOutcomes, AddsMachinesUp) {
  std::vector<MergePart> parts;
  parts.push_back(Part(1, {"a"}));
  parts.push_back(Part(2, {"b"}));
  parts.push_back(Part(3, {"c"}));
  parts[0].outcome.started_unix_seconds = 200, parts[1].outcome.started_unix_seconds = 190;
  parts[2].outcome.started_unix_seconds = 195;
  parts[0].outcome.used = 3s, parts[1].outcome.used = 5s;
  parts[0].outcome.budget = parts[1].outcome.budget = 60s;
  parts[0].outcome.timeline = {{0, "a", 2s, 3s}};
  parts[1].outcome.timeline = {{1, "b", 1s, 4s}};
  parts[0].outcome.files_written = {"z.py", "a.py"};
  parts[1].outcome.files_written = {"b.py"};
  parts[0].outcome.files_removed = parts[2].outcome.files_removed = {"gone.py"};
  parts[2].outcome.interrupted = true;
  const model::RunOutcome joined = JoinOutcomes(parts);
  EXPECT_EQ(joined.started_unix_seconds, 190);
  EXPECT_EQ(joined.used, base::Duration(5s));
  EXPECT_EQ(joined.budget, base::Duration(60s));
  EXPECT_EQ(joined.jobs, 6u);
  EXPECT_TRUE(joined.interrupted);
  ASSERT_EQ(joined.timeline.size(), 2u);
  EXPECT_EQ(joined.timeline[0].module, "b");
  EXPECT_EQ(joined.timeline[0].job, 3u) << "jobs of the second machine come behind the first's";
  EXPECT_EQ(joined.timeline[1].job, 0u);
  EXPECT_THAT(joined.files_written, ElementsAre("a.py", "b.py", "z.py"));
  EXPECT_THAT(joined.files_removed, ElementsAre("gone.py"));
}

TEST(JoinOutcomes, TellsOfTheWeakestSandboxAndEachNoteOnce) {
  std::vector<MergePart> parts;
  parts.push_back(Part(1, {"a"}));
  parts.push_back(Part(2, {"b"}));
  parts[0].outcome.sandbox = model::Sandbox{model::SandboxGrade::kStrict, {}};
  parts[1].outcome.sandbox = model::Sandbox{model::SandboxGrade::kStandard, {}};
  const model::Reason note = {model::ReasonCode::kNoLandlock, ""};
  parts[0].outcome.notes = {note};
  parts[1].outcome.notes = {note, {model::ReasonCode::kNoLandlock, "another"}};
  const model::RunOutcome joined = JoinOutcomes(parts);
  EXPECT_EQ(joined.sandbox->grade, model::SandboxGrade::kStandard);
  EXPECT_EQ(joined.notes.size(), 2u);
}

TEST(JoinOutcomes, TakesModulesOfMissingShardsForInterrupted) {
  std::vector<MergePart> parts;
  parts.push_back(Part(2, {"b"}));
  const model::RunOutcome joined = JoinOutcomes(parts);
  ASSERT_EQ(joined.modules.size(), 3u);
  EXPECT_EQ(joined.modules[0].module.name, "a");
  EXPECT_EQ(joined.modules[0].reason.code, model::ReasonCode::kInterrupted);
  EXPECT_EQ(joined.modules[0].reason.detail, "shard 1 of 3 is missing");
  EXPECT_EQ(joined.modules[0].change, model::Change::kModified);
  EXPECT_EQ(joined.modules[1].reason.code, model::ReasonCode::kNone);
}

}  // namespace
}  // namespace skua::command
