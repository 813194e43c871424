// Writes what a test puts back of the state around it: the name that is set before the test begins,
// and set back behind it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/left_state.h"
#include "model/subject.h"
#include "render/python/imports.h"

namespace skua::render {

// `setattr(counter, "_calls", counter._calls)` in parts.
struct RestoredName {
  std::string owner;    // `counter`, `Registry`
  std::string name;     // `_calls`, without quotes
  std::string value;    // `counter._calls`, `copy(Registry.items)`
  bool is_new = false;  // there is no such name before
};

// The literal of the package's or variable's name. REQUIRES: it is kAbsent or kUnset.
std::string AbsentPackage(const model::RestoredState& restored);

// The environment callable that says in the written test what the world is to answer, and its
// arguments; nothing for what the test puts back.
std::optional<std::string_view> CallableSaying(const model::RestoredState& restored);
std::vector<std::string> SaidOf(const model::RestoredState& restored);

// REQUIRES: it is a name to be set, or kDatabase.
RestoredName RestoredText(const model::RestoredState& restored, const model::Subject& subject,
                          Imports& imports);

}  // namespace skua::render
