// What oracles ask of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/value.h"

namespace skua::oracle {

// Whether a value seen passes for the one expected, as the assertion that is written of it decides:
// Python's `==`, `is` for None, bools and classes, pytest.approx for floats. What nothing is known
// of matches nothing.
bool Matches(const model::Value& expected, const model::Value& seen);

// What len() gives; nothing where it gives nothing, or is not known.
std::optional<int64_t> LengthOf(const model::Value& value);

// Its class: "builtins:int".
std::string_view TypeNameOf(const model::Value& value);

// About how many characters it has when written.
std::size_t TextLength(const model::Value& value);

}  // namespace skua::oracle
