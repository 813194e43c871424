// Makes instances of classes: members of enumerations, objects from a pool, and what calls of
// constructors and other callables return.
#pragma once

#include <cstdint>
#include <optional>

#include "base/rng.h"
#include "search/making/object_pool.h"
#include "search/making/value_sources.h"

namespace skua::search {

class ValueFactory;

// Invariant: a test is left as it was when no instance can be had.
class InstanceFactory {
 public:
  // Borrows the values, which outlive it and make what calls need.
  InstanceFactory(const ValueSources& sources, ValueFactory& values);

  // Finds or builds an instance of the class. Nothing when it cannot be had.
  std::optional<model::VariableIndex> Append(model::TestCase& test, model::ClassIndex class_index,
                                             base::Rng& rng, unsigned depth);
  // Appends a member of an enumeration; None when it has none.
  model::VariableIndex AppendMember(model::TestCase& test, model::ClassIndex class_index,
                                    base::Rng& rng);

  // Takes objects from the pool, which is borrowed, with this probability from now on.
  void DrawFrom(const ObjectPool& pool, double probability) {
    pool_ = &pool;
    pool_probability_ = probability;
  }
  void SetPoolProbability(double probability) { pool_probability_ = probability; }
  uint64_t drawn() const { return drawn_; }  // objects from the pool, so far

 private:
  std::optional<model::VariableIndex> Draw(model::TestCase& test, model::ClassIndex class_index,
                                           base::Rng& rng);
  // Appends a call that makes an instance of the class.
  std::optional<model::VariableIndex> Generate(model::TestCase& test, model::ClassIndex class_index,
                                               base::Rng& rng, unsigned depth);
  // Calls methods of a class that is not the subject's on a new instance: what tests of the subject
  // pass on should hold something.
  void Fill(model::TestCase& test, model::VariableIndex instance, base::Rng& rng, unsigned depth);
  std::optional<model::CallableIndex> PickGenerator(model::ClassIndex class_index, bool desperate,
                                                    base::Rng& rng) const;

  const model::Subject& subject_;
  const SearchOptions& options_;
  const TypeSystem& types_;
  const Environment& environment_;
  ValueFactory& values_;
  const ObjectPool* pool_ = nullptr;
  double pool_probability_ = 0;
  uint64_t drawn_ = 0;
};

}  // namespace skua::search
