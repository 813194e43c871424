// VALUE: what it fills, and what it refuses.
#include "protocol/value_record.h"

#include <string>
#include <utility>

#include "record/reader.h"
#include "record/writer.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::protocol {
namespace {

using model::Value;
using model::ValueKind;

Value ValueOf(std::string_view text) { return record::ReadText<Value>(text); }

std::string ErrorOfValue(std::string_view text) {
  return test::ErrorOf<record::ReadError>([&] { ValueOf(text); });
}

TEST(ValueRecord, ComesBackAsItWas) {
  const char* const values[] = {
      R"({"k":"none"})",
      R"({"k":"bool","v":true})",
      R"({"k":"int","v":-9007199254740991})",
      R"({"k":"int","t":"-9223372036854775808"})",
      R"({"k":"int","t":"123456789012345678901234567890"})",
      R"({"k":"float","v":-0.0})",
      R"({"k":"float","v":0.1})",
      R"({"k":"float","v":"nan"})",
      R"({"k":"float","v":"-inf"})",
      R"({"k":"complex","r":"inf","i":-0.0})",
      R"({"k":"str","t":"Grüße\n\u0001"})",
      R"({"k":"str","h":"61eda0807a"})",  // a lone surrogate between two letters
      R"({"k":"bytes","h":"00ff"})",
      R"({"k":"list","i":[{"k":"int","v":1},{"k":"tuple","i":[{"k":"none"}]}]})",
      R"({"k":"set","i":[{"k":"int","v":1}]})",
      R"({"k":"frozenset","i":[]})",
      R"({"k":"dict","i":[{"k":"str","t":"key"},{"k":"int","v":1}]})",
      R"({"k":"enum","c":"parcel:Colour","t":"RED"})",
      R"({"k":"object","c":"parcel:Box","n":-1,"f":[["size",{"k":"int","v":1}]]})",
      R"j({"k":"object","c":"m:A","n":1,"f":[],"t":"A(1)","i":[{"k":"str","t":"a"}]})j",
      R"({"k":"float","v":1e+300})",
      R"({"k":"type","c":"builtins:int"})",
      R"({"k":"opaque","c":"parcel:Handle"})",
  };
  for (const char* const text : values) {
    EXPECT_EQ(record::Write(ValueOf(text)).dump(), text);
  }
}

TEST(ValueRecord, FillsTheModel) {
  EXPECT_EQ(ValueOf(R"({"k": "float", "v": 2})").real, 2.0);
  EXPECT_EQ(ValueOf(R"({"k": "str", "h": "c3bc"})").text, "ü");
  const Value object =
      ValueOf(R"({"k": "object", "c": "m:C", "n": 4, "f": [["size", {"k": "int", "v": 7}]]})");
  EXPECT_EQ(object.kind, ValueKind::kObject);
  EXPECT_EQ(object.type_name, "m:C");
  EXPECT_EQ(object.integer, 4);
  ASSERT_EQ(object.fields.size(), 1u);
  EXPECT_EQ(object.fields[0].first, "size");
  EXPECT_EQ(object.fields[0].second.integer, 7);
}

TEST(ValueRecord, SaysWhereItIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"k": "integer"})", R"($.k: expected one of none, bool, int)"},
      {R"({"k": "int"})", R"($: a field "v" is missing)"},
      {R"({"k": "int", "v": 1.5})", "$.v: expected an integer of 64 bits, not 1.5"},
      {R"({"k": "int", "v": 18446744073709551615})", "$.v: expected an integer of 64 bits"},
      {R"({"k": "bool", "v": 1})", "$.v: expected true or false"},
      {R"({"k": "float", "v": "infinite"})", "$.v: expected a number"},
      {R"({"k": "bytes", "h": "abc"})", "$.h: expected an even number"},
      {R"({"k": "bytes", "h": "zz"})", "$.h: expected hexadecimal digits"},
      {R"({"k": "dict", "i": [{"k": "none"}]})", "$.i: expected keys and values in pairs"},
      {R"({"k": "list", "i": [{"k": "none"}, 7]})", "$.i[1]: expected an object, not 7"},
      {R"({"k": "list"})", R"($: a field "i" is missing)"},
      {R"({"k": "none", "v": 1})", "$.v: there is no such field here"},
      {R"({"k": "int", "t": "1 + 1"})", "$.t: expected decimal digits"},
      {R"({"k": "int", "v": 1, "t": "1"})", "$.t: expected either this or the number"},
      {R"({"k": "object", "c": "m:C", "n": -2, "f": []})", "$.n: expected an integer from -1"},
      {R"({"k": "object", "c": "m:C", "n": 0, "f": [], "i": [{"k": "none"}, {"k": "none"}]})",
       "$.i: expected at most 1 items"},
      {R"({"k": "none", "k": "none"})", "$: expected a field only once"},
      {R"({"k": "object", "c": "m:C", "n": 0, "f": [["a"]]})", "$.f[0]: expected a pair"},
      {"[]", "$: expected an object, not an empty list"},
  };
  for (const auto& [json, error] : cases) {
    EXPECT_THAT(ErrorOfValue(json), HasSubstr(error)) << json;
  }
}

TEST(ValueRecord, RefusesBottomlessNesting) {
  std::string text = R"({"k": "none"})";
  for (int i = 0; i < 5000; ++i) text = R"({"k": "list", "i": [)" + text + "]}";
  EXPECT_THAT(ErrorOfValue(text), HasSubstr("nested less deeply"));
}

}  // namespace
}  // namespace skua::protocol
