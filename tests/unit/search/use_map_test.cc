#include "search/polish/use_map.h"

#include <gtest/gtest.h>

#include "support/sample_subject.h"

namespace skua::search {
namespace {

using Role = Use::Role;
using namespace skua::testing;  // NOLINT: the callables of SampleSubject

class UseMapTest : public ::testing::Test {
 protected:
  Use FirstOf(const model::TestCase& test, std::size_t value) const {
    CheckWellFormed(test, subject_);
    return UseMap(subject_, model::ParameterTypes(subject_), test).Of(value).front();
  }

  model::Subject subject_ = SampleSubject();
};

TEST_F(UseMapTest, TellsArgumentsReceiversAndActs) {
  TestCaseBuilder t;
  const auto weight = t.Str("weight");
  const auto table = t.Call(kRateTable, {});
  const auto act = t.Call(kPriceFor, {{0, weight}}, {table});
  EXPECT_EQ(FirstOf(t.test(), weight).role, Role::kArgument);
  EXPECT_EQ(FirstOf(t.test(), weight).name, "weight");
  EXPECT_EQ(FirstOf(t.test(), weight).operand, 1u);
  EXPECT_EQ(FirstOf(t.test(), table).role, Role::kReceiver);
  EXPECT_EQ(FirstOf(t.test(), act).role, Role::kNone);
}

TEST_F(UseMapTest, TellsWhatACollectionIsFor) {
  TestCaseBuilder t;
  const auto item = t.Int(1), key = t.Str("key");
  const auto list = t.List({item}), dict = t.Dict({key, list});
  t.Call(kSet, {{0, dict}});
  EXPECT_EQ(FirstOf(t.test(), item).role, Role::kElement);
  EXPECT_EQ(FirstOf(t.test(), item).name, "items") << "of the parameter, from within";
  EXPECT_EQ(FirstOf(t.test(), key).role, Role::kKey);
  EXPECT_EQ(FirstOf(t.test(), list).role, Role::kElement);
}

TEST_F(UseMapTest, TellsOptionsByTheirKeyword) {
  TestCaseBuilder t;
  const auto weight = t.Int(1), keyword = t.Str("name"), value = t.Int(2);
  const auto options = t.Dict({keyword, value});
  t.Call(kQuote, {{0, weight}, {4, options}});
  EXPECT_EQ(FirstOf(t.test(), options).role, Role::kUnpacked);
  EXPECT_EQ(FirstOf(t.test(), keyword).role, Role::kKeyword);
  EXPECT_EQ(FirstOf(t.test(), value).role, Role::kOption);
  EXPECT_EQ(FirstOf(t.test(), value).name, "name");
}

TEST_F(UseMapTest, TakesTypesFromOtherParametersOfTheName) {
  subject_.types.emplace_back().kind = model::TypeKind::kInt;
  subject_.callables[kAdd].parameters[0].type = 1;
  const std::string limit = subject_.callables[kAdd].parameters[0].name;
  subject_.callables[kPriceFor].parameters[0].name = limit;
  TestCaseBuilder t;
  const auto value = t.Str("weight");
  const auto table = t.Call(kRateTable, {});
  t.Call(kPriceFor, {{0, value}}, {table});
  EXPECT_EQ(FirstOf(t.test(), value).type, 1u);
}

TEST_F(UseMapTest, KnowsWhetherOneValueServesAllUses) {
  TestCaseBuilder t;
  const auto weight = t.Str("weight"), name = t.Str("name");
  const auto table = t.Call(kRateTable, {{0, name}});
  t.Call(kPriceFor, {{0, weight}}, {table});
  t.Call(kPriceFor, {{0, weight}}, {table});
  t.Call(kQuote, {{0, name}});
  const UseMap uses(subject_, model::ParameterTypes(subject_), t.test());
  EXPECT_TRUE(uses.IsForOneName(weight));
  EXPECT_FALSE(uses.IsForOneName(name));
}

}  // namespace
}  // namespace skua::search
