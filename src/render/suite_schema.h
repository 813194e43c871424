// The JSON Schema (draft-07) of suite_json.h's format, made from the same words that the writer and
// the reader use.
#pragma once

#include <string>

namespace skua::render {

std::string SuiteSchema();

}  // namespace skua::render
