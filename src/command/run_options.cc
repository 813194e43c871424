#include "command/run_options.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <random>

#include "base/clock.h"

namespace skua::command {

namespace fs = std::filesystem;
using base::Duration;
using namespace std::chrono_literals;

uint64_t SeedOf(const config::Config& config) {
  return config.search.seed ? *config.search.seed : std::random_device{}();
}

search::SearchOptions SearchOptionsOf(const config::Config& config) {
  search::SearchOptions options;
  const config::Config::Search& from = config.search;
  options.algorithm = from.algorithm;
  options.max_generations = from.iterations.value_or(0);
  options.population = from.population;
  options.crossover_probability = from.crossover;
  options.tournament_size = from.tournament;
  options.max_test_length = from.max_test_length;
  options.new_test_probability = from.new_tests;
  options.stagnation = from.stagnation;
  options.stagnation_tests = from.stagnation_tests;
  options.adaptive = from.adaptive;
  options.restart_after = from.restart_after;
  options.restart_share = from.restart_share;
  options.local_search_probability = from.local_search;
  options.local_search_share = from.local_search_share;
  options.max_suite_size = from.max_suite_size;
  options.initial_suite_size = from.initial_suite_size;
  options.mio_exploration = {from.mio_tests_per_target, from.mio_random, from.mio_mutations};
  options.mio_exploitation = {from.mio_focused_tests_per_target, from.mio_focused_random,
                              from.mio_focused_mutations};
  options.mio_focus_at = from.mio_focus_at;
  options.insertion_probability = from.insertion;
  options.string_insertion_probability = from.string_insertion;
  options.max_delta = from.max_delta;
  options.max_int = from.max_int;
  options.max_string_length = from.max_string_length;
  options.max_collection_size = from.max_collection_size;
  options.null_probability = from.none;
  options.wrong_type_probability = from.wrong_type;
  options.skip_optional_probability = from.skip_optional;
  options.primitive_reuse_probability = from.primitive_reuse;
  options.object_reuse_probability = from.object_reuse;
  options.pool_probability = from.pool;
  options.constant_probability = from.constants;
  options.dynamic_constant_probability = from.dynamic_constants;
  options.operand_probability = from.operands;
  options.lazy_probes = from.lazy_probes;
  return options;
}

campaign::OracleOptions OracleOptionsOf(const config::Config& config) {
  campaign::OracleOptions options;
  options.mutants = config.oracle.mutants;
  options.assertions = config.oracle.assertions;
  options.extend = config.oracle.extend;
  options.findings = config.findings == "all"    ? campaign::OracleOptions::Findings::kAll
                     : config.findings == "none" ? campaign::OracleOptions::Findings::kNone
                                                 : campaign::OracleOptions::Findings::kRanked;
  return options;
}

// A run that is bounded by iterations must not depend on the clock: there the probe limit decides.
protocol::BatchOptions BatchOptionsOf(const config::Config& config) {
  protocol::BatchOptions options;
  const Duration limit = config.search.iterations ? Duration(10s) : config.search.test_timeout;
  options.time_limit_us = static_cast<uint32_t>(
      std::min<Duration::rep>(limit / 1us, std::numeric_limits<uint32_t>::max()));
  return options;
}

worker::SandboxLimits LimitsOf(const config::Config& config) {
  worker::SandboxLimits limits;
  limits.memory_bytes = config.sandbox.memory_bytes;
  limits.file_bytes = config.sandbox.file_size_bytes;
  return limits;
}

std::unique_ptr<plan::Scheduler> MakeSchedulerFor(const config::Config& config,
                                                  const plan::Plan& plan,
                                                  const base::Deadline& end) {
  std::vector<plan::ModuleFacts> facts;
  for (const plan::PlannedModule& module : plan.run) facts.push_back(module.facts);
  return plan::MakeScheduler(plan::StrategyNamed(config.budget.strategy), std::move(facts), end,
                             config.budget.jobs,
                             {config.budget.minimum, config.budget.suspended, RestingFacts(plan)});
}

std::vector<fs::path> SourcePath(const config::Config& config, const Survey& survey) {
  std::vector<fs::path> path;
  for (const std::string& entry : config.python.path) path.push_back(config.project.root / entry);
  path.insert(path.end(), survey.found.source_paths.begin(), survey.found.source_paths.end());
  return path;
}

std::set<std::string> TopLevelNames(const Survey& survey) {
  std::set<std::string> names;
  for (const model::ModuleId& module : survey.found.modules) {
    names.insert(module.name.substr(0, module.name.find('.')));
  }
  return names;
}

}  // namespace skua::command
