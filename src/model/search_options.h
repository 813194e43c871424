// Options of the search. Each default is stated here only; rows of config/option.cc set these
// fields. Defaults are those of the Pynguin paper, §3.3 and §4.1.2, and for MIO of Arcuri (2018).
// Where these say only "a certain probability" or "a certain range", the choice is our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skua::model {

struct SearchOptions {
  std::string algorithm = "dynamosa";  // one of search::AlgorithmNames()
  // For pairs: coupled branches have no dependences by which targets could be chosen (Cling
  // §3.2.2).
  std::string pair_algorithm = "mosa";
  // The test that is kept for a goal: the shortest, or the one that costs the least to run. Absent:
  // kFast for adynamosa and kShort for all other algorithms.
  enum class Preference : uint8_t { kShort, kFast };
  std::optional<Preference> prefer;
  // adynamosa: whether the crowding distance takes the place of the performance heuristic in
  // generations that bring nothing nearer, and the other way round; false: the performance
  // heuristic stays.
  bool adaptive_switch = true;
  std::vector<std::string> criteria = {"branch"};  // of model::kCriteria: what is to be covered
  // Whether tests are made small and their values plain before they are written; false: they are
  // written as the search archived them.
  bool minimize = true;
  uint64_t max_generations = 0;  // 0: bounded by the deadline alone
  // The search ends when this part of its tests, the last ones, covered nothing new (0: never), but
  // not before there were so many.
  double stagnation = 0.75;
  uint64_t stagnation_tests = 50'000;

  // The genetic algorithm.
  std::size_t population = 50;  // at least 1
  double crossover_probability = 0.75;
  std::size_t tournament_size = 5;
  double new_test_probability = 0.1;  // an offspring is a random test, or varies one of the archive
  std::size_t max_test_length = 40;   // statements; L in the paper
  bool adaptive = true;               // operators and callables that pay become likelier

  // After so many generations without progress a part of the population is replaced; 0: never.
  std::size_t restart_after = 200;
  double restart_share = 0.8;

  // Local search on the values of the test that is nearest to a goal.
  double local_search_probability = 0.2;  // each generation
  double local_search_share = 0.2;        // at most this part of all tests

  // Whole-suite search: the most tests of a suite, and of one at the start.
  std::size_t max_suite_size = 100;
  std::size_t initial_suite_size = 10;

  // MIO: how it begins, and to where it goes gradually until it is focused.
  struct MioPhase {
    std::size_t tests_per_target;
    double random_test_probability;
    std::size_t mutations;  // of a sampled test, one upon the other
    bool operator==(const MioPhase&) const = default;
  };
  MioPhase mio_exploration{10, 0.5, 1};
  MioPhase mio_exploitation{1, 0.0, 10};
  double mio_focus_at = 0.5;  // part of the search that is over then

  // Mutation: each of removal, change and insertion is as likely.
  double insertion_probability = 0.5;         // of a statement; its n-th power for the n-th
  double string_insertion_probability = 0.5;  // of a character or element, likewise
  double max_delta = 20;                      // numbers change by a Gaussian of this deviation
  int64_t max_int = 2048;                     // deviation of new numbers
  std::size_t max_string_length = 20;         // of new strings and bytes
  std::size_t max_collection_size = 5;        // of new collections

  // Calls of each untyped callable with lazy arguments, at the beginning and at each restart.
  std::size_t lazy_probes = 2;

  // How a parameter is satisfied.
  double null_probability = 0.1;         // None, where no type is known or the wrong one is wanted
  double wrong_type_probability = 0.02;  // a value of any type, whatever the annotation
  double skip_optional_probability = 0.7;    // parameters with a default, *args, **kwargs
  double primitive_reuse_probability = 0.5;  // a fitting variable instead of a new statement
  double object_reuse_probability = 0.9;
  double pool_probability = 0.3;              // an object is made as another module's test makes it
  double named_object_probability = 0.4;      // an object that stands in a module is passed for it
  double constant_probability = 0.5;          // a new primitive comes from the constant pool
  double dynamic_constant_probability = 0.5;  // … from what was met while running, if anything
  double operand_probability = 0.5;      // a mutation puts a comparison's operand into the test
  double environment_probability = 0.1;  // a change of what surrounds the subject, where it looks
  double chain_probability = 0.3;        // of going on with what a call returned
  bool seeds = true;  // the search begins with hand-written tests and examples of documents

  // What users cannot set.
  unsigned max_recursion = 6;  // depth of statements made to satisfy a parameter

  bool operator==(const SearchOptions&) const = default;
};

}  // namespace skua::model
