// One assertion as a line of Python.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/expression.h"
#include "render/imports.h"

namespace skua::render {

// `value`: what the assertion's variable is written as; of kGlobal: ModuleText. `expected`: what
// stands in place of the expected value, if not empty. Nothing where Python text cannot say it, and
// for the kinds that are about what surrounds the subject.
std::optional<std::string> AssertionText(const model::Assertion& assertion, const Expression& value,
                                         Imports& imports, const std::string& expected = "");

// The module itself, whose names can be asked for: imported from now on.
Expression ModuleText(const model::Subject& subject, Imports& imports);

// Of kLog, as caplog.record_tuples has it: `[("parcel", logging.WARNING, "late")]`.
std::optional<std::string> RecordsText(const model::Value& records, Imports& imports);

// `logging.WARNING`, or the number.
std::string LevelText(int64_t level, Imports& imports);

// `assert left == expected`, or `is` where there is one such object. `as`: as `expected` above.
std::optional<std::string> ComparisonText(const Expression& left, const model::Value& expected,
                                          Imports& imports, const std::string& as = "");

// Whether a value is compared by `is`.
bool IsComparedByIdentity(const model::Value& value);

}  // namespace skua::render
