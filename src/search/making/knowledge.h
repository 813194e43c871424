// The knowledge of a search about its subject, from which it makes tests: constants, types and
// guesses, which grow as tests run, and the factory that uses them.
#pragma once

#include <span>

#include "model/test_case.h"
#include "search/goals/goal_set.h"
#include "search/making/constant_pool.h"
#include "search/making/object_pool.h"
#include "search/making/primitives.h"
#include "search/making/test_factory.h"
#include "search/making/type_guesses.h"
#include "search/making/type_system.h"
#include "search/search_options.h"

namespace skua::search {

// Invariant: the parts refer to one another, so the factory uses at once whatever one of them
// learns.
class Knowledge {
 public:
  // Borrows the goals and the options, which outlive it. `makers` are tests whose last statements
  // make objects: see ObjectPool.
  Knowledge(const GoalSet& goals, const SearchOptions& options,
            std::span<const model::TestCase> makers = {})
      : constants_(goals.subject(), options.dynamic_constant_probability),
        primitives_(options, constants_),
        types_(goals.subject()),
        guesses_(goals.subject(), types_),
        pool_(types_, makers),
        factory_(goals, options, primitives_, types_, guesses_) {
    if (!makers.empty()) factory_.values().instances().DrawFrom(pool_, options.pool_probability);
  }
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  ConstantPool& constants() { return constants_; }
  const Primitives& primitives() const { return primitives_; }
  TypeSystem& types() { return types_; }
  TypeGuesses& guesses() { return guesses_; }
  TestFactory& factory() { return factory_; }

 private:
  ConstantPool constants_;
  Primitives primitives_;
  TypeSystem types_;
  TypeGuesses guesses_;
  ObjectPool pool_;
  TestFactory factory_;
};

}  // namespace skua::search
