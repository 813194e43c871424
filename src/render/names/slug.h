// Describes values in a few words, for names: minus_3, empty_list, us_dollar.
#pragma once

#include <string>
#include <string_view>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/value.h"

namespace skua::render {

// "builtins:KeyError" → "key_error"
std::string ClassSlug(std::string_view type_name);

// A text in words that fit into a name; empty when the words say too little.
std::string StrSlug(const std::string& text);

// A value in words; if there are none for it, its kind, and for a collection its size.
std::string ValueSlug(const model::Value& value);
// The same without the size: "list", "list_with_hello", "empty_list".
std::string UncountedSlug(const model::Value& value);

// A literal argument in words; empty when there are none.
std::string StatementSlug(const model::Subject& subject, const model::Statement& statement);

}  // namespace skua::render
