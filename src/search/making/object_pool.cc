#include "search/making/object_pool.h"

#include <stdexcept>
#include <unordered_set>

#include "search/making/test_edits.h"

namespace skua::search {

using model::ClassIndex;
using model::TestCase;

namespace {

bool IsWellFormed(const TestCase& test, const model::Subject& subject) {
  try {
    CheckWellFormed(test, subject);
  } catch (const std::logic_error&) {
    return false;
  }
  return test.size() > 0;
}

}  // namespace

ObjectPool::ObjectPool(const TypeSystem& types, std::span<const TestCase> makers)
    : by_class_(types.subject().classes.size()) {
  std::unordered_set<uint64_t> known;
  for (const TestCase& maker : makers) {
    if (!IsWellFormed(maker, types.subject())) continue;
    const ClassIndex made = types.ClassOf(maker.statements.back());
    if (made == model::kNoIndex || !known.insert(FingerprintOf(maker)).second) continue;
    for (ClassIndex base = 0; base < by_class_.size(); ++base) {
      if (types.IsSubclass(made, base)) by_class_[base].push_back(makers_.size());
    }
    makers_.push_back(maker);
  }
}

const TestCase* ObjectPool::Pick(ClassIndex class_index, base::Rng& rng) const {
  const std::vector<std::size_t>& fitting = by_class_[class_index];
  return fitting.empty() ? nullptr : &makers_[rng.Pick(fitting)];
}

}  // namespace skua::search
