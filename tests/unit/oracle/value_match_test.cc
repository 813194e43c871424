#include "oracle/assertions/value_match.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "support/sample_subject.h"

namespace skua::oracle {
namespace {

using model::Value;
using model::ValueKind;
using testing::BoolValue;
using testing::FloatValue;
using testing::IntValue;
using testing::ItemsValue;
using testing::NamedValue;
using testing::NoneValue;
using testing::ObjectValue;
using testing::StrValue;

Value LargeInt(std::string digits) { return {.kind = ValueKind::kInt, .text = std::move(digits)}; }

Value Complex(double real, double imaginary) {
  return {.kind = ValueKind::kComplex, .real = real, .imaginary = imaginary};
}

Value List(std::vector<Value> items) { return ItemsValue(ValueKind::kList, std::move(items)); }
Value Tuple(std::vector<Value> items) { return ItemsValue(ValueKind::kTuple, std::move(items)); }
Value Set(std::vector<Value> items) { return ItemsValue(ValueKind::kSet, std::move(items)); }
Value Dict(std::vector<Value> items) { return ItemsValue(ValueKind::kDict, std::move(items)); }
Value Decimal(const std::string& digits) {
  return ObjectValue("decimal:Decimal", {}, -1, "Decimal('" + digits + "')");
}
// An object that equals a plain value.
Value Equalling(const std::string& type_name, Value plain) {
  Value value = ObjectValue(type_name);
  value.items = {std::move(plain)};
  return value;
}

struct Case {
  const char* what;
  Value expected, seen;
  bool matches;
};

class ValueMatch : public ::testing::TestWithParam<Case> {};

TEST_P(ValueMatch, DecidesAsTheAssertionThatIsWritten) {
  EXPECT_EQ(Matches(GetParam().expected, GetParam().seen), GetParam().matches) << GetParam().what;
}

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

INSTANTIATE_TEST_SUITE_P(
    Table, ValueMatch,
    ::testing::Values(
        Case{"None is None", NoneValue(), NoneValue(), true},
        Case{"0 is None", NoneValue(), IntValue(0), false},
        Case{"1 is True", BoolValue(true), IntValue(1), false},
        Case{"True == 1", IntValue(1), BoolValue(true), true},
        Case{"[1] == [True]", List({BoolValue(true)}), List({IntValue(1)}), true},
        Case{"2.0 == 2", IntValue(2), FloatValue(2), true},
        Case{"2.0000001 == 2", IntValue(2), FloatValue(2.0000001), false},
        Case{"a large int", LargeInt("123456789012345678901"), LargeInt("123456789012345678901"),
             true},
        Case{"another large int", LargeInt("123456789012345678901"),
             LargeInt("123456789012345678902"), false},
        Case{"2 ** 53 + 1 == 2.0 ** 53", IntValue((int64_t{1} << 53) + 1),
             FloatValue(std::ldexp(1, 53)), false},
        Case{"within a millionth", FloatValue(2), FloatValue(2.000001), true},
        Case{"beyond a millionth", FloatValue(2), FloatValue(2.00001), false},
        Case{"almost nothing", FloatValue(0), FloatValue(1e-13), true},
        Case{"very little", FloatValue(0), FloatValue(1e-11), false},
        Case{"-0.0 == approx(0.0)", FloatValue(0), FloatValue(-0.0), true},
        Case{"an int for a float", FloatValue(2), IntValue(2), true},
        Case{"a str for a float", FloatValue(2), StrValue("2.0"), false},
        Case{"NaN", FloatValue(kNan), FloatValue(kNan), true},
        Case{"a number for NaN", FloatValue(kNan), FloatValue(1), false},
        Case{"infinity", FloatValue(kInfinity), FloatValue(kInfinity), true},
        Case{"a number for infinity", FloatValue(kInfinity), FloatValue(1e308), false},
        Case{"infinity for a number", FloatValue(1), FloatValue(kInfinity), false},
        Case{"complex", Complex(1, 1), Complex(1, 1.0000001), true},
        Case{"another complex", Complex(1, 1), Complex(1, 1.1), false},
        Case{"str", StrValue("a"), StrValue("a"), true},
        Case{"bytes for str", StrValue("a"), NamedValue(ValueKind::kBytes, "", "a"), false},
        Case{"a tuple for a list", List({IntValue(1)}), Tuple({IntValue(1)}), false},
        Case{"a shorter list", List({IntValue(1)}), List({}), false},
        Case{"another order", List({IntValue(1), IntValue(2)}), List({IntValue(2), IntValue(1)}),
             false},
        Case{"floats in a list", List({FloatValue(1), FloatValue(2)}),
             List({FloatValue(1.0000001), FloatValue(2)}), true},
        Case{"approx of a list takes a tuple", List({FloatValue(1)}), Tuple({FloatValue(1)}), true},
        Case{"approx of a list with an int", List({IntValue(10'000'000), FloatValue(1)}),
             List({IntValue(10'000'001), FloatValue(1)}), true},
        Case{"floats beside what is no number", List({StrValue("a"), FloatValue(1)}),
             List({StrValue("a"), FloatValue(1.0000001)}), true},
        Case{"a tuple for a mixed list", List({StrValue("a"), FloatValue(1)}),
             Tuple({StrValue("a"), FloatValue(1)}), false},
        Case{"a set in another order", Set({IntValue(1), IntValue(2)}),
             Set({IntValue(2), IntValue(1)}), true},
        Case{"a frozenset for a set", Set({IntValue(1)}),
             ItemsValue(ValueKind::kFrozenSet, {IntValue(1)}), true},
        Case{"a list for a set", Set({IntValue(1)}), List({IntValue(1)}), false},
        Case{"a dict in another order",
             Dict({StrValue("a"), IntValue(1), StrValue("b"), FloatValue(2)}),
             Dict({StrValue("b"), FloatValue(2.0000001), StrValue("a"), IntValue(1)}), true},
        Case{"another value in a dict", Dict({StrValue("a"), IntValue(1)}),
             Dict({StrValue("a"), IntValue(2)}), false},
        Case{"another key in a dict", Dict({StrValue("a"), IntValue(1)}),
             Dict({StrValue("b"), IntValue(1)}), false},
        Case{"an enum's member", NamedValue(ValueKind::kEnumMember, "m:Zone", "HOME"),
             NamedValue(ValueKind::kEnumMember, "m:Zone", "HOME"), true},
        Case{"another member", NamedValue(ValueKind::kEnumMember, "m:Zone", "HOME"),
             NamedValue(ValueKind::kEnumMember, "m:Zone", "ABROAD"), false},
        Case{"a class", NamedValue(ValueKind::kType, "m:Zone"),
             NamedValue(ValueKind::kType, "m:Rate"), false},
        Case{"a decimal with more digits", Decimal("1.5"), Decimal("1.50"), true},
        Case{"a decimal with an exponent", Decimal("1500"), Decimal("1.5E+3"), true},
        Case{"a smaller decimal", Decimal("1.5"), Decimal("0.15"), false},
        Case{"a negative decimal", Decimal("1.5"), Decimal("-1.5"), false},
        Case{"decimals of nothing", Decimal("0.00"), Decimal("0E+2"), true},
        Case{"a date", ObjectValue("datetime:date", {}, -1, "datetime.date(2024, 1, 1)"),
             ObjectValue("datetime:date", {}, -1, "datetime.date(2024, 1, 2)"), false},
        Case{"a named tuple for a tuple", Tuple({IntValue(1)}),
             Equalling("m:Point", Tuple({IntValue(1)})), true},
        Case{"another named tuple for a tuple", Tuple({IntValue(1)}),
             Equalling("m:Point", Tuple({IntValue(2)})), false},
        Case{"what is not known for what is", IntValue(1), NamedValue(ValueKind::kOpaque, "m:X"),
             false},
        Case{"what is not known", NamedValue(ValueKind::kOpaque, "m:X"),
             NamedValue(ValueKind::kOpaque, "m:X"), false}));

TEST(LengthOf, IsWhatLenGives) {
  EXPECT_EQ(LengthOf(StrValue("für")), 3);
  EXPECT_EQ(LengthOf(NamedValue(ValueKind::kBytes, "", "f\xC3\xBCr")), 4);
  EXPECT_EQ(LengthOf(Dict({StrValue("a"), IntValue(1)})), 1);
  EXPECT_EQ(LengthOf(ObjectValue("m:Rows", {}, 7)), 7);
  EXPECT_EQ(LengthOf(ObjectValue("m:Rate")), std::nullopt);
  EXPECT_EQ(LengthOf(IntValue(3)), std::nullopt);
}

}  // namespace
}  // namespace skua::oracle
