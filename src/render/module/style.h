// The styles in which a suite can be written (output.style), and the files of a module in each of
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/subject.h"
#include "model/suite.h"
#include "render/file/file_header.h"
#include "render/module/test_module.h"

namespace skua::render {

// Parses "pytest", "unittest" or "json". REQUIRES: one of these.
Style StyleFromName(std::string_view name);

// Returns the suite as the text of one file that pytest can run, in any style: this text is
// verified.
RenderedModule RenderTests(const model::Subject& subject, const model::Suite& suite,
                           const RenderOptions& options);

// Returns the kind of file in which the style keeps its tests.
FileKind FileKindOf(Style style);
// Returns the text of the file in this style: `verified`, or the suite as JSON. `standing`: see
// RenderSuiteFile.
std::string TextToWrite(const model::Subject& subject, const model::Suite& suite,
                        const RenderOptions& options, std::string verified,
                        std::string_view standing);

}  // namespace skua::render
