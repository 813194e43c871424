// Whether a value seen passes for the one expected, as the assertion that is written of it decides:
// Python's `==`, `is` for None, bools and classes, pytest.approx for floats.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/value.h"

namespace skua::oracle {

// What nothing is known of matches nothing.
bool Matches(const model::Value& expected, const model::Value& seen);

// What len() gives; nothing where it gives nothing, or is not known.
std::optional<int64_t> LengthOf(const model::Value& value);

// Its class: "builtins:int".
std::string_view TypeNameOf(const model::Value& value);

}  // namespace skua::oracle
