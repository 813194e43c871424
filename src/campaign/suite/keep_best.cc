#include "campaign/suite/keep_best.h"

#include <numeric>

namespace skua::campaign {

std::size_t CountStatements(const model::Suite& suite) {
  return std::accumulate(suite.begin(), suite.end(), std::size_t{0},
                         [](std::size_t sum, const model::GeneratedTest& test) {
                           return sum + test.test.statements.size();
                         });
}

bool IsBetter(const SuiteWorth& now, const SuiteWorth& before) {
  if (now.covered.size() != before.covered.size()) return true;  // the two cannot be compared
  for (std::size_t goal = 0; goal < now.covered.size(); ++goal) {
    if (before.covered[goal] && !now.covered[goal]) return false;
  }
  if (now.killed < before.killed) return false;
  if (now.covered != before.covered || now.killed > before.killed) return true;
  return now.statements < before.statements;
}

}  // namespace skua::campaign
