#include "render/module/standing_module.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "render/file/suite_json.h"
#include "render/module/unittest_module.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::render {
namespace {

using model::GeneratedTest;
using testing::IntValue;
using testing::TestCaseBuilder;

const RenderOptions kStandingOptions{"0.1.0", "7c1d03ab5e66f0aa", {}};
const RenderOptions kLater{"0.1.0", "8888888888888888", {}};

GeneratedTest QuoteIn(int64_t weight, int64_t result, const std::string& country = "") {
  TestCaseBuilder b;
  const auto first = b.Int(weight);
  const auto quote = country.empty() ? b.Call(testing::kQuote, {{0, first}})
                                     : b.Call(testing::kQuote, {{0, first}, {1, b.Str(country)}});
  return GeneratedTest{
      .test = b.test(),
      .assertions = {{model::AssertionKind::kEquals, quote, quote, "", IntValue(result)}}};
}

GeneratedTest ParseOf(const std::string& text) {
  TestCaseBuilder b;
  const auto parsed = b.Call(testing::kParse, {{0, b.Str(text)}});
  return GeneratedTest{
      .test = b.test(),
      .assertions = {{model::AssertionKind::kIsInstance, parsed, parsed, "",
                      testing::NamedValue(model::ValueKind::kOpaque, "parcel.rates:RateTable")}}};
}

class RenderIntoTest : public ::testing::Test {
 protected:
  // The suite as it stands, with names.
  StandingFile Stand(model::Suite& suite, Style style = Style::kPytest) const {
    const RenderedModule module = style == Style::kPytest
                                      ? RenderPytest(subject_, suite, kStandingOptions)
                                      : RenderUnittest(subject_, suite, kStandingOptions);
    StandingFile file = *StandingFile::Read(module.text);
    for (std::size_t i = 0; i < suite.size(); ++i) suite[i].name = module.tests[i].name;
    for (const NamedText& function : file.functions()) {
      std::vector<std::string> rows;
      for (const GeneratedTest& test : suite) {
        if (FunctionOf(test.name) == function.name) rows.push_back(test.name);
      }
      if (file.RowsOf(function.name)) file.NameRows(function.name, rows);
    }
    return file;
  }
  RenderedModule Into(const StandingFile& file, const model::Suite& suite) const {
    return RenderInto(file, subject_, suite, kStandingOptions, FileKind::kTests);
  }

  const model::Subject subject_ = testing::SampleSubject();
};

TEST_F(RenderIntoTest, GivesBackTheBytesOfASuiteThatStands) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a"), QuoteIn(2, 5, "XX")};
  const StandingFile file = Stand(suite);
  EXPECT_EQ(Into(file, suite).text, file.Text());
  EXPECT_THAT(RenderInto(file, subject_, suite, kLater, FileKind::kTests).text,
              HasSubstr("(fingerprint 88888888)"));
}

TEST_F(RenderIntoTest, AddsBehindTheTestsOfTheSameCallable) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a")};
  const StandingFile file = Stand(suite);
  suite.insert(suite.begin(), QuoteIn(2, 5, "XX"));
  const RenderedModule merged = Into(file, suite);
  const StandingFile after = *StandingFile::Read(merged.text);
  ASSERT_EQ(after.functions().size(), 3u);
  const std::string callable_of_first = file.functions()[0].name;
  const bool quote_first = suite[1].name == callable_of_first;
  EXPECT_EQ(after.functions()[quote_first ? 1 : 2].name, merged.tests[0].name);
  for (const NamedText& function : file.functions()) {
    EXPECT_THAT(merged.text, HasSubstr("\n\n\n" + function.text + "\n\n"));
  }
  // The lines are those of the merged text.
  for (const RenderedTest& test : merged.tests) {
    EXPECT_EQ(after.LineOf(test.name), test.line);
  }
}

GeneratedTest OfWrongType(uint32_t callable, const std::string& text) {
  TestCaseBuilder b;
  b.Call(callable, {{0, b.Bool(text.empty())}, {1, b.Str(text)}});
  GeneratedTest test{.test = b.test()};
  test.exception.emplace().type_name = "builtins:TypeError";
  return test;
}

// The number of the line at which the text begins in the file.
uint32_t LineOf(const std::string& file, const std::string& text) {
  const auto at = static_cast<std::ptrdiff_t>(file.find(text));
  return 1u + static_cast<uint32_t>(std::count(file.begin(), file.begin() + at, '\n'));
}

TEST_F(RenderIntoTest, AddsEachTestToItsSectionAndKeepsTheHeadings) {
  const std::string heading(HeadingOf(FileSection::kWrongTypes));
  model::Suite suite = {QuoteIn(7, 3), OfWrongType(testing::kQuote, "DE")};
  const StandingFile file = Stand(suite);
  suite.push_back(QuoteIn(9, 4, "FR"));
  suite.push_back(ParseOf("5"));
  suite.push_back(OfWrongType(testing::kQuote, "FR"));
  const RenderedModule added = Into(file, suite);
  EXPECT_EQ(added.text.find(heading), added.text.rfind(heading));
  const uint32_t line = LineOf(added.text, heading);
  EXPECT_EQ(line + 1, added.tests[1].line);
  EXPECT_LT(added.tests[2].line, line);
  EXPECT_LT(added.tests[3].line, line);
  EXPECT_GT(added.tests[4].line, line);
  for (const RenderedTest& test : added.tests) {
    EXPECT_EQ(test.line, LineOf(added.text, "def " + test.name + "("));
  }
  ASSERT_TRUE(StandingFile::Read(added.text));
  // The heading stays above the tests that are left, and goes with the last of them.
  StandingFile left = *StandingFile::Read(added.text);
  left.Drop(added.tests[1].name);
  EXPECT_THAT(left.Text(), HasSubstr("\n\n\n" + heading + "def " + added.tests[4].name));
  left.Drop(added.tests[4].name);
  EXPECT_THAT(left.Text(), Not(HasSubstr(heading)));
}

TEST_F(RenderIntoTest, BeginsASectionThatTheFileDidNotHave) {
  const std::string heading(HeadingOf(FileSection::kWrongTypes));
  model::Suite suite = {QuoteIn(7, 3)};
  const StandingFile file = Stand(suite);
  suite.push_back(OfWrongType(testing::kQuote, "FR"));
  suite.push_back(ParseOf("5"));
  const std::string text = Into(file, suite).text;
  EXPECT_LT(text.find("parse"), text.find(heading));
  EXPECT_LT(text.find(heading), text.find("pytest.raises(TypeError)"));
}

TEST_F(RenderIntoTest, GivesNoNameTwice) {
  model::Suite suite = {QuoteIn(1, 4)};
  const StandingFile file = Stand(suite);
  suite.push_back(QuoteIn(7, 4));  // alone, it would have the same name
  const RenderedModule merged = Into(file, suite);
  EXPECT_NE(merged.tests[0].name, merged.tests[1].name);
  EXPECT_EQ(merged.tests[0].name, suite[0].name);
}

TEST_F(RenderIntoTest, TakesOutTestsWithTheImportsThatOnlyTheyUsed) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a")};
  const StandingFile file = Stand(suite);
  ASSERT_THAT(file.imports(), HasSubstr("RateTable"));
  suite.pop_back();
  const RenderedModule merged = Into(file, suite);
  EXPECT_THAT(merged.text, Not(HasSubstr("RateTable")));
  EXPECT_THAT(merged.text, HasSubstr("import quote"));
  EXPECT_TRUE(IsUnedited(merged.text));
}

TEST_F(RenderIntoTest, TakesRowsOutOfTables) {
  model::Suite suite = {QuoteIn(1, 4), QuoteIn(2, 5), QuoteIn(3, 6), QuoteIn(4, 8)};
  const StandingFile file = Stand(suite);
  ASSERT_EQ(file.functions().size(), 1u);
  ASSERT_EQ(file.RowsOf(file.functions()[0].name), 4u);
  const std::string last = suite[3].name;
  suite.erase(suite.begin() + 1);
  const RenderedModule merged = Into(file, suite);
  EXPECT_THAT(merged.text, HasSubstr("[(1, 4), (3, 6), (4, 8)]"));
  EXPECT_EQ(merged.tests[2].name, last);
  suite.clear();
  suite.push_back(ParseOf("a"));
  EXPECT_THAT(Into(file, suite).text, Not(HasSubstr("quote")));
}

TEST_F(RenderIntoTest, KeepsFunctionsOfWhichNothingButTheTextIsKnown) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a")};
  const StandingFile file = Stand(suite);
  suite[0].test.statements.clear();
  EXPECT_EQ(Into(file, suite).text, file.Text());
  EXPECT_THAT(SuiteToJson(subject_, suite), Not(HasSubstr(suite[0].name)));
}

class RenderIntoCasesTest : public RenderIntoTest {
 protected:
  StandingFile Stand(model::Suite& suite) const {
    return RenderIntoTest::Stand(suite, Style::kUnittest);
  }
};

TEST_F(RenderIntoCasesTest, GivesBackTheBytesOfASuiteThatStands) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a"), QuoteIn(2, 5, "XX")};
  const StandingFile file = Stand(suite);
  EXPECT_EQ(Into(file, suite).text, file.Text());
}

TEST_F(RenderIntoCasesTest, AddsBehindTheTestsOfTheSameCallableInTheirCase) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a"), QuoteIn(2, 5, "XX")};
  const StandingFile file = Stand(suite);
  suite.push_back(QuoteIn(7, 4));  // alone, it would have the name of the first
  suite.push_back(ParseOf("b"));
  const RenderedModule merged = Into(file, suite);
  const StandingFile after = *StandingFile::Read(merged.text);
  std::set<std::string> names;
  for (const RenderedTest& test : merged.tests) {
    names.insert(test.name);
    EXPECT_EQ(after.LineOf(test.name), test.line);
  }
  EXPECT_EQ(names.size(), suite.size());
  for (const NamedText& method : file.functions()) {
    EXPECT_EQ(after.TextOf(method.name), method.text);
  }
  std::vector<std::string> order;
  for (const NamedText& method : after.functions()) order.push_back(method.name);
  EXPECT_THAT(order, ElementsAre(suite[0].name, suite[2].name, merged.tests[3].name, suite[1].name,
                                 merged.tests[4].name));
}

TEST_F(RenderIntoCasesTest, BeginsANewCaseForAClassThatHadNoTests) {
  model::Suite suite = {QuoteIn(1, 4)};
  const StandingFile file = Stand(suite);
  suite.push_back(ParseOf("a"));
  const RenderedModule merged = Into(file, suite);
  EXPECT_THAT(merged.text, HasSubstr("\n\n\nclass TestRateTable(unittest.TestCase):\n    def "));
  EXPECT_THAT(merged.text, HasSubstr("import RateTable, quote\n"));
  suite.erase(suite.begin());
  suite[0].name = merged.tests[1].name;
  const RenderedModule without = Into(*StandingFile::Read(merged.text), suite);
  EXPECT_THAT(without.text, Not(HasSubstr("TestRates")));
  EXPECT_THAT(without.text, HasSubstr("import unittest\n"));
  EXPECT_THAT(without.text, HasSubstr("import RateTable\n"));
}

TEST_F(RenderIntoCasesTest, UsesTheNumbersThatTheFileDefines) {
  const auto of_floats = [](int64_t weight) {
    GeneratedTest test = QuoteIn(weight, 0);
    test.assertions[0].expected =
        testing::ItemsValue(model::ValueKind::kList, {testing::FloatValue(0.5)});
    return test;
  };
  model::Suite suite = {of_floats(1)};
  const StandingFile file = Stand(suite);
  ASSERT_EQ(file.definitions().size(), 1u);
  suite.push_back(of_floats(2));
  const StandingFile after = *StandingFile::Read(Into(file, suite).text);
  ASSERT_EQ(after.definitions().size(), 1u);
  EXPECT_THAT(after.functions()[1].text, HasSubstr(" [Near(0.5)])"));
}

TEST_F(RenderIntoTest, NamesComeBackFromTheArchive) {
  model::Suite suite = {QuoteIn(1, 4), ParseOf("a")};
  Stand(suite);
  const ArchivedSuite back = SuiteFromJson(SuiteToJson(subject_, suite), subject_);
  ASSERT_EQ(back.suite.size(), 2u);
  EXPECT_EQ(back.suite[1].name, suite[1].name);
  EXPECT_EQ(back.names[0].name, suite[0].name);
}

}  // namespace
}  // namespace skua::render
