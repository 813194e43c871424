#include "campaign/files/suite_writer.h"

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::campaign {
namespace {

using ::testing::Key;
using testing::TestCaseBuilder;

model::GeneratedTest Quote(int64_t weight, bool is_finding) {
  TestCaseBuilder b;
  b.Call(testing::kQuote, {{0, b.Int(weight)}});
  model::GeneratedTest test{.test = b.test(), .is_finding = is_finding};
  if (is_finding) {
    model::RaisedException& exception = test.exception.emplace();
    exception.type_name = exception.importable_type_name = "builtins:ZeroDivisionError";
    exception.message = "division by zero";
  }
  return test;
}

class SuiteWriterTest : public ::testing::Test {
 protected:
  SuiteWriter WriterIn(render::Style style, const std::string& tests_file) const {
    return SuiteWriter(subject_, tests_file, "tests/test_rates_findings.py",
                       {"0.1.0", "73252ebc", {}, style});
  }
  const model::Subject subject_ = testing::SampleSubject();
};

TEST_F(SuiteWriterTest, KeepsFindingsApart) {
  const SuiteWriter writer = WriterIn(render::Style::kPytest, "tests/test_rates.py");
  const SuiteWriter::Files files = writer.Write({Quote(1, false), Quote(0, true), Quote(2, false)});
  ASSERT_THAT(files.texts,
              ElementsAre(Key("tests/test_rates.py"), Key("tests/test_rates_findings.py")));
  EXPECT_THAT(files.texts.at("tests/test_rates.py"), Not(HasSubstr("ZeroDivisionError")));
  EXPECT_THAT(files.texts.at("tests/test_rates_findings.py"), HasSubstr("ZeroDivisionError"));
  ASSERT_EQ(files.tests.size(), 3u);
  EXPECT_EQ(files.tests[0].file, "tests/test_rates.py");
  EXPECT_EQ(files.tests[1].file, "tests/test_rates_findings.py");
  EXPECT_EQ(files.tests[2].file, "tests/test_rates.py");
  EXPECT_EQ(files.tests[2].rendered.call, "quote(2)");
}

TEST_F(SuiteWriterTest, WritesNoFileWithoutATest) {
  const SuiteWriter writer = WriterIn(render::Style::kPytest, "tests/test_rates.py");
  EXPECT_THAT(writer.Write({Quote(0, true)}).texts,
              ElementsAre(Key("tests/test_rates_findings.py")));
  EXPECT_TRUE(writer.Write({}).texts.empty());
}

TEST_F(SuiteWriterTest, VerifiesWhatPytestCanRunInAnyStyle) {
  const SuiteWriter writer = WriterIn(render::Style::kJson, "tests/test_rates.json");
  const model::Suite suite = {Quote(1, false)};
  EXPECT_THAT(writer.Write(suite).texts.at("tests/test_rates.json"), HasSubstr("\"skua-suite\""));
  const oracle::WrittenSuite runnable = writer.WriteForVerification(suite);
  ASSERT_THAT(runnable.files, ElementsAre(Key("test_rates.py")));
  EXPECT_THAT(runnable.files.at("test_rates.py"), HasSubstr("def test_"));
  EXPECT_EQ(runnable.tests[0].file, "test_rates.py");
}

}  // namespace
}  // namespace skua::campaign
