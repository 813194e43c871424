// All that makes and changes tests of a subject, and a fixture that has it.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "search/making/test_factory.h"
#include "search/varying/crossover.h"
#include "search/varying/mutation.h"
#include "support/rich_subject.h"

namespace skua::search {

class MakerTest : public ::testing::Test {
 protected:
  explicit MakerTest(model::Subject subject = test::RichSubject()) : subject_(std::move(subject)) {}

  model::Subject subject_;
  SearchOptions options_;
  GoalSet goals_{subject_};
  ConstantPool constants_{subject_, 0.5};
  Primitives primitives_{options_, constants_};
  TypeSystem types_{subject_};
  TypeGuesses guesses_{subject_, types_};
  TestFactory factory_{goals_, options_, primitives_, types_, guesses_};
  Mutation mutation_{subject_, options_, primitives_, types_, factory_};
  Crossover crossover_{types_, options_.max_test_length};
  Environment environment_{subject_};
  base::Rng rng_{42};
};

}  // namespace skua::search
