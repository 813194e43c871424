// Integers in JSON that others may have written. A fraction is none, also where its value is whole:
// it may be beyond every integer of the type, and then no conversion of it is defined.
#pragma once

namespace skua::record {

// Throws the library's exception where the value is no integer. One that the type has no room for
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
