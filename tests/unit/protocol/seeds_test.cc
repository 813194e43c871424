#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/control.h"
#include "protocol/wire.h"

namespace skua::protocol {
namespace {

using model::StatementKind;

// The answer of a load of a module with a class of one constructor and one method, and these seeds.
LoadAnswer AnswerWith(const std::string& seeds) {
  return LoadAnswerFromJson(
      R"({"ok": true, "digest": "d", "subject": {
           "code_objects": [{"kind": "module", "qualified_name": "<module>", "first_line": 1,
                             "nodes": [-1, -1], "edges": [[0, 1, "always"]]}],
           "types": [{"kind": "any"}, {"kind": "int"}, {"kind": "class", "class": 0}],
           "classes": [{"name": "Box", "qualified_name": "Box", "module": "m",
                        "constructors": [0], "methods": [1]}],
           "callables": [
             {"kind": "constructor", "name": "Box", "qualified_name": "Box", "module": "m",
              "class": 0, "result": 2,
              "parameters": [{"name": "size", "kind": "positional_or_keyword", "type": 1}]},
             {"kind": "method", "name": "grow", "qualified_name": "Box.grow", "module": "m",
              "class": 0, "parameters": []}]},
         "seeds": )" +
          seeds + "}",
      {"m", "m.py"});
}

TEST(Seeds, FillsTheModelWithTypesThatFollowFromCalls) {
  const LoadAnswer answer = AnswerWith(
      R"([[{"kind": "int", "value": {"k": "int", "v": 3}},
           {"kind": "call", "target": 0, "operands": [0], "parameters": [0]},
           {"kind": "call", "target": 1, "operands": [1], "parameters": []}]])");
  ASSERT_EQ(answer.seeds.size(), 1u);
  const auto& statements = answer.seeds[0].statements;
  ASSERT_EQ(statements.size(), 3u);
  EXPECT_EQ(statements[0].kind, StatementKind::kInt);
  EXPECT_EQ(statements[0].integer, 3);
  EXPECT_EQ(statements[0].type, 1u);
  EXPECT_EQ(statements[1].kind, StatementKind::kCall);
  EXPECT_EQ(statements[1].type, 2u);
  EXPECT_EQ(statements[2].target, 1u);
  EXPECT_EQ(statements[2].operands[0], 1u);
}

TEST(Seeds, PrimitivesComeAsTheyAre) {
  const LoadAnswer answer = AnswerWith(
      R"([[{"kind": "none"}, {"kind": "bool", "value": {"k": "bool", "v": true}},
           {"kind": "int", "value": {"k": "int", "t": "12345678901234567890"}},
           {"kind": "complex", "value": {"k": "complex", "r": 1, "i": "inf"}},
           {"kind": "bytes", "value": {"k": "bytes", "h": "00ff"}},
           {"kind": "dict", "operands": [0, 1]}, {"kind": "class", "target": 0},
           {"kind": "lambda", "operands": [4]}]])");
  ASSERT_EQ(answer.seeds.size(), 1u);
  const auto& statements = answer.seeds[0].statements;
  EXPECT_EQ(statements[1].integer, 1);
  EXPECT_EQ(statements[2].text, "12345678901234567890");
  EXPECT_EQ(statements[3].real, 1);
  EXPECT_EQ(statements[4].text, std::string("\0\xff", 2));
  EXPECT_EQ(statements[5].operands.size(), 2u);
}

TEST(Seeds, LeavesOutWhatIsNotWellFormed) {
  const char* const good = R"([{"kind": "none"}])";
  const char* const bad[] = {
      R"([{"kind": "list", "operands": [0]}])",
      R"([{"kind": "call", "target": 0, "operands": [], "parameters": []}])",
      R"([{"kind": "call", "target": 9, "operands": [], "parameters": []}])",
      R"([{"kind": "enum_member", "target": 0, "integer": 0}])",
  };
  for (const char* const seed : bad) {
    EXPECT_EQ(AnswerWith(std::string("[") + seed + ", " + good + "]").seeds.size(), 1u) << seed;
  }
  EXPECT_TRUE(AnswerWith("[]").seeds.empty());
}

TEST(Seeds, WhatIsNoSeedAtAllIsAnError) {
  for (const char* const seeds : {R"({})", R"([[{"kind": "walk"}]])", R"([[{"kind": "lazy"}]])",
                                  R"([[{"kind": "int", "value": {"k": "str", "t": "3"}}]])",
                                  R"([[{"kind": "list", "operands": [70000]}]])"}) {
    EXPECT_THROW(AnswerWith(seeds), WireError) << seeds;
  }
}

}  // namespace
}  // namespace skua::protocol
