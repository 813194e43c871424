// The findings of a module as a file of their own: tests that are expected to fail, each with the
// last frames of its traceback.
#pragma once

#include <string>

#include "model/subject.h"
#include "model/suite.h"
#include "render/module/test_file_text.h"
#include "render/module/test_module.h"

namespace skua::render {

// Writes findings in options.style, and for kJson as pytest functions in addition to those in the
// suite. Keeps the order of `findings`: the weightiest first. REQUIRES: as for RenderPytest; all
// are findings.
RenderedModule RenderFindings(const model::Subject& subject, const model::Suite& findings,
                              const RenderOptions& options);

// Renders findings as pytest functions, to be added to an existing file, if any.
RenderedParts RenderAddedFindings(const model::Subject& subject, const model::Suite& findings,
                                  const RenderOptions& options, const StandingFile* standing);

// Returns the last frames of a finding's traceback as comment lines, innermost last; empty for a
// test that is not a finding. `indent` is in levels.
std::string TracebackComment(const model::GeneratedTest& test, int indent, int columns);

}  // namespace skua::render
