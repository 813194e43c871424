// Options of the search. Each default is stated here only; rows of config/option.cc set these
// fields. Defaults follow the Pynguin paper, §3.3 and §4.1.2, and for MIO Arcuri (2018). Where the
// papers say only "a certain probability" or "a certain range", the choice is our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skua::model {

struct SearchOptions {
  std::string algorithm = "dynamosa";  // one of search::AlgorithmNames()
  // The algorithm for pairs: DynaMOSA cannot choose targets, since coupled branches have no control
  // dependences (Cling §3.2.2).
  std::string pair_algorithm = "mosa";
  // Which test is kept for a goal: the shortest, or the fastest. Nullopt: kFast for adynamosa,
  // kShort for all other algorithms.
  enum class Preference : uint8_t { kShort, kFast };
  std::optional<Preference> prefer;
  // adynamosa: replaces the performance heuristic by the crowding distance in generations without
  // progress, and back. False: the performance heuristic stays.
  bool adaptive_switch = true;
  std::vector<std::string> criteria = {"branch"};  // names of model::kCriteria
  // Makes tests small and their values plain before they are written.
  bool minimize = true;
  uint64_t max_generations = 0;  // 0: only the deadline bounds the search
  // Ends the search when this part of all its tests, counted from the end, covered nothing new (0:
  // never), once it has run at least `stagnation_tests`.
  double stagnation = 0.75;
  uint64_t stagnation_tests = 50'000;

  // The genetic algorithm.
  std::size_t population = 50;  // at least 1
  double crossover_probability = 0.75;
  std::size_t tournament_size = 5;
  // Probability that an offspring is a random test or a variant of an archived one.
  double new_test_probability = 0.1;
  std::size_t max_test_length = 40;  // in statements; L in the paper
  bool adaptive = true;              // prefers operators and callables that led to covered goals

  // Generations without progress after which a part of the population is replaced; 0: never.
  std::size_t restart_after = 200;
  double restart_share = 0.8;

  // Local search on the values of the test nearest to a goal.
  double local_search_probability = 0.2;  // in each generation
  double local_search_share = 0.2;        // most of all tests

  // Whole-suite search: largest number of tests in a suite, and at the start.
  std::size_t max_suite_size = 100;
  std::size_t initial_suite_size = 10;

  // MIO: parameters at the start; they change gradually to those when focused.
  struct MioPhase {
    std::size_t tests_per_target;
    double random_test_probability;
    std::size_t mutations;  // mutations applied to a sampled test, one after the other
    bool operator==(const MioPhase&) const = default;
  };
  MioPhase mio_exploration{10, 0.5, 1};
  MioPhase mio_exploitation{1, 0.0, 10};
  double mio_focus_at = 0.5;  // part of the search after which MIO is focused

  // Mutation: removal, change and insertion are equally likely.
  double insertion_probability = 0.5;         // of a statement; the n-th has the n-th power
  double string_insertion_probability = 0.5;  // of a character or element, likewise
  double max_delta = 20;                // standard deviation of the Gaussian that changes numbers
  int64_t max_int = 2048;               // standard deviation of new numbers
  std::size_t max_string_length = 20;   // of new strings and bytes
  std::size_t max_collection_size = 5;  // of new collections

  // Calls of each untyped callable with lazy arguments, at the start and at each restart.
  std::size_t lazy_probes = 2;

  // Probabilities in choosing an argument.
  double null_probability = 0.1;             // None, if no type is known or the wrong one is wanted
  double wrong_type_probability = 0.02;      // a value of any type, ignoring the annotation
  double skip_optional_probability = 0.7;    // omit parameters with a default, *args, **kwargs
  double primitive_reuse_probability = 0.5;  // reuse a variable instead of a new statement
  double object_reuse_probability = 0.9;
  double pool_probability = 0.3;              // make an object as another module's test does
  double named_object_probability = 0.4;      // pass a named object of the class
  double constant_probability = 0.5;          // take a new primitive from the constant pool
  double dynamic_constant_probability = 0.5;  // … namely one met while running, if any
  double operand_probability = 0.5;           // put a comparison's operand into the test
  // Change files, variables and the like that the subject reads.
  double environment_probability = 0.1;
  double chain_probability = 0.3;  // call a method on the result of a call
  bool seeds = true;               // begins with hand-written tests and examples in documents

  // Limits that users cannot set.
  unsigned max_recursion = 6;  // depth of statements that make one argument

  bool operator==(const SearchOptions&) const = default;
};

}  // namespace skua::model
