// Writes an observed value as the right side of an assertion.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/value.h"
#include "render/python/imports.h"

namespace skua::render {

// The syntax of a collection: `{1, 2}`, `set()`, `(1,)`, `{"a": 1}` (items: key, value, …).
enum class Collection { kList, kTuple, kSet, kFrozenSet, kDict };
std::string CollectionText(Collection kind, const std::vector<std::string>& items);

// Writes approximate numbers, which `==` compares with a tolerance.
struct Approximation {
  // Returns the text for a float or complex number, from its literal.
  std::function<std::string(const model::Value& number, const std::string& literal)> number;
  // Returns the text for a whole list or tuple of finite numbers; null if not possible at once.
  std::function<std::string(const std::string& text)> sequence;
};
std::optional<std::string> ExpectedText(const model::Value& value, Imports& imports,
                                        const Approximation& approximation);

// Returns the value; for an object that equals a plain value, the plain value.
const model::Value& AsWritten(const model::Value& value);

// Returns nullopt if Python text cannot express the value. Floats are written with pytest.approx,
// except in members of sets and keys of dicts, which are exact.
std::optional<std::string> ExpectedText(const model::Value& value, Imports& imports);

// Returns `Decimal("4.90")` for "Decimal('4.90')", and imports it. Nullopt if the text is not a
// plain constructor call.
std::optional<std::string> ConstructorText(std::string_view type_name, std::string_view text,
                                           Imports& imports);

}  // namespace skua::render
