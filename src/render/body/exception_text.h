// Writes pytest.raises and xfail.
#pragma once

#include <cstddef>
#include <string>

#include "model/suite.h"
#include "render/python/imports.h"

namespace skua::render {

// Returns `@pytest.mark.xfail(…)`, or `skip` for a finding that crashes or hangs, as one logical
// line; empty for other tests.
std::string RenderDecorator(const model::GeneratedTest& test, Imports& imports);

// Returns `pytest.raises(ValueError, match="…")`, without a match if longer than `columns`.
// `match`, if not empty, is a name that replaces the text.
std::string RaisesText(const model::RaisedException& exception, std::size_t columns,
                       Imports& imports, const std::string& match = "");

// Returns the exception's type, or its nearest base class that can be imported.
const std::string& ReachableTypeName(const model::RaisedException& exception);

// Returns a characteristic part of an exception's message without special characters of regular
// expressions; empty if there is none.
std::string MatchableText(const model::RaisedException& exception);

// Returns why a finding cannot be run as a test; empty if it can.
std::string ReasonToSkip(const model::GeneratedTest& test);

}  // namespace skua::render
