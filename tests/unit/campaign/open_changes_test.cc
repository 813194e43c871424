#include "campaign/standing/open_changes.h"

#include "render/file/behaviour_mark.h"
#include "render/file/file_header.h"
#include "support/matchers.h"

namespace skua::campaign {
namespace {

using model::ChangeEnd;

constexpr RunStamp kNow{7, "abc1234", "2026-11-22"}, kLater{8, "def5678", "2026-11-23"};

std::string FileFor(const std::string& fingerprint) {
  const render::FileHeader header{"0.1.0", "rates", fingerprint};
  return render::Sealed(render::HeaderText(header) +
                            "\nfrom rates import label, quote\n\n\n"
                            "def test_quote_returns_5():\n    assert quote(0) == 5\n\n\n"
                            "def test_label_returns_x():\n    assert label() == \"x\"\n",
                        header);
}

// What is settled by a file for the fingerprint "old", when the module has become "new".
class SettleTest : public ::testing::Test {
 protected:
  // As pytest shows it: quote fails, label passes.
  static BehaviourReport Seen(bool quote_fails) {
    BehaviourReport seen;
    const render::TestPlace quote{"test_quote_returns_5"}, label{"test_label_returns_x"};
    if (quote_fails) {
      seen.changes.push_back(
          {.test = quote.function, .call = "rates.quote(0)", .expected = "5", .actual = "6"});
      seen.places.push_back(quote);
    } else {
      seen.passed_places.push_back(quote);
    }
    seen.passed_places.push_back(label);
    seen.passed = !quote_fails;
    return seen;
  }
  SettledChanges SettleAfterTheChange(OnBehaviourChange policy) {
    const BehaviourReport seen = Seen(true);
    return Settle({kFile, FileFor("old"), "new", {}}, &seen, policy, kNow);
  }

  static constexpr const char* kFile = "tests/generated/test_rates.py";
};

TEST_F(SettleTest, MarksWhatFailsAndNamesTheRunThatBroughtIt) {
  const SettledChanges settled = SettleAfterTheChange(OnBehaviourChange::kReport);
  ASSERT_THAT(settled.open, SizeIs(1));
  EXPECT_EQ(settled.open[0].run, kNow.run);
  EXPECT_EQ(settled.open[0].commit, kNow.commit);
  ASSERT_TRUE(settled.text);
  EXPECT_THAT(*settled.text, HasSubstr("strict=True"));
  EXPECT_THAT(*settled.text, HasSubstr("behaviour change since abc1234"));
}

TEST_F(SettleTest, LeavesTheFileAsItWasWhereChangesFailTheRun) {
  const SettledChanges settled = SettleAfterTheChange(OnBehaviourChange::kFail);
  EXPECT_THAT(settled.open, SizeIs(1));
  EXPECT_FALSE(settled.text);
}

TEST_F(SettleTest, DropsTheTestWhereChangesAreAccepted) {
  const SettledChanges settled = SettleAfterTheChange(OnBehaviourChange::kAccept);
  EXPECT_THAT(settled.open, IsEmpty());
  ASSERT_THAT(settled.ended, SizeIs(1));
  EXPECT_EQ(settled.ended[0].end, ChangeEnd::kAccepted);
  ASSERT_TRUE(settled.text);
  EXPECT_THAT(*settled.text, Not(HasSubstr("test_quote_returns_5")));
  EXPECT_THAT(*settled.text, HasSubstr("test_label_returns_x"));
}

TEST_F(SettleTest, KeepsAChangeOpenThatIsNotRunAgain) {
  const SettledChanges first = SettleAfterTheChange(OnBehaviourChange::kReport);
  const SettledChanges second =
      Settle({kFile, *first.text, "new", first.open}, nullptr, OnBehaviourChange::kReport, kLater);
  ASSERT_THAT(second.open, SizeIs(1));
  EXPECT_EQ(second.open[0].run, kNow.run);
  EXPECT_FALSE(second.text);
}

TEST_F(SettleTest, TakesTheMarkAwayWhenTheTestPassesAgain) {
  const SettledChanges first = SettleAfterTheChange(OnBehaviourChange::kReport);
  const BehaviourReport seen = Seen(false);
  const SettledChanges second =
      Settle({kFile, *first.text, "old", first.open}, &seen, OnBehaviourChange::kReport, kLater);
  EXPECT_THAT(second.open, IsEmpty());
  ASSERT_THAT(second.ended, SizeIs(1));
  EXPECT_EQ(second.ended[0].end, ChangeEnd::kBack);
  ASSERT_TRUE(second.text);
  EXPECT_THAT(*second.text, Not(HasSubstr("xfail")));
}

TEST_F(SettleTest, DropsWhatWasWrittenBesideAnOpenChangeWhenTheCodeChangesOnceMore) {
  const SettledChanges first = SettleAfterTheChange(OnBehaviourChange::kReport);
  BehaviourReport seen = Seen(true);
  seen.changes.push_back(seen.changes[0]);
  seen.changes[0].actual = seen.changes[1].actual = "7";
  seen.changes[1].test = "test_label_returns_x";
  seen.changes[1].expected = "6";
  seen.places.push_back(seen.passed_places.back());
  seen.passed_places.clear();
  const SettledChanges second =
      Settle({kFile, *first.text, "newer", first.open}, &seen, OnBehaviourChange::kReport, kLater);
  ASSERT_THAT(second.open, SizeIs(1));
  EXPECT_EQ(second.open[0].expected, "5");
  EXPECT_EQ(second.open[0].actual, "7");
  EXPECT_EQ(second.outdated, 1u);
  ASSERT_TRUE(second.text);
  EXPECT_THAT(*second.text, HasSubstr("test_quote_returns_5"));
  EXPECT_THAT(*second.text, Not(HasSubstr("test_label_returns_x")));
}

TEST_F(SettleTest, EndsAChangeWhenTheCodeIsBackThatTheUntouchedFileWasWrittenFor) {
  const SettledChanges first = SettleAfterTheChange(OnBehaviourChange::kFail);
  const SettledChanges second =
      Settle({kFile, FileFor("old"), "old", first.open}, nullptr, OnBehaviourChange::kFail, kLater);
  EXPECT_THAT(second.open, IsEmpty());
  ASSERT_THAT(second.ended, SizeIs(1));
  EXPECT_EQ(second.ended[0].end, ChangeEnd::kBack);
}

TEST_F(SettleTest, ReadsFromAMarkWhatAnotherMachineWrote) {
  for (const char* call : {"rates.quote(0)", "after Table.add(2), table.limit"}) {
    BehaviourReport seen = Seen(true);
    seen.changes[0].call = call;
    const SettledChanges first =
        Settle({kFile, FileFor("old"), "new", {}}, &seen, OnBehaviourChange::kReport, kNow);
    const SettledChanges second =
        Settle({kFile, *first.text, "new", {}}, nullptr, OnBehaviourChange::kReport, kLater);
    ASSERT_THAT(second.open, SizeIs(1));
    EXPECT_EQ(second.open[0].call, call);
    EXPECT_EQ(second.open[0].expected, "5");
    EXPECT_EQ(second.open[0].actual, "6");
  }
}

TEST_F(SettleTest, EndsAChangeWhoseTestIsGone) {
  SettledChanges first = SettleAfterTheChange(OnBehaviourChange::kReport);
  first.open[0].expectation = "of another text";
  const SettledChanges second = Settle({kFile, FileFor("new"), "new", first.open}, nullptr,
                                       OnBehaviourChange::kReport, kLater);
  ASSERT_THAT(second.ended, SizeIs(1));
  EXPECT_EQ(second.ended[0].end, ChangeEnd::kEdited);
}

}  // namespace
}  // namespace skua::campaign
