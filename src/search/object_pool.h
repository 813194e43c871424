// Objects of the classes that a subject imports, as tests of other modules make them: what is hard
// to construct was found there, where the search saw the branches of the constructor.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/type_system.h"

namespace skua::search {

class ObjectPool {
 public:
  // Of `makers`, each a test whose last statement makes an object, those that are well-formed for
  // the subject of `types` and make an instance of one of its classes.
  ObjectPool(const TypeSystem& types, std::span<const model::TestCase> makers);

  // One that makes an instance of the class or of one derived from it; null when there is none.
  const model::TestCase* Pick(model::ClassIndex class_index, base::Rng& rng) const;

 private:
  std::vector<model::TestCase> makers_;
  std::vector<std::vector<std::size_t>> by_class_;  // indices into makers_
};

}  // namespace skua::search
