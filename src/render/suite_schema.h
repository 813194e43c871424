// The JSON Schema (draft-07) of suite_json.h's format, made from the same words that the writer and
// the reader use, and the check of files by it.
#pragma once

#include <optional>
#include <string>

#include "record/schema_check.h"
#include "render/suite_json_values.h"

namespace skua::render {

std::string SuiteSchema();

// The first fault of a suite: by the schema, or a statement or assertion that uses a variable
// before it is assigned. Nothing where it has none: whether what it names exists is for its reader.
std::optional<record::SchemaFault> FaultInSuite(const Json& suite);

}  // namespace skua::render
