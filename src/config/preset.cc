#include "config/preset.h"

#include <fmt/format.h>

#include "config/option_value.h"

namespace skua::config {
namespace {

struct Row {
  std::string_view preset, option, value;
};

// "paper": the algorithms as Lukasczyk, Kroiß and Fraser (Empirical Software Engineering, 2023)
// describe them, so that who compares algorithms compares these alone. The parameters of their
// section 4.1.2 are the defaults anyway; the rows leave out what is not theirs.
constexpr Row kRows[] = {
    {"paper", "search.stagnation", "0"},     // they end with the budget or full coverage
    {"paper", "search.adaptive", "false"},   // all operators and callables are as likely
    {"paper", "search.restart_after", "0"},  // a population is never replaced
    {"paper", "search.local_search", "0"},   // nor are single values searched
    {"paper", "search.wrong_type", "0"},     // annotations are kept to
    {"paper", "search.pool", "0"},           // tests of other modules make no objects …
    {"paper", "search.named_objects", "0"},  // … nor are those passed that stand in modules
    {"paper", "search.makers", "false"},     // … nor do functions of other modules make them
    {"paper", "search.operands", "0"},       // constants are seeded, but not aimed at arguments
    {"paper", "search.environment", "0"},    // tests change nothing around the subject
    {"paper", "search.chains", "0"},         // calls are inserted one by one
    {"paper", "search.seeds", "false"},      // a first population is random
    {"paper", "search.lazy_probes", "0"},    // no argument finds out what it must be
};

}  // namespace

std::vector<Setting> SettingsOf(std::string_view preset) {
  std::vector<Setting> settings;
  for (const Row& row : kRows) {
    if (row.preset != preset) continue;
    const Option* option = FindOption(row.option);
    settings.push_back({option,
                        ParseValue(*option, row.value).value(),
                        fmt::format("search.preset: {}", preset),
                        {}});
  }
  return settings;
}

}  // namespace skua::config
