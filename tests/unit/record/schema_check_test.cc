#include "record/schema_check.h"

#include <gtest/gtest.h>

#include <string>

namespace skua::record {
namespace {

Json Schema() {
  return Json::parse(R"({
    "type": "object",
    "required": ["name"],
    "properties": {
      "name": {"type": "string", "pattern": "^[a-z]+$"},
      "size": {"type": "integer", "minimum": 0},
      "version": {"const": 2},
      "pair": {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 2},
      "real": {"anyOf": [{"type": "number"}, {"enum": ["nan", "inf"]}]},
      "text": {"oneOf": [{"required": ["text"]}, {"required": ["hex"]}]},
      "shape": {"$ref": "#/definitions/shape"},
      "more": {"type": "object", "additionalProperties": {"type": "integer"}}
    },
    "additionalProperties": false,
    "definitions": {
      "shape": {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "dot"}}, "required": ["kind"],
         "additionalProperties": false},
        {"type": "object", "properties": {"kind": {"const": "box"}, "in": {"$ref": "#/definitions/shape"}},
         "required": ["kind", "in"], "additionalProperties": false}
      ]}
    }
  })");
}

// "pointer: what", or nothing.
std::string FaultOf(const std::string& document) {
  const auto fault = FaultIn(Json::parse(document), Schema());
  return fault ? fault->pointer + ": " + fault->what : "";
}

TEST(SchemaCheck, FindsNoFaultInWhatFits) {
  EXPECT_EQ(FaultOf(R"({"name": "a", "size": 0, "version": 2, "pair": [true, false],
                        "real": "nan", "text": {"hex": ""}, "more": {"x": 1},
                        "shape": {"kind": "box", "in": {"kind": "dot"}}})"),
            "");
  EXPECT_EQ(FaultOf(R"({"name": "a", "real": 1.5})"), "");
}

TEST(SchemaCheck, TellsWhereAndWhat) {
  EXPECT_EQ(FaultOf("[]"), ": expected an object, not an empty list");
  EXPECT_EQ(FaultOf("{}"), ": a field \"name\" is missing");
  EXPECT_EQ(FaultOf(R"({"name": 3})"), "/name: expected a string, not 3");
  EXPECT_EQ(FaultOf(R"({"name": "A"})"), "/name: expected a string like \"^[a-z]+$\", not \"A\"");
  EXPECT_EQ(FaultOf(R"({"name": "a", "size": -1})"), "/size: expected 0 or more, not -1");
  EXPECT_EQ(FaultOf(R"({"name": "a", "size": 1.5})"), "/size: expected an integer, not 1.5");
  EXPECT_EQ(FaultOf(R"({"name": "a", "version": 3})"), "/version: expected 2, not 3");
  EXPECT_EQ(FaultOf(R"({"name": "a", "pair": [true]})"), "/pair: expected 2 items, not 1");
  EXPECT_EQ(FaultOf(R"({"name": "a", "pair": [true, 0]})"),
            "/pair/1: expected true or false, not 0");
  EXPECT_EQ(FaultOf(R"({"name": "a", "real": "x"})"),
            "/real: expected a number or \"nan\" or \"inf\", not \"x\"");
  EXPECT_EQ(FaultOf(R"({"name": "a", "text": {}})"),
            "/text: expected a field \"text\" or a field \"hex\", not an object");
  EXPECT_EQ(FaultOf(R"({"name": "a", "other": 1})"), "/other: there is no such field here");
  EXPECT_EQ(FaultOf(R"({"name": "a", "more": {"a/b~": "x"}})"),
            "/more/a~1b~0: expected an integer, not \"x\"");
}

TEST(SchemaCheck, JudgesByTheAlternativeOfTheKind) {
  EXPECT_EQ(FaultOf(R"({"name": "a", "shape": {"kind": "box", "in": {"kind": "dot", "x": 1}}})"),
            "/shape/in/x: there is no such field here");
  EXPECT_EQ(FaultOf(R"({"name": "a", "shape": {"kind": "box"}})"),
            "/shape: a field \"in\" is missing");
  EXPECT_EQ(FaultOf(R"({"name": "a", "shape": {"kind": "ring"}})"),
            "/shape/kind: expected \"dot\" or \"box\", not \"ring\"");
  EXPECT_EQ(FaultOf(R"({"name": "a", "shape": 7})"), "/shape: expected \"dot\" or \"box\", not 7");
}

}  // namespace
}  // namespace skua::record
