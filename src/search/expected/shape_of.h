// The shape of a value that a test makes, as expected/shapes.py of the runtime tells it of
// literals: tests/golden/expected/shapes.tsv holds both to the same.
#pragma once

#include <string_view>

#include "model/expected_argument.h"
#include "model/test_case.h"

namespace skua::search {

model::Shape ShapeOf(const model::Statement& statement);
// REQUIRES: a primitive value.
model::Shape ShapeOf(const model::Value& value);
// Of a str.
model::Shape ShapeOfText(std::string_view text);

// Returns whether values of the shape say nothing, and suit where no content matters: None, 0, "".
bool IsHollow(model::Shape shape);

// Returns the kind of statement that makes values of the shape; kCall for kObject.
model::StatementKind KindOf(model::Shape shape);

}  // namespace skua::search
