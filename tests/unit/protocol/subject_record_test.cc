// SUBJECT: what it fills, and what it refuses.
#include "protocol/subject_record.h"

#include <string>

#include "record/reader.h"
#include "record/writer.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "support/subject_json.h"

namespace skua::protocol {
namespace {

using record::Json;

model::Subject SubjectOf(const Json& json) { return record::Read<model::Subject>(json); }

std::string ErrorOfSubject(const Json& json) {
  return test::ErrorOf<record::ReadError>([&] { SubjectOf(json); });
}

TEST(SubjectRecord, FillsTheModel) {
  const model::Subject subject = SubjectOf(Json::parse(testing::kSubject));
  ASSERT_EQ(subject.types.size(), 8u);
  EXPECT_EQ(subject.types[3].kind, model::TypeKind::kUnion);
  EXPECT_THAT(subject.types[3].arguments, ElementsAre(1, 2));
  EXPECT_EQ(subject.types[2].class_index, 0u);
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
  EXPECT_THAT(code_object.control_flow.nodes, ElementsAre(model::kNoIndex, model::kNoIndex, 0));
  EXPECT_EQ(code_object.control_flow.edges[1].when, model::ControlFlowEdge::When::kFalse);
  EXPECT_EQ(subject.predicates[0].kind, model::PredicateKind::kMatchCase);
  EXPECT_TRUE(subject.predicates[0].true_is_goal);
  EXPECT_FALSE(subject.predicates[0].false_is_goal);
  EXPECT_EQ(subject.predicates[0].true_jump, true);
  EXPECT_EQ(subject.predicates[0].false_jump, std::nullopt);
  EXPECT_EQ(subject.constants[0].count, 2u);
  EXPECT_THAT(subject.import_true, ElementsAre(0));
}

TEST(SubjectRecord, ComesBackAsItWas) {
  const Json written = record::Write(SubjectOf(Json::parse(testing::kSubject)));
  EXPECT_EQ(record::Write(SubjectOf(written)), written);
  EXPECT_EQ(written["callables"], Json::parse(testing::kSubject)["callables"]);
  EXPECT_EQ(written["code_objects"], Json::parse(testing::kSubject)["code_objects"]);
}

struct Change {
  const char* place;
  Json value;
  const char* error;
};

TEST(SubjectRecord, LetsNoIndexPointOutsideItsList) {
  for (const char* const place :
       {"/types/3/arguments/0", "/types/2/class", "/classes/0/constructors/0",
        "/classes/0/methods/0", "/callables/0/result", "/callables/0/class",
        "/callables/0/code_object", "/callables/0/parameters/0/type", "/code_objects/1/parent",
        "/code_objects/1/nodes/2", "/code_objects/1/edges/0/1", "/predicates/0/code_object",
        "/import_code_objects/0", "/import_true/0"}) {
    for (const int64_t index : {int64_t{9}, int64_t{-2}, int64_t{1} << 32}) {
      Json json = Json::parse(testing::kSubject);
      ASSERT_TRUE(json.contains(Json::json_pointer(place))) << place;
      json[Json::json_pointer(place)] = index;
      EXPECT_THAT(ErrorOfSubject(json), HasSubstr("expected an index of one of")) << place;
    }
  }
}

TEST(SubjectRecord, RefusesWhatCannotBe) {
  const Change changes[] = {
      {"/types/0/kind", "int", "$.types: expected any as the first"},
      {"/types", Json::array(), "$.callables[0].parameters[0].type: expected an index"},
      {"/types/0/arguments", Json::array({0}), "$.types[0].arguments: there is no such field"},
      {"/types/3/arguments/0", 3, "$.types[3].arguments: expected types that precede it"},
      {"/types/3/arguments", Json::array(), "$.types[3]: expected a union with alternatives"},
      {"/types/2/kind", "walk", "$.types[2].kind: expected one of any, none"},
      {"/types/4/literals", Json::array(), "$.types[4]: expected a literal with values"},
      {"/types/7/names", Json::array(), "$.types[7]: expected a type for each name"},
      {"/types/7/required_names", 2, "$.types[7].required_names: expected no more"},
      {"/callables/0/kind", "function", "$.callables[0].class: there is no such field"},
      {"/callables/0/kind", "environment", "$.callables[0].class: there is no such field"},
      {"/classes/0/constructors/0", 1, "$.classes[0].constructors: expected constructors"},
      {"/code_objects/1/parent", 1, "$.code_objects[1].parent: expected a code object that"},
      {"/code_objects/0/parent", 1, "$.code_objects[0].parent: expected a code object that"},
      {"/code_objects/1/nodes", Json::array({-1}), "expected an index of one of 1 nodes"},
      {"/code_objects/0/nodes", Json::array({-1, 0}), "$.code_objects[0].nodes: expected its own"},
      {"/code_objects/1/edges/1/2", "sometimes", "expected one of always, true, false"},
      {"/predicates/0/line", -1, "$.predicates[0].line: expected an integer from 0"},
      {"/predicates/0/true_jump", 1, "$.predicates[0].true_jump: expected true or false"},
      {"/constants/0/value", {{"k", "list"}, {"i", Json::array()}}, "expected a primitive"},
      {"/size", 1, "$.size: there is no such field here"},
  };
  for (const auto& [place, value, error] : changes) {
    Json json = Json::parse(testing::kSubject);
    json[Json::json_pointer(place)] = value;
    EXPECT_THAT(ErrorOfSubject(json), HasSubstr(error)) << place;
  }
}

// Unions of unions double with each level, and types nest, without a cycle anywhere.
TEST(SubjectRecord, BoundsWhatATypeIsMadeOf) {
  const auto error_of = [](const char* kind, std::size_t parts) {
    Json json = Json::parse(testing::kSubject);
    while (json["types"].size() < 100) {
      Json arguments = Json::array();
      for (std::size_t i = 0; i < parts; ++i) arguments.push_back(json["types"].size() - 1);
      json["types"].push_back({{"kind", kind}, {"arguments", arguments}});
    }
    return ErrorOfSubject(json);
  };
  EXPECT_THAT(error_of("union", 2), HasSubstr("expected a union of fewer types"));
  EXPECT_THAT(error_of("list", 1), HasSubstr("expected a type nested less deeply"));
  EXPECT_THAT(error_of("dict", 2), HasSubstr("expected a type nested less deeply"));
}

}  // namespace
}  // namespace skua::protocol
