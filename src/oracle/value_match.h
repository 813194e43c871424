// Compares and measures values for the oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/value.h"

namespace skua::oracle {

// Whether an observed value satisfies the assertion that is written for the expected one: Python's
// `==`, `is` for None, bools and classes, pytest.approx for floats. A value of which nothing is
// known matches nothing.
bool Matches(const model::Value& expected, const model::Value& seen);

// The value's len(); nothing where it has none, or where that is not known.
std::optional<int64_t> LengthOf(const model::Value& value);

// The value's class: "builtins:int".
std::string_view TypeNameOf(const model::Value& value);

// About how many characters the value has when written.
std::size_t TextLength(const model::Value& value);

}  // namespace skua::oracle
