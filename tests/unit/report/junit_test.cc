#include "report/formats/junit.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "report/formats/generation_report.h"
#include "report/formats/reporter.h"
#include "report/formats/tests_report.h"
#include "support/golden.h"
#include "support/junit_rules.h"
#include "support/matchers.h"
#include "unit/report/sample_run.h"

namespace skua::report {
namespace {

std::string GenerationXml(const model::RunOutcome& run) { return RenderGeneration(run).front(); }
std::string TestsXml(const model::RunOutcome& run) { return RenderTests(run).front(); }

using skua::testing::JunitRules;
using skua::testing::MatchesGolden;
using skua::testing::Replaced;
using skua::testing::SampleRun;

std::string Hostile() {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) text += static_cast<char>(byte);
  text += "]]> <![CDATA[ & &#0; &nbsp; \xED\xA0\x80 \xEF\xBF\xBE \xF4\x90\x80\x80 \xC0\x80";
  return text + "<!-- --> </testcase> \"quoted\" 'too'";
}

// The checker has to find what is wrong, or the other tests prove nothing.
TEST(JunitRules, FindWhatReadersRefuse) {
  const auto suite = [](const std::string& inside, const std::string& totals) {
    return "<testsuites><testsuite name=\"s\" " + totals + ">" + inside +
           "</testsuite></testsuites>";
  };
  const std::string one = "tests=\"1\" failures=\"0\" errors=\"0\"";
  const std::string good = suite("<testcase classname=\"c\" name=\"n\" time=\"0.001\"/>", one);
  EXPECT_THAT(JunitRules::Violations(good), IsEmpty());
  const std::string bad[] = {
      "",
      "<testsuite name=\"s\"/>",
      suite("", "tests=\"0\" failures=\"0\""),
      suite("", one),
      suite("<testcase name=\"n\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\" time=\"0.0012\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\" time=\"1e-05\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\" file=\"/abs/a.py\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\" file=\"a/../../b.py\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\" colour=\"red\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\"><skipped/><error/></testcase>", one),
      suite("<testcase classname=\"c\" name=\"n\"><failure/></testcase>", one),
      suite("<testcase classname=\"c\" name=\"n\"/><testcase classname=\"c\" name=\"n\"/>",
            "tests=\"2\" failures=\"0\" errors=\"0\""),
      suite("<testcase classname=\"c\" name=\"n\">text</testcase>", one),
      suite("<testcase classname=\"c\" name=\"\x01\"/>", one),
      suite("<testcase classname=\"c\" name=\"&#1;\"/>", one),
      suite("<testcase classname=\"c\" name=\"&nbsp;\"/>", one),
      suite("<testcase classname=\"c\" name=\"\xED\xA0\x80\"/>", one),
      suite("<testcase classname=\"c\" name=\"n\"><system-out>]]></system-out></testcase>", one),
  };
  for (const std::string& xml : bad)
    EXPECT_THAT(JunitRules::Violations(xml), Not(IsEmpty())) << xml;
}

TEST(Junit, SurvivesAnyTextInAnyPlace) {
  JunitSuite suite{.name = Hostile(), .properties = {{Hostile(), Hostile()}}, .output = Hostile()};
  for (auto status : {JunitCase::Status::kPassed, JunitCase::Status::kSkipped,
                      JunitCase::Status::kFailure, JunitCase::Status::kError}) {
    JunitCase test;
    test.classname = test.name = test.file = test.message = test.type = test.details = test.output =
        Hostile();
    test.properties = {{Hostile(), Hostile()}};
    test.status = status;
    suite.cases.push_back(test);
  }
  const std::string xml = RenderJunit(suite).front();
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_THAT(xml, HasSubstr("]]&gt;"));
}

TEST(Junit, BoundsWhatReadersKeepInMemory) {
  const std::string large(1 << 20, 'x');
  JunitSuite suite;
  JunitCase test;
  test.classname = test.name = test.message = test.type = test.details = test.output = large;
  test.status = JunitCase::Status::kFailure;
  suite.cases = {test, test};  // cut to the same name, they still differ
  const std::string xml = RenderJunit(suite).front();
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_LT(xml.size(), 400'000u);
  EXPECT_THAT(xml, HasSubstr("more bytes)"));
}

TEST(Junit, TellsCasesOfTheSameNameApart) {
  JunitSuite suite;
  for (const char* name : {"a", "a", "a (2)", "a"}) {
    suite.cases.emplace_back();
    suite.cases.back().classname = "tests.generated.test_a";
    suite.cases.back().name = name;
  }
  const std::string xml = RenderJunit(suite).front();
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_THAT(xml, HasSubstr("name=\"a (2)\""));
  EXPECT_THAT(xml, HasSubstr("name=\"a (2) (2)\""));
  EXPECT_THAT(xml, HasSubstr("name=\"a (3)\""));
}

TEST(Junit, WritesTimesThatEveryReaderTakes) {
  JunitSuite suite;
  for (double time : {0.0, 1e-9, 1234567.8912, -1.0, std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::quiet_NaN()}) {
    suite.cases.emplace_back();
    suite.cases.back().name = std::to_string(suite.cases.size());
    suite.cases.back().seconds = time;
  }
  const std::string xml = RenderJunit(suite).front();
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_THAT(xml, HasSubstr("time=\"1234567.891\""));
}

TEST(Junit, IsStrictWhereTheSchemaIsAskedFor) {
  JunitSuite suite;
  suite.cases.resize(1);
  suite.cases[0].classname = suite.cases[0].name = "a";
  suite.cases[0].file = "a.py";
  suite.cases[0].line = 7;
  suite.cases[0].properties = {{"goals", "3"}};
  suite.cases[0].output = "said\n";
  const std::string strict = RenderJunit(suite, {.family = JunitFamily::kXunit2}).front();
  EXPECT_THAT(JunitRules::Violations(strict), IsEmpty());
  EXPECT_THAT(strict, Not(HasSubstr("file=")));
  EXPECT_THAT(strict, Not(HasSubstr("line=")));
  EXPECT_THAT(strict, Not(HasSubstr("<property")));
  EXPECT_THAT(strict, HasSubstr("goals: 3\nsaid"));
  EXPECT_THAT(RenderJunit(suite).front(), HasSubstr("file=\"a.py\" line=\"7\""));
}

TEST(Junit, IsSplitWhenReadersWouldRefuseIt) {
  JunitSuite suite;
  constexpr std::size_t kCases = 100;
  for (std::size_t i = 0; i < kCases; ++i) {
    suite.cases.emplace_back();
    suite.cases.back().classname = "tests";
    suite.cases.back().name = "the same";
    suite.cases.back().seconds = 0.5;
    suite.cases.back().output = std::string(i == 3 ? 20'000 : 1000, 'x');
  }
  const std::vector<std::string> parts = RenderJunit(suite, {.largest = 30'000});
  EXPECT_GT(parts.size(), 3u);
  std::size_t cases = 0;
  std::set<std::string> names;
  for (const std::string& part : parts) {
    EXPECT_THAT(JunitRules::Violations(part), IsEmpty());
    EXPECT_LE(part.size(), 30'000u);
    for (std::size_t at = 0; (at = part.find("<testcase", at)) != part.npos; ++at) {
      const std::size_t name = part.find("name=\"the same", at) + 6;
      names.insert(part.substr(name, part.find('"', name) - name));
      ++cases;
    }
  }
  EXPECT_EQ(cases, kCases);
  EXPECT_EQ(names.size(), kCases);  // told apart over all parts
}

TEST(RenderGeneration, TellsEachModuleOnce) {
  const std::string xml = GenerationXml(SampleRun());
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_TRUE(MatchesGolden(Replaced(xml, SKUA_VERSION, "VERSION"), "report/generation.xml"));
}

TEST(RenderGeneration, CallsNothingSkippedThatARunPassedOver) {
  for (const model::ReasonCode code :
       {model::ReasonCode::kNoBudgetLeft, model::ReasonCode::kUnchanged,
        model::ReasonCode::kInterrupted}) {
    model::RunOutcome run{
        .modules = {skua::testing::PassedOver("a", model::Change::kNew, {code, ""})}};
    const std::string xml = GenerationXml(run);
    EXPECT_THAT(xml, Not(HasSubstr("<skipped")));
    EXPECT_THAT(xml, HasSubstr(fmt::format("<property name=\"reason\" value=\"{}\"",
                                           model::EntryOf(code).id)));
  }
}

TEST(RenderGeneration, HasTheGatesAsATestOfTheirOwn) {
  model::RunOutcome run;
  const auto gates = [&] {
    const std::string xml = GenerationXml(run);
    EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
    const std::size_t at = xml.find("<testcase");
    return at == xml.npos ? "" : xml.substr(at, xml.find("</testsuite>", at) - at);
  };
  EXPECT_EQ(gates(), "");  // a shard, which the merge judges
  run.failed_gates.emplace();
  EXPECT_THAT(gates(), HasSubstr("classname=\"skua.gates\" name=\"gates\" time=\"0.000\" />"));
  run.failed_gates = {"two findings", "branch coverage is low"};
  EXPECT_THAT(gates(), HasSubstr("<failure type=\"gate\" message=\"two findings\">two findings\n"
                                 "branch coverage is low\n</failure>"));
}

TEST(RenderGeneration, SaysWhatToDoWhereAGateFailed) {
  ReportContext context{.folder = "build/skua"};
  const auto gates = [&](std::vector<std::string> formats, const model::RunOutcome& run) {
    return MakeReporters(formats, context).front().render(run).front();
  };
  model::RunOutcome run = SampleRun();
  EXPECT_THAT(gates({"junit"}, run),
              HasSubstr("\n\nnext: python -m pytest tests/generated/test_parcel_money_findings.py::"
                        "test_split_of_no_parts_raises shows the finding\n</failure>"));
  for (auto& module : run.modules) module.findings.clear();
  EXPECT_THAT(gates({"junit", "html"}, run),
              HasSubstr("next: build/skua/index.html shows the lines that no test reaches\n"));
  EXPECT_THAT(gates({"junit"}, run), Not(HasSubstr("index.html")));
}

TEST(RenderTests, SaysHowToSeeAndToAcceptABehaviourChange) {
  model::RunOutcome run = SampleRun();
  model::BehaviourChange change{.test = "test_quote", .file = "tests/generated/it's.py"};
  run.modules[3].behaviour_changes = {change};
  EXPECT_THAT(TestsXml(run), Not(HasSubstr("skua accept"))) << "no test of the change stands";
  run.modules[3].behaviour_changes[0].expectation = "5d41402a";
  EXPECT_THAT(TestsXml(run),
              HasSubstr("\nrun: python -m pytest 'tests/generated/it'\\''s.py::test_quote'\n"
                        "if it is meant: skua accept parcel.rates\n"));
}

TEST(RenderTests, TellsEachTestAsItWasVerified) {
  model::RunOutcome run = SampleRun();
  auto& tests = run.modules[3].written.tests;
  tests[0].outcome = model::PytestResult::Outcome::kFailed;
  tests[0].message = "assert Decimal('4.90') == Decimal('5.20')\nmore of it";
  tests[1].outcome = model::PytestResult::Outcome::kError;
  tests[1].message = "fixture 'x' not found";
  tests[2].outcome = model::PytestResult::Outcome::kSkipped;
  tests[2].message = "not on this platform";
  run.modules[2].written.tests[0].peak_bytes = 3482;
  const std::string xml = TestsXml(run);
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_TRUE(MatchesGolden(xml, "report/tests.xml"));
}

TEST(RenderTests, TakesAnExpectedFailureThatIsNoFindingForWhatItIs) {
  model::RunOutcome run = SampleRun();
  run.modules[2].findings.clear();
  run.modules[2].written.tests[1].message = "for a reason";
  EXPECT_THAT(TestsXml(run), HasSubstr("type=\"pytest.xfail\" message=\"for a reason\""));
}

TEST(RenderTests, TellsFindingsThatCannotBeRun) {
  using Outcome = model::PytestResult::Outcome;
  model::RunOutcome run = SampleRun();
  model::ModuleOutcome& money = run.modules[2];
  money.written.tests[1].outcome = Outcome::kSkipped;
  money.findings[0].exception = {};
  money.findings[0].verdict = model::Verdict::kCrashed;
  EXPECT_THAT(
      TestsXml(run),
      HasSubstr("<skipped type=\"finding\" message=\"money: split(total=1, parts=0) ends the "
                "interpreter (src/parcel/money.py)\">run: python -m pytest "
                "tests/generated/test_parcel_money_findings.py::test_split_of_no_parts_raises\n"));
  money.findings[0].verdict = model::Verdict::kTimedOut;
  EXPECT_THAT(TestsXml(run), HasSubstr("split(total=1, parts=0) does not end ("));
}

TEST(RenderTests, FindsTheFindingOfAParametrisedCaseAndOfAMethod) {
  using Outcome = model::PytestResult::Outcome;
  for (const auto& [test, finding] :
       {std::pair("test_split[1-0]", "test_split[1-0]"), std::pair("test_split[1-0]", "test_split"),
        std::pair("TestSplit::test_split", "TestSplit::test_split")}) {
    model::RunOutcome run = SampleRun();
    run.modules[2].written.tests[1].name = test;
    run.modules[2].findings[0].test = finding;
    EXPECT_THAT(TestsXml(run), HasSubstr("type=\"finding\"")) << test;
    // One of the same name among the tests is none.
    run.modules[2].written.tests[1].file = "test_parcel_money.py";
    run.modules[2].written.tests[1].outcome = Outcome::kSkipped;
    EXPECT_THAT(TestsXml(run), Not(HasSubstr("type=\"finding\""))) << test;
  }
}

TEST(RenderTests, TellsTestsOfModulesThatThisRunLeftAlone) {
  model::ModuleOutcome kept = skua::testing::PassedOver("a", model::Change::kUnchanged,
                                                        {model::ReasonCode::kUnchanged, ""});
  kept.earlier = std::make_shared<const model::ModuleOutcome>(
      skua::testing::Generated("a", model::Change::kNew, 3, 4, {"test_one", "test_two"}));
  model::RunOutcome run{.modules = {kept}};
  const auto xml = [&] { return TestsXml(run); };
  EXPECT_THAT(xml(), AllOf(HasSubstr("tests=\"2\""), HasSubstr("name=\"test_one\"")));

  model::BehaviourChange change{.test = "test_two", .file = kept.earlier->written.file};
  run.modules[0].behaviour_changes = {change};
  EXPECT_THAT(xml(), AllOf(HasSubstr("name=\"behaviour change: test_two\""),
                           Not(HasSubstr("name=\"test_two\""))));
  run.modules[0].behaviour_changes.clear();
  run.modules[0].change = model::Change::kDeleted;
  EXPECT_THAT(xml(), HasSubstr("tests=\"0\""));
}

TEST(RenderTests, TakesWhatEndedItsProcessForAnError) {
  using Outcome = model::PytestResult::Outcome;
  for (const Outcome outcome : {Outcome::kCrashed, Outcome::kTimedOut}) {
    model::RunOutcome run = SampleRun();
    run.modules[3].written.tests[0].outcome = outcome;
    EXPECT_THAT(TestsXml(run), HasSubstr("errors=\"1\""));
  }
}

TEST(RenderGeneration, NamesTheFirstMutantsThatSurvive) {
  const std::string xml = GenerationXml(SampleRun());
  EXPECT_THAT(xml, HasSubstr("survived: src/parcel/money.py:82 comparison: parts &lt; 1 became "
                             "parts &lt;= 1\n"));
  EXPECT_THAT(xml, HasSubstr("survived: src/parcel/money.py:83 statement deletion: without total "
                             "+= rest\n"));
  EXPECT_THAT(xml, HasSubstr("survived: and 2 more\n"));
}

TEST(RenderGeneration, CountsMutantsByTheirFate) {
  const std::string xml = GenerationXml(SampleRun());
  for (const char* property :
       {"\"mutants\" value=\"52\"", "\"mutants_killed\" value=\"20\"",
        "\"mutants_survived\" value=\"22\"", "\"mutants_not_reached\" value=\"3\"",
        "\"mutants_not_run\" value=\"7\""}) {
    EXPECT_THAT(xml, HasSubstr(property));
  }
  model::RunOutcome run = SampleRun();
  for (auto& module : run.modules) module.mutants.clear();
  EXPECT_THAT(GenerationXml(run), Not(HasSubstr("mutants")));
}

TEST(Reports, AreWholeForARunThatDidNothing) {
  model::RunOutcome run{.interrupted = true};
  for (const auto& reporter : MakeReporters(std::vector<std::string>{"junit"}, {})) {
    const std::string xml = reporter.render(run).front();
    EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
    EXPECT_THAT(xml, HasSubstr("tests=\"0\""));
  }
}

TEST(Reports, CoverEveryReasonAModuleCanHave) {
  model::RunOutcome run;
  std::size_t errors = 0;
  for (const model::ReasonEntry& entry : model::ReasonCatalogue()) {
    auto module = skua::testing::PassedOver("m" + std::to_string(run.modules.size()),
                                            model::Change::kNew, {entry.code, Hostile()});
    module.notes.push_back({entry.code, Hostile()});
    run.modules.push_back(module);
    errors += entry.is_error ? 1 : 0;
  }
  const std::string xml = GenerationXml(run);
  EXPECT_THAT(JunitRules::Violations(xml), IsEmpty());
  EXPECT_THAT(xml, HasSubstr("errors=\"" + std::to_string(errors) + "\""));
}

TEST(RenderGeneration, LeavesOutDeletedModules) {
  model::RunOutcome run;
  run.modules.push_back(skua::testing::Module("parcel.old", model::Change::kDeleted));
  EXPECT_THAT(GenerationXml(run), Not(HasSubstr("parcel.old")));
}

TEST(WriteReports, MakesTheFolderAndReplacesWhatWasThere) {
  const base::ScratchFolder scratch;
  const auto folder = scratch.path() / "build" / "skua";
  base::WriteFileAtomically(folder / "tests.xml", "old");
  EXPECT_THAT(
      WriteReports(MakeReporters(std::vector<std::string>{"junit"}, {}), SampleRun(), folder),
      ElementsAre("generation.xml", "tests.xml"));
  EXPECT_EQ(base::ReadFile(folder / "tests.xml"), TestsXml(SampleRun()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);
}

TEST(WriteReports, WritesTheOthersWhenOneFailsAndThenSaysSo) {
  const base::ScratchFolder scratch;
  std::filesystem::create_directories(scratch.path() / "taken" / "by a folder");
  const auto render = [](const auto&) { return std::vector<std::string>{"text"}; };
  const std::vector<Reporter> reporters = {{"taken", render}, {"tests.xml", render}};
  EXPECT_THROW(WriteReports(reporters, SampleRun(), scratch.path()), base::Error);
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "tests.xml"));
}

TEST(WriteReports, LeavesNoPartOfAnEarlierRun) {
  const base::ScratchFolder scratch;
  const auto write = [&](std::size_t parts) {
    const auto render = [&](const auto&) { return std::vector<std::string>(parts, "text"); };
    return WriteReports({{"tests.xml", render}}, {}, scratch.path());
  };
  EXPECT_THAT(write(3), ElementsAre("tests.xml", "tests-2.xml", "tests-3.xml"));
  EXPECT_THAT(write(2), ElementsAre("tests.xml", "tests-2.xml"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path() / "tests-3.xml"));
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "tests-2.xml"));
}

TEST(MakeReporters, MakesThoseThatAreAskedFor) {
  std::vector<std::string> all;
  for (const std::string_view name : ReportFormats()) all.emplace_back(name);
  std::vector<std::string> files;
  for (const auto& reporter : MakeReporters(all, {})) {
    files.emplace_back(reporter.file_name);
    const bool may_be_empty = reporter.file_name == "coverage.lcov";
    EXPECT_FALSE(reporter.render({}).front().empty() && !may_be_empty);
    EXPECT_FALSE(reporter.render(SampleRun()).front().empty() && !may_be_empty);
  }
  EXPECT_THAT(files, ElementsAre("generation.xml", "tests.xml", "report.json", "coverage.xml",
                                 "coverage.lcov", "findings.sarif", "code-quality.json",
                                 "index.html", "summary.md"));
  EXPECT_THAT(MakeReporters(std::vector<std::string>{"lcov"}, {}), SizeIs(1));
  EXPECT_THAT(MakeReporters(std::vector<std::string>{}, {}), IsEmpty());
}

}  // namespace
}  // namespace skua::report
