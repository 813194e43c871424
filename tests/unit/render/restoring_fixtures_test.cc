#include "render/body/restoring_fixtures.h"

#include <string>

#include "render/module/standing_module.h"
#include "support/matchers.h"
#include "support/sample_subject.h"

namespace skua::render {
namespace {

using model::RestoredBy;

const RenderOptions kOptions{"0.1.0", "7c1d03ab5e66f0aa", {}};

model::GeneratedTest QuoteOf(int64_t weight, model::RestoredState restored,
                             const std::string& exception = "") {
  testing::TestCaseBuilder b;
  const auto quote = b.Call(testing::kQuote, {{0, b.Int(weight)}});
  model::GeneratedTest test{.test = b.test(), .restored = {std::move(restored)}};
  if (exception.empty()) {
    test.assertions = {
        {model::AssertionKind::kEquals, quote, quote, "", testing::IntValue(weight)}};
  } else {
    test.exception.emplace().type_name = "builtins:" + exception;
  }
  return test;
}

const model::RestoredState kKnown{RestoredBy::kCopy, "parcel.rates", "_known"};

TEST(RestoringFixtures, PutBackWhatSeveralTestsChange) {
  const model::Suite suite = {QuoteOf(1, kKnown), QuoteOf(2, kKnown, "ValueError"),
                              QuoteOf(3, {RestoredBy::kFolder, "", ""}, "KeyError")};
  const std::string text = RenderPytest(testing::SampleSubject(), suite, kOptions).text;
  EXPECT_THAT(text, HasSubstr("\n\n@pytest.fixture\n"
                              "def restored_known(monkeypatch):\n"
                              "    monkeypatch.setattr(rates, \"_known\", copy(rates._known))\n"
                              "\n\ndef test_"));
  EXPECT_THAT(text, HasSubstr("(restored_known):\n    assert "));
  EXPECT_THAT(text, HasSubstr("(restored_known):\n    with pytest.raises(ValueError"));
  EXPECT_THAT(text, HasSubstr("(monkeypatch):\n    monkeypatch.chdir(\".\")\n"))
      << "a test that is alone with its line keeps it";
}

TEST(RestoringFixtures, SayWhatTheWorldIsToAnswer) {
  const model::RestoredState unset{RestoredBy::kUnset, "os", "environ.SHOP_TOKEN"};
  const model::RestoredState apart{RestoredBy::kApart, "", ""};
  const model::Suite suite = {QuoteOf(1, apart), QuoteOf(2, apart, "ValueError"),
                              QuoteOf(3, unset, "KeyError")};
  const model::Subject subject = testing::SampleSubject();
  const std::string text = RenderPytest(subject, suite, kOptions).text;
  EXPECT_THAT(text, HasSubstr("def own_folder(monkeypatch, tmp_path):\n"
                              "    monkeypatch.chdir(tmp_path)\n"));
  EXPECT_THAT(text, HasSubstr("(own_folder):\n    with pytest.raises(ValueError"));
  EXPECT_THAT(text, HasSubstr("(monkeypatch):\n"
                              "    monkeypatch.delenv(\"SHOP_TOKEN\", raising=False)\n"));
  EXPECT_THAT(RenderPytest(subject, {QuoteOf(1, apart)}, kOptions).text,
              HasSubstr("(monkeypatch, tmp_path):\n    monkeypatch.chdir(tmp_path)\n"));
}

TEST(RestoringFixtures, ThatStandInAFileServeWhatIsAddedToIt) {
  const model::Subject subject = testing::SampleSubject();
  model::Suite suite = {QuoteOf(1, kKnown), QuoteOf(2, kKnown, "ValueError")};
  const RenderedModule before = RenderPytest(subject, suite, kOptions);
  for (std::size_t i = 0; i < suite.size(); ++i) suite[i].name = before.tests[i].name;
  suite.push_back(QuoteOf(3, kKnown, "KeyError"));
  const std::string text =
      RenderInto(*StandingFile::Read(before.text), subject, suite, kOptions, FileKind::kTests).text;
  EXPECT_THAT(text, HasSubstr("(restored_known):\n    with pytest.raises(KeyError"));
  EXPECT_THAT(text, Not(HasSubstr("restored_known_2")));
}

}  // namespace
}  // namespace skua::render
