// One assertion as a line of Python.
#pragma once

#include <optional>
#include <string>

#include "model/suite.h"
#include "render/expression.h"
#include "render/imports.h"

namespace skua::render {

// `value`: what the assertion's variable is written as. Nothing where Python text cannot say it.
std::optional<std::string> AssertionText(const model::Assertion& assertion, const Expression& value,
                                         Imports& imports);

}  // namespace skua::render
