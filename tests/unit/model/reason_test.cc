#include "model/reason.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace skua::model {
namespace {

using ::testing::MatchesRegex;

constexpr auto kLastCode = ReasonCode::kNoNetworkNamespace;

TEST(ReasonCatalogue, HasOneEntryForEveryCode) {
  // The compiler's help: a code added to the enumeration is a warning here until it is listed.
  const auto is_known = [](ReasonCode code) {
    switch (code) {
      case ReasonCode::kNone:
        return false;
      case ReasonCode::kSyntaxError:
      case ReasonCode::kImportHangs:
      case ReasonCode::kImportExits:
      case ReasonCode::kImportRaises:
      case ReasonCode::kNoCallables:
      case ReasonCode::kImportOutOfMemory:
      case ReasonCode::kImportCrashes:
      case ReasonCode::kUnstableNumbering:
      case ReasonCode::kStartsThreads:
      case ReasonCode::kPrintsMuch:
      case ReasonCode::kReadsStdin:
      case ReasonCode::kNothingCoupled:
      case ReasonCode::kCompiledBeside:
      case ReasonCode::kCoupledInPart:
      case ReasonCode::kUnchanged:
      case ReasonCode::kNoBudgetLeft:
      case ReasonCode::kInterrupted:
      case ReasonCode::kNothingCovered:
      case ReasonCode::kNothingStable:
      case ReasonCode::kNoGain:
      case ReasonCode::kEditedFileKept:
      case ReasonCode::kTestsDropped:
      case ReasonCode::kVerifiedInPart:
      case ReasonCode::kBehaviourChanged:
      case ReasonCode::kSeedsDropped:
      case ReasonCode::kBehaviourAccepted:
      case ReasonCode::kNotRunInPlace:
      case ReasonCode::kHarmsOthers:
      case ReasonCode::kSuiteTooSlow:
      case ReasonCode::kSecretsLeftOut:
      case ReasonCode::kOnlyGuards:
      case ReasonCode::kWorkerLost:
      case ReasonCode::kOutputNotWritten:
      case ReasonCode::kInternalError:
      case ReasonCode::kStateNewer:
      case ReasonCode::kStateOlder:
      case ReasonCode::kStateCorrupt:
      case ReasonCode::kNoLandlock:
      case ReasonCode::kNoNetworkNamespace:
        return true;
    }
    return false;
  };
  std::size_t codes = 0;
  for (int i = 1; i <= static_cast<int>(kLastCode); ++i) {
    const auto code = static_cast<ReasonCode>(i);
    ASSERT_TRUE(is_known(code)) << i;
    EXPECT_EQ(EntryOf(code).code, code);
    ++codes;
  }
  EXPECT_EQ(ReasonCatalogue().size(), codes);
}

TEST(ReasonCatalogue, IsSortedByUniqueIds) {
  const auto catalogue = ReasonCatalogue();
  for (const ReasonEntry& entry : catalogue) {
    EXPECT_THAT(std::string(entry.id), MatchesRegex("SKUA-[NSC][1-6][0-9][0-9]"));
  }
  EXPECT_EQ(std::adjacent_find(catalogue.begin(), catalogue.end(),
                               [](const auto& a, const auto& b) { return a.id >= b.id; }),
            catalogue.end());
}

TEST(ReasonCatalogue, SpeaksInSentencesAndShortTitles) {
  std::set<std::string_view> titles;
  for (const ReasonEntry& entry : ReasonCatalogue()) {
    EXPECT_LE(entry.title.size(), 24u) << entry.id;
    EXPECT_FALSE(entry.title.empty() || entry.title.back() == '.') << entry.id;
    EXPECT_TRUE(titles.insert(entry.title).second) << entry.id;
    for (std::string_view text : {entry.text, entry.advice}) {
      EXPECT_TRUE(text.size() > 20 && text.back() == '.') << entry.id;
      EXPECT_EQ(text.find("  "), text.npos) << entry.id;
    }
  }
}

TEST(ReasonCatalogue, KeepsItsIds) {
  // Ids stand in people's dashboards and in files: they are never given another meaning.
  const std::pair<ReasonCode, std::string_view> kept[] = {
      {ReasonCode::kSyntaxError, "SKUA-N101"},    {ReasonCode::kImportRaises, "SKUA-N104"},
      {ReasonCode::kReadsStdin, "SKUA-N111"},     {ReasonCode::kUnchanged, "SKUA-N201"},
      {ReasonCode::kNothingCovered, "SKUA-N301"}, {ReasonCode::kTestsDropped, "SKUA-N305"},
      {ReasonCode::kVerifiedInPart, "SKUA-N306"}, {ReasonCode::kWorkerLost, "SKUA-N401"},
      {ReasonCode::kStateCorrupt, "SKUA-S503"},   {ReasonCode::kNoLandlock, "SKUA-C601"},
      {ReasonCode::kHarmsOthers, "SKUA-N310"},    {ReasonCode::kSuiteTooSlow, "SKUA-N311"},
      {ReasonCode::kSecretsLeftOut, "SKUA-N312"}, {ReasonCode::kInternalError, "SKUA-N403"},
      {ReasonCode::kCoupledInPart, "SKUA-N114"},  {ReasonCode::kOnlyGuards, "SKUA-N313"},
  };
  for (const auto& [code, id] : kept) EXPECT_EQ(EntryOf(code).id, id);
}

TEST(FindReason, TakesTheIdAsPeopleTypeIt) {
  for (const char* id : {"SKUA-N104", "skua-n104", "N104", "n104"}) {
    ASSERT_NE(FindReason(id), nullptr) << id;
    EXPECT_EQ(FindReason(id)->code, ReasonCode::kImportRaises);
  }
  for (const char* id : {"", "SKUA-", "N999", "104", "SKUA-N1040", "SKUA-SKUA-N104"}) {
    EXPECT_EQ(FindReason(id), nullptr) << id;
  }
}

}  // namespace
}  // namespace skua::model
