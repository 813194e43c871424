#include "campaign/worth_writing.h"

#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::campaign {
namespace {

using namespace skua::testing;  // NOLINT: the callables of SampleSubject

class WorthWritingTest : public ::testing::Test {
 protected:
  // quote(1), and what is stated of it.
  static model::GeneratedTest Quote(model::Value expected) {
    TestCaseBuilder t;
    t.Call(kQuote, {{0, t.Int(1)}});
    model::GeneratedTest test{.test = t.test()};
    model::Assertion assertion{
        .after_statement = 1, .variable = 1, .expected = std::move(expected)};
    test.assertions = {assertion};
    return test;
  }
  model::Suite Worth(model::GeneratedTest test) const {
    return WorthWriting({std::move(test)}, subject_);
  }

  model::Subject subject_ = SampleSubject();
};

TEST_F(WorthWritingTest, IsNoTestThatCannotFail) {
  model::GeneratedTest test = Quote(IntValue(1));
  EXPECT_THAT(Worth(test), SizeIs(1));
  test.assertions.clear();
  EXPECT_THAT(Worth(test), IsEmpty());
  test.name = "test_quote";
  EXPECT_THAT(Worth(test), SizeIs(1)) << "it stands already";
}

TEST_F(WorthWritingTest, IsNoExceptionByWhatAnInternalCallDid) {
  TestCaseBuilder t;
  const auto table = t.Call(kRateTable, {});
  t.Call(kQuote, {{0, t.Int(1)}});
  t.Call(kPriceFor, {{0, t.Str("weight")}}, {table});
  model::GeneratedTest test{.test = t.test()};
  test.exception.emplace();
  EXPECT_THAT(Worth(test), SizeIs(1));
  subject_.callables[kQuote].is_protected = true;
  EXPECT_THAT(Worth(test), IsEmpty());
  subject_.callables[kPriceFor].is_protected = true;
  EXPECT_THAT(Worth(test), SizeIs(1)) << "the act is internal, which its section says";
}

}  // namespace
}  // namespace skua::campaign
