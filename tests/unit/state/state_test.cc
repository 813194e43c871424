#include "state/state.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::state {
namespace {

namespace fs = std::filesystem;
using model::Change;
using model::ReasonCode;
using std::chrono::seconds;

class StateTest : public ::testing::Test {
 protected:
  std::unique_ptr<State> Open(State::Access access = State::Access::kWrite) {
    State::Opened opened = State::Open(folder_, access);
    EXPECT_FALSE(opened.reason.has_value()) << opened.reason->detail;
    return std::move(opened.state);
  }
  std::string ErrorOfOpening() {
    return test::ErrorOf([&] { State::Open(folder_); });
  }

  // Sets a pragma as another version of the program would have left it.
  void Patch(std::size_t offset, const std::string& bytes) {
    std::fstream file(folder_ / "state.db", std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(offset));
    file << bytes;
  }

  const base::ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path() / "project" / ".skua";
};

RunStart Start() { return {1700000000, seconds(60), 2, 7, "env1"}; }

std::vector<SeenModule> Seen(std::vector<std::pair<std::string, std::string>> modules) {
  std::vector<SeenModule> seen;
  for (auto& [name, fingerprint] : modules) seen.push_back({{name, name + ".py"}, fingerprint});
  return seen;
}

model::ModuleOutcome Outcome(const std::string& name, const std::string& fingerprint) {
  model::ModuleOutcome outcome{.module = {name, name + ".py"}, .fingerprint = fingerprint};
  outcome.goals.count = 8;  // and two blocks
  outcome.goals.covered = {true, false, true, true, false, false, false, false, false, true};
  outcome.written.json = "{\"suite\": \"" + fingerprint + "\"}";
  outcome.written.file = "tests/generated/test_" + name + ".py";
  outcome.written.texts = {{outcome.written.file, "# " + fingerprint}};
  using enum model::MutantFate;
  for (const model::MutantFate fate : {kKilled, kSurvived, kKilled, kNotReached, kNotRun}) {
    outcome.mutants.push_back({{}, fate});
  }
  return outcome;
}

TEST_F(StateTest, RemembersACampaign) {
  {
    const auto state = Open();
    EXPECT_EQ(state->LastRun(), 0);
    EXPECT_EQ(state->BeginRun(Start(), Seen({{"a", "f1"}, {"b", "g1"}})), 1);
    state->RecordModule(1, Outcome("a", "f1"));
    state->EndRun(1, seconds(12), false);
  }
  const auto state = Open();
  EXPECT_EQ(state->LastRun(), 1);
  const auto records = state->Modules();
  ASSERT_THAT(records, SizeIs(2));
  const model::ModuleRecord& a = records[0];
  EXPECT_EQ(a.module, (model::ModuleId{"a", "a.py"}));
  EXPECT_EQ(a.seen_fingerprint, "f1");
  EXPECT_EQ(a.seen_since, 1);
  EXPECT_EQ(a.finished_run, 1);
  EXPECT_EQ(a.finished_fingerprint, "f1");
  EXPECT_EQ(a.environment, "env1");
  EXPECT_EQ(a.outcome, ReasonCode::kNone);
  EXPECT_EQ(a.goals, 8u);
  EXPECT_EQ(a.covered, 3u);
  EXPECT_EQ(a.mutants, 4u);  // that were judged
  EXPECT_EQ(a.killed, 2u);
  EXPECT_EQ(a.file, "tests/generated/test_a.py");
  EXPECT_EQ(records[1].finished_run, 0);

  EXPECT_EQ(state->LastSuite("a")->json, "{\"suite\": \"f1\"}");
  ASSERT_THAT(state->WrittenFiles(), SizeIs(1));
  EXPECT_EQ(state->WrittenFiles()[0].module, "a");
  EXPECT_EQ(state->WrittenFiles()[0].path, a.file);
  EXPECT_EQ(state->TextOf(state->WrittenFiles()[0]), "# f1");
  EXPECT_EQ(state->LastCoverage("a")->covered, Outcome("a", "f1").goals.covered);
  EXPECT_EQ(state->LastCoverage("a")->found, Outcome("a", "f1").goals.covered);
  EXPECT_FALSE(state->LastSuite("b").has_value());
  EXPECT_FALSE(state->LastCoverage("b").has_value());
}

TEST_F(StateTest, KeepsGuardsUntilThereAreOthers) {
  const auto state = Open();
  int64_t run = state->BeginRun(Start(), Seen({{"a", "f1"}}));
  model::ModuleOutcome outcome = Outcome("a", "f1");
  EXPECT_FALSE(state->Guards("a").has_value());
  outcome.guards = "guards";
  state->RecordModule(run, outcome);
  run = state->BeginRun(Start(), Seen({{"a", "f2"}}));
  state->RecordModule(run, Outcome("a", "f2"));
  EXPECT_EQ(state->Guards("a")->json, "guards");
  EXPECT_EQ(state->Guards("a")->fingerprint, "f1");
  state->AcceptGuards("a");
  EXPECT_EQ(state->Guards("a")->json, "guards");
  EXPECT_EQ(state->Guards("a")->fingerprint, "");
}

TEST_F(StateTest, StoresNoSecret) {
  const auto state = Open();
  base::Secrets secrets;
  secrets.Add("s3cr3t-word");
  state->KeepOut(secrets);
  const int64_t run = state->BeginRun(Start(), Seen({{"a", "f1"}}));
  model::ModuleOutcome outcome = Outcome("a", "f1");
  outcome.written.json = R"({"text": "a s3cr3t-word"})";
  outcome.reason.detail = "no s3cr3t-word";
  outcome.guards = "a s3cr3t-word";
  state->RecordModule(run, outcome);
  state->StoreReports(run, {{"", R"({"detail": "s3cr3t-word"})", true}});
  model::BehaviourChange change{.test = "test_a", .actual = "'s3cr3t-word'"};
  state->SetOpenChanges("a", {change});

  EXPECT_EQ(state->LastSuite("a")->json, R"({"text": "a ***"})");
  EXPECT_EQ(state->Modules()[0].outcome_detail, "no ***");
  EXPECT_EQ(state->ReportsOfLastRun()[0].json, R"({"detail": "***"})");
  EXPECT_EQ(state->OpenChanges()[0].change.actual, "'***'");
}

TEST_F(StateTest, KeepsWhatWasFoundBesideWhatWasWritten) {
  const auto state = Open();
  const int64_t run = state->BeginRun(Start(), Seen({{"a", "f1"}}));
  model::ModuleOutcome outcome = Outcome("a", "f1");
  outcome.goals.found.assign(outcome.goals.covered.size(), false);
  const auto lost = std::ranges::find(outcome.goals.covered, false) - outcome.goals.covered.begin();
  outcome.goals.found[static_cast<std::size_t>(lost)] = true;
  state->RecordModule(run, outcome);
  std::vector<bool> both = outcome.goals.covered;
  both[static_cast<std::size_t>(lost)] = true;
  EXPECT_EQ(state->LastCoverage("a")->covered, outcome.goals.covered);
  EXPECT_EQ(state->LastCoverage("a")->found, both);
}

TEST_F(StateTest, KeepsWhatReportsAreMadeOf) {
  auto state = Open();
  EXPECT_THAT(state->ReportsOfLastRun(), IsEmpty());
  state->BeginRun(Start(), Seen({{"a", "f1"}, {"b", "f1"}}));
  state->StoreReports(1, {{"", "run 1", true}, {"b", "b of 1", true}, {"a", "a of 1", true}});
  state->StoreReports(1, {{"a", "a of 1 again", true}});

  std::vector<std::string> told;
  for (const StoredReport& report : state->ReportsOfLastRun()) {
    told.push_back(report.module + ": " + report.json);
  }
  EXPECT_THAT(told, ElementsAre(": run 1", "a: a of 1 again", "b: b of 1"));
}

TEST_F(StateTest, ForgetsReportsThatAreOfNoUse) {
  auto state = Open();
  for (int i = 0; i < 6; ++i) state->BeginRun(Start(), Seen({{"a", "f1"}}));
  state->StoreReports(1, {{"", "run 1", true}, {"a", "measured in 1", true}});
  state->StoreReports(2, {{"", "run 2", true}, {"a", "failed in 2", false}});
  EXPECT_THAT(state->MeasuredReports("a"), ElementsAre("measured in 1"));
  EXPECT_THAT(state->ReportsOfLastRun(), SizeIs(2));

  state->StoreReports(3, {{"", "run 3", true}});
  EXPECT_THAT(state->MeasuredReports("a"), ElementsAre("measured in 1"));  // no campaign for it
  EXPECT_THAT(state->ReportsOfLastRun(), SizeIs(1));

  state->StoreReports(3, {{"a", "measured in 3", true}});
  EXPECT_THAT(state->MeasuredReports("a"), ElementsAre("measured in 3", "measured in 1"));
  EXPECT_THAT(state->MeasuredReports("b"), IsEmpty());

  for (int run = 4; run <= 6; ++run) {
    state->StoreReports(run, {{"a", fmt::format("measured in {}", run), true}});
  }
  EXPECT_THAT(state->MeasuredReports("a"),
              ElementsAre("measured in 6", "measured in 5", "measured in 4"));
}

TEST_F(StateTest, CountsAsFinishedOnlyWhatCameToAnEnd) {
  struct Case {
    ReasonCode code;
    bool finished;
  };
  const Case cases[] = {
      {ReasonCode::kNone, true},           {ReasonCode::kImportRaises, true},
      {ReasonCode::kSyntaxError, true},    {ReasonCode::kNoCallables, true},
      {ReasonCode::kNothingCovered, true}, {ReasonCode::kNoGain, true},
      {ReasonCode::kNoBudgetLeft, false},  {ReasonCode::kInterrupted, false},
      {ReasonCode::kWorkerLost, false},    {ReasonCode::kOutputNotWritten, false},
      {ReasonCode::kUnchanged, false},     {ReasonCode::kInternalError, false},
  };
  const auto state = Open();
  for (const auto& [code, finished] : cases) {
    const std::string name = "m" + std::to_string(static_cast<int>(code));
    const int64_t run = state->BeginRun(Start(), Seen({{name, "f"}}));
    model::ModuleOutcome outcome = Outcome(name, "f");
    outcome.reason = {code, "detail"};
    state->RecordModule(run, outcome);
    for (const auto& record : state->Modules()) {
      if (record.module.name != name) continue;
      EXPECT_EQ(record.finished_run, finished ? run : 0) << static_cast<int>(code);
      EXPECT_EQ(record.outcome, finished ? code : ReasonCode::kNone);
    }
  }
}

TEST_F(StateTest, KeepsTheLastFinishedCampaignWhenALaterOneIsCutShort) {
  const auto state = Open();
  state->BeginRun(Start(), Seen({{"a", "f1"}}));
  state->RecordModule(1, Outcome("a", "f1"));
  state->BeginRun(Start(), Seen({{"a", "f2"}}));
  model::ModuleOutcome cut = Outcome("a", "f2");
  cut.reason = {ReasonCode::kNoBudgetLeft, ""};
  cut.written.json.clear();
  cut.goals.covered.clear();
  state->RecordModule(2, cut);
  const auto record = state->Modules().at(0);
  EXPECT_EQ(record.seen_fingerprint, "f2");
  EXPECT_EQ(record.seen_since, 2);
  EXPECT_EQ(record.finished_fingerprint, "f1");
  EXPECT_EQ(state->LastCoverage("a")->fingerprint, "f1");
  EXPECT_EQ(state->LastSuite("a")->fingerprint, "f1");
}

TEST_F(StateTest, KnowsSinceWhenAModuleIsAsItIs) {
  const auto state = Open();
  state->BeginRun(Start(), Seen({{"a", "f1"}, {"b", "g1"}}));
  state->BeginRun(Start(), Seen({{"a", "f1"}, {"b", "g2"}}));
  state->BeginRun(Start(), Seen({{"b", "g2"}}));
  state->BeginRun(Start(), Seen({{"b", ""}}));  // not read for want of time
  const auto records = state->Modules();
  EXPECT_EQ(records[0].seen_fingerprint, "");
  EXPECT_EQ(records[0].seen_since, 3);
  EXPECT_EQ(records[1].seen_fingerprint, "g2");
  EXPECT_EQ(records[1].seen_since, 2);
}

TEST_F(StateTest, KeepsTheScanCache) {
  model::ScanCache cache{.scanner = "s1"};
  model::CachedScan& entry = cache.files["p/a.py"];
  entry.module = "p.a";
  entry.stamp = {123, 1'700'000'000'123'456'789, 1'700'000'000'987'654'321, ~uint64_t{0} - 5};
  entry.read_at_ns = 1'700'000'001'000'000'000;
  entry.content_hash = 0xfedcba9876543210;
  entry.scan = {"f1", {"p", "p.b"}, {{".quote", 3}, {"p.b.f", 12}}, {".m", "f"}, 7, false, {}};
  cache.files["p/b.py"].scan = {"g1", {}, {}, {}, 0, true, model::SourceError{3, "invalid syntax"}};
  {
    const auto state = Open();
    EXPECT_THAT(state->LoadScanCache().files, IsEmpty());
    state->StoreScanCache(cache);
    state->StoreScanCache(cache);
  }
  const model::ScanCache loaded = Open()->LoadScanCache();
  EXPECT_EQ(loaded.scanner, "s1");
  ASSERT_THAT(loaded.files, SizeIs(2));
  const model::CachedScan& a = loaded.files.at("p/a.py");
  EXPECT_EQ(a.module, "p.a");
  EXPECT_EQ(a.stamp, entry.stamp);
  EXPECT_EQ(a.read_at_ns, entry.read_at_ns);
  EXPECT_EQ(a.content_hash, entry.content_hash);
  EXPECT_EQ(a.scan.fingerprint, "f1");
  EXPECT_THAT(a.scan.imports, ElementsAre("p", "p.b"));
  EXPECT_EQ(a.scan.calls, entry.scan.calls);
  EXPECT_THAT(a.scan.defines, ElementsAre(".m", "f"));
  EXPECT_EQ(a.scan.predicates, 7u);
  EXPECT_FALSE(a.scan.error.has_value());
  EXPECT_FALSE(a.scan.is_inert);
  EXPECT_TRUE(loaded.files.at("p/b.py").scan.is_inert);
  EXPECT_EQ(loaded.files.at("p/b.py").scan.error->line, 3u);
  EXPECT_EQ(loaded.files.at("p/b.py").scan.error->message, "invalid syntax");
}

TEST_F(StateTest, KeepsWhatRunningCodeShowedOfCalls) {
  auto state = Open();
  state->BeginRun(Start(), Seen({{"a", "f1"}, {"b", "g1"}}));
  const auto calls = [&] {
    std::vector<std::string> told;
    for (const auto& [caller, callee, call] : state->SeenCalls()) {
      told.push_back(caller + "." + call.function + ":" + std::to_string(call.line) + " " + callee +
                     "." + call.callable);
    }
    return told;
  };
  state->AddSeenCalls("f1", {{"a", "b", {"f", 1, "C.m"}}, {"a", "b", {"f", 3, "g"}}});
  state->AddSeenCalls("f1", {{"a", "b", {"f", 3, "g"}}, {"a", "c", {"h", 0, "k"}}});
  state->AddSeenCalls("g1", {{"b", "a", {"g", 2, "f"}}});
  EXPECT_THAT(calls(), ElementsAre("a.f:1 b.C.m", "a.f:3 b.g", "a.h:0 c.k", "b.g:2 a.f"));
  state.reset();
  state = Open();  // whose check of the database holds
  EXPECT_THAT(calls(), SizeIs(4));
  state->AddSeenCalls("f2", {{"a", "b", {"f", 2, "g"}}});
  EXPECT_THAT(calls(), ElementsAre("a.f:2 b.g", "b.g:2 a.f")) << "of other code";
}

TEST_F(StateTest, SetsAsideWhatItCannotRead) {
  struct Case {
    const char* what;
    std::size_t offset;  // in the file; see SQLite's file format
    std::string bytes;
    ReasonCode code;
    const char* kept_as;
  };
  const std::string noise(4000, 'x');
  const Case cases[] = {
      {"user_version 11", 60, std::string("\0\0\0\x0b", 4), ReasonCode::kStateNewer,
       "state.db.newer-1"},
      {"user_version 0", 60, std::string(4, '\0'), ReasonCode::kStateOlder, "state.db.older-1"},
      {"application_id 0", 68, std::string(4, '\0'), ReasonCode::kStateCorrupt,
       "state.db.corrupt-1"},
      {"no header", 0, "garbage", ReasonCode::kStateCorrupt, "state.db.corrupt-2"},
      {"a page overwritten", 4096, noise, ReasonCode::kStateCorrupt, "state.db.corrupt-3"},
  };
  for (const Case& test : cases) {
    {
      const auto state = Open();
      state->BeginRun(Start(), Seen({{"a", "f1"}}));
    }
    Patch(test.offset, test.bytes);
    EXPECT_THAT(State::Open(folder_, State::Access::kRead).reason->code, test.code) << test.what;
    State::Opened opened = State::Open(folder_);
    ASSERT_TRUE(opened.reason.has_value()) << test.what;
    EXPECT_EQ(opened.reason->code, test.code) << test.what;
    EXPECT_THAT(opened.reason->detail, HasSubstr(test.kept_as)) << test.what;
    EXPECT_TRUE(fs::exists(folder_ / test.kept_as)) << test.what;
    EXPECT_EQ(opened.state->LastRun(), 0) << test.what;
  }
}

TEST_F(StateTest, SetsAsideAFileThatWasCutOff) {
  {
    const auto state = Open();
    state->BeginRun(Start(), Seen({{"a", "f1"}}));
    for (int i = 0; i < 50; ++i) {
      model::ModuleOutcome outcome = Outcome("m" + std::to_string(i), "f");
      outcome.written.json.assign(3000, 'j');
      state->RecordModule(1, outcome);
    }
  }
  fs::resize_file(folder_ / "state.db", fs::file_size(folder_ / "state.db") / 2);
  const State::Opened opened = State::Open(folder_);
  ASSERT_TRUE(opened.reason.has_value());
  EXPECT_EQ(opened.reason->code, ReasonCode::kStateCorrupt);
}

TEST_F(StateTest, HidesItsFolderFromGit) {
  Open();
  EXPECT_THAT(base::ReadFile(folder_ / ".gitignore"), HasSubstr("\n*\n"));
}

TEST_F(StateTest, LetsOneRunIn) {
  auto first = Open();
  EXPECT_THAT(ErrorOfOpening(), HasSubstr("another run (process " + std::to_string(getpid())));
  EXPECT_EQ(Open(State::Access::kRead)->LastRun(), 0);  // looking is allowed
  first.reset();
  EXPECT_NE(Open(), nullptr);
}

TEST_F(StateTest, ChangesNothingWhenItOnlyLooks) {
  const auto state = Open(State::Access::kRead);
  EXPECT_THAT(state->Modules(), IsEmpty());
  EXPECT_FALSE(fs::exists(folder_));
  Open()->BeginRun(Start(), Seen({{"a", "f1"}}));
  const auto reader = Open(State::Access::kRead);
  EXPECT_THAT(reader->Modules(), SizeIs(1));
  EXPECT_THROW(reader->EndRun(1, {}, false), base::Error);
}

TEST_F(StateTest, SaysThatItsFolderCannotBeWritten) {
  fs::create_directories(folder_.parent_path());
  std::ofstream(folder_) << "a file where the folder should be";
  EXPECT_THAT(ErrorOfOpening(), HasSubstr("cannot write the state folder"));
  EXPECT_THAT(ErrorOfOpening(), HasSubstr("output.state"));
}

TEST_F(StateTest, KeepsTheFilesOfTheLastSuiteAlone) {
  const auto state = Open();
  state->BeginRun(Start(), Seen({{"a", "f1"}}));
  model::ModuleOutcome outcome = Outcome("a", "f1");
  outcome.written.texts["tests/generated/test_a_findings.py"] = "# finding";
  state->RecordModule(1, outcome);
  EXPECT_THAT(state->WrittenFiles(), SizeIs(2));

  model::ModuleOutcome nothing_new = Outcome("a", "f1");
  nothing_new.written.json.clear();
  nothing_new.written.texts.clear();
  state->RecordModule(1, nothing_new);
  EXPECT_THAT(state->WrittenFiles(), SizeIs(2));

  state->RecordModule(1, Outcome("a", "f2"));
  ASSERT_THAT(state->WrittenFiles(), SizeIs(1));
  EXPECT_EQ(state->TextOf(state->WrittenFiles()[0]), "# f2");
  EXPECT_EQ(state->TextOf({"b", "tests/generated/test_b.py"}), "");
}

TEST_F(StateTest, KeepsTheLastSuitesWithTheirTexts) {
  const auto state = Open();
  for (int i = 1; i <= 7; ++i) {
    const std::string fingerprint = "f" + std::to_string(i);
    const int64_t run = state->BeginRun(Start(), Seen({{"a", fingerprint}}));
    model::ModuleOutcome outcome = Outcome("a", fingerprint);
    outcome.written.findings_file = "tests/generated/test_a_findings.py";
    if (i == 7) outcome.written.texts[outcome.written.findings_file] = "# finding";
    state->RecordModule(run, outcome);
    state->RecordModule(run, outcome);  // again in its run, as when a test was dropped
  }
  // A suite that was not written is only one to start from.
  const int64_t run = state->BeginRun(Start(), Seen({{"a", "f8"}}));
  model::ModuleOutcome unwritten = Outcome("a", "f8");
  unwritten.written.texts.clear();
  state->RecordModule(run, unwritten);
  EXPECT_THAT(state->LastSuite("a")->json, HasSubstr("f8"));
  EXPECT_THAT(state->WrittenFiles(), SizeIs(2));

  const std::vector<EarlierSuite> suites = state->WrittenSuites("a");
  ASSERT_THAT(suites, SizeIs(5));
  EXPECT_EQ(suites.front().tests, "# f7");
  EXPECT_EQ(suites.front().findings, "# finding");
  EXPECT_EQ(suites.back().tests, "# f3");
  EXPECT_EQ(suites.back().findings, "");
  EXPECT_THAT(suites.back().json, HasSubstr("f3"));
  EXPECT_THAT(state->WrittenSuites("b"), IsEmpty());
}

TEST_F(StateTest, TakesCallsFromSeveralThreads) {
  const auto state = Open();
  const int64_t run = state->BeginRun(Start(), {});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        const std::string name = "m" + std::to_string(t * 10 + i);
        state->RecordModule(run, Outcome(name, "f"));
        state->LastSuite(name);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(state->Modules(), SizeIs(40));
}

// What a call has returned from is there, whenever the process is killed.
TEST_F(StateTest, SurvivesAKill) {
  for (int kill_after : {1, 3, 7}) {
    int progress[2];
    ASSERT_EQ(pipe(progress), 0);
    const pid_t child = fork();
    if (child == 0) {
      const auto state = State::Open(folder_).state;
      const int64_t run = state->BeginRun(Start(), {});
      for (int i = 0;; ++i) {
        state->RecordModule(run, Outcome("r" + std::to_string(run) + "m" + std::to_string(i), "f"));
        if (write(progress[1], "x", 1) != 1) _exit(1);
      }
    }
    close(progress[1]);
    char one;
    for (int i = 0; i < kill_after; ++i) ASSERT_EQ(::read(progress[0], &one, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    int recorded = kill_after;
    while (::read(progress[0], &one, 1) == 1) ++recorded;
    close(progress[0]);

    const auto state = Open();
    const std::string prefix = "r" + std::to_string(state->LastRun()) + "m";
    int found = 0;
    for (const auto& record : state->Modules()) {
      if (!record.module.name.starts_with(prefix)) continue;
      ++found;
      EXPECT_TRUE(state->LastSuite(record.module.name).has_value());
    }
    EXPECT_GE(found, recorded);
    EXPECT_LE(found, recorded + 1);
  }
}

}  // namespace
}  // namespace skua::state
