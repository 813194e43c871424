// The options under the name that all of the search uses.
#pragma once

#include "model/search_options.h"

namespace skua::search {

using model::SearchOptions;

}  // namespace skua::search
