// OBSERVATION: what it fills, and what it refuses.

#include <string>
#include <utility>

#include "protocol/control.h"
#include "protocol/wire.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::protocol {
namespace {

using model::StatementObservation;
using ::testing::FieldsAre;

model::Observation Read(const std::string& effects) {
  return ObservationFromJson(
      R"({"verdict": "passed", "statements": [{"result": {"k": "none"}, )" + effects + "}]}", 1);
}

TEST(Effects, FillTheStatement) {
  const model::Observation observation = Read(R"(
      "printed": "a\n", "printed_errors": "b", "logged": [["parcel", 30, "slow"]],
      "globals": [["TOTAL", {"k": "int", "v": 3}]],
      "files": [["out/a.txt", {"k": "str", "t": "x"}], ["old", {"k": "none"}]],
      "unstable": ["printed_errors", "logged"])");
  const StatementObservation& seen = observation.statements.at(0);
  EXPECT_EQ(seen.printed, "a\n");
  EXPECT_EQ(seen.printed_errors, "b");
  EXPECT_THAT(seen.logged, ElementsAre(FieldsAre("parcel", 30, "slow")));
  ASSERT_EQ(seen.globals.size(), 1u);
  EXPECT_EQ(seen.globals[0].first, "TOTAL");
  EXPECT_EQ(seen.globals[0].second.integer, 3);
  ASSERT_EQ(seen.files.size(), 2u);
  EXPECT_EQ(seen.files[0].second.text, "x");
  EXPECT_EQ(seen.files[1].second.kind, model::ValueKind::kNone);
  EXPECT_EQ(seen.unstable, StatementObservation::kPrintedErrors | StatementObservation::kLogged);
}

TEST(Effects, MayAllBeAbsent) {
  const model::Observation observation = Read(R"("changes": [])");
  const StatementObservation& seen = observation.statements.at(0);
  EXPECT_EQ(seen.printed, "");
  EXPECT_THAT(seen.logged, IsEmpty());
  EXPECT_THAT(seen.files, IsEmpty());
  EXPECT_EQ(seen.unstable, 0);
}

TEST(Effects, AreRefusedWhenTheyAreNotAsDescribed) {
  for (const auto& [effects, where] :
       {std::pair(R"("printed": 3)", "printed"), std::pair(R"("logged": [["a", "b", "c"]])", "[1]"),
        std::pair(R"("unstable": ["files"])", "unstable"),
        std::pair(R"("files": [["a"]])", "files")}) {
    EXPECT_THAT(test::ErrorOf<WireError>([&] { Read(effects); }), HasSubstr(where)) << effects;
  }
}

TEST(ObservationRecord, SaysWhereAnExceptionWasRaisedAndWhatItsStatementDid) {
  const model::Observation observation = ObservationFromJson(R"({"verdict": "raised",
      "exception": {"type": "builtins:ValueError", "foreign_message": true,
                    "frames": [["src/a.py", 3, "f", "return x"], ["json/decoder.py", 9, "g", ""]]},
      "raising": {"printed_errors": "usage"}})",
                                                             1);
  EXPECT_TRUE(observation.exception.is_foreign_message);
  EXPECT_THAT(observation.exception.frames, ElementsAre(FieldsAre("src/a.py", 3, "f", "return x"),
                                                        FieldsAre("json/decoder.py", 9, "g", "")));
  EXPECT_EQ(observation.raising.printed_errors, "usage");
}

TEST(ObservationRecord, TellsWhatAnObjectEquals) {
  const model::Observation observation = ObservationFromJson(R"({"verdict": "passed",
      "statements": [{"result": {"k": "object", "c": "m:Name", "n": 1, "f": [],
                                 "i": [{"k": "str", "t": "a"}]}}]})",
                                                             1);
  const model::Value& result = observation.statements.at(0).result;
  ASSERT_EQ(result.items.size(), 1u);
  EXPECT_EQ(result.items[0].text, "a");
}

TEST(ObservationRecord, FillsTheModel) {
  const model::Observation observation = ObservationFromJson(R"({"verdict": "raised",
      "statements": [{"result": {"k": "none"}},
                     {"result": {"k": "int", "v": 3}, "changes": [[0, {"k": "none"}]]}],
      "exception": {"type": "parcel:Full", "importable": "builtins:ValueError", "message": "m",
                    "path": "src/a.py", "line": 9, "explicit": true, "documented": false,
                    "at_boundary": true}})",
                                                             3);
  EXPECT_EQ(observation.verdict, model::Verdict::kRaised);
  ASSERT_EQ(observation.statements.size(), 2u);
  EXPECT_EQ(observation.statements[1].result.integer, 3);
  EXPECT_EQ(observation.statements[1].changes.at(0).variable, 0);
  EXPECT_EQ(observation.exception.type_name, "parcel:Full");
  EXPECT_EQ(observation.exception.importable_type_name, "builtins:ValueError");
  EXPECT_EQ(observation.exception.line, 9u);
  EXPECT_TRUE(observation.exception.is_explicit);
  EXPECT_FALSE(observation.exception.is_documented);
  EXPECT_TRUE(observation.exception.at_boundary);
}

TEST(ObservationRecord, ForgetsAnExceptionThatCouldNotBeDescribedInTime) {
  const model::Observation observation = ObservationFromJson(
      R"({"verdict": "timed_out", "exception": {"type": "m:E"}, "raising": {"printed": "a"}})", 2);
  EXPECT_EQ(observation.exception.type_name, "");
  EXPECT_EQ(observation.raising.printed, "");
}

TEST(ObservationRecord, FitsTheTestThatWasObserved) {
  const std::string none = R"({"result": {"k": "none"}})";
  const auto told = [](const std::string& verdict, const std::string& statements) {
    return R"({"verdict": ")" + verdict + R"(", "statements": [)" + statements +
           R"(], "exception": {"type": "m:E"}})";
  };
  const auto changing = [&](int variable) {
    return none + R"(, {"result": {"k": "none"}, "changes": [[)" + std::to_string(variable) +
           R"(, {"k": "none"}]]})";
  };
  const std::string two = none + ", " + none, three = two + ", " + none;
  const std::string good[] = {told("passed", two), told("raised", none), told("timed_out", two),
                              told("out_of_memory", ""), told("passed", changing(0))};
  const std::string bad[] = {
      told("passed", none),         told("passed", three),
      told("raised", two),          told("timed_out", three),
      told("out_of_memory", three), told("crashed", none),
      told("not_run", ""),          told("passed", changing(1)),
      told("passed", changing(2)),  told("passed", changing(70000)),
      told("passed", changing(-1)), told("passed", none + R"(, {"printed": ""})"),
      R"({"verdict": "raised"})",
  };
  for (const std::string& json : good) EXPECT_NO_THROW(ObservationFromJson(json, 2)) << json;
  for (const std::string& json : bad) {
    EXPECT_THROW(ObservationFromJson(json, 2), WireError) << json;
  }
}

}  // namespace
}  // namespace skua::protocol
