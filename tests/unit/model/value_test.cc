#include "model/value.h"

#include <gtest/gtest.h>

#include <limits>

namespace skua::model {
namespace {

Value Real(double real) { return {.kind = ValueKind::kFloat, .real = real}; }

Value Integer(int64_t integer, ValueKind kind = ValueKind::kInt) {
  return {.kind = kind, .integer = integer};
}

Value Items(ValueKind kind, std::vector<Value> items) {
  return {.kind = kind, .items = std::move(items)};
}

TEST(Value, IsEqualAsItIsWrittenNotAsPythonCompares) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Real(nan), Real(-nan));
  EXPECT_NE(Real(nan), Real(0));
  EXPECT_NE(Real(0.0), Real(-0.0));
  EXPECT_NE(Integer(1), Integer(1, ValueKind::kBool));
  EXPECT_NE(Integer(1), Real(1));
  Value imaginary = Real(0);
  imaginary.kind = ValueKind::kComplex;
  Value negative = imaginary;
  negative.imaginary = -0.0;
  EXPECT_NE(imaginary, negative);
}

TEST(Value, IsEqualAllTheWayDown) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto nested = [](double real) {
    return Items(ValueKind::kList, {Items(ValueKind::kTuple, {Real(real)})});
  };
  EXPECT_EQ(nested(nan), nested(nan));
  EXPECT_NE(nested(1), nested(2));
  EXPECT_NE(Items(ValueKind::kList, {Integer(1)}), Items(ValueKind::kTuple, {Integer(1)}));
  Value object{.kind = ValueKind::kObject, .type_name = "m:C", .fields = {{"x", Integer(1)}}};
  Value other = object;
  EXPECT_EQ(object, other);
  other.fields[0].second = Integer(2);
  EXPECT_NE(object, other);
  other = object;
  other.type_name = "m:D";
  EXPECT_NE(object, other);
}

TEST(ContainsFloat, LooksIntoCollections) {
  EXPECT_TRUE(ContainsFloat(Real(1)));
  EXPECT_TRUE(
      ContainsFloat(Items(ValueKind::kDict, {Integer(1), Items(ValueKind::kList, {Real(1)})})));
  Value complex_value = Real(1);
  complex_value.kind = ValueKind::kComplex;
  EXPECT_TRUE(ContainsFloat(Items(ValueKind::kSet, {complex_value})));
  EXPECT_FALSE(ContainsFloat(Items(ValueKind::kList, {Integer(1)})));
  EXPECT_FALSE(ContainsFloat(Value{}));
}

}  // namespace
}  // namespace skua::model
