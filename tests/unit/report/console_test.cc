#include "report/console/console.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <thread>

#include "support/golden.h"
#include "support/matchers.h"
#include "unit/report/sample_run.h"

namespace skua::report {
namespace {

using model::Change;
using model::ReasonCode;
using skua::testing::MatchesGolden;
using skua::testing::SampleRun;
using std::chrono::milliseconds;
using std::chrono::seconds;

const ConsoleOptions kPlain{};
const ConsoleOptions kQuiet{.quiet = true};
const ConsoleOptions kTerminal{.is_terminal = true, .color = true, .width = 100};

// What moves the cursor or sets a colour, made visible for golden files.
std::string Visible(std::string text) {
  std::string out;
  for (char c : text) {
    if (c == '\x1b') {
      out += "\\e";
    } else if (c == '\r') {
      out += "\n\\r";  // each redrawing on a line of its own
    } else {
      out += c;
    }
  }
  return out;
}

std::string Said(const ConsoleOptions& options, const std::function<void(Console&)>& speak) {
  std::ostringstream out;
  {
    Console console(out, options);
    speak(console);
  }
  return Visible(out.str());
}

base::TimePoint At(base::Duration since_start) { return base::TimePoint(since_start); }

ProgressSnapshot Halfway() {
  return {.modules_done = 1,
          .modules = 3,
          .budget = seconds(60),
          .budget_left = seconds(20),
          .executed_tests = 211'000,
          .running = {"parcel.rates", "parcel.money"}};
}

void WholeRun(Console& console) {
  const std::vector<WorkspaceChange> changes = {
      {"parcel.codes", Change::kUnchanged, ""},
      {"parcel.label", Change::kModified, ""},
      {"parcel.money", Change::kModified, ""},
      {"parcel.rates", Change::kAffected, "imports parcel.money"},
      {"parcel.zones", Change::kNew, ""},
      {"parcel.old", Change::kDeleted, ""}};
  console.Workspace(changes, milliseconds(140));
  console.Plan(
      {.modules = 4, .budget = seconds(60), .iterations = {}, .jobs = 2, .note = "dynamosa"});
  console.Tick(At(seconds(0)), Halfway());
  console.Tick(At(milliseconds(50)), Halfway());  // too soon
  console.Tick(At(seconds(12)), Halfway());
  console.Note({ReasonCode::kStateOlder, "kept as .skua/state.db.1"});
  console.Tick(At(seconds(13)), Halfway());
  model::RunOutcome run = SampleRun();
  run.notes = {{ReasonCode::kStateOlder, "kept as .skua/state.db.1"},
               {ReasonCode::kNoLandlock, ""}};
  console.Close(run, {"build/skua", {"generation.xml", "tests.xml"}});
}

TEST(Console, TellsARunInALog) {
  EXPECT_TRUE(MatchesGolden(Said(kPlain, WholeRun), "report/run.txt"));
}

TEST(Console, TellsARunOnATerminal) {
  EXPECT_TRUE(MatchesGolden(Said(kTerminal, WholeRun), "report/run_terminal.txt"));
}

TEST(Console, TellsARunOnANarrowTerminal) {
  ConsoleOptions narrow = kTerminal;
  narrow.color = false;
  narrow.width = 60;
  EXPECT_TRUE(MatchesGolden(Said(narrow, WholeRun), "report/run_narrow.txt"));
}

TEST(Console, WritesNoLineThatATerminalWouldBreak) {
  for (const std::size_t width : {60u, 100u}) {
    ConsoleOptions options = kTerminal;
    options.color = false;
    options.width = width;
    options.is_terminal = false;  // a line of progress is cut elsewhere
    std::istringstream said(Said(options, [](Console& console) {
      model::RunOutcome run = SampleRun();
      run.failed_gates->push_back(
          "branch coverage of changed lines is 10.0 % (12 of 120 changed "
          "lines), below the 70 % that fail_under_changed asks for");
      console.Close(run, {"build/skua", {"generation.xml", "tests.xml", "index.html"}});
    }));
    std::string lines;
    for (std::string line; std::getline(said, line); lines += line + '\n') {
      // What cannot be broken is one word.
      const bool is_word = line.find_first_not_of(' ') > line.find_last_of(' ');
      EXPECT_TRUE(DisplayWidth(line) <= width || is_word) << line;
    }
    EXPECT_THAT(lines, HasSubstr("Reports    build/skua/index.html, "));
  }
}

TEST(Console, CountsNoModulesWhereTheyWereCountedBefore) {
  ProgressSnapshot progress = Halfway();
  progress.modules = progress.modules_done = 0;
  const std::string said = Said(kPlain, [&](Console& console) {
    console.Tick(At(seconds(0)), progress);
    console.Tick(At(seconds(10)), progress);
  });
  EXPECT_THAT(said, StartsWith("Progress   20 s left, parcel.rates, "));
}

TEST(Console, SaysThatARunPassedAndWhatItBrought) {
  model::RunOutcome run;
  run.failed_gates.emplace();
  run.modules = {skua::testing::Generated("a", Change::kNew, 9, 10, {"test_a"})};
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              StartsWith("\nPassed     1 test written\n"));
  run.modules[0].written.tests.resize(4);
  run.modules[0].written.kept = 3;
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              StartsWith("\nPassed     1 test written, 3 kept\n"));
  run.modules[0].written = {};
  run.modules[0].lines.hits.clear();
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              StartsWith("\nUntested   no module: 0 tests written\n"));
  run = SampleRun();
  run.failed_gates.emplace();
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              StartsWith("\nTo review  5 tests written, 1 finding\n"));
  run.failed_gates.reset();  // the merge judges what shards did
  run.shard = {2, 4};
  const std::string shard = Said(kPlain, [&](Console& c) { c.Close(run, {}); });
  EXPECT_THAT(shard, Not(HasSubstr("Passed")));
  EXPECT_THAT(shard, HasSubstr("Shard      2 of 4: skua merge judges the gates"));
  run.shard = {};
}

TEST(Console, SaysOnlyWhatIsWrongWhenQuiet) {
  EXPECT_TRUE(MatchesGolden(Said(kQuiet, WholeRun), "report/run_quiet.txt"));
}

TEST(Console, IsSilentWhenQuietAndAllIsWell) {
  model::RunOutcome run = SampleRun();
  run.modules = {skua::testing::Generated("a", Change::kNew, 9, 10, {"test_a"})};
  run.failed_gates.emplace();
  EXPECT_EQ(Said(kQuiet, [&](Console& c) { c.Close(run, {"build", {"tests.xml"}}); }), "");
  run.interrupted = true;
  EXPECT_THAT(Said(kQuiet, [&](Console& c) { c.Close(run, {}); }), HasSubstr("Stopped"));
}

TEST(Console, SaysThatNothingHadToBeDone) {
  const std::string said = Said(kPlain, [](Console& console) {
    const std::vector<WorkspaceChange> changes = {{"a", Change::kUnchanged, ""},
                                                  {"b", Change::kUnchanged, ""}};
    console.Workspace(changes, milliseconds(20));
    console.Plan({});
    model::RunOutcome run{.budget = seconds(60), .used = milliseconds(100)};
    for (const char* name : {"a", "b"}) {
      run.modules.push_back(
          skua::testing::PassedOver(name, Change::kUnchanged, {ReasonCode::kUnchanged, ""}));
    }
    console.Close(run, {"build/skua", {"generation.xml"}});
  });
  EXPECT_TRUE(MatchesGolden(said, "report/run_unchanged.txt"));
}

// Their suites stand: few are told with them, many in one line.
TEST(Console, TellsWhatUnchangedModulesKeep) {
  const auto said = [](int modules) {
    model::RunOutcome run;
    for (int i = 0; i < modules; ++i) {
      auto kept = skua::testing::Generated("m" + std::to_string(i), Change::kUnchanged, 3, 4, {});
      kept.reason = {ReasonCode::kNoGain, ""};
      kept.goals.coverage_before = 0.75;
      kept.used = seconds(2);
      kept.earlier = std::make_shared<const model::ModuleOutcome>(
          skua::testing::Generated("m" + std::to_string(i), Change::kNew, 3, 4, {"a", "b"}));
      run.modules.push_back(std::move(kept));
    }
    return Said(kPlain, [&](Console& console) { console.Close(run, {"build/skua", {}}); });
  };
  EXPECT_THAT(said(1), ::testing::ContainsRegex("m0 +unchanged +75 → 75 % +– +2 +2.0 s"));
  EXPECT_THAT(said(4), HasSubstr("Skipped    4 modules: SKUA-N303"));
}

TEST(Console, CountsAreGrammatical) {
  const auto workspace = [](std::vector<WorkspaceChange> changes) {
    return Said(kPlain, [&](Console& c) { c.Workspace(changes, seconds(0)); });
  };
  EXPECT_THAT(workspace({{"a", Change::kNew, ""}}), StartsWith("Workspace  1 module: 1 new"));
  EXPECT_THAT(workspace({{"a", Change::kNew, ""}, {"b", Change::kNew, ""}}),
              StartsWith("Workspace  2 modules: all new "));
  EXPECT_THAT(workspace({{"a", Change::kRenamed, "was b"}, {"c", Change::kNew, ""}}),
              HasSubstr("1 new, 1 renamed (a was b)"));
  EXPECT_THAT(workspace({}), StartsWith("Workspace  0 modules "));
  EXPECT_THAT(Said(kPlain,
                   [](Console& c) {
                     c.Plan({1, {}, 1, 1, ""});
                   }),
              StartsWith("Plan       1 module, 1 iteration each on 1 core\n"));
  EXPECT_THAT(Said(kPlain,
                   [](Console& c) {
                     c.Plan({3, seconds(9), {}, 1, "", 2});
                   }),
              StartsWith("Plan       3 modules (2 unchanged, with something to gain), 9.0 s on"));
  const auto with_coupled = [](std::size_t pairs) {
    return Said(kPlain, [pairs](Console& c) {
      c.Plan({.modules = 2,
              .budget = {},
              .iterations = {},
              .note = "",
              .pairs = pairs,
              .seeks_coupled = true});
    });
  };
  EXPECT_THAT(with_coupled(2),
              StartsWith("Plan       2 modules and 2 pairs for coupled-branch on"));
  EXPECT_THAT(with_coupled(0),
              StartsWith("Plan       2 modules and no pair for coupled-branch on"));
}

TEST(Console, BeatsEveryTenSecondsInALog) {
  const std::string said = Said(kPlain, [](Console& console) {
    for (int tenth = 0; tenth <= 250; ++tenth) {
      console.Tick(At(milliseconds(100 * tenth)), Halfway());
    }
  });
  const std::string beat =
      "Progress   20 s left, 1/3 modules, parcel.rates, parcel.money, 211k tests tried\n";
  EXPECT_EQ(said, beat + beat);
}

TEST(Console, BeatsInContinuousIntegrationThoughItHasATerminal) {
  ConsoleOptions options = kTerminal;
  options.is_ci = true;
  const std::string said = Said(options, [](Console& console) {
    console.Tick(At(seconds(0)), Halfway());
    console.Tick(At(seconds(10)), Halfway());
  });
  EXPECT_THAT(said, StartsWith("Progress "));
  EXPECT_THAT(said, Not(HasSubstr("\\r")));
}

TEST(Console, TakesTheProgressLineAwayWhenTheRunEndsEarly) {
  const std::string said =
      Said(kTerminal, [](Console& console) { console.Tick(At(seconds(0)), Halfway()); });
  EXPECT_TRUE(said.ends_with("\\r\\e[2K")) << said;
}

TEST(Console, DoesWithoutABudget) {
  ProgressSnapshot progress = Halfway();
  progress.budget = {};
  progress.running.clear();
  ConsoleOptions options = kTerminal;
  options.color = false;
  const std::string said =
      Said(options, [&](Console& console) { console.Tick(At(seconds(0)), progress); });
  EXPECT_THAT(said, HasSubstr(" ━━━━━━━━━━━──────────────────────  1/3 modules"));
  EXPECT_THAT(said, Not(HasSubstr("left")));
  model::RunOutcome run = SampleRun();
  run.budget = {};
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              HasSubstr("Time       54 s, bounded by iterations"));
}

TEST(Console, KeepsTheProgressOnOneLineOfATerminal) {
  for (std::size_t width : {20u, 40u, 77u, 200u}) {
    std::ostringstream out;
    Console console(out, {.is_terminal = true, .width = width});
    console.Tick(At(seconds(0)), Halfway());
    const std::string line = out.str().substr(std::string("\r\x1b[2K").size());
    EXPECT_LT(DisplayWidth(line), width);
  }
}

TEST(Console, LetsNoEscapeSequenceOfTheSubjectThrough) {
  model::RunOutcome run = SampleRun();
  run.modules[1].reason.detail = "\x1b]0;owned\x07\nsecond line";
  run.modules[2].findings[0].call = "f('\x1b[2J')";
  const std::string said = Said(kPlain, [&](Console& c) { c.Close(run, {}); });
  EXPECT_THAT(said, Not(HasSubstr("\\e")));
  EXPECT_THAT(said, HasSubstr("\\x1b]0;owned\\x07 second line"));
}

TEST(Console, NamesEveryErrorCodeOnce) {
  model::RunOutcome run{
      .modules = {
          skua::testing::PassedOver("a", Change::kNew, {ReasonCode::kImportHangs, ""}),
          skua::testing::PassedOver("b", Change::kNew, {ReasonCode::kImportHangs, ""}),
          skua::testing::PassedOver("c", Change::kNew, {ReasonCode::kSyntaxError, ""}),
      }};
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              HasSubstr("\nAdvice     skua explain CODE, of SKUA-N102, SKUA-N101\n"));
}

TEST(Console, CountsModulesOfWhichThereIsNothingToTellButAReason) {
  model::RunOutcome run;
  run.modules.push_back(skua::testing::Generated("done", Change::kNew, 9, 10, {"test_a"}));
  for (const char* name : {"a", "b", "c"}) {
    run.modules.push_back(
        skua::testing::PassedOver(name, Change::kNew, {ReasonCode::kNoBudgetLeft, ""}));
  }
  const auto said = [&] { return Said(kPlain, [&](Console& c) { c.Close(run, {}); }); };
  EXPECT_THAT(said(), AllOf(HasSubstr("\n a "), Not(HasSubstr("Skipped"))));
  run.modules.push_back(
      skua::testing::PassedOver("d", Change::kNew, {ReasonCode::kNoBudgetLeft, ""}));
  EXPECT_THAT(said(), AllOf(HasSubstr("\n done "), Not(HasSubstr("\n a ")),
                            HasSubstr("Skipped    4 modules: SKUA-N202 no budget left "
                                      "(a, b, c and 1 more)\n")));
  run.modules.back().goals.coverage_before = 0.5;  // what is known of it is told
  EXPECT_THAT(said(), AllOf(HasSubstr("\n d "), Not(HasSubstr("Skipped"))));
}

TEST(Console, HintsAtTheBudgetThatWouldHaveDone) {
  model::RunOutcome run = SampleRun();
  const auto last_line = [&] {
    std::string said = Said(kPlain, [&](Console& c) { c.Close(run, {}); });
    said.pop_back();
    return said.substr(said.rfind('\n') + 1);
  };
  EXPECT_EQ(last_line(), "Budget     54.2 of 60 s used; 1 module not reached");
  run.modules.pop_back();
  EXPECT_EQ(last_line(), "Budget     54.2 of 60 s used; 90 % of the goals found need about 46 s");
  for (auto& module : run.modules) module.search.last_gain = module.search.time;
  EXPECT_EQ(last_line(), "Budget     54.2 of 60 s used; 2 modules still gained at the end");
  run.interrupted = true;
  EXPECT_EQ(last_line(), "Budget     54.2 of 60 s used");
}

TEST(Console, NamesAFewFilesAndCountsTheRest) {
  model::RunOutcome run{
      .files_written = {"t/test_a.py", "t/test_b.py", "u/test_c.py", "u/test_d.py", "u/test_e.py"}};
  EXPECT_THAT(Said(kPlain, [&](Console& c) { c.Close(run, {}); }),
              HasSubstr("Wrote      t/test_a.py, test_b.py, u/test_c.py and 2 more\n"));
}

TEST(Console, TellsTheWeightiestFindingsOfEachModule) {
  model::RunOutcome run;
  for (const char* name : {"a", "b", "c"}) {
    run.modules.push_back(skua::testing::Generated(name, Change::kNew, 9, 10, {"test_a"}));
    model::ModuleOutcome& module = run.modules.back();
    module.written.findings_file = "t/test_" + std::string(name) + "_findings.py";
    for (int i = 0; i < (*name == 'c' ? 1 : 6); ++i) {
      module.findings.push_back(
          {"test", "f(" + std::to_string(i) + ")", model::Verdict::kTimedOut, {}});
    }
  }
  const std::string said = Said(kPlain, [&](Console& c) { c.Close(run, {}); });
  std::string lines;
  for (const char* call : {"a: f(0)", "b: f(0)", "c: f(0)", "a: f(1)", "b: f(1)", "a: f(2)",
                           "b: f(2)", "a: f(3)", "b: f(3)", "a: f(4)"}) {
    lines += fmt::format("Finding    {} does not end{:61}src/{}.py\n", call, "", call[0]);
  }
  EXPECT_THAT(said, HasSubstr(lines + "           3 more in t/test_b_findings.py, "
                                      "test_a_findings.py\n"));
}

TEST(Console, SaysHowManyMutantsWereKilled) {
  model::RunOutcome run{
      .modules = {skua::testing::Generated("a", Change::kNew, 9, 10, {"test_a"})}};
  const auto said = [&] { return Said(kPlain, [&](Console& c) { c.Close(run, {}); }); };
  EXPECT_THAT(said(), HasSubstr(" 90 %         –       1 "));
  run.modules[0].mutants = skua::testing::Mutants(3, 1, 1, 2);
  EXPECT_THAT(said(), HasSubstr(" 90 %   3/5 killed       1 "));
  run.modules[0].mutants = skua::testing::Mutants(0, 0, 0, 2);
  EXPECT_THAT(said(), HasSubstr(" 90 %         –       1 "));
}

TEST(Console, KeepsLinesWholeWhenThreadsSpeak) {
  const std::string said = Said(kPlain, [](Console& console) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&console, t] {
        for (int i = 0; i < 50; ++i) {
          console.Note({ReasonCode::kNoLandlock, std::to_string(t) + "-" + std::to_string(i)});
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  std::istringstream lines(said);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_THAT(line, StartsWith("Note       SKUA-C601 files not contained: "));
  }
  EXPECT_EQ(count, 200);
}

TEST(PlanTable, ShowsSharesAndReasons) {
  const std::vector<PlanRow> rows = {
      {"parcel.money", seconds(18), "modified since run 41, 22 goals open"},
      {"parcel.rates", seconds(14), "affected: imports parcel.money"},
      {"parcel.codes", std::nullopt, "unchanged"},
  };
  EXPECT_EQ(PlanTable(rows, kPlain),
            " module         share   why\n"
            " parcel.money    18 s   modified since run 41, 22 goals open\n"
            " parcel.rates    14 s   affected: imports parcel.money\n"
            " parcel.codes       –   unchanged\n");
}

TEST(DetectConsole, ObeysTheEnvironment) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const auto detect = [&](std::map<std::string, std::string> variables) {
    return DetectConsole(pipe_ends[1], [&](const char* name) -> const char* {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second.c_str();
    });
  };
  EXPECT_FALSE(detect({}).is_terminal);
  EXPECT_FALSE(detect({}).color);
  EXPECT_FALSE(detect({}).is_ci);
  EXPECT_EQ(detect({{"COLUMNS", "50"}}).width, 0u);  // a file has no width
  EXPECT_TRUE(detect({{"FORCE_COLOR", "1"}}).color);
  EXPECT_FALSE(detect({{"FORCE_COLOR", "1"}, {"NO_COLOR", "1"}}).color);
  EXPECT_TRUE(detect({{"FORCE_COLOR", "1"}, {"NO_COLOR", ""}}).color);
  EXPECT_TRUE(detect({{"CI", "true"}}).is_ci);
  EXPECT_TRUE(detect({{"JENKINS_URL", "http://localhost"}}).is_ci);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(DetectConsole, RedrawsOnATerminalUnlessItIsDumb) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "no pseudo-terminals here";
  const auto detect = [&](std::map<std::string, std::string> variables) {
    return DetectConsole(terminal, [&](const char* name) -> const char* {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second.c_str();
    });
  };
  EXPECT_TRUE(detect({{"TERM", "xterm"}}).is_terminal);
  EXPECT_TRUE(detect({{"TERM", "xterm"}}).color);
  EXPECT_FALSE(detect({{"TERM", "xterm"}, {"NO_COLOR", "1"}}).color);
  EXPECT_FALSE(detect({{"TERM", "dumb"}}).is_terminal);
  EXPECT_FALSE(detect({{"TERM", "dumb"}}).color);
  EXPECT_EQ(detect({{"COLUMNS", "132"}}).width, 132u);
  EXPECT_EQ(detect({}).width, 80u);
  EXPECT_EQ(detect({{"COLUMNS", "132"}, {"CI", "true"}}).width, 0u);
  close(terminal);
}

}  // namespace
}  // namespace skua::report
