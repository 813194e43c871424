#include "oracle/mutation/mutant_order.h"

#include <numeric>
#include <set>
#include <vector>

#include "support/matchers.h"

namespace skua::oracle {
namespace {

using ::testing::UnorderedElementsAreArray;

std::vector<model::Mutant> MutantsOf(const std::vector<model::CodeObjectIndex>& code_objects) {
  std::vector<model::Mutant> mutants(code_objects.size());
  for (std::size_t i = 0; i < mutants.size(); ++i) mutants[i].code_object = code_objects[i];
  return mutants;
}

std::vector<model::MutantIndex> AllOf(const std::vector<model::Mutant>& mutants) {
  std::vector<model::MutantIndex> all(mutants.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(EvenOrder, GoesRoundTheCodeObjects) {
  const auto mutants = MutantsOf({5, 5, 5, 7, 9, 9});
  EXPECT_THAT(EvenOrder(mutants, AllOf(mutants)), ElementsAre(0, 3, 4, 2, 5, 1));
  EXPECT_THAT(EvenOrder(mutants, {1, 5}), ElementsAre(1, 5));
  EXPECT_THAT(EvenOrder(mutants, {}), IsEmpty());
}

TEST(EvenOrder, HasEachOnce) {
  for (const std::size_t count : {1, 2, 3, 8, 13, 100}) {
    const auto mutants = MutantsOf(std::vector<model::CodeObjectIndex>(count, 3));
    EXPECT_THAT(EvenOrder(mutants, AllOf(mutants)), UnorderedElementsAreArray(AllOf(mutants)));
  }
}

TEST(EvenOrder, SpreadsItsBeginningOverACodeObject) {
  const auto mutants = MutantsOf(std::vector<model::CodeObjectIndex>(64, 3));
  const auto order = EvenOrder(mutants, AllOf(mutants));
  std::set<std::size_t> eighths;
  for (std::size_t i = 0; i < 8; ++i) eighths.insert(order[i] / 8);
  EXPECT_EQ(eighths.size(), 8u);
}

TEST(LikelyKillers, BeginsWithTestsAboutTheCodeThenWithQuickOnes) {
  const LikelyKillers killers({{50, 1}, {10, 2}, {5, 2}, {90, 1}});
  model::Mutant mutant{.code_object = 1};
  std::vector<std::size_t> tests = {0, 1, 2, 3};
  killers.Sort(mutant, tests);
  EXPECT_THAT(tests, ElementsAre(0, 3, 2, 1));
}

TEST(LikelyKillers, LearnsFromKillsInTheSameCode) {
  LikelyKillers killers({{50, 1}, {10, 2}, {5, 2}, {90, 1}});
  model::Mutant mutant, elsewhere;
  mutant.code_object = 1;
  elsewhere.code_object = 2;
  killers.CountKill(mutant, 1);
  killers.CountKill(mutant, 3);
  killers.CountKill(mutant, 3);
  killers.CountKill(elsewhere, 0);
  std::vector<std::size_t> tests = {0, 1, 2, 3};
  killers.Sort(mutant, tests);
  EXPECT_THAT(tests, ElementsAre(3, 1, 0, 2));
}

}  // namespace
}  // namespace skua::oracle
