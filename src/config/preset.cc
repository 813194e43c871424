#include "config/preset.h"

#include <fmt/format.h>

#include "config/option_value.h"

namespace skua::config {
namespace {

struct Row {
  std::string_view preset, option, value;
};

// "paper": the algorithms as Lukasczyk, Kroiß and Fraser (Empirical Software Engineering, 2023)
// describe them, for comparisons of algorithms. The parameters of section 4.1.2 are the defaults
// anyway; the rows switch off what the paper does not have.
constexpr Row kRows[] = {
    {"paper", "search.stagnation", "0"},     // ends with the budget or full coverage only
    {"paper", "search.adaptive", "false"},   // all operators and callables are equally likely
    {"paper", "search.restart_after", "0"},  // never replaces a population
    {"paper", "search.local_search", "0"},   // never searches single values
    {"paper", "search.wrong_type", "0"},     // keeps to annotations
    {"paper", "search.pool", "0"},           // makes no objects as tests of other modules do
    {"paper", "search.named_objects", "0"},  // passes no named objects of modules
    {"paper", "search.makers", "false"},     // calls no functions of other modules to make objects
    {"paper", "search.operands", "0"},       // seeds constants, but puts no operands into arguments
    {"paper", "search.environment", "0"},    // changes no files, variables and the like
    {"paper", "search.chains", "0"},         // inserts calls one by one
    {"paper", "search.seeds", "false"},      // begins with a random population
    {"paper", "search.lazy_probes", "0"},    // infers no arguments from their use
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
