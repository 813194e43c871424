// Makes, compares and measures values for the oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/trace.h"
#include "model/value.h"

namespace skua::oracle {

model::Value TextValue(std::string text);
model::Value IntValue(int64_t integer);
// Returns the log record as a tuple, as in caplog.record_tuples.
model::Value RecordValue(const model::StatementObservation::LogRecord& record);

// Returns whether `seen` satisfies the assertion that is written for `expected`: Python's `==`,
// `is` for None, bools and classes, pytest.approx for floats. An unknown value never matches.
bool Matches(const model::Value& expected, const model::Value& seen);

// Returns the value's len(), or nullopt if it has none or if it is not known.
std::optional<int64_t> LengthOf(const model::Value& value);

// Returns the value's class: "builtins:int".
std::string_view TypeNameOf(const model::Value& value);

// Returns about how many characters the value takes as Python text.
std::size_t TextLength(const model::Value& value);

}  // namespace skua::oracle
