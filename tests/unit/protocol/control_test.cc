#include "protocol/control.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "protocol/observation_frame.h"
#include "protocol/wire.h"

namespace skua::protocol {
namespace {

using model::Value;
using model::ValueKind;
using ::testing::HasSubstr;
using Json = nlohmann::json;

const model::ModuleId kModule{"parcel.rates", "src/parcel/rates.py"};

template <typename Read>
std::string ErrorOf(Read read) {
  try {
    read();
  } catch (const WireError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ValueJson, ComesBackAsItWas) {
  const char* const values[] = {
      R"({"k":"none"})",
      R"({"k":"bool","v":true})",
      R"({"k":"int","v":-9223372036854775808})",
      R"({"k":"int","t":"123456789012345678901234567890"})",
      R"({"k":"float","v":-0.0})",
      R"({"k":"float","v":0.1})",
      R"({"k":"float","v":"nan"})",
      R"({"k":"float","v":"-inf"})",
      R"({"i":-0.0,"k":"complex","r":"inf"})",
      R"({"k":"str","t":"Grüße\n\u0001"})",
      R"({"h":"61eda0807a","k":"str"})",  // a lone surrogate between two letters
      R"({"h":"00ff","k":"bytes"})",
      R"({"i":[{"k":"int","v":1},{"i":[{"k":"none"}],"k":"tuple"}],"k":"list"})",
      R"({"i":[{"k":"int","v":1}],"k":"set"})",
      R"({"i":[],"k":"frozenset"})",
      R"({"i":[{"k":"str","t":"key"},{"k":"int","v":1}],"k":"dict"})",
      R"({"c":"parcel:Colour","k":"enum","t":"RED"})",
      R"({"c":"parcel:Box","f":[["size",{"k":"int","v":1}]],"k":"object","n":-1})",
      R"({"c":"builtins:int","k":"type"})",
      R"({"c":"parcel:Handle","k":"opaque"})",
  };
  for (const char* const text : values) {
    EXPECT_EQ(ValueToJson(ValueFromJson(Json::parse(text))).dump(), text);
  }
}

TEST(ValueJson, FillsTheModel) {
  EXPECT_EQ(ValueFromJson(Json::parse(R"({"k": "float", "v": 2})")).real, 2.0);
  EXPECT_EQ(ValueFromJson(Json::parse(R"({"k": "str", "h": "c3bc"})")).text, "ü");
  const Value object = ValueFromJson(
      Json::parse(R"({"k": "object", "c": "m:C", "n": 4, "f": [["size", {"k": "int", "v": 7}]]})"));
  EXPECT_EQ(object.kind, ValueKind::kObject);
  EXPECT_EQ(object.type_name, "m:C");
  EXPECT_EQ(object.integer, 4);
  ASSERT_EQ(object.fields.size(), 1u);
  EXPECT_EQ(object.fields[0].first, "size");
  EXPECT_EQ(object.fields[0].second.integer, 7);
}

TEST(ValueJson, SaysWhereItIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"k": "integer"})", R"($.k: expected one of none, bool, int)"},
      {R"({"k": "int"})", R"($: expected a field "v")"},
      {R"({"k": "int", "v": 1.5})", "$.v: expected an integer of 64 bits, not 1.5"},
      {R"({"k": "int", "v": 18446744073709551615})", "$.v: expected an integer of 64 bits"},
      {R"({"k": "bool", "v": 1})", "$.v: expected true or false"},
      {R"({"k": "float", "v": "infinite"})", "$.v: expected a number"},
      {R"({"k": "bytes", "h": "abc"})", "$.h: expected an even number"},
      {R"({"k": "bytes", "h": "zz"})", "$.h: expected hexadecimal digits"},
      {R"({"k": "dict", "i": [{"k": "none"}]})", "$.i: expected keys and values in pairs"},
      {R"({"k": "list", "i": [{"k": "none"}, 7]})", "$.i[1]: expected an object, not 7"},
      {R"({"k": "list"})", R"($: expected a field "i")"},
      {R"({"k": "object", "c": "m:C", "n": 0, "f": [["a"]]})", "$.f[0]: expected 2 elements"},
      {"[]", "$: expected an object, not []"},
  };
  for (const auto& [json, error] : cases) {
    EXPECT_THAT(ErrorOf([&] { ValueFromJson(Json::parse(json)); }), HasSubstr(error)) << json;
  }
}

TEST(ValueJson, RefusesBottomlessNesting) {
  Json json = {{"k", "none"}};
  for (int i = 0; i < 5000; ++i) json = {{"k", "list"}, {"i", Json::array({std::move(json)})}};
  EXPECT_THAT(ErrorOf([&] { ValueFromJson(json); }), HasSubstr("nested less deeply"));
}

constexpr const char* kSubject = R"({
  "types": [{"kind": "any"}, {"kind": "int", "text": "int"},
            {"kind": "union", "arguments": [1, 3], "text": "int | Box"},
            {"kind": "class", "class": 0},
            {"kind": "literal", "literals": [{"k": "str", "t": "a"}]},
            {"kind": "tuple_of", "arguments": [1]}, {"kind": "frozen_set", "arguments": [0]}],
  "classes": [{"name": "Box", "qualified_name": "Outer.Box", "module": "parcel.rates",
               "constructors": [0], "methods": [1], "is_abstract": true}],
  "callables": [{"kind": "constructor", "name": "Box", "qualified_name": "Outer.Box",
                 "module": "parcel.rates", "class": 0, "result": 3, "code_object": 1,
                 "parameters": [{"name": "size", "kind": "keyword_only", "has_default": true, "type": 1},
                                {"name": "rest", "kind": "var_keyword"}]},
                {"kind": "method", "name": "open", "qualified_name": "Outer.Box.open",
                 "module": "parcel.rates", "class": 0, "in_subject": false, "is_protected": true}],
  "code_objects": [{"kind": "module", "qualified_name": "<module>", "first_line": 1,
                    "nodes": [-1, -1], "edges": [[0, 1, "always"]]},
                   {"kind": "function", "qualified_name": "Outer.Box.__init__", "first_line": 7,
                    "parent": 0, "nodes": [-1, -1, 0], "edges": [[0, 2, "always"], [2, 1, "false"]]}],
  "predicates": [{"kind": "match_case", "code_object": 1, "line": 8, "column": 4, "false_is_goal": false,
                  "true_jump": true}],
  "constants": [{"value": {"k": "int", "v": 30}, "count": 2}],
  "import_code_objects": [0], "import_true": [0], "import_false": []})";

TEST(SubjectJson, FillsTheModel) {
  const model::Subject subject = SubjectFromJson(Json::parse(kSubject), kModule);
  EXPECT_EQ(subject.module, kModule);
  ASSERT_EQ(subject.types.size(), 7u);
  EXPECT_EQ(subject.types[2].kind, model::TypeKind::kUnion);
  EXPECT_THAT(subject.types[2].arguments, ::testing::ElementsAre(1, 3));
  EXPECT_EQ(subject.types[3].class_index, 0u);
  EXPECT_EQ(subject.types[1].class_index, model::kNoIndex);
  EXPECT_EQ(subject.types[4].literals.at(0).text, "a");
  EXPECT_EQ(subject.types[5].kind, model::TypeKind::kTupleOf);
  EXPECT_EQ(subject.types[6].kind, model::TypeKind::kFrozenSet);
  EXPECT_TRUE(subject.classes[0].is_abstract);
  EXPECT_TRUE(subject.classes[0].in_subject);
  const model::Callable& constructor = subject.callables[0];
  EXPECT_EQ(constructor.kind, model::CallableKind::kConstructor);
  EXPECT_EQ(constructor.code_object, 1u);
  EXPECT_EQ(constructor.parameters[0].kind, model::ParameterKind::kKeywordOnly);
  EXPECT_TRUE(constructor.parameters[0].has_default);
  EXPECT_EQ(constructor.parameters[1].type, 0u);
  EXPECT_EQ(subject.callables[1].code_object, model::kNoIndex);
  EXPECT_FALSE(subject.callables[1].in_subject);
  EXPECT_TRUE(subject.callables[1].is_protected);
  const model::CodeObject& code_object = subject.code_objects[1];
  EXPECT_EQ(code_object.parent, 0u);
  EXPECT_EQ(subject.code_objects[0].parent, model::kNoIndex);
  EXPECT_THAT(code_object.control_flow.nodes,
              ::testing::ElementsAre(model::kNoIndex, model::kNoIndex, 0));
  EXPECT_EQ(code_object.control_flow.edges[1].when, model::ControlFlowEdge::When::kFalse);
  EXPECT_EQ(subject.predicates[0].kind, model::PredicateKind::kMatchCase);
  EXPECT_TRUE(subject.predicates[0].true_is_goal);
  EXPECT_FALSE(subject.predicates[0].false_is_goal);
  EXPECT_EQ(subject.predicates[0].true_jump, true);
  EXPECT_EQ(subject.predicates[0].false_jump, std::nullopt);
  EXPECT_EQ(subject.constants[0].count, 2u);
  EXPECT_THAT(subject.import_true, ::testing::ElementsAre(0));
}

TEST(SubjectJson, KnowsTheNameOfEveryKind) {
  // The last enumerator of each, so that a list of names that is too short or shifted shows.
  Json json = Json::parse(kSubject);
  json["types"][0]["kind"] = "unsupported";
  json["predicates"][0]["kind"] = "except_clause";
  json["code_objects"][1]["kind"] = "comprehension";
  json["callables"][1]["kind"] = "class_method";
  json["callables"][0]["parameters"][0]["kind"] = "var_keyword";
  const model::Subject subject = SubjectFromJson(json, kModule);
  EXPECT_EQ(subject.types[0].kind, model::TypeKind::kUnsupported);
  EXPECT_EQ(subject.predicates[0].kind, model::PredicateKind::kExceptClause);
  EXPECT_EQ(subject.code_objects[1].kind, model::CodeObjectKind::kComprehension);
  EXPECT_EQ(subject.callables[1].kind, model::CallableKind::kClassMethod);
  EXPECT_EQ(subject.callables[0].parameters[0].kind, model::ParameterKind::kVarKeyword);
}

TEST(SubjectJson, LetsNoIndexPointOutsideItsTable) {
  const std::pair<const char*, Json> changes[] = {
      {"/types/2/arguments/0", 7},
      {"/types/3/class", 1},
      {"/classes/0/constructors/0", 2},
      {"/classes/0/methods/0", 2},
      {"/callables/0/result", 7},
      {"/callables/0/code_object", 2},
      {"/callables/0/parameters/0/type", 9},
      {"/code_objects/1/parent", 2},
      {"/code_objects/1/nodes/2", 1},
      {"/code_objects/1/edges/0/1", 3},
      {"/predicates/0/code_object", 2},
      {"/import_code_objects/0", 2},
      {"/import_true/0", 1},
  };
  for (const auto& [place, index] : changes) {
    Json json = Json::parse(kSubject);
    json[Json::json_pointer(place)] = index;
    EXPECT_THAT(ErrorOf([&] { SubjectFromJson(json, kModule); }), HasSubstr("of a table of"))
        << place;
    json[Json::json_pointer(place)] = -2;
    EXPECT_THAT(ErrorOf([&] { SubjectFromJson(json, kModule); }), HasSubstr("expected an integer"))
        << place;
  }
}

TEST(LoadAnswer, IsASubjectOrAReason) {
  const LoadAnswer good = LoadAnswerFromJson(
      std::string(
          R"({"ok": true, "digest": "d1", "notes": [{"code": "SKUA-N110", "detail": "3 MB"}], "subject": )") +
          kSubject + "}",
      kModule);
  EXPECT_FALSE(good.failure.has_value());
  EXPECT_EQ(good.digest, "d1");
  EXPECT_EQ(good.subject.callables.size(), 2u);
  ASSERT_EQ(good.notes.size(), 1u);
  EXPECT_EQ(good.notes[0].code, model::ReasonCode::kPrintsMuch);
  EXPECT_EQ(good.notes[0].detail, "3 MB");

  const LoadAnswer bad = LoadAnswerFromJson(
      R"json({"ok": false, "code": "SKUA-N104", "detail": "KeyError: 'x' (src/a.py:3)"})json",
      kModule);
  ASSERT_TRUE(bad.failure.has_value());
  EXPECT_EQ(bad.failure->code, model::ReasonCode::kImportRaises);
  EXPECT_EQ(bad.failure->detail, "KeyError: 'x' (src/a.py:3)");
}

TEST(LoadAnswer, ListsMutants) {
  const std::string subject = R"({"ok": true, "subject": )" + std::string(kSubject);
  const auto with = [&](int code_object) {
    return LoadAnswerFromJson(
        fmt::format(R"({}, "recall": "r", "mutants": [{{"operator": "comparison", "line": 7,
                    "column": 4, "original": "a < b", "mutated": "a <= b", "code_object": {},
                    "at_import": true}}]}})",
                    subject, code_object),
        kModule);
  };
  const LoadAnswer answer = with(0);
  EXPECT_EQ(answer.recall, "r");
  ASSERT_EQ(answer.mutants.size(), 1u);
  const model::Mutant& mutant = answer.mutants[0];
  EXPECT_EQ(mutant.operator_name, "comparison");
  EXPECT_EQ(mutant.line, 7u);
  EXPECT_EQ(mutant.column, 4u);
  EXPECT_EQ(mutant.original, "a < b");
  EXPECT_EQ(mutant.mutated, "a <= b");
  EXPECT_EQ(mutant.code_object, 0u);
  EXPECT_TRUE(mutant.at_import);
  EXPECT_THAT(ErrorOf([&] { with(1000); }),
              HasSubstr("$.mutants[0].code_object: expected the index of a code object"));
}

TEST(LoadAnswer, LeavesOutTheSubjectOnlyWhenItIsRecalled) {
  const LoadAnswer answer = LoadAnswerFromJson(R"({"ok": true, "recalled": true})", kModule);
  EXPECT_FALSE(answer.failure.has_value());
  EXPECT_TRUE(answer.subject.callables.empty());
  EXPECT_THAT(ErrorOf([] { LoadAnswerFromJson(R"({"ok": true})", kModule); }),
              HasSubstr("subject"));
}

TEST(LoadAnswer, TellsABugInTheRuntimeFromAFailureOfTheModule) {
  EXPECT_EQ(ErrorOf([] { LoadAnswerFromJson(R"({"ok": false, "error": "Traceback"})", kModule); }),
            "Traceback");
  EXPECT_THAT(ErrorOf([] { LoadAnswerFromJson("{", kModule); }), HasSubstr("not JSON"));
  EXPECT_THAT(ErrorOf([] { LoadAnswerFromJson(R"({"ok": false, "code": "SKUA-X1"})", kModule); }),
              HasSubstr("$.code: expected a known reason code"));
  EXPECT_THAT(ErrorOf([] { LoadAnswerFromJson(R"({"ok": true, "subject": []})", kModule); }),
              testing::Not("no error"));
}

TEST(ObservationFrame, ComesBackAsItWas) {
  std::string bytes;
  const std::vector<uint32_t> reached = {3, 7};
  WriteObservation(uint64_t{1} << 40, reached, "{}", bytes);
  WriteObservation(0, {}, "", bytes);
  char header[kHeaderSize];
  bytes.copy(header, kHeaderSize);
  EXPECT_EQ(ParseHeader(header).kind, static_cast<uint16_t>(FrameKind::kObservation));
  const std::size_t length = ParseHeader(header).length;
  const std::string_view body = std::string_view(bytes).substr(kHeaderSize, length);
  const ObservationFrame frame = ReadObservation(body);
  EXPECT_EQ(frame.executed_probes, uint64_t{1} << 40);
  EXPECT_EQ(frame.reached_mutants, reached);
  EXPECT_EQ(frame.json, "{}");
  const ObservationFrame empty =
      ReadObservation(std::string_view(bytes).substr(2 * kHeaderSize + length));
  EXPECT_EQ(empty.reached_mutants.size() + empty.json.size() + empty.executed_probes, 0u);
  for (std::size_t size = 0; size < length - 2; ++size) {
    EXPECT_NE(ErrorOf([&] { ReadObservation(body.substr(0, size)); }), "no error") << size;
  }
}

TEST(ObservationJson, FillsTheModel) {
  const model::Observation observation = ObservationFromJson(R"({"verdict": "raised",
      "statements": [{"result": {"k": "int", "v": 3}, "changes": [[0, {"k": "none"}]]}],
      "exception": {"type": "parcel:Full", "importable": "builtins:ValueError", "message": "m",
                    "path": "src/a.py", "line": 9, "explicit": true, "documented": false,
                    "at_boundary": true}})");
  EXPECT_EQ(observation.verdict, model::Verdict::kRaised);
  ASSERT_EQ(observation.statements.size(), 1u);
  EXPECT_EQ(observation.statements[0].result.integer, 3);
  EXPECT_EQ(observation.statements[0].changes.at(0).variable, 0);
  EXPECT_EQ(observation.exception.type_name, "parcel:Full");
  EXPECT_EQ(observation.exception.importable_type_name, "builtins:ValueError");
  EXPECT_EQ(observation.exception.line, 9u);
  EXPECT_TRUE(observation.exception.is_explicit);
  EXPECT_FALSE(observation.exception.is_documented);
  EXPECT_TRUE(observation.exception.at_boundary);
}

TEST(ObservationJson, NeedsAnExceptionWhenOneWasRaised) {
  EXPECT_EQ(ObservationFromJson(R"({"verdict": "timed_out"})").verdict, model::Verdict::kTimedOut);
  EXPECT_THAT(ErrorOf([] { ObservationFromJson(R"({"verdict": "raised"})"); }),
              HasSubstr(R"($: expected a field "exception")"));
  EXPECT_THAT(
      ErrorOf([] {
        ObservationFromJson(
            R"({"verdict": "passed", "statements": [{"result": {"k": "none"}, "changes": [[70000, {"k": "none"}]]}]})");
      }),
      HasSubstr("$.statements[0].changes[0][0]: expected a variable's index"));
}

}  // namespace
}  // namespace skua::protocol
