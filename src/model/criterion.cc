#include "model/criterion.h"

#include <algorithm>

namespace skua::model {

bool Names(std::span<const std::string> criteria, Criterion criterion) {
  return std::ranges::find(criteria, NameOf(criterion)) != criteria.end();
}

bool IsWithin(uint32_t line, const std::vector<LineRange>& ranges) {
  return std::ranges::any_of(
      ranges, [line](const LineRange& it) { return it.first <= line && line <= it.last; });
}

}  // namespace skua::model
