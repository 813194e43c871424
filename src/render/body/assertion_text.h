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

// Returns nullopt if Python text cannot express the value, and for assertions on files, logs and
// output. `value` is the text of the assertion's variable; for kGlobal it is ModuleText.
// `expected`, if not empty, replaces the expected value.
std::optional<std::string> AssertionText(const model::Assertion& assertion, const Expression& value,
                                         Imports& imports, const std::string& expected = "");

// Returns the module, from which its names can be read; imports it.
Expression ModuleText(const model::Subject& subject, Imports& imports);

// Returns the records of a kLog assertion as in caplog.record_tuples: `[("parcel", logging.WARNING,
// "late")]`.
std::optional<std::string> RecordsText(const model::Value& records, Imports& imports);

// Returns the name of a log level, `logging.WARNING`, or its number.
std::string LevelText(int64_t level, Imports& imports);

// Returns `assert left == expected`, with `is` for singletons. `as`, if not empty, replaces the
// expected value.
std::optional<std::string> ComparisonText(const Expression& left, const model::Value& expected,
                                          Imports& imports, const std::string& as = "");

// Returns whether the value is compared by `is`.
bool IsComparedByIdentity(const model::Value& value);

}  // namespace skua::render
