// Included before all else where clang builds fuzz targets. With libstdc++ 12 clang 16 asks whether
// a model::Value has a default constructor while it looks into the pairs of texts and values that a
// Value holds, and finds both incomplete. This answers in advance.
#pragma once

#include <type_traits>

namespace skua::model {
struct Value;
}

template <>
struct std::__is_implicitly_default_constructible<skua::model::Value> : std::true_type {};
