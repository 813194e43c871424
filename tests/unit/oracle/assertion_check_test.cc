#include "oracle/assertions/assertion_check.h"

#include <string>
#include <utility>
#include <vector>

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::Observation;
using model::StatementObservation;
using model::Value;
using model::ValueKind;
using model::Verdict;
using testing::IntValue;
using testing::ItemsValue;
using testing::NamedValue;
using testing::NoneValue;
using testing::ObjectValue;
using testing::StrValue;

// An observation of that many statements, whose results are None.
Observation AllPassed(std::size_t statements) {
  Observation seen{.verdict = Verdict::kPassed};
  seen.statements.resize(statements);
  return seen;
}

Assertion About(AssertionKind kind, uint16_t after, model::VariableIndex variable, Value expected,
                std::string attribute = "") {
  return {kind, after, variable, std::move(attribute), std::move(expected)};
}

bool Holds(const Assertion& assertion, const Observation& seen) {
  return FailingAssertions({assertion}, testing::SampleSubject(), seen).empty();
}

TEST(AssertionCheck, TakesTheStateThatWasToldLast) {
  Observation seen = AllPassed(4);
  seen.statements[0].result = ItemsValue(ValueKind::kList, {});
  seen.statements[2].changes = {{0, ItemsValue(ValueKind::kList, {IntValue(1)})}};
  const auto length = [](uint16_t after, int64_t expected) {
    return About(AssertionKind::kLength, after, 0, IntValue(expected));
  };
  EXPECT_TRUE(Holds(length(0, 0), seen));
  EXPECT_TRUE(Holds(length(1, 0), seen));
  EXPECT_TRUE(Holds(length(2, 1), seen));
  EXPECT_TRUE(Holds(length(3, 1), seen));
  EXPECT_FALSE(Holds(length(3, 0), seen));
}

TEST(AssertionCheck, TakesAnyArgumentForOneThatMayBeAnything) {
  Observation seen = AllPassed(3);
  const auto calls = [](Value argument) {
    return ItemsValue(ValueKind::kList, {ItemsValue(ValueKind::kTuple, {std::move(argument)})});
  };
  const Assertion anything = About(AssertionKind::kEquals, 3, 0,
                                   calls(NamedValue(ValueKind::kOpaque, "unittest.mock:ANY")));
  seen.verdict = Verdict::kRaised;
  seen.raising.changes = {{0, calls(ObjectValue("parcel.rates:RateTable", {}))}};
  EXPECT_TRUE(Holds(anything, seen));
  seen.raising.changes = {{0, ItemsValue(ValueKind::kList, {})}};
  EXPECT_FALSE(Holds(anything, seen));
}

TEST(AssertionCheck, FailsBehindAStatementThatWasNotReached) {
  EXPECT_TRUE(Holds(About(AssertionKind::kEquals, 1, 0, NoneValue()), AllPassed(2)));
  EXPECT_FALSE(Holds(About(AssertionKind::kEquals, 2, 0, NoneValue()), AllPassed(2)));
}

TEST(AssertionCheck, FollowsAttributes) {
  Observation seen = AllPassed(1);
  const Value row = ObjectValue("parcel.rates:RateTable.Row", {{"limit", IntValue(3)}});
  seen.statements[0].result =
      ObjectValue("parcel.rates:RateTable",
                  {{"first", row},
                   {"rows", ItemsValue(ValueKind::kList, {row, row})},
                   {"span()", IntValue(7)},
                   {"zone", NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME")}});
  const auto equals = [](std::string path, Value expected) {
    return About(AssertionKind::kEquals, 0, 0, std::move(expected), std::move(path));
  };
  EXPECT_TRUE(Holds(equals("first.limit", IntValue(3)), seen));
  EXPECT_TRUE(Holds(equals("rows[1].limit", IntValue(3)), seen));
  EXPECT_TRUE(Holds(equals("span()", IntValue(7)), seen));
  EXPECT_TRUE(Holds(equals("zone.name", StrValue("HOME")), seen));
  EXPECT_FALSE(Holds(equals("zone.name", StrValue("ABROAD")), seen));
  EXPECT_FALSE(Holds(equals("rows[2].limit", IntValue(3)), seen));
  EXPECT_FALSE(Holds(equals("last", NoneValue()), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kLength, 0, 0, IntValue(2), "rows"), seen));
}

TEST(AssertionCheck, FindsElementsAndNamesOfWhatACallGave) {
  Observation seen = AllPassed(2);
  seen.statements[0].result =
      ItemsValue(ValueKind::kTuple, {ObjectValue("m:Row", {{"limit", IntValue(3)}})});
  seen.statements[1].result = NamedValue(ValueKind::kEnumMember, "m:Zone", "HOME");
  EXPECT_TRUE(Holds(About(AssertionKind::kEquals, 0, 0, IntValue(3), "[0].limit"), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kEquals, 1, 1, StrValue("HOME"), "name"), seen));
}

TEST(AssertionCheck, KnowsTypesAndTheirBases) {
  model::Subject subject = testing::SampleSubject();
  subject.classes[testing::kRowClass].bases = {testing::kRateTableClass};
  const auto is_instance = [&](const Value& value, const std::string& type_name) {
    Observation seen = AllPassed(1);
    seen.statements[0].result = value;
    const Value type = NamedValue(ValueKind::kOpaque, type_name);
    return FailingAssertions({About(AssertionKind::kIsInstance, 0, 0, type)}, subject, seen)
        .empty();
  };
  const Value row = NamedValue(ValueKind::kOpaque, "parcel.rates:RateTable.Row");
  EXPECT_TRUE(is_instance(row, "parcel.rates:RateTable.Row"));
  EXPECT_TRUE(is_instance(row, "parcel.rates:RateTable"));
  EXPECT_FALSE(is_instance(NamedValue(ValueKind::kOpaque, "parcel.rates:RateTable"),
                           "parcel.rates:RateTable.Row"));
  EXPECT_TRUE(is_instance(testing::BoolValue(true), "builtins:int"));
  EXPECT_FALSE(is_instance(IntValue(1), "builtins:bool"));
  EXPECT_FALSE(is_instance(IntValue(1), "builtins:Exception"));
  EXPECT_FALSE(is_instance(NoneValue(), "parcel.rates:RateTable"));
  const Value named = NamedValue(ValueKind::kType, "parcel.rates:_no_op");
  EXPECT_TRUE(is_instance(named, "builtins:function")) << "it can be called";
  EXPECT_FALSE(is_instance(named, "parcel.rates:RateTable"));
}

TEST(AssertionCheck, ReadsTheTextOfObjects) {
  Observation seen = AllPassed(2);
  seen.statements[0].result = ObjectValue("m:Rate", {{"__str__()", StrValue("3 EUR")}});
  seen.statements[1].result = StrValue("4 EUR");
  EXPECT_TRUE(Holds(About(AssertionKind::kText, 0, 0, StrValue("3 EUR")), seen));
  EXPECT_FALSE(Holds(About(AssertionKind::kText, 0, 0, StrValue("4 EUR")), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kText, 1, 1, StrValue("4 EUR")), seen));
}

TEST(AssertionCheck, AsksForModuleStateAndFilesThatChanged) {
  Observation seen = AllPassed(3);
  seen.statements[0].globals = {{"count", IntValue(1)}};
  seen.statements[1].globals = {{"count", IntValue(2)}};
  seen.statements[1].files = {{"a/b.txt", StrValue("x")}};
  seen.statements[2].files = {{"a/b.txt", NoneValue()}};
  const auto global = [](uint16_t after, std::string name, int64_t expected) {
    return About(AssertionKind::kGlobal, after, 0, IntValue(expected), std::move(name));
  };
  EXPECT_TRUE(Holds(global(0, "count", 1), seen));
  EXPECT_TRUE(Holds(global(2, "count", 2), seen));
  EXPECT_FALSE(Holds(global(2, "count", 1), seen));
  EXPECT_FALSE(Holds(global(2, "total", 1), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kFile, 1, 0, StrValue("x"), "a/b.txt"), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kFile, 2, 0, NoneValue(), "a/b.txt"), seen));
  EXPECT_FALSE(Holds(About(AssertionKind::kFile, 2, 0, NoneValue(), "b.txt"), seen));
}

TEST(AssertionCheck, TakesOutputFromOneAssertionToTheNext) {
  Observation seen = AllPassed(4);
  for (std::size_t i = 0; i < 4; ++i) {
    seen.statements[i].printed = std::to_string(i);
    seen.statements[i].printed_errors = "e" + std::to_string(i);
  }
  const auto output = [](AssertionKind kind, uint16_t after, std::string text) {
    return About(kind, after, 0, StrValue(std::move(text)));
  };
  const std::vector<Assertion> assertions = {
      output(AssertionKind::kOutput, 1, "01"),
      output(AssertionKind::kErrorOutput, 1, "e0e1"),  // the same taking
      output(AssertionKind::kErrorOutput, 3, "e2e3"),
  };
  EXPECT_THAT(FailingAssertions(assertions, testing::SampleSubject(), seen), IsEmpty());
  EXPECT_FALSE(Holds(assertions[2], seen));
  EXPECT_TRUE(Holds(output(AssertionKind::kErrorOutput, 3, "e0e1e2e3"), seen));
}

TEST(AssertionCheck, ComparesAllLogRecordsSoFar) {
  Observation seen = AllPassed(2);
  seen.statements[0].logged = {{"parcel", 30, "slow"}};
  seen.statements[1].logged = {{"parcel", 40, "gone"}};
  const auto record = [](int64_t level, std::string message) {
    return ItemsValue(ValueKind::kTuple,
                      {StrValue("parcel"), IntValue(level), StrValue(std::move(message))});
  };
  const auto log = [](uint16_t after, std::vector<Value> records) {
    return About(AssertionKind::kLog, after, 0, ItemsValue(ValueKind::kList, std::move(records)));
  };
  EXPECT_TRUE(Holds(log(0, {record(30, "slow")}), seen));
  EXPECT_TRUE(Holds(log(1, {record(30, "slow"), record(40, "gone")}), seen));
  EXPECT_FALSE(Holds(log(1, {record(30, "slow")}), seen));
  EXPECT_FALSE(Holds(log(0, {record(20, "slow")}), seen));
  EXPECT_FALSE(Holds(log(1, {record(30, "slow"), record(40, "gone"), record(40, "gone")}), seen));
}

TEST(AssertionCheck, DoesNotTrustWhatIsUnstable) {
  Observation seen = AllPassed(2);
  seen.statements[0].unstable = StatementObservation::kPrinted;
  seen.statements[1].printed = "a";
  EXPECT_FALSE(Holds(About(AssertionKind::kOutput, 1, 0, StrValue("a")), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kErrorOutput, 1, 0, StrValue("")), seen));
}

TEST(AssertionCheck, SeesWhatTheRaisingStatementDid) {
  Observation seen = AllPassed(1);
  seen.verdict = Verdict::kRaised;
  seen.raising.printed = "broken";
  seen.raising.files = {{"log.txt", StrValue("x")}};
  EXPECT_TRUE(Holds(About(AssertionKind::kOutput, 1, 0, StrValue("broken")), seen));
  EXPECT_TRUE(Holds(About(AssertionKind::kFile, 1, 0, StrValue("x"), "log.txt"), seen));
  seen.verdict = Verdict::kTimedOut;
  EXPECT_FALSE(Holds(About(AssertionKind::kOutput, 1, 0, StrValue("broken")), seen));
}

TEST(AssertionCheck, ReadsTheExceptionAsTheResultOfWhatRaised) {
  Observation seen = AllPassed(1);
  seen.verdict = Verdict::kRaised;
  seen.raising.result = testing::ObjectValue("builtins:SystemExit", {{"code", IntValue(3)}});
  EXPECT_TRUE(Holds(About(AssertionKind::kEquals, 1, 1, IntValue(3), "code"), seen));
  EXPECT_FALSE(Holds(About(AssertionKind::kEquals, 1, 1, IntValue(4), "code"), seen));
}

TEST(AssertionCheck, TellsAllThatFail) {
  const Observation seen = AllPassed(1);
  const Assertion good = About(AssertionKind::kEquals, 0, 0, NoneValue());
  const Assertion bad = About(AssertionKind::kEquals, 0, 0, IntValue(1));
  EXPECT_THAT(FailingAssertions({bad, good, bad}, testing::SampleSubject(), seen),
              ElementsAre(0, 2));
}

// --- How it ends ---------------------------------------------------------------------------------

model::GeneratedTest Calls(std::size_t statements) {
  testing::TestCaseBuilder b;
  for (std::size_t i = 0; i < statements; ++i) b.Call(testing::kQuote, {{0, b.Int(1)}});
  return model::GeneratedTest{.test = b.test()};
}

Observation LastRaised(std::size_t statements, std::string type_name, std::string message = "") {
  Observation seen = AllPassed(statements);
  seen.verdict = Verdict::kRaised;
  seen.exception.type_name = std::move(type_name);
  seen.exception.message = std::move(message);
  return seen;
}

// A test of four statements, the last of which raises.
model::GeneratedTest Raising(std::string type_name, std::string message = "") {
  model::GeneratedTest test = Calls(2);
  test.exception = LastRaised(3, std::move(type_name), std::move(message)).exception;
  return test;
}

std::string WholeMessage(const model::RaisedException& exception) { return exception.message; }

bool Ends(const model::GeneratedTest& test, const Observation& seen,
          const MatchedMessage& matched_message = WholeMessage) {
  return EndsAsExpected(test, testing::SampleSubject(), seen, matched_message);
}

TEST(EndsAsExpected, WantsAllStatementsExecuted) {
  EXPECT_TRUE(Ends(Calls(2), AllPassed(4)));
  EXPECT_FALSE(Ends(Calls(2), AllPassed(3)));
  EXPECT_FALSE(Ends(Calls(2), LastRaised(3, "builtins:ValueError")));
  Observation late = AllPassed(4);
  late.verdict = Verdict::kTimedOut;
  EXPECT_FALSE(Ends(Calls(2), late));
}

TEST(EndsAsExpected, WantsTheExceptionOfTheSameStatement) {
  const model::GeneratedTest test = Raising("builtins:ValueError");
  EXPECT_TRUE(Ends(test, LastRaised(3, "builtins:ValueError")));
  EXPECT_FALSE(Ends(test, LastRaised(2, "builtins:ValueError")));
  EXPECT_FALSE(Ends(test, LastRaised(3, "builtins:TypeError")));
  EXPECT_FALSE(Ends(test, AllPassed(4)));
}

TEST(EndsAsExpected, TakesDerivedExceptionsAsPytestDoes) {
  EXPECT_TRUE(Ends(Raising("builtins:OSError"), LastRaised(3, "builtins:BrokenPipeError")));
  EXPECT_FALSE(Ends(Raising("builtins:BrokenPipeError"), LastRaised(3, "builtins:OSError")));
  EXPECT_TRUE(Ends(Raising("builtins:Exception"), LastRaised(3, "parcel.rates:Unknown")));
  EXPECT_FALSE(Ends(Raising("builtins:Exception"), LastRaised(3, "builtins:SystemExit")));
  model::GeneratedTest local = Raising("parcel.rates:f.<locals>.Error");
  local.exception->importable_type_name = "builtins:LookupError";
  EXPECT_TRUE(Ends(local, LastRaised(3, "builtins:KeyError")));
  EXPECT_FALSE(Ends(local, LastRaised(3, "builtins:ValueError")));
}

TEST(EndsAsExpected, FindsTheMatchedPartOfTheMessage) {
  const model::GeneratedTest test = Raising("builtins:ValueError", "no rate");
  EXPECT_TRUE(Ends(test, LastRaised(3, "builtins:ValueError", "there is no rate for it")));
  EXPECT_FALSE(Ends(test, LastRaised(3, "builtins:ValueError", "there is none")));
  EXPECT_TRUE(Ends(test, LastRaised(3, "builtins:ValueError", "there is none"), nullptr));
}

TEST(EndsAsExpected, AsksForNoMessageOfAFinding) {
  model::GeneratedTest test = Raising("builtins:ValueError", "no rate");
  test.is_finding = true;
  EXPECT_TRUE(Ends(test, LastRaised(3, "builtins:ValueError", "there is none")));
}

}  // namespace
}  // namespace skua::oracle
