// Reads integers from JSON that others may have written. Rejects a number with a fraction part,
// even 1.0: it may exceed every integer type, and its conversion would be undefined.
#pragma once

namespace skua::record {

// Throws the library's exception if the value is not an integer. An integer too large for the type
// loses its highest bits.
template <typename T, typename Json>
T IntegerOf(const Json& value) {
  return static_cast<T>(value.template get_ref<const typename Json::number_integer_t&>());
}

template <typename T, typename Json>
T IntegerIn(const Json& object, const char* name, T where_there_is_none = 0) {
  const auto found = object.find(name);
  return found == object.end() ? where_there_is_none : IntegerOf<T>(*found);
}

}  // namespace skua::record
