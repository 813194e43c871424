// Writes how a test restores state: which name is set before the test begins, and restored after
// it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/left_state.h"
#include "model/subject.h"
#include "render/python/imports.h"

namespace skua::render {

// The parts of `setattr(counter, "_calls", counter._calls)`.
struct RestoredName {
  std::string owner;    // `counter`, `Registry`
  std::string name;     // `_calls`, without quotes
  std::string value;    // `counter._calls`, `copy(Registry.items)`
  bool is_new = false;  // the name does not exist before
};

// Returns the literal of the package's or variable's name. REQUIRES: kAbsent or kUnset.
std::string AbsentPackage(const model::RestoredState& restored);

// Returns the environment callable that sets, in the written test, what the environment must be;
// nullopt for state that the test restores.
std::optional<std::string_view> CallableSaying(const model::RestoredState& restored);
std::vector<std::string> SaidOf(const model::RestoredState& restored);

// REQUIRES: a name to be set, or kDatabase.
RestoredName RestoredText(const model::RestoredState& restored, const model::Subject& subject,
                          Imports& imports);

}  // namespace skua::render
