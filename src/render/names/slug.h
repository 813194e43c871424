// Describes values in a few words, for names: minus_3, empty_list, us_dollar.
#pragma once

#include <string>
#include <string_view>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/value.h"

namespace skua::render {

// Returns "key_error" for "builtins:KeyError".
std::string ClassSlug(std::string_view type_name);

// Returns words of a string that fit into a name; empty if they say too little.
std::string StrSlug(const std::string& text);

// Returns words for a value; if there are none its kind, and for a collection its size.
std::string ValueSlug(const model::Value& value);
// Returns words without a size: "list", "list_with_hello", "empty_list".
std::string UncountedSlug(const model::Value& value);

// Returns words for a literal argument; empty if there are none.
std::string StatementSlug(const model::Subject& subject, const model::Statement& statement);

}  // namespace skua::render
