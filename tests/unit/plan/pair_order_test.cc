#include "plan/pair_order.h"

#include <algorithm>
#include <random>
#include <vector>

#include "support/matchers.h"

namespace skua::plan {
namespace {

using model::Change;

model::SourceScan Calling(std::vector<model::CalledName> calls) {
  return {.calls = std::move(calls)};
}

model::SourceScan Rates() { return {.defines = {".__init__", ".make", ".quote", "Rates", "find"}}; }

TEST(CallsBetweenModules, AreCountedByWhatScansName) {
  struct Case {
    const char* what;
    std::vector<model::CalledName> calls;
    CallsBetween expected;
  };
  const std::vector<Case> cases = {
      {"nothing", {}, {0, 0}},
      {"a function and a class", {{"shop.rates.Rates", 2}, {"shop.rates.find", 1}}, {3, 2}},
      {"a method of anything", {{".quote", 4}}, {4, 1}},
      {"a method that built-in types have, too", {{"?make", 1}}, {1, 1}},
      {"a method that it does not have", {{".close", 4}}, {0, 0}},
      {"what it does not define", {{"shop.rates.TABLE", 1}}, {0, 0}},
      {"a method of a class", {{"shop.rates.Rates.make", 1}}, {1, 1}},
      {"a method of an object of the module", {{"shop.rates.DEFAULT.quote", 1}}, {1, 1}},
      {"a method of a parameter named like the module", {{"shop.rates.quote", 1}}, {1, 1}},
      {"what the package offers", {{"shop.Rates", 1}, {"shop.Rates.make", 1}}, {2, 2}},
      {"a function of the same name elsewhere", {{"shop.ratesheet.find", 1}, {"re.find", 1}}, {}},
      {"a method of another import", {{"json.quote", 1}}, {0, 0}},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(CountCalls(Calling(one.calls), "shop.rates", Rates()), one.expected) << one.what;
  }
}

TEST(CallsBetweenModules, NameACallableByItsLastName) {
  const model::SourceScan caller = Calling({{".quote", 1}, {"?make", 1}, {"shop.rates.Rates", 1}});
  const auto names = [&](const char* callable) {
    return NamesCallable(caller, "shop.rates", Rates(), callable);
  };
  EXPECT_TRUE(names("Rates.quote"));
  EXPECT_TRUE(names("Rates.__init__"));
  EXPECT_FALSE(names("find"));
  EXPECT_FALSE(names("Rates.make"));
}

PairFacts Pair(const char* name, Change callee, CallsBetween calls = {1, 1},
               uint32_t caller_predicates = 2, uint32_t callee_predicates = 2) {
  return {name, callee, calls, caller_predicates, callee_predicates};
}

TEST(PairOrder, BeginsWithCallersOfAChangedCalleeThenGoesByCouplingAndComplexity) {
  const std::vector<PairFacts> expected = {
      Pair("modified", Change::kModified),
      Pair("new: much called", Change::kNew, {9, 1}),
      Pair("new: many called", Change::kNew, {4, 4}),
      Pair("new: complex caller", Change::kNew, {1, 1}, 6, 2),
      Pair("new: complex callee", Change::kNew, {1, 1}, 2, 5),
      Pair("new: a", Change::kNew),
      Pair("new: b", Change::kNew),
      Pair("affected, with most of all", Change::kAffected, {90, 9}, 90, 90),
      Pair("unchanged, with most of all", Change::kUnchanged, {90, 9}, 90, 90),
      Pair("unchanged, without branches", Change::kUnchanged, {1, 1}, 0, 0),
  };
  std::vector<PairFacts> pairs = expected;
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    std::ranges::shuffle(pairs, random);
    std::ranges::sort(pairs, IsBefore);
    for (std::size_t at = 0; at < pairs.size(); ++at) EXPECT_EQ(pairs[at].name, expected[at].name);
  }
}

TEST(PairOrder, DoesNotOverflowWhereModulesAreHuge) {
  EXPECT_TRUE(IsBefore(Pair("huge", Change::kNew, {70'000, 2'000}, 50'000, 50'000),
                       Pair("large", Change::kNew, {70'000, 2'000}, 50'000, 49'999)));
}

}  // namespace
}  // namespace skua::plan
