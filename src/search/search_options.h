// Gives model::SearchOptions the name by which all files of the search call it.
#pragma once

#include "model/options/search_options.h"

namespace skua::search {

using model::SearchOptions;

}  // namespace skua::search
