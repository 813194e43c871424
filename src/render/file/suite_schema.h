// The JSON Schema (draft-07) of suite_json.h's format, and a check of files by the same records.
#pragma once

#include <optional>
#include <string>

#include "record/place.h"

namespace skua::render {

using Json = record::Json;

std::string SuiteSchema();

// Returns the first fault of a suite, such as a variable that is used before it is assigned, or
// nullopt. Does not check that names exist.
std::optional<record::ReadError> FaultInSuite(const Json& suite);

}  // namespace skua::render
