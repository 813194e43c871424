// OBSERVATION: what it fills, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "protocol/control.h"
#include "protocol/wire.h"

namespace skua::protocol {
namespace {

using model::StatementObservation;
using ::testing::ElementsAre;
using ::testing::FieldsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

model::Observation Read(const std::string& effects) {
  return ObservationFromJson(R"({"verdict": "passed", "statements": [{"result": {"k": "none"}, )" +
                             effects + "}]}");
}

TEST(EffectsJson, FillTheStatement) {
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

TEST(EffectsJson, MayAllBeAbsent) {
  const model::Observation observation = Read(R"("changes": [])");
  const StatementObservation& seen = observation.statements.at(0);
  EXPECT_EQ(seen.printed, "");
  EXPECT_THAT(seen.logged, IsEmpty());
  EXPECT_THAT(seen.files, IsEmpty());
  EXPECT_EQ(seen.unstable, 0);
}

TEST(EffectsJson, AreRefusedWhenTheyAreNotAsDescribed) {
  for (const auto& [effects, where] :
       {std::pair(R"("printed": 3)", "printed"), std::pair(R"("logged": [["a", "b", "c"]])", "[1]"),
        std::pair(R"("unstable": ["files"])", "unstable"),
        std::pair(R"("files": [["a"]])", "files")}) {
    try {
      Read(effects);
      ADD_FAILURE() << effects;
    } catch (const WireError& error) {
      EXPECT_THAT(error.what(), HasSubstr(where));
    }
  }
}

TEST(ObservationJson, SaysWhereAnExceptionWasRaisedAndWhatItsStatementDid) {
  const model::Observation observation = ObservationFromJson(R"({"verdict": "raised",
      "exception": {"type": "builtins:ValueError", "foreign_message": true,
                    "frames": [["src/a.py", 3, "f", "return x"], ["json/decoder.py", 9, "g", ""]]},
      "raising": {"printed_errors": "usage"}})");
  EXPECT_TRUE(observation.exception.is_foreign_message);
  EXPECT_THAT(observation.exception.frames, ElementsAre(FieldsAre("src/a.py", 3, "f", "return x"),
                                                        FieldsAre("json/decoder.py", 9, "g", "")));
  EXPECT_EQ(observation.raising.printed_errors, "usage");
}

TEST(ObservationJson, TellsWhatAnObjectEquals) {
  const model::Observation observation = ObservationFromJson(R"({"verdict": "passed",
      "statements": [{"result": {"k": "object", "c": "m:Name", "n": 1, "f": [],
                                 "i": [{"k": "str", "t": "a"}]}}]})");
  const model::Value& result = observation.statements.at(0).result;
  ASSERT_EQ(result.items.size(), 1u);
  EXPECT_EQ(result.items[0].text, "a");
  EXPECT_EQ(ValueFromJson(ValueToJson(result)), result);
}

}  // namespace
}  // namespace skua::protocol
