#include "config/option.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace skua::config {
namespace {

constexpr std::array<std::string_view, 2> kAlgorithms = {"dynamosa", "random"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};
constexpr std::array<std::string_view, 3> kTopics = {"explain", "stats", "protocol"};

template <typename T>
OptionValue Wrap(const T& field) {
  if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return field.generic_string();
  } else if constexpr (std::is_same_v<T, ColorMode>) {
    return std::string(kColors[static_cast<std::size_t>(field)]);
  } else if constexpr (std::is_same_v<T, unsigned>) {
    return uint64_t{field};
  } else {
    return field;
  }
}

template <typename T>
OptionValue Wrap(const std::optional<T>& field) {
  return field ? Wrap(*field) : OptionValue();
}

template <typename T>
void Unwrap(OptionValue value, T& field) {
  if constexpr (std::is_same_v<T, std::filesystem::path>) {
    field = std::get<std::string>(value);
  } else if constexpr (std::is_same_v<T, ColorMode>) {
    const auto at = std::ranges::find(kColors, std::get<std::string>(value));
    field = static_cast<ColorMode>(at - kColors.begin());
  } else if constexpr (std::is_same_v<T, unsigned>) {
    field = static_cast<unsigned>(std::get<uint64_t>(value));
  } else {
    field = std::get<T>(std::move(value));
  }
}

template <typename T>
void Unwrap(OptionValue value, std::optional<T>& field) {
  if (std::holds_alternative<std::monostate>(value)) {
    field.reset();
  } else {
    Unwrap(std::move(value), field.emplace());
  }
}

// The two accessors of a field, named by the way to it: Get<&Config::budget,
// &Config::Budget::jobs>.
template <auto Member, auto... Rest>
auto& Reach(auto& from) {
  if constexpr (sizeof...(Rest) == 0) {
    return from.*Member;
  } else {
    return Reach<Rest...>(from.*Member);
  }
}
template <auto... Way>
OptionValue Get(const Config& config) {
  return Wrap(Reach<Way...>(config));
}
template <auto... Way>
void Set(Config& config, OptionValue value) {
  Unwrap(std::move(value), Reach<Way...>(config));
}

#define SKUA_FIELD(section, Section, field) \
  Get<&Config::section, &Config::Section::field>, Set<&Config::section, &Config::Section::field>

// The version of the file's format: there is one, so it sets nothing.
OptionValue GetVersion(const Config&) { return uint64_t{1}; }
void SetVersion(Config&, OptionValue) {}

using enum OptionType;

constexpr Limits kNoLimits;
constexpr Limits kFormat{1, 1};
constexpr Limits kJobs{0, 1024};
constexpr Limits kSeed{0, 9007199254740991};  // 2^53 - 1: what every JSON reader keeps exact
constexpr Limits kIterations{1, 1e9};
constexpr Limits kPopulation{2, 10000};
constexpr Limits kTournament{1, 1000};
constexpr Limits kTestLength{1, 1000};
constexpr Limits kProbability{0, 1};
constexpr Limits kPercent{0, 100};

constexpr Option kOptions[] = {
    {"version", kInteger, GetVersion, SetVersion, "version of this file's format", FlagGroup::kNone,
     "", "", "", kFormat},

    {"project.root", kPath, SKUA_FIELD(project, Project, root), "the project's folder",
     FlagGroup::kRoot, "--root", "", "DIR"},
    {"project.source", kList, SKUA_FIELD(project, Project, source),
     "packages, folders or files to test; unset: they are looked for"},
    {"project.include", kList, SKUA_FIELD(project, Project, include),
     "only files that match one of these globs"},
    {"project.exclude", kList, SKUA_FIELD(project, Project, exclude),
     "no files that match one of these globs"},
    {"project.respect_gitignore", kBoolean, SKUA_FIELD(project, Project, respect_gitignore),
     "pass over what .gitignore names"},

    {"python.interpreter", kProgram, SKUA_FIELD(python, Python, interpreter),
     "the project's Python; unset: it is looked for", FlagGroup::kProject, "--python", "",
     "PROGRAM"},
    {"python.path", kList, SKUA_FIELD(python, Python, path), "folders put before sys.path"},

    {"output.tests", kPath, SKUA_FIELD(output, Output, tests), "folder for generated tests",
     FlagGroup::kProject, "--tests", "", "DIR"},
    {"output.reports", kPath, SKUA_FIELD(output, Output, reports), "folder for reports",
     FlagGroup::kProject, "--reports", "", "DIR"},
    {"output.state", kPath, SKUA_FIELD(output, Output, state),
     "folder for what is remembered between runs", FlagGroup::kProject, "--state", "", "DIR"},

    {"budget.total", kDuration, SKUA_FIELD(budget, Budget, total), "wall clock for everything",
     FlagGroup::kBudget, "--budget", "-b", "TIME"},
    {"budget.jobs", kInteger, SKUA_FIELD(budget, Budget, jobs),
     "modules at the same time; 0: one for each core", FlagGroup::kBudget, "--jobs", "-j", "N",
     kJobs},

    {"search.algorithm", kChoice, SKUA_FIELD(search, Search, algorithm), "algorithm",
     FlagGroup::kSearch, "--algorithm", "", "NAME", kNoLimits, kAlgorithms},
    {"search.seed", kInteger, SKUA_FIELD(search, Search, seed),
     "start of the random numbers; unset: new each run", FlagGroup::kSearch, "--seed", "", "N",
     kSeed},
    {"search.iterations", kInteger, SKUA_FIELD(search, Search, iterations),
     "search steps for each module, instead of time", FlagGroup::kBudget, "--iterations", "", "N",
     kIterations},
    {"search.population", kInteger, SKUA_FIELD(search, Search, population), "tests in a generation",
     FlagGroup::kNone, "", "", "", kPopulation},
    {"search.crossover", kNumber, SKUA_FIELD(search, Search, crossover),
     "probability that two tests are crossed", FlagGroup::kNone, "", "", "", kProbability},
    {"search.tournament", kInteger, SKUA_FIELD(search, Search, tournament),
     "tests that compete in a selection", FlagGroup::kNone, "", "", "", kTournament},
    {"search.max_test_length", kInteger, SKUA_FIELD(search, Search, max_test_length),
     "statements in a test, while searching", FlagGroup::kNone, "", "", "", kTestLength},
    {"search.call_protected", kBoolean, SKUA_FIELD(search, Search, call_protected),
     "call what begins with an underscore, too"},
    {"search.test_timeout", kDuration, SKUA_FIELD(search, Search, test_timeout),
     "longest a single test may run"},

    {"sandbox.memory", kSize, SKUA_FIELD(sandbox, Sandbox, memory_bytes),
     "memory of a process that runs code under test"},
    {"sandbox.file_size", kSize, SKUA_FIELD(sandbox, Sandbox, file_size_bytes),
     "largest file that code under test may write"},

    {"fail_under", kNumber, Get<&Config::fail_under>, Set<&Config::fail_under>,
     "exit with 1 below this percentage of branches", FlagGroup::kWhat, "--fail-under", "",
     "PERCENT", kPercent},

    {"call.base", kText, SKUA_FIELD(call, Call, base),
     "compare with a git ref instead of the last run", FlagGroup::kWhat, "--base", "", "REF"},
    {"call.all", kBoolean, SKUA_FIELD(call, Call, all),
     "forget the last run: everything counts as new", FlagGroup::kWhat, "--all"},
    {"call.quiet", kBoolean, SKUA_FIELD(call, Call, quiet), "speak only when something is wrong",
     FlagGroup::kConsole, "--quiet", "-q"},
    {"call.debug", kChoiceList, SKUA_FIELD(call, Call, debug),
     "say on stderr why and how: explain, stats, protocol", FlagGroup::kConsole, "--debug", "",
     "TOPICS", kNoLimits, kTopics},
    {"call.color", kChoice, SKUA_FIELD(call, Call, color), "auto, always or never",
     FlagGroup::kConsole, "--color", "", "WHEN", kNoLimits, kColors},
};
#undef SKUA_FIELD

constexpr Section kSections[] = {
    {"project", "what is tested"},        {"python", "what it is tested with"},
    {"output", "where files go"},         {"budget", "how long a run may take", "budget.total"},
    {"search", "how tests are searched"}, {"sandbox", "limits on the code under test"},
};

template <typename Table>
auto FindByName(const Table& table, std::string_view name) {
  const auto at = std::ranges::find(table, name, [](const auto& entry) { return entry.name; });
  return at == std::end(table) ? nullptr : &*at;
}

}  // namespace

std::string_view Option::section() const {
  const std::size_t dot = name.find('.');
  return dot == name.npos ? std::string_view() : name.substr(0, dot);
}

std::string_view Option::key() const { return name.substr(name.find('.') + 1); }

std::span<const Option> Options() { return kOptions; }
std::span<const Section> Sections() { return kSections; }
const Option* FindOption(std::string_view name) { return FindByName(kOptions, name); }
const Section* FindSection(std::string_view name) { return FindByName(kSections, name); }

unsigned LogTopics(const Config& config) {
  unsigned topics = 0;
  for (const std::string& name : config.call.debug) {
    topics |= 1u << (std::ranges::find(kTopics, name) - kTopics.begin());
  }
  return topics;
}

}  // namespace skua::config
