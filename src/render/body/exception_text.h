// Writes what tests say about exceptions: pytest.raises and xfail.
#pragma once

#include <cstddef>
#include <string>

#include "model/suite.h"
#include "render/python/imports.h"

namespace skua::render {

// `@pytest.mark.xfail(…)`, or `skip` for a finding that cannot be run, as one logical line; empty
// for a test that is no finding.
std::string RenderDecorator(const model::GeneratedTest& test, Imports& imports);

// `pytest.raises(ValueError, match="…")`, without a match where that takes more than `columns`.
// `match` is a name that stands in place of the text, if not empty.
std::string RaisesText(const model::RaisedException& exception, std::size_t columns,
                       Imports& imports, const std::string& match = "");

// The exception's type, or its nearest base class that can be imported.
const std::string& ReachableTypeName(const model::RaisedException& exception);

// The part of an exception's message that is worth matching, without characters that are special in
// regular expressions; empty when there is none.
std::string MatchableText(const model::RaisedException& exception);

// Why a finding cannot be run as a test; empty when it can.
std::string ReasonToSkip(const model::GeneratedTest& test);

}  // namespace skua::render
