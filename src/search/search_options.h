// What can be set about the search. Defaults: the Pynguin paper, §3.3 and §4.1.2; where the paper
// says only "a certain probability" or "a certain range", choices of our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skua::search {

struct SearchOptions {
  std::string algorithm = "dynamosa";  // one of AlgorithmNames()
  uint64_t max_generations = 0;        // 0: bounded by the deadline alone

  // The genetic algorithm.
  std::size_t population = 50;  // at least 1
  double crossover_probability = 0.75;
  std::size_t tournament_size = 5;
  double new_test_probability = 0.1;  // an offspring is a random test, or varies one of the archive
  std::size_t max_test_length = 40;   // statements; L in the paper

  // Mutation: each of removal, change and insertion is as likely.
  double insertion_probability = 0.5;         // of a statement; its n-th power for the n-th
  double string_insertion_probability = 0.5;  // of a character or element, likewise
  double max_delta = 20;                      // numbers change by a Gaussian of this deviation
  int64_t max_int = 2048;                     // deviation of new numbers
  std::size_t max_string_length = 20;         // of new strings and bytes
  std::size_t max_collection_size = 5;        // of new collections
  unsigned max_recursion = 6;                 // depth of statements made to satisfy a parameter

  // How a parameter is satisfied.
  double null_probability = 0.1;             // None, where no type is known or the wrong one is wanted
  double wrong_type_probability = 0.02;      // a value of any type, whatever the annotation
  double skip_optional_probability = 0.7;    // parameters with a default, *args, **kwargs
  double primitive_reuse_probability = 0.5;  // a fitting variable instead of a new statement
  double object_reuse_probability = 0.9;
  double constant_probability = 0.5;          // a new primitive comes from the constant pool
  double dynamic_constant_probability = 0.5;  // … from what was met while running, if anything
  double operand_probability = 0.5;  // a mutation puts a comparison's operand into the test

  bool call_protected = false;  // names with a leading underscore too
};

}  // namespace skua::search
