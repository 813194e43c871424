// VALUE: a Python value as JSON: the stable facts on an object, cut to a bounded depth and size by
// runtime/skua_runtime/world/values.py.
#pragma once

#include <tuple>

#include "model/names.h"
#include "model/value.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::record {

template <>
struct Record<model::Value> {
  using Value = model::Value;
  using Kind = model::ValueKind;
  static constexpr std::string_view kName = "value";
  static constexpr std::string_view kDoc = "a Python value";
  static constexpr auto kKind = &Value::kind;
  static constexpr uint64_t kCollections =
      KindsOf(Kind::kList, Kind::kTuple, Kind::kSet, Kind::kFrozenSet, Kind::kDict);
  static constexpr uint64_t kOfClass =
      KindsOf(Kind::kEnumMember, Kind::kObject, Kind::kType, Kind::kOpaque);
  static constexpr uint64_t kObject = KindsOf(Kind::kObject);
  static constexpr auto kFields = std::tuple(
      Field("k", &Value::kind, "the kind of the value", {.always = true}),
      Field("v", &Value::integer, "", {.always = true, .of = KindsOf(Kind::kBool), .truth = true}),
      WholeNumber("v", &Value::integer, &Value::text, {.of = KindsOf(Kind::kInt)}, "t"),
      Field("v", &Value::real, "", {.always = true, .of = KindsOf(Kind::kFloat), .any_real = true}),
      Field("r", &Value::real, "the real part",
            {.always = true, .of = KindsOf(Kind::kComplex), .any_real = true}),
      Field("i", &Value::imaginary, "the imaginary part",
            {.always = true, .of = KindsOf(Kind::kComplex), .any_real = true}),
      Field("t", &Value::text, "\"h\": with lone surrogates, the UTF-8 of \"surrogatepass\"",
            {.always = true, .of = KindsOf(Kind::kStr), .text = TextForm::kOrHex, .hex = "h"}),
      Field("h", &Value::text, "the bytes",
            {.always = true, .of = KindsOf(Kind::kBytes), .text = TextForm::kHex}),
      Field("i", &Value::items, "items; of a dict: key, value, key, value, …",
            {.always = true, .of = kCollections}),
      Field("c", &Value::type_name, "\"module:Qualified.name\" of the class, or of the function",
            {.always = true, .of = kOfClass}),
      Field("t", &Value::text, "the member's name",
            {.always = true, .of = KindsOf(Kind::kEnumMember)}),
      Field("n", &Value::integer, "len() of the value, or -1",
            {.always = true, .of = kObject, .lowest = -1}),
      Field("f", &Value::fields,
            "attributes; \"span()\" is a call's result, \"__str__()\" that of str(), "
            "\"__iter__()\" that of list(), dict() or set()",
            {.always = true, .of = kObject, .in_pairs = true}),
      Field("t", &Value::text, "a constructor expression: \"Decimal('4.90')\"", {.of = kObject}),
      Field("i", &Value::items, "a plain value that equals it", {.of = kObject, .most = 1}));

  static void Check(const Value& value, const Place& place) {
    if (value.kind == Kind::kDict && value.items.size() % 2 != 0) {
      place.At("i").Fail("keys and values in pairs");
    }
  }
};

}  // namespace skua::record
