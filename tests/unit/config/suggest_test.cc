#include "config/suggest.h"

#include <gtest/gtest.h>

namespace skua::config {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsSubstitutionsAndSwaps) {
  const struct {
    std::string_view left, right;
    std::size_t distance;
  } cases[] = {
      {"", "", 0},
      {"", "jobs", 4},
      {"jobs", "jobs", 0},
      {"job", "jobs", 1},
      {"jobbs", "jobs", 1},
      {"jops", "jobs", 1},
      {"budgte", "budget", 1},
      {"ab", "ba", 1},
      {"ca", "abc", 3},  // one more than unrestricted Damerau-Levenshtein
      {"kitten", "sitting", 3},
  };
  for (const auto& [left, right, distance] : cases) {
    EXPECT_EQ(EditDistance(left, right), distance) << left << " / " << right;
    EXPECT_EQ(EditDistance(right, left), distance) << right << " / " << left;
  }
}

TEST(Nearest, IsTheLikeliestSlipOfThePen) {
  const std::string_view known[] = {"run", "plan", "init", "doctor", "explain"};
  const struct {
    std::string_view written, nearest;
  } cases[] = {
      {"rnu", "run"}, {"runn", "run"}, {"paln", "plan"}, {"dokter", "doctor"},
      {"banana", ""}, {"x", ""},       {"", ""},         {"explian", "explain"},
  };
  for (const auto& [written, nearest] : cases)
    EXPECT_EQ(Nearest(written, known), nearest) << written;
}

TEST(Nearest, DoesNotCompareWithWhatIsTooLongForAName) {
  const std::string_view known[] = {"run"};
  EXPECT_EQ(Nearest(std::string(1 << 20, 'r'), known), "");
}

}  // namespace
}  // namespace skua::config
