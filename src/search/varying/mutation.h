// The mutation operator for tests (Lukasczyk et al., §3.3.2): removal, change or insertion, one as
// likely as the other. Each keeps the test well-formed, and the seed of `random` in front.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/making/environment_statements.h"
#include "search/making/test_factory.h"

namespace skua::search {

class Mutation {
 public:
  // Borrows all, which outlive it.
  Mutation(const model::Subject& subject, const SearchOptions& options,
           const Primitives& primitives, const TypeSystem& types, TestFactory& factory);

  // Inserts nothing after `end`, the place where the last execution raised. Returns whether the
  // test changed.
  bool Mutate(model::TestCase& test, std::size_t end, base::Rng& rng);

  // Removes each statement with probability 1/l. A statement that used a removed one gets another
  // variable of its type, or goes.
  bool Remove(model::TestCase& test, base::Rng& rng);
  // Changes each statement with probability 1/l.
  bool Change(model::TestCase& test, base::Rng& rng);

 private:
  bool ChangeStatement(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeCollection(model::TestCase& test, std::size_t index, base::Rng& rng);
  // `count`: its items before any is removed.
  bool RemoveItems(model::TestCase& test, std::size_t index, std::size_t count, base::Rng& rng);
  bool ReplaceElements(model::TestCase& test, std::size_t index, std::size_t count, base::Rng& rng);
  bool InsertItems(model::TestCase& test, std::size_t index, base::Rng& rng);
  // Finds a variable for the collection's type argument: 1 for a dict's value, else 0; `index` if
  // there is none.
  std::size_t FindElement(const model::TestCase& test, std::size_t index, std::size_t argument,
                          base::Rng& rng) const;
  bool ChangeTypedDict(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeFunction(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeLambda(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool IsException(const model::Statement& statement) const;
  bool ChangeAnswer(model::TestCase& test, std::size_t index, model::TypeIndex result,
                    base::Rng& rng);
  // mutation_of_calls.cc
  bool ChangeCall(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool ChangeArgument(model::TestCase& test, std::size_t& index, std::size_t argument,
                      base::Rng& rng);
  bool AddArgument(model::TestCase& test, std::size_t& index, base::Rng& rng);
  bool ReplaceCall(model::TestCase& test, std::size_t index, base::Rng& rng);
  bool MayReplace(const model::Statement& call, model::CallableIndex target, bool is_used) const;
  // Returns whether `variable` can be the argument for the parameter.
  bool Suits(const model::TestCase& test, model::VariableIndex variable,
             const model::Callable& callable, std::size_t parameter) const;
  // Finds an instance of the class before `end`, other than `old`; `end` if there is none.
  std::size_t FindInstance(const model::TestCase& test, std::size_t end,
                           model::ClassIndex class_index, std::size_t old, base::Rng& rng) const;

  // Finds a random variable before `end` for which `fits(variable)` holds; `end` if there is none.
  template <typename Predicate>
  std::size_t FindVariable(std::size_t end, base::Rng& rng, Predicate fits) const {
    if (end == 0) return end;
    const std::size_t start = rng.Below(end);
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t variable = (start + i) % end;
      if (fits(static_cast<model::VariableIndex>(variable))) return variable;
    }
    return end;
  }

  const model::Subject& subject_;
  const SearchOptions& options_;
  const Primitives& primitives_;
  const TypeSystem& types_;
  TestFactory& factory_;
  Environment environment_;
  std::vector<model::Statement> set_aside_;
  std::vector<bool> erased_;
};

}  // namespace skua::search
