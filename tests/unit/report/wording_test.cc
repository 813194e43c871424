#include "report/outcome/wording.h"

#include <gtest/gtest.h>

#include <string>

namespace skua::report {
namespace {

model::ModuleOutcome Rates() {
  model::ModuleOutcome module;
  module.module.name = "parcel.rates";
  return module;
}

TEST(Wording, NamesAValueForWhatItIs) {
  struct Case {
    const char *call, *expected, *actual, *text;
  };
  for (const Case& each : {
           Case{"quote(7)", "3", "4", "rates: quote(7) gave 3, now 4"},
           Case{"Table.parse('7').limit", "9", "7", "rates: Table.parse('7').limit gave 9, now 7"},
           Case{"after Table.add(2), table.limit", "9", "7",
                "rates: after Table.add(2), table.limit was 9, now 7"},
           Case{"after Table.add(2), table.most", "9", "raises AttributeError",
                "rates: after Table.add(2), table.most was 9, now raises AttributeError"},
           Case{"quote(0)", "raises ValueError", "returns 0",
                "rates: quote(0) raised ValueError, now returns 0"},
       }) {
    model::BehaviourChange change;
    change.test = "test_it";
    change.call = each.call;
    change.expected = each.expected;
    change.actual = each.actual;
    EXPECT_EQ(Describe(Rates(), change), each.text);
    change.test.clear();
    EXPECT_EQ(Describe(Rates(), change), std::string(each.text) + " (seen by a guard)");
  }
}

TEST(Wording, NamesTheCallerOfAPair) {
  model::ModuleOutcome pair;
  model::Finding finding{.call = "Cart.total()"};
  finding.exception.type_name = "builtins:KeyError";
  pair.module = {"shop.cart.Cart -> shop.rates", "src/shop/cart.py"};
  EXPECT_EQ(Describe(pair, finding), "cart: Cart.total() raises KeyError");
  pair.module = {"shop -> shop.rates", "src/shop/__init__.py"};
  EXPECT_EQ(Describe(pair, finding), "shop: Cart.total() raises KeyError");
  model::BehaviourChange change;
  change.test = "test_quote";
  change.call = "quote(7)";
  change.expected = "3";
  change.actual = "4";
  EXPECT_EQ(Describe(pair, change), "shop: quote(7) gave 3, now 4");
}

}  // namespace
}  // namespace skua::report
