#include "render/file/suite_json.h"
#include "base/json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "model/answering.h"
#include "render/file/suite_file.h"
#include "render/file/suite_record.h"
#include "render/file/suite_schema.h"
#include "support/golden.h"
#include "support/sample_subject.h"
#include "unit/render/corpus.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::StatementKind;
using model::ValueKind;
using testing::IntValue;
using testing::TestCaseBuilder;

// An object that equals a plain value.
model::Value MoneyLikeFloat() {
  model::Value money = testing::ObjectValue("parcel.rates:Money", {}, -1, "");
  money.items.push_back(testing::FloatValue(4.5));
  return money;
}

// One test that has a bit of everything.
model::Suite SampleSuite() {
  TestCaseBuilder b;
  const auto none = b.None();
  const auto real = b.Float(-std::numeric_limits<double>::infinity());
  const auto nan = b.Float(std::numeric_limits<double>::quiet_NaN());
  const auto zero = b.Float(-0.0);
  const auto str = b.Str("lone \xed\xa0\x80");
  const auto bytes = b.Text(StatementKind::kBytes, std::string("\0\xff", 2));
  const auto big = b.Text(StatementKind::kInt, "123456789012345678901234567890");
  const auto zone = b.Member(testing::kZoneClass, 1);
  const auto list = b.List({none, real, nan, zero, str, bytes, big});
  const auto options = b.Dict({b.Str("tax"), list});
  const auto table = b.Call(testing::kRateTable, {});
  const auto add = b.Call(testing::kAdd, {{0, zone}, {1, list}}, {table});
  const auto quote = b.Call(testing::kQuote, {{0, zone}, {3, list}, {4, options}});
  model::GeneratedTest test{
      .test = b.test(),
      .assertions = {
          {AssertionKind::kLength, add, table, "", testing::IntValue(1)},
          {AssertionKind::kEquals, add, table, "zone",
           testing::NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME")},
          {AssertionKind::kEquals, add, add, "",
           testing::ItemsValue(ValueKind::kList,
                               {testing::FloatValue(0.1), testing::StrValue("\xff")})},
          {AssertionKind::kIsInstance, quote, quote, "",
           testing::ObjectValue("decimal:Decimal", {{"real", testing::BoolValue(true)}}, 3,
                                "Decimal('1')")},
          {AssertionKind::kText, add, table, "name", testing::StrValue("standard")},
          {AssertionKind::kGlobal, add, 0, "_cache",
           testing::ItemsValue(ValueKind::kDict,
                               {testing::StrValue("a"), IntValue(1), IntValue(int64_t{1} << 60),
                                testing::NoneValue()})},
          {AssertionKind::kEquals, quote, quote, "", MoneyLikeFloat()},
          {AssertionKind::kOutput, quote, 0, "", testing::StrValue("dear\n")},
          {AssertionKind::kErrorOutput, quote, 0, "", testing::StrValue("\xff")},
          {AssertionKind::kLog, quote, 0, "",
           testing::ItemsValue(
               ValueKind::kList,
               {testing::ItemsValue(ValueKind::kTuple, {testing::StrValue("parcel"), IntValue(30),
                                                        testing::StrValue("too heavy")})})},
          {AssertionKind::kFile, quote, 0, "out/rates.csv", testing::NoneValue()}}};
  model::RaisedException& exception = test.exception.emplace();
  exception.type_name = "parcel.rates:make.<locals>.Gone";
  exception.importable_type_name = "builtins:KeyError";
  exception.message = "'XX'";
  exception.is_foreign_message = true;
  exception.path = "src/parcel/rates.py";
  exception.line = 48;
  exception.is_explicit = true;
  exception.frames = {{"src/parcel/rates.py", 77, "quote", "return table.add(zone)"},
                      {"src/parcel/rates.py", 48, "RateTable.add", "raise Gone(\"\xff\")"}};
  test.is_finding = true;
  test.is_plain = true;
  test.verdict = model::Verdict::kRaised;
  test.goals = {3, 5};
  test.restored = {{model::RestoredBy::kCopy, "parcel.rates", "RateTable.known"},
                   {model::RestoredBy::kFolder, "", ""}};
  return {test};
}

TEST(SuiteJson, ComesBackAsItWas) {
  const model::Subject subject = testing::SampleSubject();
  const model::Suite suite = SampleSuite();
  const std::string json = SuiteToJson(subject, suite);
  const ArchivedSuite back = SuiteFromJson(json, subject);
  ASSERT_TRUE(back.readable);
  EXPECT_TRUE(back.dropped.empty());
  ASSERT_EQ(back.suite.size(), 1u);
  ExpectSameTest(back.suite[0], suite[0]);
  EXPECT_EQ(SuiteToJson(subject, back.suite), json);
}

TEST(SuiteJson, KeepsHowLambdasAnswer) {
  const model::Subject subject = testing::SampleSubject();
  model::Suite suite = SampleSuite();
  for (const int64_t answering :
       {int64_t{model::kReturned}, int64_t{model::kAwaitable}, int64_t{model::kInTurn},
        int64_t{model::kInTurn | model::kAwaitable}, int64_t{model::kCallsLast},
        int64_t{model::kCallsFirst}, int64_t{model::kReturnsFirst}}) {
    model::Statement lambda{.kind = StatementKind::kLambda, .integer = answering};
    if (answering < model::kCallsFirst || answering == model::kCallsLast) {
      lambda.operands.assign((answering & model::kInTurn) != 0 ? 2 : 1, 0);
    }
    suite[0].test.statements.push_back(std::move(lambda));
  }
  const std::string json = SuiteToJson(subject, suite);
  EXPECT_FALSE(FaultInSuite(Json::parse(json)));
  const ArchivedSuite back = SuiteFromJson(json, subject);
  ASSERT_EQ(back.suite.size(), 1u);
  ExpectSameTest(back.suite[0], suite[0]);
}

TEST(SuiteJson, KeepsHowATestEndsThatEndsTheInterpreter) {
  const model::Subject subject = testing::SampleSubject();
  for (const model::Verdict verdict :
       {model::Verdict::kPassed, model::Verdict::kTimedOut, model::Verdict::kCrashed}) {
    model::Suite suite = SampleSuite();
    suite[0].exception.reset();
    suite[0].verdict = verdict;
    const ArchivedSuite back = SuiteFromJson(SuiteToJson(subject, suite), subject);
    ASSERT_EQ(back.suite.size(), 1u);
    ExpectSameTest(back.suite[0], suite[0]);
  }
}

TEST(SuiteJson, SaysWhereGoalsAre) {
  model::Subject subject = testing::SampleSubject();
  subject.code_objects.resize(2);
  subject.code_objects[0].qualified_name = "<module>";
  subject.code_objects[1].qualified_name = "quote";
  subject.predicates = {{model::PredicateKind::kCompare, 1, 20, 4, true, true, {}, {}},
                        {model::PredicateKind::kBlock, 1, 24, 4, true, false, {}, {}}};
  model::Suite suite = SampleSuite();
  suite[0].goals = {0, 2, 3};
  const auto json = nlohmann::json::parse(SuiteToJson(subject, suite));
  EXPECT_EQ(json["tests"][0]["goals"].dump(),
            "[{\"code_object\":\"<module>\",\"index\":0,\"line\":0},"
            "{\"branch\":false,\"code_object\":\"quote\",\"index\":2,\"line\":20},"
            "{\"block\":true,\"code_object\":\"quote\",\"index\":3,\"line\":24}]");
}

TEST(SuiteJson, OutlivesARenumberingOfTheModulesParts) {
  const model::Subject subject = testing::SampleSubject();
  model::Subject renumbered = subject;
  std::reverse(renumbered.callables.begin(), renumbered.callables.end());
  auto& quote = *std::find_if(renumbered.callables.begin(), renumbered.callables.end(),
                              [](const auto& c) { return c.name == "quote"; });
  std::swap(quote.parameters[0], quote.parameters[3]);  // express now stands before weight
  quote.parameters[0].kind = model::ParameterKind::kPositionalOrKeyword;
  std::reverse(renumbered.classes[testing::kZoneClass].enum_members.begin(),
               renumbered.classes[testing::kZoneClass].enum_members.end());

  const ArchivedSuite back = SuiteFromJson(SuiteToJson(subject, SampleSuite()), renumbered);
  ASSERT_EQ(back.suite.size(), 1u);
  const auto& statements = back.suite[0].test.statements;
  const model::Statement& call = statements.back();
  EXPECT_EQ(renumbered.callables[call.target].name, "quote");
  EXPECT_EQ(quote.parameters[call.parameters[0]].name, "express");
  EXPECT_EQ(statements[call.operands[0]].kind, StatementKind::kList);
  const model::Statement& zone = statements[7];
  EXPECT_EQ(renumbered.classes[zone.target].enum_members[static_cast<std::size_t>(zone.integer)],
            "ABROAD");
}

TEST(SuiteJson, DropsTestsThatNameWhatIsGone) {
  const model::Subject subject = testing::SampleSubject();
  const std::string json = SuiteToJson(subject, SampleSuite());
  model::Subject without_callable = subject;
  without_callable.callables[testing::kAdd].qualified_name = "RateTable.insert";
  model::Subject without_parameter = subject;
  without_parameter.callables[testing::kQuote].parameters[3].name = "fast";
  model::Subject without_member = subject;
  without_member.classes[testing::kZoneClass].enum_members = {"HOME"};
  model::Subject with_another = subject;
  with_another.callables[testing::kAdd].parameters.push_back({"zone", {}, false, 0});
  for (const model::Subject& changed :
       {without_callable, without_parameter, without_member, with_another}) {
    const ArchivedSuite back = SuiteFromJson(json, changed);
    EXPECT_TRUE(back.readable);
    EXPECT_EQ(back.dropped.size(), 1u);
    EXPECT_TRUE(back.suite.empty());
  }
}

TEST(SuiteJson, KeepsACallWhoseNameHasOtherWaysToCallIt) {
  const model::Subject subject = testing::SampleSubject();
  const std::string json = SuiteToJson(subject, SampleSuite());
  model::Subject with_other = subject;
  model::Callable other = subject.callables[testing::kQuote];
  other.parameters.push_back({"flags", {}, false, 0});
  with_other.callables.insert(with_other.callables.begin(), other);
  const ArchivedSuite back = SuiteFromJson(json, with_other);
  ASSERT_EQ(back.suite.size(), 1u);
  EXPECT_EQ(back.suite[0].test.statements.back().target, testing::kQuote + 1);
}

TEST(SuiteJson, ForgetsGoalsOfAnotherFingerprint) {
  const model::Subject subject = testing::SampleSubject();
  const ArchivedSuite back = SuiteFromJson(SuiteToJson(subject, SampleSuite()), subject, false);
  ASSERT_EQ(back.suite.size(), 1u);
  EXPECT_TRUE(back.suite[0].goals.empty());
}

TEST(SuiteJson, OfAnotherVersionOrFormIsUnreadable) {
  const model::Subject subject = testing::SampleSubject();
  nlohmann::json newer = nlohmann::json::parse(SuiteToJson(subject, {}));
  newer["version"] = kSuiteVersion + 1;
  for (const std::string& text :
       {newer.dump(), std::string("[]"), std::string("{"), std::string(""), std::string("{}")}) {
    EXPECT_FALSE(SuiteFromJson(text, subject).readable) << text;
  }
}

TEST(SuiteJson, DropsWhatAHandHasBroken) {
  const model::Subject subject = testing::SampleSubject();
  const nlohmann::json good = nlohmann::json::parse(SuiteToJson(subject, SampleSuite()));
  const auto broken = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json json = good;
    json[nlohmann::json::json_pointer(pointer)] = value;
    return json.dump();
  };
  for (const std::string& text :
       {broken("/tests/0/statements/0/kind", "lazy"), broken("/tests/0/statements/8/items/0", 99),
        broken("/tests/0/statements/5/hex", "zz"), broken("/tests/0/statements/6/digits", "1e5"),
        broken("/tests/0/statements/10/items/0", 9), broken("/tests/0/assertions/0/variable", 99),
        broken("/tests/0/verdict", "ended"), broken("/tests/0/assertions", 7),
        broken("/tests/0", "no test")}) {
    EXPECT_EQ(SuiteFromJson(text, subject).dropped.size(), 1u) << text;
  }
}

TEST(SuiteJson, ReadsNoValueThatIsNestedWithoutEnd) {
  const std::string text = SuiteToJson(testing::SampleSubject(), SampleSuite());
  const std::string begin = R"({"kind": "list", "items": [)";
  std::string bottomless;
  for (int i = 0; i < 50'000; ++i) bottomless += begin;
  bottomless += R"({"kind": "none"})";
  for (int i = 0; i < 50'000; ++i) bottomless += "]}";
  nlohmann::json json = nlohmann::json::parse(text);
  json["tests"][0]["assertions"][0]["expected"] = "HERE";
  std::string broken = json.dump();
  broken.replace(broken.find("\"HERE\""), 6, bottomless);
  const ArchivedSuite suite = SuiteFromJson(broken, testing::SampleSubject());
  EXPECT_FALSE(suite.readable);
  EXPECT_TRUE(suite.suite.empty());
}

TEST(SuiteJson, TakesNoCodeForAName) {
  const model::Subject subject = testing::SampleSubject();
  nlohmann::json good = nlohmann::json::parse(SuiteToJson(subject, SampleSuite()));
  good["tests"][0]["name"] = "test_it[a case]";
  good["tests"][0]["raises"] = {{"type", "builtins:ValueError"}, {"message", "any text: (1)"}};
  good["tests"][0]["restores"] = {{{"by", "name"}, {"module", "parcel.rates"}, {"path", "LIMIT"}}};
  const auto broken = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json json = good;
    json[nlohmann::json::json_pointer(pointer)] = value;
    return json.dump();
  };
  ASSERT_EQ(SuiteFromJson(good.dump(), subject).dropped.size(), 0u);
  constexpr const char* kCode = "x == exit(1)";
  for (const std::string& text :
       {broken("/tests/0/assertions/0/attribute", kCode), broken("/tests/0/name", kCode),
        broken("/tests/0/assertions/0/expected", {{"kind", "class"}, {"class", kCode}}),
        broken("/tests/0/raises/type", kCode), broken("/tests/0/raises/importable", kCode),
        broken("/tests/0/restores/0/module", kCode), broken("/tests/0/restores/0/path", kCode)}) {
    EXPECT_EQ(SuiteFromJson(text, subject).dropped.size(), 1u) << text;
  }
  for (const char* name : {"limit", "sides[0].area", "span()", "größe"}) {
    const std::string text = broken("/tests/0/assertions/0/attribute", name);
    EXPECT_EQ(SuiteFromJson(text, subject).dropped.size(), 0u) << name;
  }
}

model::GeneratedTest Passing(const model::TestCase& test) { return {.test = test}; }

// The objects in a suite for parcel.rates, as read by an importer that knows only the rate table of
// it.
std::vector<model::TestCase> ObjectsIn(const model::GeneratedTest& test) {
  model::Subject importer = testing::SampleSubject();
  importer.module.name = "parcel.shop";
  importer.callables.resize(testing::kRateTable + 1);
  importer.classes.resize(testing::kRateTableClass + 1);
  return ObjectsFromJson(SuiteToJson(testing::SampleSubject(), {test}), importer);
}

TEST(SuiteJson, LendsObjectsToModulesThatKnowTheirClasses) {
  TestCaseBuilder b;
  const auto unused = b.Int(3);
  const auto name = b.Str("express");
  const auto table = b.Call(testing::kRateTable, {{0, name}});
  b.Call(testing::kAdd, {{0, unused}, {1, unused}}, {table});
  b.Call(testing::kRow, {{0, unused}});
  TestCaseBuilder expected;
  expected.Call(testing::kRateTable, {{0, expected.Str("express")}});

  const auto objects = ObjectsIn(Passing(b.test()));

  ASSERT_EQ(objects.size(), 1u) << "the importer knows no row";
  EXPECT_EQ(objects.front(), expected.test());
}

TEST(SuiteJson, LendsNothingThatNeedsWhatTheOtherModuleDoesNotKnow) {
  TestCaseBuilder b;
  const auto row = b.Call(testing::kRow, {{0, b.Int(3)}});
  b.Call(testing::kRateTable, {{0, row}});
  EXPECT_TRUE(ObjectsIn(Passing(b.test())).empty());
}

TEST(SuiteJson, LendsNothingThatWasNeverMade) {
  TestCaseBuilder b;
  b.Call(testing::kRateTable, {{0, b.Str("no such rate")}});
  model::GeneratedTest raising = Passing(b.test());
  raising.exception.emplace().type_name = "builtins:ValueError";
  EXPECT_TRUE(ObjectsIn(raising).empty());
  EXPECT_TRUE(ObjectsFromJson("{", testing::SampleSubject()).empty());
}

TEST(SuiteSchema, IsAsDocumented) {
  EXPECT_TRUE(testing::MatchesGoldenJson(SuiteSchema(), 2, "render/suite.schema.json"));
}

TEST(SuiteFile, IsLaidOutForPeopleAndReadBack) {
  const model::Subject subject = testing::SampleSubject();
  const model::Suite suite = SampleSuite();
  const std::string text = RenderSuiteFile(subject, suite, {"0.1.0", "7c1d03ab5e66f0aa", {}});
  EXPECT_TRUE(testing::MatchesGolden(text, "render/parcel_rates.json"));
  const ArchivedSuite back = SuiteFromJson(text, subject);
  ASSERT_EQ(back.suite.size(), 1u);
  ExpectSameTest(back.suite[0], suite[0]);
}

TEST(SuiteFile, TellsWhetherItWasEdited) {
  const model::Subject subject = testing::SampleSubject();
  const std::string text =
      RenderSuiteFile(subject, SampleSuite(), {"0.1.0", "7c1d03ab5e66f0aa", {}});
  const auto header = ParseSuiteHeader(text);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->version, "0.1.0");
  EXPECT_EQ(header->module, "parcel.rates");
  EXPECT_EQ(header->fingerprint, "7c1d03ab5e66f0aa");
  EXPECT_TRUE(header->unedited);

  auto json = nlohmann::ordered_json::parse(text);
  EXPECT_TRUE(ParseSuiteHeader(json.dump(4))->unedited);
  json["tests"].clear();
  EXPECT_FALSE(ParseSuiteHeader(json.dump())->unedited);
  json.erase("checksum");
  EXPECT_FALSE(ParseSuiteHeader(json.dump())->unedited);
  for (const char* other : {"", "[]", "{}", "{\"format\": \"skua-suite\"}", "{\"format\": 3}"}) {
    EXPECT_FALSE(ParseSuiteHeader(other)) << other;
  }
}

}  // namespace
}  // namespace skua::render
