#include "search/shrinking/fuller_objects.h"

#include <cctype>
#include <optional>
#include <string>

#include "model/vocabulary.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::search {
namespace {

using model::TestCase;
using namespace skua::testing;  // NOLINT: the callables of SampleSubject

// RateTable(name)
TestCase TableOf(const std::string& name) {
  TestCaseBuilder t;
  t.Call(kRateTable, {{0, t.Str(name)}});
  return t.test();
}

// RateTable()
TestCase BareTable() {
  TestCaseBuilder t;
  t.Call(kRateTable, {});
  return t.test();
}

class FullerObjectsTest : public ::testing::Test {
 protected:
  model::Subject subject_ = SampleSubject();
  model::Vocabulary vocabulary_{subject_};
  FullerObjects objects_{subject_, &vocabulary_};
};

TEST_F(FullerObjectsTest, MakesAnObjectAsAnotherTestMakesIt) {
  const auto price_of = [](const std::optional<std::string>& name) {
    TestCaseBuilder t;
    const auto weight = t.Str("weight");
    const auto table = name ? t.Call(kRateTable, {{0, t.Str(*name)}}) : t.Call(kRateTable, {});
    t.Call(kPriceFor, {{0, weight}}, {table});
    return t.test();
  };
  objects_.Learn(price_of("key"));
  EXPECT_THAT(objects_.Versions(price_of({}), 1), ElementsAre(price_of("key")));
  EXPECT_THAT(objects_.Versions(price_of(""), 2), ElementsAre(price_of("key")));
  TestCaseBuilder of_a_bool;
  of_a_bool.Call(kRateTable, {{0, of_a_bool.List({of_a_bool.Bool(true)})}});
  EXPECT_THAT(objects_.Versions(of_a_bool.test(), 2), ElementsAre(TableOf("key")));
  CheckWellFormed(price_of("key"), subject_);
}

TEST_F(FullerObjectsTest, KnowsWhatAFunctionGivesForAnObjectByATestThatCallsItsMethods) {
  subject_.callables[kRateTable].kind = model::CallableKind::kFunction;
  TestCaseBuilder t;
  const auto weight = t.Str("weight");
  const auto table = t.Call(kRateTable, {});
  t.Call(kPriceFor, {{0, weight}}, {table});
  objects_.Learn(TableOf("key"));
  EXPECT_THAT(objects_.Versions(t.test(), 1), IsEmpty()) << "it may be a number";
  objects_.Learn(t.test());
  objects_.Learn(TableOf("key"));
  EXPECT_EQ(objects_.Versions(t.test(), 1).size(), 1u);
}

TEST_F(FullerObjectsTest, MakesAnObjectOfTheSameForAllParametersAsAnotherTestMakesIt) {
  subject_.callables[kRateTable].parameters.push_back({.name = "other"});
  TestCaseBuilder t;
  const auto name = t.Str("name");
  t.Call(kRateTable, {{0, name}, {1, name}});
  objects_.Learn(TableOf("key"));
  EXPECT_THAT(objects_.Versions(t.test(), 1), ElementsAre(TableOf("key")));
}

TEST_F(FullerObjectsTest, LeavesWhatIsMadeOfSomething) {
  objects_.Learn(TableOf("key"));
  EXPECT_THAT(objects_.Versions(TableOf("name"), 1), IsEmpty());
  EXPECT_THAT(objects_.Versions(TableOf("name"), 0), IsEmpty());
}

TEST_F(FullerObjectsTest, LearnsOfNaturalLiteralsAloneThePlainestFirst) {
  for (const TestCase& test : {BareTable(), TableOf(""), TableOf("q$1~x")}) objects_.Learn(test);
  TestCaseBuilder of_a_bool, of_empty_keys;
  of_a_bool.Call(kRateTable, {{0, of_a_bool.Bool(true)}});
  const auto key = of_empty_keys.Str("");
  of_empty_keys.Call(kRateTable, {{0, of_empty_keys.Dict({key, of_empty_keys.Int(3)})}});
  for (const TestCase& test : {of_a_bool.test(), of_empty_keys.test()}) objects_.Learn(test);
  TestCaseBuilder made_of_a_call;
  const auto bare = made_of_a_call.Call(kRateTable, {});
  const auto price = made_of_a_call.Call(kPriceFor, {{0, made_of_a_call.Str("key")}}, {bare});
  made_of_a_call.Call(kRateTable, {{0, price}});
  objects_.Learn(made_of_a_call.test());
  EXPECT_THAT(objects_.Versions(BareTable(), 0), IsEmpty());

  objects_.Learn(TableOf("hello world"));
  objects_.Learn(TableOf("key"));
  EXPECT_THAT(objects_.Versions(BareTable(), 0),
              ElementsAre(TableOf("key"), TableOf("hello world")));
}

TEST_F(FullerObjectsTest, MakesWhatIsUsedAsAnObjectByAFunctionToo) {
  const auto price_of = [](const std::string& text) {
    TestCaseBuilder t;
    const auto weight = t.Str("weight");
    t.Call(kPriceFor, {{0, weight}}, {t.Call(kParse, {{0, t.Str(text)}})});
    return t.test();
  };
  objects_.Learn(price_of("key"));
  EXPECT_THAT(objects_.Versions(price_of(""), 2), ElementsAre(price_of("key")));
  TestCaseBuilder alone;
  alone.Call(kParse, {{0, alone.Str("")}});
  EXPECT_THAT(objects_.Versions(alone.test(), 1), IsEmpty());
}

TEST_F(FullerObjectsTest, MakesWhatATestUsesByAnotherMakerOfItsClass) {
  const auto price_of = [](bool is_parsed) {
    TestCaseBuilder t;
    const auto weight = t.Str("weight");
    const auto table = is_parsed ? t.Call(kParse, {{0, t.Str("key")}}) : t.Call(kRateTable, {});
    t.Call(kPriceFor, {{0, weight}}, {table});
    return t.test();
  };
  objects_.Learn(price_of(true));
  EXPECT_THAT(objects_.Versions(price_of(false), 1), ElementsAre(price_of(true)));
  EXPECT_THAT(objects_.Versions(BareTable(), 0), IsEmpty()) << "the test is about making it";
}

TEST_F(FullerObjectsTest, GivesACallObjectsThatMostTestsPassWhereNothingIsDeclared) {
  const auto add = [](const std::string& price) {
    TestCaseBuilder t;
    const auto table = t.Call(kRateTable, {}), limit = t.Int(3);
    const bool is_number = std::isdigit(static_cast<unsigned char>(price[0])) != 0;
    const auto passed = is_number ? t.Call(kDecimal, {{0, t.Str(price)}}) : t.Str(price);
    t.Call(kAdd, {{0, limit}, {1, passed}}, {table});
    return t.test();
  };
  objects_.Learn(add("12"));
  const std::vector<TestCase> half{add("12"), add("3"), add("5"), add("7"),
                                   add("a"),  add("b"), add("c")};
  EXPECT_THAT(objects_.FittingVersions({subject_, half}, add("a"), 3), IsEmpty());
  const std::vector<TestCase> most(half.begin(), half.end() - 1);
  EXPECT_THAT(objects_.FittingVersions({subject_, most}, add("a"), 3), ElementsAre(add("12")));
  EXPECT_THAT(objects_.FittingVersions({subject_, most}, add("3"), 4), IsEmpty());
  const std::vector<TestCase> few(half.begin(), half.begin() + 3);
  EXPECT_THAT(objects_.FittingVersions({subject_, few}, add("a"), 3), IsEmpty());
}

TEST_F(FullerObjectsTest, GivesACallObjectsOfTheClassThatItDeclares) {
  subject_.types.push_back({.kind = model::TypeKind::kClass, .class_index = kDecimalClass});
  subject_.callables[kAdd].parameters[1].type = 1;
  const auto add = [](bool a_number) {
    TestCaseBuilder t;
    const auto table = t.Call(kRateTable, {}), limit = t.Int(3);
    const auto price = a_number ? t.Call(kDecimal, {{0, t.Str("12")}}) : t.Str("weight");
    t.Call(kAdd, {{0, limit}, {1, price}}, {table});
    return t.test();
  };
  const PassedKinds passed(subject_, {});
  EXPECT_THAT(objects_.FittingVersions(passed, add(false), 3), IsEmpty()) << "no number is known";
  objects_.Learn(add(true));
  EXPECT_THAT(objects_.FittingVersions(passed, add(false), 3), ElementsAre(add(true)));
  EXPECT_THAT(objects_.FittingVersions(passed, add(true), 4), IsEmpty());
  CheckWellFormed(objects_.FittingVersions(passed, add(false), 3).at(0), subject_);
}

}  // namespace
}  // namespace skua::search
