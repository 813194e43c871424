// Decides how long the search in a module may go without a gain before it ends.
#pragma once

#include "model/options/patience.h"
#include "plan/module_facts.h"

namespace skua::plan {

// `minimum`: the share that a module gets to begin with.
model::Patience PatienceWith(const ModuleFacts& facts, base::Duration minimum,
                             const model::TimePolicy::Patience& policy);

}  // namespace skua::plan
