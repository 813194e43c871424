// How long the search in a module may bring nothing until it ends, by what is known of the module.
#pragma once

#include "model/patience.h"
#include "plan/module_facts.h"

namespace skua::plan {

// `minimum`: the share that a module gets to begin with.
model::Patience PatienceWith(const ModuleFacts& facts, base::Duration minimum,
                             const model::TimePolicy::Patience& policy);

}  // namespace skua::plan
