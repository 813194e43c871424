// Objects of the classes that a subject imports, made the way tests of other modules make them.
// Those tests found out how to construct them, since the search for them saw the branches of the
// constructors.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "model/test_case.h"
#include "search/making/type_system.h"

namespace skua::search {

class ObjectPool {
 public:
  // `makers` are tests whose last statement makes an object. The pool takes those that are
  // well-formed for the subject of `types` and make an instance of one of its classes.
  ObjectPool(const TypeSystem& types, std::span<const model::TestCase> makers);

  // A test that makes an instance of the class or of one derived from it; null when there is none.
  const model::TestCase* Pick(model::ClassIndex class_index, base::Rng& rng) const;

 private:
  std::vector<model::TestCase> makers_;
  std::vector<std::vector<std::size_t>> by_class_;  // indices into makers_
};

}  // namespace skua::search
