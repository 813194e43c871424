// An observed value as the right side of an assertion.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/value.h"
#include "render/imports.h"

namespace skua::render {

// A collection: `{1, 2}`, `set()`, `(1,)`, `{"a": 1}` (items: key, value, …).
enum class Collection { kList, kTuple, kSet, kFrozenSet, kDict };
std::string CollectionText(Collection kind, const std::vector<std::string>& items);

// How to say that a number is about so much, where `==` reaches it.
struct Approximation {
  // Of a float or complex number, and its literal.
  std::function<std::string(const model::Value& number, const std::string& literal)> number;
  // Of a list or tuple of finite numbers at once; null where there is no way for all of them.
  std::function<std::string(const std::string& text)> sequence;
};
std::optional<std::string> ExpectedText(const model::Value& value, Imports& imports,
                                        const Approximation& approximation);

// The value itself, or the plain one that stands for an object that equals it.
const model::Value& AsWritten(const model::Value& value);

// Nothing when Python text cannot say it. Floats by pytest.approx where `==` reaches them; members
// of sets and keys of dicts exactly.
std::optional<std::string> ExpectedText(const model::Value& value, Imports& imports);

// "Decimal('4.90')" → `Decimal("4.90")` with its import. Nothing when the text is no plain
// constructor expression.
std::optional<std::string> ConstructorText(std::string_view type_name, std::string_view text,
                                           Imports& imports);

}  // namespace skua::render
