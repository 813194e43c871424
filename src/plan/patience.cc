#include "plan/patience.h"

namespace skua::plan {

model::Patience PatienceWith(const ModuleFacts& facts, base::Duration minimum,
                             const model::TimePolicy::Patience& policy) {
  model::Patience patience;
  patience.searched_before = facts.searched;
  patience.least_of_doubling = policy.least;
  if (!facts.edited()) {
    patience.part = policy.same_code;
    patience.fruitless = facts.fruitless;
  } else if (facts.tried) {
    patience.part = policy.changed_code;
  } else {
    patience.part = policy.new_code;
    patience.least = model::Scaled(minimum, policy.least_of_new);
  }
  return patience;
}

}  // namespace skua::plan
