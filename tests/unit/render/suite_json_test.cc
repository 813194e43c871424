#include "render/suite_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "support/sample_subject.h"

namespace skua::render {
namespace {

using model::AssertionKind;
using model::StatementKind;
using model::ValueKind;
using testing::TestCaseBuilder;

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
  model::GeneratedTest test;
  test.test = b.test();
  test.assertions = {{AssertionKind::kLength, add, table, "", testing::IntValue(1)},
                     {AssertionKind::kEquals, add, table, "zone",
                      testing::NamedValue(ValueKind::kEnumMember, "parcel.rates:Zone", "HOME")},
                     {AssertionKind::kEquals, add, add, "",
                      testing::ItemsValue(ValueKind::kList,
                                          {testing::FloatValue(0.1), testing::StrValue("\xff")})},
                     {AssertionKind::kIsInstance, quote, quote, "",
                      testing::ObjectValue("decimal:Decimal", {{"real", testing::BoolValue(true)}},
                                           3, "Decimal('1')")}};
  test.exception = model::RaisedException{
      "builtins:KeyError", "'XX'", "src/parcel/rates.py", 48, true, false, false,
      "builtins:KeyError"};
  test.is_finding = true;
  test.goals = {3, 5};
  return {test};
}

bool Same(const model::GeneratedTest& a, const model::GeneratedTest& b) {
  const auto fields = [](const model::RaisedException& e) {
    return std::tie(e.type_name, e.message, e.path, e.line, e.is_explicit, e.is_documented,
                    e.at_boundary, e.importable_type_name);
  };
  return a.assertions == b.assertions && a.goals == b.goals && a.is_finding == b.is_finding &&
         a.exception.has_value() == b.exception.has_value() &&
         (!a.exception || fields(*a.exception) == fields(*b.exception));
}

TEST(SuiteJson, ComesBackAsItWas) {
  const model::Subject subject = testing::SampleSubject();
  const model::Suite suite = SampleSuite();
  const std::string json = SuiteToJson(subject, suite);
  const ArchivedSuite back = SuiteFromJson(json, subject);
  ASSERT_TRUE(back.readable);
  EXPECT_EQ(back.dropped, 0u);
  ASSERT_EQ(back.suite.size(), 1u);
  EXPECT_TRUE(Same(back.suite[0], suite[0]));
  EXPECT_EQ(SuiteToJson(subject, back.suite), json);
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
    EXPECT_EQ(back.dropped, 1u);
    EXPECT_TRUE(back.suite.empty());
  }
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
  newer["version"] = 2;
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
       {broken("/tests/0/statements/0/k", "lazy"), broken("/tests/0/statements/8/of/0", 99),
        broken("/tests/0/statements/5/h", "zz"), broken("/tests/0/assertions/0/of", 99),
        broken("/tests/0/assertions", 7), broken("/tests/0", "no test")}) {
    EXPECT_EQ(SuiteFromJson(text, subject).dropped, 1u) << text;
  }
}

}  // namespace
}  // namespace skua::render
