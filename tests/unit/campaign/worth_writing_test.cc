#include "campaign/suite/worth_writing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/sample_subject.h"

namespace skua::campaign {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using namespace skua::testing;  // NOLINT: the callables of SampleSubject

model::Assertion States(model::Value expected,
                        model::AssertionKind kind = model::AssertionKind::kEquals) {
  model::Assertion assertion;
  assertion.kind = kind;
  assertion.after_statement = assertion.variable = 1;
  assertion.expected = std::move(expected);
  return assertion;
}

// quote(1), and what is stated of it.
model::GeneratedTest Quote(std::vector<model::Assertion> assertions) {
  TestCaseBuilder t;
  t.Call(kQuote, {{0, t.Int(1)}});
  model::GeneratedTest test;
  test.test = t.test();
  test.assertions = std::move(assertions);
  return test;
}

model::GeneratedTest Raising(const std::string& type) {
  model::GeneratedTest test = Quote({});
  test.exception.emplace().type_name = "builtins:" + type;
  return test;
}

class WorthWritingTest : public ::testing::Test {
 protected:
  // Names of the reasons why tests are guards.
  std::vector<std::string_view> Reasons(model::Suite suite) const {
    const SplitSuite split = SplitByWorth(std::move(suite), subject_, /*writes_guards=*/false);
    EXPECT_EQ(split.reasons.size(), split.guards.size());
    std::vector<std::string_view> names;
    for (const GuardReason* reason : split.reasons) names.push_back(reason->name);
    return names;
  }

  model::Subject subject_ = SampleSubject();
};

TEST_F(WorthWritingTest, IsNoTestThatCannotFail) {
  model::GeneratedTest test = Quote({});
  SplitSuite split = SplitByWorth({test}, subject_, /*writes_guards=*/true);
  EXPECT_THAT(split.worth, IsEmpty());
  EXPECT_THAT(split.guards, IsEmpty());
  test.name = "test_quote";
  split = SplitByWorth({test}, subject_, /*writes_guards=*/false);
  EXPECT_THAT(split.worth, SizeIs(1)) << "it stands already";
}

TEST_F(WorthWritingTest, IsNoTestOfWhatIsInternal) {
  const model::Suite suite = {Quote({States(IntValue(1))})};
  EXPECT_THAT(Reasons(suite), IsEmpty());
  subject_.callables[kQuote].is_protected = true;
  EXPECT_THAT(Reasons(suite), ElementsAre("internal"));
  EXPECT_THAT(SplitByWorth(suite, subject_, /*writes_guards=*/true).worth, SizeIs(1));
  model::Suite finding = suite;
  finding[0].is_finding = true;
  EXPECT_THAT(Reasons(finding), IsEmpty());
  for (model::Callable& callable : subject_.callables) callable.is_protected = true;
  EXPECT_THAT(Reasons(suite), IsEmpty()) << "the module has nothing else";
}

TEST_F(WorthWritingTest, IsNoErrorOfPythonsOwnThatNothingPromises) {
  EXPECT_THAT(Reasons({Raising("TypeError"), Raising("AttributeError"), Raising("IndexError"),
                       Raising("ValueError")}),
              ElementsAre("bare", "bare", "bare"));
  for (bool model::RaisedException::*meant :
       {&model::RaisedException::is_explicit, &model::RaisedException::is_documented}) {
    model::GeneratedTest test = Raising("TypeError");
    (*test.exception).*meant = true;
    EXPECT_THAT(Reasons({test}), IsEmpty());
  }
  subject_.callables[kQuote].declared_exceptions = {"TypeError"};
  EXPECT_THAT(Reasons({Raising("TypeError"), Raising("AttributeError")}), ElementsAre("bare"));
  subject_.callables[kQuote].kind = model::CallableKind::kOperator;
  EXPECT_THAT(Reasons({Raising("AttributeError")}), IsEmpty());
}

TEST_F(WorthWritingTest, IsNoTestThatStatesNothingOfItsAct) {
  model::Assertion before = States(IntValue(1));
  before.after_statement = before.variable = 0;
  EXPECT_THAT(Reasons({Quote({before}), Quote({before, States(IntValue(1))})}),
              ElementsAre("silent"));
  const model::Suite made = {Quote({States({}, model::AssertionKind::kIsInstance)})};
  EXPECT_THAT(Reasons(made), IsEmpty());
  subject_.callables[kQuote].kind = model::CallableKind::kConstructor;
  EXPECT_THAT(Reasons(made), ElementsAre("silent")) << "an object is always of its class";
}

}  // namespace
}  // namespace skua::campaign
