// Values in a few words, for names: minus_3, empty_list, us_dollar.
#pragma once

#include <string>
#include <string_view>

#include "model/subject.h"
#include "model/test_case.h"
#include "model/value.h"

namespace skua::render {

// "builtins:KeyError" → "key_error"
std::string ClassSlug(std::string_view type_name);

// A text that fits into a name; empty when its words say too little.
std::string StrSlug(const std::string& text);

// What a value is; a kind of thing when there are no words for this one.
std::string ValueSlug(const model::Value& value);

// The same of a literal argument; empty when there are none.
std::string StatementSlug(const model::Subject& subject, const model::Statement& statement);

}  // namespace skua::render
