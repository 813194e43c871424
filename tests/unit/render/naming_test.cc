#include "render/python/naming.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>
#include <vector>

#include "render/names/slug.h"
#include "render/python/imports.h"
#include "support/sample_subject.h"

namespace skua::render {
namespace {

TEST(SnakeCase, SplitsWordsWherePeopleSeeThem) {
  const std::pair<const char*, const char*> cases[] = {
      {"RateTable", "rate_table"}, {"HTTPServer", "http_server"},   {"__init__", "init"},
      {"_private", "private"},     {"parse2Lines", "parse2_lines"}, {"a__b", "a_b"}};
  for (const auto& [name, expected] : cases) EXPECT_EQ(SnakeCase(name), expected);
}

TEST(Slug, TellsTextsThatReadAsWordsFromOthers) {
  for (const auto& [text, slug] : std::initializer_list<std::pair<const char*, const char*>>{
           {"hello world", "hello_world"},
           {"US dollar!", "us_dollar"},
           {"XX", "xx"},
           {"html", "html"},
           {"version 2", "version_2"},
           {"1.2.3", "1_2_3"},
           {"hello Bob O'Neill", "hello_bob_o_neill"},
           {"", "empty_string"}}) {
    EXPECT_EQ(StrSlug(text), slug);
  }
  for (const char* garbage : {"@(]jISrdG[ADg!]M@", "Mtj!Hp#j/o", "a://z:a@ww.lo", "zaamasa q a",
                              "aaaaaaa", "000000031", "n-a"}) {
    EXPECT_EQ(StrSlug(garbage), "") << garbage;
  }
}

TEST(Slug, TellsATextFromTheValueThatItNames) {
  EXPECT_EQ(StrSlug("None"), "text_none");
  EXPECT_EQ(StrSlug("true"), "text_true");
}

TEST(Slug, NamesTheValuesOfAPair) {
  const auto tuple = [](std::vector<model::Value> items) {
    return ValueSlug(testing::ItemsValue(model::ValueKind::kTuple, std::move(items)));
  };
  EXPECT_EQ(tuple({testing::BoolValue(false), testing::NoneValue()}), "false_and_none");
  EXPECT_EQ(tuple({testing::StrValue("hello"), testing::IntValue(-3)}), "hello_and_minus_3");
  EXPECT_EQ(tuple({testing::StrValue("@(]jI"), testing::IntValue(1)}), "tuple_of_2");
  EXPECT_EQ(tuple({testing::IntValue(1)}), "tuple_of_1");
}

TEST(Slug, ReadsBytesThatAreATextOfAscii) {
  const auto bytes = [](std::string text) {
    model::Value value{.kind = model::ValueKind::kBytes, .text = std::move(text)};
    return ValueSlug(value);
  };
  EXPECT_EQ(bytes("itsdangerous"), "itsdangerous");
  EXPECT_EQ(bytes(""), "empty_bytes");
  EXPECT_EQ(bytes("aWhkdnRbZQ"), "bytes");
  EXPECT_EQ(bytes("hello\xc3\xa4"), "bytes");
  model::Statement statement{.kind = model::StatementKind::kBytes, .text = "hello"};
  EXPECT_EQ(StatementSlug(testing::SampleSubject(), statement), "hello");
}

TEST(Slug, LeavesTheModuleOutOfAnExpression) {
  model::Value value{.kind = model::ValueKind::kObject, .type_name = "datetime:time"};
  for (const auto& [text, slug] :
       {std::pair("datetime.time(23, 0)", "time_23_0"), std::pair("Decimal('1.5')", "decimal_1_5"),
        std::pair("datetime.datetime(2024, 5, 13, 1, 2)", "time")}) {
    value.text = text;
    EXPECT_EQ(ValueSlug(value), slug);
  }
}

TEST(Slug, CountsNoItemsInWhatATestIsNamedAfter) {
  using model::ValueKind;
  const auto named = [](ValueKind kind, std::vector<model::Value> items) {
    return UncountedSlug(testing::ItemsValue(kind, std::move(items)));
  };
  const model::Value word = testing::StrValue("hello"), number = testing::IntValue(3);
  EXPECT_EQ(named(ValueKind::kList, {}), "empty_list");
  EXPECT_EQ(named(ValueKind::kList, {word}), "list_with_hello");
  EXPECT_EQ(named(ValueKind::kTuple, {word, number}), "hello_and_3");
  EXPECT_EQ(named(ValueKind::kSet, {word, number}), "set");
  EXPECT_EQ(named(ValueKind::kDict, {word, number}), "dict_with_hello");
  EXPECT_EQ(named(ValueKind::kList, {number, number, number}), "list");
  EXPECT_EQ(UncountedSlug(number), "3");
}

TEST(Slug, DoesNotEndWithAWordThatLeadsOn) {
  EXPECT_EQ(Slug("the value is not and never was", 20), "the_value");
  EXPECT_EQ(Slug("is not and of the in", 12), "is_not") << "a third of the room stays";
  EXPECT_EQ(Slug("what it is of", 24), "what_it_is_of") << "nothing was cut";
}

TEST(Slug, CutsAtAWord) {
  EXPECT_EQ(Slug("US dollar!", 24), "us_dollar");
  EXPECT_EQ(Slug("one two three four five", 15), "one_two_three");
  EXPECT_EQ(Slug("日本", 24), "");
}

TEST(NameScope, NumbersWhatIsTaken) {
  NameScope scope;
  EXPECT_EQ(scope.Take("row"), "row");
  EXPECT_EQ(scope.Take("row"), "row_2");
  EXPECT_EQ(scope.Take("row"), "row_3");
  EXPECT_EQ(scope.Take("rowboat", 3), "r_2");
}

TEST(Imports, AreGroupedAndSorted) {
  Imports imports({"parcel"});
  EXPECT_EQ(imports.Reach("parcel.rates", "quote"), "quote");
  EXPECT_EQ(imports.Reach("parcel.rates", "a10"), "a10");
  EXPECT_EQ(imports.Reach("parcel.rates", "a2"), "a2");
  EXPECT_EQ(imports.Reach("parcel.rates", "LIMIT"), "LIMIT");
  EXPECT_EQ(imports.Reach("parcel.rates", "RateTable.Row"), "RateTable.Row");
  EXPECT_EQ(imports.Reach("numpy", "array"), "np.array");
  EXPECT_EQ(imports.Reach("decimal:Decimal"), "Decimal");
  EXPECT_EQ(imports.Reach("parcel.money", "Decimal"), "MoneyDecimal");
  EXPECT_EQ(imports.Reach("builtins", "KeyError"), "KeyError");
  imports.Pytest();
  EXPECT_EQ(imports.Text(),
            "from decimal import Decimal\n"
            "\n"
            "import numpy as np\n"
            "import pytest\n"
            "\n"
            "from parcel.money import Decimal as MoneyDecimal\n"
            "from parcel.rates import LIMIT, RateTable, a2, a10, quote\n");
}

TEST(Imports, KeepTheNameOfAClassThatTellsPytestToLeaveItAlone) {
  Imports imports({});
  EXPECT_EQ(imports.Reach("starlette.testclient", "TestClient"), "TestClient");
  EXPECT_EQ(imports.Reach("web.clients", "TestServer"), "ClientsTestServer");
}

}  // namespace
}  // namespace skua::render
