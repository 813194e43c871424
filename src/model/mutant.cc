#include "model/mutant.h"

#include <algorithm>

namespace skua::model {

std::size_t CountFate(const std::vector<JudgedMutant>& mutants, MutantFate fate) {
  return static_cast<std::size_t>(std::ranges::count(mutants, fate, &JudgedMutant::fate));
}

}  // namespace skua::model
