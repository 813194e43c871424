#include "render/module/findings_module.h"

#include "render/body/exception_text.h"
#include "support/matchers.h"
#include "unit/render/shapes_fixture.h"

namespace skua::render {
namespace {

using model::Verdict;

class RenderFindingsTest : public RenderShapes {
 protected:
  // What a finding of each way to end looks like, the weightiest first.
  model::Suite Findings() const {
    model::Suite findings;
    {
      Shape t = New();
      t.Of("read", {t.None()});
      findings.push_back(t.Raises("TypeError").Done());
      model::RaisedException& exception = *findings.back().exception;
      exception.message = "expected str, bytes or os.PathLike object, not NoneType";
      exception.path = "shapes.py";
      exception.line = 210;
      exception.frames = {
          {"shapes.py", 210, "read", "with open(path, encoding=\"utf-8\") as stream:"},
          {"codecs.py", 309, "IncrementalDecoder.__init__", ""}};
    }
    {
      Shape t = New();
      const auto account = t.Of("Account", {t.Int(5)});
      t.Balance(model::CallableKind::kGetter, account);
      findings.push_back(t.Done());
      findings.back().verdict = Verdict::kCrashed;
    }
    {
      Shape t = New();
      t.Of("roll");
      findings.push_back(t.Done());
      findings.back().verdict = Verdict::kTimedOut;
    }
    for (model::GeneratedTest& finding : findings) finding.is_finding = true;
    return findings;
  }
  RenderedModule RenderIn(Style style, const model::Suite& findings) const {
    RenderOptions options = Options();
    options.style = style;
    return RenderFindings(shapes_.subject(), findings, options);
  }
};

TEST_F(RenderFindingsTest, EachIsAReproductionWithTheReason) {
  const RenderedModule module = RenderIn(Style::kPytest, Findings());
  EXPECT_TRUE(testing::MatchesGolden(module.text, "render/shapes_findings.py.txt"));
  ASSERT_EQ(module.tests.size(), 3u);
  EXPECT_EQ(module.tests[0].name, "test_read_raises_type_error");
  EXPECT_EQ(module.tests[0].call, "read(None)");
  EXPECT_EQ(module.tests[2].name, "test_roll_does_not_end");
}

TEST_F(RenderFindingsTest, AreMethodsInTheStyleOfUnittest) {
  const RenderedModule module = RenderIn(Style::kUnittest, Findings());
  EXPECT_TRUE(testing::MatchesGolden(module.text, "render/unittest_shapes_findings.py.txt"));
  EXPECT_EQ(module.tests[0].name, "TestShapes::test_read_raises_type_error");
  EXPECT_EQ(module.tests[1].name, "TestShapes::test_account_balance_ends_the_interpreter");
}

TEST_F(RenderFindingsTest, ShowsFramesThatACommentCannotHoldAsFarAsItGoes) {
  model::Suite findings = {Findings()[0]};
  findings[0].exception->frames = {{"shapes.py", 3, "read", "x = \"\xff\u202e\t\r\""},
                                   {"shapes.py", 4, "read", "y = " + std::string(90, 'y') + " + z"},
                                   {"shapes.py", 5, "read", ""}};
  const std::string text = RenderIn(Style::kPytest, findings).text;
  EXPECT_THAT(text, HasSubstr("# shapes.py:3 in read\n#     x = \"??\?\?\"\n"));
  EXPECT_THAT(text, HasSubstr("\n#     y = ...\n# shapes.py:5 in read\n@pytest"));
}

TEST_F(RenderFindingsTest, SaysNothingOfTracebacksInOtherTests) {
  Shape t = New();
  t.Of("read", {t.None()});
  model::GeneratedTest test = t.Raises("ValueError", "no path").Done();
  test.exception->frames = {{"shapes.py", 8, "read", "raise ValueError"}};
  EXPECT_EQ(TracebackComment(test, 0, 88), "");
  EXPECT_EQ(ReasonToSkip(test), "");
}

}  // namespace
}  // namespace skua::render
