#include "protocol/control.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "protocol/observation_frame.h"
#include "protocol/wire.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "support/subject_json.h"

namespace skua::protocol {
namespace {

const model::ModuleId kModule{"parcel.rates", "src/parcel/rates.py"};

TEST(LoadAnswer, IsASubjectOrAReason) {
  const LoadAnswer good = LoadAnswerFromJson(
      std::string(
          R"({"ok": true, "digest": "d1", "import_ms": 250, "waited_ms": 40, "notes": [{"code": "SKUA-N110", "detail": "3 MB"}], "subject": )") +
          testing::kSubject + "}",
      kModule);
  EXPECT_FALSE(good.failure.has_value());
  EXPECT_EQ(good.digest, "d1");
  EXPECT_EQ(good.import_time, std::chrono::milliseconds(250));
  EXPECT_EQ(good.waited, std::chrono::milliseconds(40));
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
  const std::string subject = R"({"ok": true, "subject": )" + std::string(testing::kSubject);
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
  EXPECT_THAT(test::ErrorOf<WireError>([&] { with(1000); }),
              HasSubstr("$.mutants[0].code_object: expected an index of one of 2 code objects"));
}

TEST(LoadAnswer, LeavesOutTheSubjectOnlyWhenItIsRecalled) {
  const LoadAnswer answer = LoadAnswerFromJson(R"({"ok": true, "recalled": true})", kModule);
  EXPECT_FALSE(answer.failure.has_value());
  EXPECT_TRUE(answer.subject.callables.empty());
  EXPECT_THAT(test::ErrorOf<WireError>([] { LoadAnswerFromJson(R"({"ok": true})", kModule); }),
              HasSubstr("subject"));
}

TEST(LoadAnswer, IsRefusedWhereItContradictsItself) {
  const std::string subject = R"("subject": )" + std::string(testing::kSubject);
  for (const std::string& answer : {
           R"({"ok": true, "recalled": true, )" + subject + "}",
           R"({"ok": true, "code": "SKUA-N104", )" + subject + "}",
           std::string(R"({"ok": true, "recalled": true, "seeds": [[]]})"),
           std::string(R"({"ok": true, "recalled": true, "mutants": [{}]})"),
           std::string(R"({"ok": true, "recalled": true, "notes": [{"detail": "x"}]})"),
           std::string(R"({"ok": true, "recalled": true, "mutants": [{"operator": "a", "line": 1,
                        "column": 0, "original": "", "mutated": "", "code_object": 0,
                        "at_import": false}]})"),
           std::string(R"({"ok": false})"),
           std::string(R"({"ok": true, "recalled": true, "more": 1})"),
       }) {
    EXPECT_NE(test::ErrorOf<WireError>([&] { LoadAnswerFromJson(answer, kModule); }), "no error")
        << answer;
  }
}

TEST(LoadAnswer, TellsABugInTheRuntimeFromAFailureOfTheModule) {
  EXPECT_EQ(test::ErrorOf<WireError>(
                [] { LoadAnswerFromJson(R"({"ok": false, "error": "Traceback"})", kModule); }),
            "Traceback");
  EXPECT_THAT(test::ErrorOf<WireError>([] { LoadAnswerFromJson("{", kModule); }),
              HasSubstr("not JSON"));
  EXPECT_THAT(test::ErrorOf<WireError>(
                  [] { LoadAnswerFromJson(R"({"ok": false, "code": "SKUA-X1"})", kModule); }),
              HasSubstr("$.code: expected a known reason code"));
  EXPECT_THAT(test::ErrorOf<WireError>(
                  [] { LoadAnswerFromJson(R"({"ok": true, "subject": []})", kModule); }),
              Not("no error"));
}

TEST(ObservationFrame, ComesBackAsItWas) {
  std::string bytes;
  const std::vector<uint32_t> reached = {3, 7};
  WriteObservation(5, uint64_t{1} << 40, true, 32, reached, "{}", bytes);
  WriteObservation(0, 0, false, 0, {}, "", bytes);
  char header[kHeaderSize];
  bytes.copy(header, kHeaderSize);
  EXPECT_EQ(ParseHeader(header).kind, static_cast<uint16_t>(FrameKind::kObservation));
  const std::size_t length = ParseHeader(header).length;
  const std::string_view body = std::string_view(bytes).substr(kHeaderSize, length);
  const ObservationFrame frame = ReadObservation(body, 5, 8);
  EXPECT_EQ(frame.executed_probes, uint64_t{1} << 40);
  EXPECT_TRUE(frame.left_state);
  EXPECT_EQ(frame.asked_worlds, 32);
  EXPECT_EQ(frame.reached_mutants, reached);
  EXPECT_EQ(frame.json, "{}");
  const ObservationFrame empty =
      ReadObservation(std::string_view(bytes).substr(2 * kHeaderSize + length), 0, 0);
  EXPECT_FALSE(empty.left_state);
  EXPECT_EQ(empty.asked_worlds, 0);
  EXPECT_EQ(empty.reached_mutants.size() + empty.json.size() + empty.executed_probes, 0u);
  EXPECT_NE(test::ErrorOf<WireError>([&] { ReadObservation(body, 4, 8); }), "no error")
      << "of another test";
  for (std::size_t size = 0; size < length - 2; ++size) {
    EXPECT_NE(test::ErrorOf<WireError>([&] { ReadObservation(body.substr(0, size), 5, 8); }),
              "no error")
        << size;
  }
}

TEST(ObservationFrame, NamesMutantsOfTheSubjectInOrder) {
  const auto error_of = [](const std::vector<uint32_t>& reached) {
    std::string bytes;
    WriteObservation(0, 1, false, 0, reached, "{}", bytes);
    return test::ErrorOf<WireError>(
        [&] { ReadObservation(std::string_view(bytes).substr(kHeaderSize), 0, 3); });
  };
  EXPECT_EQ(error_of({0, 1, 2}), "no error");
  EXPECT_EQ(error_of({3}), "a mutant that the subject does not have");
  EXPECT_EQ(error_of({1, 0}), "mutants that do not ascend");
  EXPECT_EQ(error_of({1, 1}), "mutants that do not ascend");
  EXPECT_EQ(error_of({0, 1, 2, 2}), "more mutants than the subject has");
}

TEST(ChildAnswer, IsAProcessOrHowItEnded) {
  EXPECT_EQ(ChildAnswerFromJson(R"({"ok": true, "pid": 12})").pid, 12);
  EXPECT_EQ(ChildAnswerFromJson(R"({"ok": true, "exit": 71})").exit, 71);
  EXPECT_EQ(ChildAnswerFromJson(R"({"ok": true, "signal": 9})").signal, 9);
  EXPECT_EQ(ChildAnswerFromJson(R"({"ok": false, "error": "Traceback"})").error, "Traceback");
  for (const char* const bad :
       {R"({"ok": true})", R"({"ok": true, "pid": 0})", R"({"ok": true, "pid": -1})",
        R"({"ok": true, "pid": 1, "exit": 0})", R"({"ok": true, "exit": 256})",
        R"({"ok": true, "signal": 65})", R"({"ok": false, "pid": 1})", R"({"pid": 1})"}) {
    EXPECT_NE(test::ErrorOf<WireError>([&] { ChildAnswerFromJson(bad); }), "no error") << bad;
  }
}

}  // namespace
}  // namespace skua::protocol
