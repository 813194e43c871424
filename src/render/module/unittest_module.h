// Writes a suite as the text of one file for the standard library's unittest, formatted as black
// does: a TestCase for each class under test, and one for the functions. pytest can run it, too.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "render/file/file_header.h"
#include "render/file/standing_file.h"
#include "render/module/test_file_text.h"
#include "render/module/test_module.h"

namespace skua::render {

// Like RenderPytest. The tests' names are pytest's: "TestRateTable::test_add".
RenderedModule RenderUnittest(const model::Subject& subject, const model::Suite& suite,
                              const RenderOptions& options);

// Like RenderFindings.
RenderedModule RenderUnittestFindings(const model::Subject& subject, const model::Suite& findings,
                                      const RenderOptions& options);

// Renders tests, or findings, as methods to be added to an existing file, if any. Imports are those
// of the file and of the tests; definitions are those that the file does not have.
RenderedParts RenderAddedMethods(const model::Subject& subject, const model::Suite& added,
                                 const RenderOptions& options, FileKind kind,
                                 const StandingFile* standing);

}  // namespace skua::render
