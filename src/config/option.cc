#include "config/option.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "model/criterion.h"

namespace skua::config {
namespace {

constexpr std::array<std::string_view, 6> kAlgorithms = {"dynamosa", "adynamosa",   "mosa",
                                                         "mio",      "whole-suite", "random"};
#define SKUA_NAME_AND_NOTE(enumerator, name, note) name note ", "
constexpr std::string_view kCriteriaList =
    "what is to be covered: " SKUA_CRITERIA(SKUA_NAME_AND_NOTE);
#undef SKUA_NAME_AND_NOTE
constexpr std::string_view kCriteriaDoc = kCriteriaList.substr(0, kCriteriaList.size() - 2);
constexpr std::array<std::string_view, 2> kPresets = {"default", "paper"};
constexpr std::array<std::string_view, 2> kPreferences = {"short", "fast"};
constexpr std::array<std::string_view, 6> kStrategies = {"adaptive", "history", "budget-seeding",
                                                         "seeding",  "budget",  "simple"};
constexpr std::array<std::string_view, 3> kVisibilities = {"public", "protected", "all"};
constexpr std::array<std::string_view, 3> kFindings = {"ranked", "all", "none"};
constexpr std::array<std::string_view, 3> kOnBehaviourChange = {"report", "fail", "accept"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};
constexpr std::array<std::string_view, 3> kStyles = {"pytest", "unittest", "json"};
constexpr std::array<std::string_view, 2> kKeep = {"worth", "all"};
constexpr std::array<std::string_view, 8> kFormats = {
    "junit", "json", "cobertura", "lcov", "sarif", "code-quality", "html", "markdown"};
constexpr std::array<std::string_view, 2> kJunitFamilies = {"legacy", "xunit2"};
constexpr std::array<std::string_view, 3> kTopics = {"explain", "stats", "protocol"};

// Return the choices of an option whose field is an enumeration, in the order of its enumerators.
std::span<const std::string_view> NamesOf(ColorMode) { return kColors; }
std::span<const std::string_view> NamesOf(model::SearchOptions::Preference) { return kPreferences; }
std::span<const std::string_view> NamesOf(model::OracleOptions::Findings) { return kFindings; }
std::span<const std::string_view> NamesOf(model::SandboxGrade) { return model::kSandboxGrades; }

// Integers of options; the table's limits keep them in the range of their type.
template <typename T>
constexpr bool kIsInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <typename T>
OptionValue Wrap(const T& field) {
  if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return field.generic_string();
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(NamesOf(field)[static_cast<std::size_t>(field)]);
  } else if constexpr (kIsInteger<T>) {
    return static_cast<uint64_t>(field);
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
  } else if constexpr (std::is_enum_v<T>) {
    const std::span<const std::string_view> names = NamesOf(field);
    const auto at = std::ranges::find(names, std::get<std::string>(value));
    field = static_cast<T>(at - names.begin());
  } else if constexpr (kIsInteger<T>) {
    field = static_cast<T>(std::get<uint64_t>(value));
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

// Returns the field at a path of members: Reach<&Config::budget, &Config::Budget::jobs>(config).
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

#define SKUA_SUITE_TIME(field)                                                          \
  Get<&Config::budget, &Config::Budget::suite_time, &Config::Budget::SuiteTime::field>, \
      Set<&Config::budget, &Config::Budget::suite_time, &Config::Budget::SuiteTime::field>

// Accessors of the version of the file's format: always 1.
OptionValue GetVersion(const Config&) { return uint64_t{1}; }
void SetVersion(Config&, OptionValue) {}

using enum OptionType;

constexpr Limits kNoLimits;
constexpr Limits kFormat{1, 1};
constexpr Limits kJobs{0, 1024};
constexpr Limits kSuspended{0, 10000};
constexpr Limits kSeed{
    0, 9007199254740991};  // 2^53 - 1, the largest integer that every JSON reader keeps exactly
constexpr Limits kIterations{1, 1e9};
constexpr Limits kPopulation{2, 10000};
constexpr Limits kProbability{0, 1};
constexpr Limits kPercent{0, 100};
constexpr Limits kShare{0, 1};
constexpr Limits kGenerations{0, 1e9};
constexpr Limits kProbes{0, 1000};
constexpr Limits kMutants{0, 10000};
constexpr Limits kAssertions{1, 1000};

// Makes an option of the search, which has no flag.
constexpr Option Parameter(std::string_view name, OptionType type,
                           OptionValue (*get)(const Config&), void (*set)(Config&, OptionValue),
                           Limits limits, std::string_view doc) {
  return {name, type, get, set, doc, FlagGroup::kNone, "", "", "", limits};
}

constexpr Option kOptions[] = {
    {"version", kInteger, GetVersion, SetVersion, "version of this file's format", FlagGroup::kNone,
     "", "", "", kFormat},

    {"project.root", kPath, SKUA_FIELD(project, Project, root), "the project's folder",
     FlagGroup::kRoot, "--root", "", "DIR"},
    {"project.source", kList, SKUA_FIELD(project, Project, source),
     "packages, folders or files to test; unset: discovered"},
    {"project.include", kList, SKUA_FIELD(project, Project, include),
     "only files that match one of these globs"},
    {"project.exclude", kList, SKUA_FIELD(project, Project, exclude),
     "no files that match one of these globs"},
    {"project.respect_gitignore", kBoolean, SKUA_FIELD(project, Project, respect_gitignore),
     "skip files that .gitignore names"},
    {"project.respect_coverage", kBoolean, SKUA_FIELD(project, Project, respect_coverage),
     "skip code that the project's settings for coverage.py leave out"},

    {"python.interpreter", kProgram, SKUA_FIELD(python, Python, interpreter),
     "the project's Python; unset: discovered", FlagGroup::kProject, "--python", "", "PROGRAM"},
    {"python.path", kList, SKUA_FIELD(python, Python, path), "folders put before sys.path"},

    {"output.tests", kPath, SKUA_FIELD(output, Output, tests), "folder for generated tests",
     FlagGroup::kProject, "--tests", "", "DIR"},
    {"output.style", kChoice, SKUA_FIELD(output, Output, style),
     "test framework of the written tests; json: suites as data, for skua check", FlagGroup::kNone,
     "", "", "", kNoLimits, kStyles},
    {"output.keep", kChoice, SKUA_FIELD(output, Output, keep),
     "which tests are written; worth: those that nobody would merge are kept in the state as "
     "guards",
     FlagGroup::kNone, "", "", "", kNoLimits, kKeep},
    {"output.header", kText, SKUA_FIELD(output, Output, header),
     "comments at the top of each file of tests, such as a licence"},
    {"output.reports", kPath, SKUA_FIELD(output, Output, reports), "folder for reports",
     FlagGroup::kProject, "--reports", "", "DIR"},
    {"output.state", kPath, SKUA_FIELD(output, Output, state),
     "folder for the state, which later runs use", FlagGroup::kProject, "--state", "", "DIR"},
    {"output.restore", kBoolean, SKUA_FIELD(output, Output, restore),
     "restore missing test files from the state, which nobody else may be able to write"},

    {"reports.formats", kChoiceList, SKUA_FIELD(reports, Reports, formats),
     "which reports are written", FlagGroup::kReports, "--format", "", "LIST", kNoLimits, kFormats},
    {"reports.junit_family", kChoice, SKUA_FIELD(reports, Reports, junit_family),
     "whether JUnit files keep to the schema or say more", FlagGroup::kReports, "--junit-family",
     "", "NAME", kNoLimits, kJunitFamilies},

    {"budget.total", kDuration, SKUA_FIELD(budget, Budget, total), "wall clock for everything",
     FlagGroup::kBudget, "--budget", "-b", "TIME"},
    {"budget.jobs", kInteger, SKUA_FIELD(budget, Budget, jobs),
     "cores to use, for modules at the same time or for one; 0: all", FlagGroup::kBudget, "--jobs",
     "-j", "N", kJobs},
    {"budget.strategy", kChoice, SKUA_FIELD(budget, Budget, strategy),
     "how the budget is divided among modules", FlagGroup::kBudget, "--strategy", "", "NAME",
     kNoLimits, kStrategies},
    {"budget.minimum", kDuration, SKUA_FIELD(budget, Budget, minimum),
     "time that each module gets first; less when there are too many"},
    {"budget.unchanged", kBoolean, SKUA_FIELD(budget, Budget, unchanged),
     "search on in unchanged modules that have tests, when changed ones leave time"},
    {"budget.suspended", kInteger, SKUA_FIELD(budget, Budget, suspended),
     "most suspended searches, each with a process; 0: four for each job", FlagGroup::kNone, "", "",
     "", kSuspended},
    {"budget.suite_time.module", kDuration, SKUA_SUITE_TIME(module),
     "longest that a module's tests may run; tests that take most time for what only they cover "
     "are left out",
     FlagGroup::kBudget, "--suite-time", "", "TIME"},
    {"budget.suite_time.folder", kDuration, SKUA_SUITE_TIME(folder),
     "longest that all generated tests together may run", FlagGroup::kBudget, "--folder-time", "",
     "TIME"},

    {"search.preset", kChoice, SKUA_FIELD(search, Search, preset),
     "values of options that are not set; paper: only what the paper on Pynguin describes",
     FlagGroup::kNone, "", "", "", kNoLimits, kPresets},
    {"search.algorithm", kChoice, SKUA_FIELD(search, Search, algorithm), "algorithm",
     FlagGroup::kSearch, "--algorithm", "", "NAME", kNoLimits, kAlgorithms},
    {"search.pair_algorithm", kChoice, SKUA_FIELD(search, Search, pair_algorithm),
     "search algorithm for pairs of modules; unset: search.algorithm if that is set, else mosa",
     FlagGroup::kNone, "", "", "", kNoLimits, kAlgorithms},
    {"search.criteria", kChoiceList, SKUA_FIELD(search, Search, criteria), kCriteriaDoc,
     FlagGroup::kSearch, "--criteria", "", "LIST", kNoLimits, model::kCriteria},
    {"search.prefer", kChoice, SKUA_FIELD(search, Search, prefer),
     "which tests for a goal are kept; unset: fast ones by adynamosa, else short ones",
     FlagGroup::kNone, "", "", "", kNoLimits, kPreferences},
    Parameter("search.adaptive_switch", kBoolean, SKUA_FIELD(search, Search, adaptive_switch),
              kNoLimits,
              "for adynamosa: rank by diversity instead of cost after generations without "
              "progress; false: always by cost"),
    Parameter("search.minimize", kBoolean, SKUA_FIELD(search, Search, minimize), kNoLimits,
              "make tests small and their values plain; false: as the search archived them"),
    {"search.seed", kInteger, SKUA_FIELD(search, Search, seed),
     "start of the random numbers; unset: new each run", FlagGroup::kSearch, "--seed", "", "N",
     kSeed},
    {"search.iterations", kInteger, SKUA_FIELD(search, Search, iterations),
     "search steps for each module, instead of time", FlagGroup::kBudget, "--iterations", "", "N",
     kIterations},
    {"search.population", kInteger, SKUA_FIELD(search, Search, population), "tests in a generation",
     FlagGroup::kNone, "", "", "", kPopulation},
    Parameter("search.stagnation", kNumber, SKUA_FIELD(search, Search, stagnation), kShare,
              "end a search when this part of its tests covered nothing new; 0: never"),
    Parameter("search.adaptive", kBoolean, SKUA_FIELD(search, Search, adaptive), kNoLimits,
              "prefer operators and callables that led to covered goals"),
    Parameter("search.restart_after", kInteger, SKUA_FIELD(search, Search, restart_after),
              kGenerations, "generations without progress, then tests are replaced; 0: never"),
    Parameter("search.local_search", kNumber, SKUA_FIELD(search, Search, local_search_probability),
              kProbability, "probability of a local search, each generation"),
    Parameter("search.wrong_type", kNumber, SKUA_FIELD(search, Search, wrong_type_probability),
              kProbability, "probability of a value of another type than declared"),
    Parameter("search.pool", kNumber, SKUA_FIELD(search, Search, pool_probability), kProbability,
              "probability that an object is made as in tests of the modules it comes from"),
    Parameter("search.named_objects", kNumber, SKUA_FIELD(search, Search, named_object_probability),
              kProbability,
              "where an object of a class is needed, probability that a named object of a module "
              "is passed instead of a new one"),
    Parameter("search.makers", kBoolean, SKUA_FIELD(search, Search, makers), kNoLimits,
              "whether functions of other modules make objects: those of the package that are "
              "loaded, and those of modules that import the one under test"),
    Parameter("search.constants", kNumber, SKUA_FIELD(search, Search, constant_probability),
              kProbability, "probability that a new value is one of the module's"),
    Parameter("search.dynamic_constants", kNumber,
              SKUA_FIELD(search, Search, dynamic_constant_probability), kProbability,
              "probability that such a value is one met while running"),
    Parameter("search.operands", kNumber, SKUA_FIELD(search, Search, operand_probability),
              kProbability, "probability that a value becomes what it was compared with"),
    Parameter("search.environment", kNumber, SKUA_FIELD(search, Search, environment_probability),
              kProbability,
              "probability that an inserted statement changes files, variables and the like"),
    Parameter("search.chains", kNumber, SKUA_FIELD(search, Search, chain_probability), kProbability,
              "probability that a method of what a call returned is called next"),
    Parameter("search.seeds", kBoolean, SKUA_FIELD(search, Search, seeds), kNoLimits,
              "begin with hand-written tests and with examples in documents"),
    Parameter("search.lazy_probes", kInteger, SKUA_FIELD(search, Search, lazy_probes), kProbes,
              "calls of each untyped function with arguments that record their use"),
    {"search.include", kList, SKUA_FIELD(search, Search, include),
     "only functions and classes that match one of these globs for \"module:Class.name\""},
    {"search.exclude", kList, SKUA_FIELD(search, Search, exclude),
     "no functions and classes that match one of these globs"},
    {"search.visibility", kChoice, SKUA_FIELD(search, Search, visibility),
     "what tests may call: public names, protected (_x) too, or all (__x)", FlagGroup::kNone, "",
     "", "", kNoLimits, kVisibilities},
    {"search.test_timeout", kDuration, SKUA_FIELD(search, Search, test_timeout),
     "longest a single test may run"},

    {"oracle.mutants", kInteger, SKUA_FIELD(oracle, Oracle, mutants),
     "most mutants of one function, to find out which faults tests notice; 0: none",
     FlagGroup::kNone, "", "", "", kMutants},
    {"oracle.assertions", kInteger, SKUA_FIELD(oracle, Oracle, assertions),
     "most assertions in one test", FlagGroup::kNone, "", "", "", kAssertions},
    {"oracle.extend", kBoolean, SKUA_FIELD(oracle, Oracle, extend),
     "search for tests that notice mutants which the others miss"},

    {"integration.pairs", kPairList, SKUA_FIELD(integration, Integration, pairs),
     "modules, classes or functions to test together, \"caller -> callee\" or [caller, callee]; "
     "auto: modules that call each other, also where search.criteria has coupled-branch"},
    Parameter("integration.share", kNumber, SKUA_FIELD(integration, Integration, share), kShare,
              "part of the budget that pairs get"),

    {"sandbox.memory", kSize, SKUA_FIELD(sandbox, Sandbox, memory_bytes),
     "memory of a process that runs code under test"},
    {"sandbox.file_size", kSize, SKUA_FIELD(sandbox, Sandbox, file_bytes),
     "largest file that code under test may write"},
    {"sandbox.require", kChoice, SKUA_FIELD(sandbox, Sandbox, require),
     "containment that a run requires; standard: code cannot read secrets or write files",
     FlagGroup::kNone, "", "", "", kNoLimits, model::kSandboxGrades},
    {"sandbox.hide", kList, SKUA_FIELD(sandbox, Sandbox, hide),
     "files and folders that code under test must not read, as in a .gitignore; secrets that "
     "Skua knows are hidden anyway"},

    {"existing_tests", kList, Get<&Config::existing_tests>, Set<&Config::existing_tests>,
     "folders and files of hand-written tests: what they cover is searched for last"},

    {"findings", kChoice, SKUA_FIELD(oracle, Oracle, findings), "unexpected exceptions to write",
     FlagGroup::kWhat, "--findings", "", "WHICH", kNoLimits, kFindings},

    {"on_behaviour_change", kChoice, Get<&Config::on_behaviour_change>,
     Set<&Config::on_behaviour_change>, "when earlier tests fail on changed code",
     FlagGroup::kGates, "--on-behaviour-change", "", "WHAT", kNoLimits, kOnBehaviourChange},

    {"fail_under", kNumber, Get<&Config::fail_under>, Set<&Config::fail_under>,
     "exit with 1 below this percentage of branches", FlagGroup::kGates, "--fail-under", "",
     "PERCENT", kPercent},
    {"fail_under_changed", kNumber, Get<&Config::fail_under_changed>,
     Set<&Config::fail_under_changed>,
     "exit with 1 below this percentage of the lines that differ from --base; without --base, of "
     "changed modules",
     FlagGroup::kGates, "--fail-under-changed", "", "PERCENT", kPercent},
    {"max_findings", kInteger, Get<&Config::max_findings>, Set<&Config::max_findings>,
     "exit with 1 when a run has more findings than this", FlagGroup::kGates, "--max-findings", "",
     "N"},

    {"call.base", kText, SKUA_FIELD(call, Call, base),
     "compare with a git ref instead of the last run", FlagGroup::kWhat, "--base", "", "REF"},
    {"call.all", kBoolean, SKUA_FIELD(call, Call, all),
     "ignore the last run: everything counts as new", FlagGroup::kWhat, "--all"},
    {"call.changed", kBoolean, SKUA_FIELD(call, Call, changed),
     "only changed modules, not even unchanged ones without a whole suite", FlagGroup::kWhat,
     "--changed"},
    {"call.shard", kText, SKUA_FIELD(call, Call, shard),
     "this machine's part of the modules: 2/4; auto: as the CI system says", FlagGroup::kShard,
     "--shard", "", "I/N"},
    {"call.quiet", kBoolean, SKUA_FIELD(call, Call, quiet), "print only problems",
     FlagGroup::kConsole, "--quiet", "-q"},
    {"call.debug", kChoiceList, SKUA_FIELD(call, Call, debug),
     "print reasons and details on stderr: explain, stats, protocol", FlagGroup::kConsole,
     "--debug", "", "TOPICS", kNoLimits, kTopics},
    {"call.color", kChoice, SKUA_FIELD(call, Call, color), "auto, always or never",
     FlagGroup::kConsole, "--color", "", "WHEN", kNoLimits, kColors},
};
#undef SKUA_SUITE_TIME
#undef SKUA_MIO
#undef SKUA_FIELD

constexpr Section kSections[] = {
    {"project", "what is tested"},
    {"python", "what it is tested with"},
    {"output", "where files go"},
    {"reports", "which reports are written"},
    {"budget", "how long a run may take", "budget.total"},
    {"budget.suite_time", "how long generated tests may run", "budget.suite_time.module"},
    {"search", "how tests are searched"},
    {"oracle", "what tests assert"},
    {"integration", "tests of what happens between two modules"},
    {"sandbox", "what code under test is kept from"},
};

std::string_view BeforeLastDot(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(0, dot);
}

template <typename Table>
auto FindByName(const Table& table, std::string_view name) {
  const auto at = std::ranges::find(table, name, [](const auto& entry) { return entry.name; });
  return at == std::end(table) ? nullptr : &*at;
}

}  // namespace

std::string_view Option::section() const { return BeforeLastDot(name); }
std::string_view Option::key() const { return name.substr(name.rfind('.') + 1); }

std::string_view Section::parent() const { return BeforeLastDot(name); }
std::string_view Section::key() const { return name.substr(name.rfind('.') + 1); }

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
