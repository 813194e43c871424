#include "state/join_into.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "state/state.h"

namespace skua::state {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

const std::vector<SeenModule> kModules = {
    {{"a", "a.py"}, "fa"}, {{"b", "b.py"}, "fb"}, {{"c", "c.py"}, "fc"}};

model::ModuleOutcome OutcomeOf(const std::string& name, std::size_t covered) {
  model::ModuleOutcome outcome{.module = {name, name + ".py"}, .fingerprint = "f" + name};
  outcome.goals.count = 4;
  outcome.goals.covered.assign(4, false);
  std::fill_n(outcome.goals.covered.begin(), covered, true);
  outcome.used = seconds(2);
  outcome.written.json = "suite of " + name;
  outcome.written.file = "test_" + name + ".py";
  outcome.guards = "guards of " + name;
  return outcome;
}

class JoinTest : public ::testing::Test {
 protected:
  std::unique_ptr<State> Open(const std::string& name) {
    return State::Open(scratch_.path() / name).state;
  }

  // A state after a run of all modules, as two machines find it in their cache.
  void Prepare(const std::vector<std::string>& machines) {
    {
      const auto state = Open("base");
      const int64_t run = state->BeginRun({100, seconds(60), 2, 7, "env"}, kModules);
      for (const char* name : {"a", "b", "c"}) state->RecordModule(run, OutcomeOf(name, 1));
      state->StoreReports(run, {{"", "run 1", true}, {"a", "a in run 1", true}});
      state->EndRun(run, seconds(10), false);
      model::ScanCache cache{.scanner = "scan.py"};
      cache.files["a.py"].module = "a";
      state->StoreScanCache(cache);
    }
    for (const std::string& machine : machines) {
      fs::copy(scratch_.path() / "base", scratch_.path() / machine, fs::copy_options::recursive);
    }
  }

  // Run 2 on one of the machines.
  void Run(const std::string& machine, int64_t started, seconds used,
           const std::vector<std::pair<std::string, std::size_t>>& covered) {
    const auto state = Open(machine);
    const int64_t run =
        state->BeginRun({started, seconds(60), 2, 9, "env of " + machine}, kModules);
    for (const auto& [name, count] : covered) {
      state->RecordModule(run, OutcomeOf(name, count));
      state->StoreReports(run, {{name, name + " in run 2", true}});
    }
    state->StoreReports(run, {{"", "run 2 on " + machine, true}});
    state->EndRun(run, used, false);
  }

  void Join(const std::string& into, std::vector<std::pair<std::string, std::string>> parts) {
    std::vector<std::unique_ptr<State>> states;
    std::vector<StatePart> list;
    for (const auto& [machine, module] : parts) {
      states.push_back(State::Open(scratch_.path() / machine, State::Access::kRead).state);
      list.push_back({states.back().get(), {module}});
    }
    Open(into)->Join(2, list);
  }

  // All that the state says, as text.
  std::string Dump(const std::string& name) {
    std::string text;
    SQLite::Database database((scratch_.path() / name / "state.db").string());
    for (const char* table : {"runs", "sources", "campaigns", "suites", "guards", "written_suites",
                              "reports", "scans", "scanner"}) {
      const std::string order = table == std::string("scanner") ? "" : " ORDER BY 1, 2";
      SQLite::Statement rows(database, std::string("SELECT * FROM ") + table + order);
      while (rows.executeStep()) {
        for (int i = 0; i < rows.getColumnCount(); ++i) {
          text += rows.getColumn(i).getString() + "|";
        }
        text += "\n";
      }
    }
    return text;
  }

  const base::ScratchFolder scratch_;
};

TEST_F(JoinTest, TakesOfEachWhatItKnowsOfItsModules) {
  Prepare({"one", "two"});
  Run("one", 200, seconds(30), {{"a", 2}});
  Run("two", 190, seconds(40), {{"b", 3}});
  Join("all", {{"one", "a"}, {"two", "b"}});

  const auto state = Open("all");
  EXPECT_EQ(state->LastRun(), 2);
  const auto records = state->Modules();
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].finished_run, 2);
  EXPECT_EQ(records[0].covered, 2u);
  EXPECT_EQ(records[1].finished_run, 2);
  EXPECT_EQ(records[1].covered, 3u);
  EXPECT_EQ(records[2].finished_run, 1) << "nobody's: as it was";
  EXPECT_EQ(state->LastSuite("b")->json, "suite of b");
  EXPECT_EQ(state->Guards("b")->json, "guards of b");
  EXPECT_EQ(state->MeasuredReports("a").front(), "a in run 2");
  EXPECT_EQ(state->MeasuredReports("b").front(), "b in run 2");
  EXPECT_EQ(state->LoadScanCache().files.size(), 1u);
}

TEST_F(JoinTest, TellsOfOneRunOnAllMachines) {
  Prepare({"one", "two"});
  Run("one", 200, seconds(30), {{"a", 2}});
  Run("two", 190, seconds(40), {{"b", 3}});
  Join("all", {{"one", "a"}, {"two", "b"}});
  const auto history = Open("all")->History();
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[1].started_unix_seconds, 190);
  EXPECT_EQ(history[1].used, seconds(40));
  EXPECT_EQ(history[1].campaigns, 2u);
  EXPECT_EQ(history[1].covered, 2u + 3u + 1u);
  EXPECT_FALSE(history[1].interrupted);
}

TEST_F(JoinTest, AMachineThatDidNotComeToItsEndInterruptedTheRun) {
  Prepare({"one", "two"});
  Run("one", 200, seconds(30), {{"a", 2}});
  Open("two")->BeginRun({190, seconds(60), 2, 9, "env"}, kModules);
  Join("all", {{"one", "a"}, {"two", "b"}});
  EXPECT_TRUE(Open("all")->History().back().interrupted);
}

TEST_F(JoinTest, ForgetsWhatItHeldAndDoesSoAgain) {
  Prepare({"one", "two"});
  Run("one", 200, seconds(30), {{"a", 2}});
  Run("two", 190, seconds(40), {{"b", 3}});
  Join("all", {{"one", "a"}, {"two", "b"}});
  const std::string first = Dump("all");
  Join("all", {{"one", "a"}, {"two", "b"}});
  EXPECT_EQ(Dump("all"), first);

  Open("other")->BeginRun({5, seconds(5), 1, 1, "env"}, {{{"z", "z.py"}, "fz"}});
  Join("other", {{"one", "a"}, {"two", "b"}});
  EXPECT_EQ(Dump("other"), first);
}

TEST_F(JoinTest, LeavesTheStateAsItWasWhenAPartCannotBeRead) {
  Prepare({"one", "two"});
  Run("one", 200, seconds(30), {{"a", 2}});
  Run("two", 190, seconds(40), {{"b", 3}});
  Join("all", {{"one", "a"}, {"two", "b"}});
  const std::string first = Dump("all");
  const auto one = State::Open(scratch_.path() / "one", State::Access::kRead).state;
  const auto two = State::Open(scratch_.path() / "two", State::Access::kRead).state;
  {
    SQLite::Database broken((scratch_.path() / "two" / "state.db").string(),
                            SQLite::OPEN_READWRITE);
    broken.exec("DROP TABLE suites");
  }
  const std::vector<StatePart> parts = {{one.get(), {"a"}}, {two.get(), {"b"}}};
  EXPECT_ANY_THROW(Open("all")->Join(2, parts));
  EXPECT_EQ(Dump("all"), first);
}

}  // namespace
}  // namespace skua::state
