// Writes a suite into an existing file of the tree: tests in the file keep their text, name and
// place.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "render/file/file_header.h"
#include "render/file/standing_file.h"
#include "render/module/test_file_text.h"
#include "render/module/test_module.h"

namespace skua::render {

// Renders tests to be added to a file of pytest functions. Imports are those of the file and of the
// tests; definitions are those that the file does not have.
RenderedParts RenderAdded(const model::Subject& subject, const model::Suite& added,
                          const RenderOptions& options, const StandingFile& standing);

// Returns the file with the suite's tests: those that the file has stay unchanged; the file's other
// tests are removed, with imports and definitions that only they used. Tests without a name are
// added after those of the same callable; findings are added at the end. Keeps the file's style.
// REQUIRES: the cases of the file's tables have names; all names in the suite are in the file;
// there is a test.
RenderedModule RenderInto(const StandingFile& standing, const model::Subject& subject,
                          const model::Suite& suite, const RenderOptions& options, FileKind kind);

}  // namespace skua::render
