// Writes one assertion as a line of Python.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/python/expression.h"
#include "render/python/imports.h"

namespace skua::render {

// `value` is the text of the assertion's variable; for kGlobal it is ModuleText. `expected` stands
// in place of the expected value, if not empty. Nothing where Python text cannot say it, and for
// the kinds that are about the surroundings.
std::optional<std::string> AssertionText(const model::Assertion& assertion, const Expression& value,
                                         Imports& imports, const std::string& expected = "");

// The text of the module itself, whose names can be read from it; imports it.
Expression ModuleText(const model::Subject& subject, Imports& imports);

// The records of a kLog assertion as caplog.record_tuples has them: `[("parcel", logging.WARNING,
// "late")]`.
std::optional<std::string> RecordsText(const model::Value& records, Imports& imports);

// The name of a log level, `logging.WARNING`, or its number.
std::string LevelText(int64_t level, Imports& imports);

// `assert left == expected`, or `is` for objects of which there is only one. `as` stands in place
// of the expected value, if not empty.
std::optional<std::string> ComparisonText(const Expression& left, const model::Value& expected,
                                          Imports& imports, const std::string& as = "");

// Whether a value is compared by `is`.
bool IsComparedByIdentity(const model::Value& value);

}  // namespace skua::render
