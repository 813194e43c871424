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

// A collection: `{1, 2}`, `set()`, `(1,)`, `{"a": 1}` (items: key, value, …).
enum class Collection { kList, kTuple, kSet, kFrozenSet, kDict };
std::string CollectionText(Collection kind, const std::vector<std::string>& items);

// How to write that a number is only about so large, where `==` compares it.
struct Approximation {
  // For a float or complex number, from its literal.
  std::function<std::string(const model::Value& number, const std::string& literal)> number;
  // For a whole list or tuple of finite numbers; null where there is no way to do it at once.
  std::function<std::string(const std::string& text)> sequence;
};
std::optional<std::string> ExpectedText(const model::Value& value, Imports& imports,
                                        const Approximation& approximation);

// The value itself; for an object that equals a plain value, that value.
const model::Value& AsWritten(const model::Value& value);

// Nothing when Python text cannot say it. Floats that `==` compares are written with pytest.approx;
// members of sets and keys of dicts are exact.
std::optional<std::string> ExpectedText(const model::Value& value, Imports& imports);

// "Decimal('4.90')" → `Decimal("4.90")` with its import. Nothing when the text is no plain
// constructor call.
std::optional<std::string> ConstructorText(std::string_view type_name, std::string_view text,
                                           Imports& imports);

}  // namespace skua::render
