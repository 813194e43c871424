// Writes a suite into a file that stands in the tree: what is in the file already keeps its
// text, its name and its place.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "render/file/file_header.h"
#include "render/file/standing_file.h"
#include "render/module/test_file_text.h"
#include "render/module/test_module.h"

namespace skua::render {

// Renders tests that are to be added to a file of pytest functions. Imports are those of the file
// and of the tests; definitions are those that the file does not have.
RenderedParts RenderAdded(const model::Subject& subject, const model::Suite& added,
                          const RenderOptions& options, const StandingFile& standing);

// Tests of the suite with the name of a test in the file stay as they are. Tests in the file that
// the suite does not have go, with the imports and definitions that only they used. Tests without a
// name are added behind those of the same callable. Findings are added behind all others.
// The style is that of the file. REQUIRES: the rows of the file's tables have names; all names in
// the suite are in the file; there is a test.
RenderedModule RenderInto(const StandingFile& standing, const model::Subject& subject,
                          const model::Suite& suite, const RenderOptions& options, FileKind kind);

}  // namespace skua::render
