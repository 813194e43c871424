#include "render/file/standing_suite.h"

#include <string>
#include <utility>

#include "render/file/suite_file.h"
#include "render/file/suite_schema.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::render {
namespace {

using testing::IntValue;
using testing::TestCaseBuilder;

model::GeneratedTest Quoting(const std::string& name, int64_t weight, int64_t expected) {
  TestCaseBuilder b;
  const auto number = b.Int(weight);
  const auto quote = b.Call(testing::kQuote, {{0, number}});
  return model::GeneratedTest{
      .test = b.test(),
      .assertions = {{model::AssertionKind::kEquals, quote, quote, "", IntValue(expected)}},
      .goals = {1},
      .name = name};
}

const RenderOptions kSuiteOptions{"0.1.0", "7c1d03ab5e66f0aa", {}};
const TestPlace kFirst{"test_quote_by_weight", 0};
const TestPlace kSecond{"test_quote_by_weight", 1};

std::string File() {
  return RenderSuiteFile(testing::SampleSubject(),
                         {Quoting("test_quote_by_weight[1-5]", 1, 5),
                          Quoting("test_quote_by_weight[2-6]", 2, 6), Quoting("test_quote", 3, 7)},
                         kSuiteOptions);
}

// The file in which the second test notes that it sees 8, and is marked for it.
std::string Marked() {
  StandingSuite suite = *StandingSuite::Read(File());
  const model::GeneratedTest now = Quoting("", 2, 8);
  suite.Note(1, &now);
  return *WithMark(suite.Text(), kSecond, ReasonOfMark("abc1234", "quote(2) gave 6, now 8"));
}

TEST(StandingSuite, KnowsItsTestsByTheirPlaces) {
  const StandingSuite suite = *StandingSuite::Read(File());
  EXPECT_THAT(suite.places(), ElementsAre(kFirst, kSecond, TestPlace{"test_quote", {}}));
  EXPECT_EQ(suite.Text(), File());
  EXPECT_FALSE(StandingSuite::Read("{}"));
  EXPECT_FALSE(StandingSuite::Read("import pytest\n"));
}

TEST(StandingSuite, KeepsWhatAMarkedTestExpects) {
  EXPECT_TRUE(IsUnedited(Marked()));
  const auto before = ExpectationsIn(File());
  const auto after = ExpectationsIn(Marked());
  ASSERT_THAT(after, SizeIs(3));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(after[i].hash, before[i].hash);
    EXPECT_EQ(after[i].reason.empty(), i != 1);
  }
  EXPECT_EQ(WithoutMark(Marked(), kSecond), File());
  EXPECT_FALSE(FaultInSuite(Json::parse(Marked())));
}

TEST(StandingSuite, LetsAnAcceptedTestExpectWhatWasNoted) {
  const auto accepted = WithoutTests(Marked(), {}, {kSecond});
  ASSERT_TRUE(accepted);
  const auto expected = RenderSuiteFile(
      testing::SampleSubject(), {Quoting("test_quote_by_weight[2-6]", 2, 8)}, kSuiteOptions);
  EXPECT_EQ(ExpectationsIn(*accepted)[1].hash, ExpectationsIn(expected)[0].hash);
  EXPECT_EQ(ExpectationsIn(*accepted)[1].reason, "");
}

TEST(StandingSuite, DropsAnAcceptedTestOfWhichNothingWasNoted) {
  StandingSuite suite = *StandingSuite::Read(File());
  suite.Note(1, nullptr);
  const std::string marked = *WithMark(suite.Text(), kSecond, ReasonOfMark("abc1234", "it hangs"));
  const auto accepted = WithoutTests(marked, {}, {kSecond});
  ASSERT_TRUE(accepted);
  EXPECT_THAT(ExpectationsIn(*accepted), SizeIs(2));
}

TEST(StandingSuite, KeepsMarkedTestsBesideANewSuite) {
  const std::string text = RenderSuiteFile(testing::SampleSubject(), {Quoting("test_new", 2, 8)},
                                           kSuiteOptions, Marked());
  ASSERT_THAT(ExpectationsIn(text), SizeIs(2));
  EXPECT_EQ(ExpectationsIn(text)[1].hash, ExpectationsIn(Marked())[1].hash);
  // The accepted test has its name already, and needs no twin.
  const auto accepted = WithoutTests(text, {}, {{"test_quote_by_weight", 0}});
  ASSERT_TRUE(accepted);
  ASSERT_THAT(ExpectationsIn(*accepted), SizeIs(1));
  EXPECT_EQ(ExpectationsIn(*accepted)[0].place.function, "test_quote_by_weight");
}

TEST(StandingSuite, LeavesEditedFilesAlone) {
  std::string edited = File();
  edited.replace(edited.find("7c1d"), 4, "0000");
  EXPECT_THAT(ExpectationsIn(edited), SizeIs(3));
  EXPECT_FALSE(WithMark(edited, kFirst, "behaviour change since abc1234: it"));
  EXPECT_FALSE(WithoutTests(edited, {kFirst}));
}

TEST(StandingSuite, RefusesVariablesThatAreNotAssignedYet) {
  const auto fault_at = [](const std::string& pointer, int value) {
    Json json = Json::parse(File());
    json[Json::json_pointer(pointer)] = value;
    const auto fault = FaultInSuite(json);
    return fault ? fault->pointer : "";
  };
  const std::pair<const char*, int> good[] = {{"/tests/0/statements/1/arguments/weight", 0},
                                              {"/tests/2/assertions/0/after", 1},
                                              {"/tests/1/assertions/0/variable", 0}};
  for (const auto& [pointer, value] : good) {
    EXPECT_EQ(fault_at(pointer, value), "");
    EXPECT_EQ(fault_at(pointer, 2), pointer);
  }
}

}  // namespace
}  // namespace skua::render
