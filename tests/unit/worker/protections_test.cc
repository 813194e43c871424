#include "worker/protections.h"

#include <gtest/gtest.h>

#include <set>

namespace skua::worker {
namespace {

using model::SandboxGrade;
using Network = ContainmentFeatures::Network;
using Names = std::set<std::string>;

ContainmentFeatures All() {
  ContainmentFeatures features{.landlock_abi = 7, .network = Network::kUserNamespace};
  features.shared_memory = features.communication = features.processes = true;
  features.file_view = features.syscall_filter = true;
  return features;
}

ContainmentFeatures LandlockAndFilter(int abi) {
  return {.landlock_abi = abi, .syscall_filter = true};
}

Names Missing(const ContainmentFeatures& features) {
  Names missing;
  for (const model::Protection& protection : SandboxOf(features).protections) {
    EXPECT_FALSE(protection.detail.empty() || protection.consequence.empty() ||
                 protection.advice.empty())
        << protection.name;
    if (!protection.holds) missing.insert(protection.name);
  }
  return missing;
}

TEST(SandboxOf, IsStrictWhereAllIsGranted) {
  EXPECT_EQ(Missing(All()), Names());
  EXPECT_EQ(SandboxOf(All()).grade, SandboxGrade::kStrict);
  ContainmentFeatures without_landlock = All();
  without_landlock.landlock_abi = 0;
  EXPECT_EQ(SandboxOf(without_landlock).grade, SandboxGrade::kStrict);
}

TEST(SandboxOf, IsStandardByLandlockAndAFilterWithoutNamespaces) {
  EXPECT_EQ(SandboxOf(LandlockAndFilter(6)).grade, SandboxGrade::kStandard);
  EXPECT_EQ(Missing(LandlockAndFilter(6)), (Names{"file attributes"}));
}

TEST(SandboxOf, NeedsJudgedSignalsWhereLandlockKnowsNone) {
  ContainmentFeatures features = LandlockAndFilter(5);
  EXPECT_EQ(SandboxOf(features).grade, SandboxGrade::kNone);
  EXPECT_EQ(Missing(features), (Names{"file attributes", "signals"}));
  features.judged_signals = true;
  EXPECT_EQ(SandboxOf(features).grade, SandboxGrade::kStandard);
  EXPECT_EQ(Missing(features), (Names{"file attributes"}));
}

TEST(SandboxOf, NeedsAFilterWhereLandlockLetsFilesBeTruncated) {
  ContainmentFeatures features = LandlockAndFilter(1);
  features.judged_signals = true;
  EXPECT_EQ(SandboxOf(features).grade, SandboxGrade::kStandard);
  features = {};
  features.landlock_abi = 2;
  EXPECT_EQ(SandboxOf(features).grade, SandboxGrade::kNone);
  EXPECT_TRUE(Missing(features).contains("writing files"));
  features.landlock_abi = 3;
  EXPECT_FALSE(Missing(features).contains("writing files"));
}

TEST(SandboxOf, IsOfNoGradeWhereSecretsCanBeRead) {
  ContainmentFeatures features{.syscall_filter = true};
  EXPECT_EQ(SandboxOf(features).grade, SandboxGrade::kNone);
  EXPECT_TRUE(Missing(features).contains("secrets"));
  EXPECT_EQ(SandboxOf({}).grade, SandboxGrade::kNone);
  EXPECT_EQ(Missing({}).size(), SandboxOf({}).protections.size());
}

}  // namespace
}  // namespace skua::worker
