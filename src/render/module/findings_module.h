// The findings of a module as a file of their own: tests that are expected to fail, each with the
// last frames of its traceback.
#pragma once

#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/module/test_file_text.h"
#include "render/module/test_module.h"

namespace skua::render {

// Writes findings in options.style, and as pytest functions for kJson, whose file has the findings,
// too. Keeps the order of `findings`: the weightiest first. REQUIRES: as for RenderPytest, and each
// is a finding.
RenderedModule RenderFindings(const model::Subject& subject, const model::Suite& findings,
                              const RenderOptions& options);

// Renders findings in the style of pytest, to be added to a file that stands, if there is one.
RenderedParts RenderAddedFindings(const model::Subject& subject, const model::Suite& findings,
                                  const RenderOptions& options, const StandingFile* standing);

// The last frames of a finding's traceback as lines of a comment, innermost last; empty for a test
// that is no finding. `indent` is in levels.
std::string TracebackComment(const model::GeneratedTest& test, int indent, int columns);

}  // namespace skua::render
