// Writes a suite as the text of one file for the standard library's unittest, formatted as black
// would: a TestCase for each class under test, and one for the functions. pytest runs it, too.
#pragma once

#include "model/subject.h"
#include "model/suite.h"
#include "render/test_module.h"

namespace skua::render {

// As RenderPytest. The tests' names are those that pytest reports: "TestRateTable::test_add".
RenderedModule RenderUnittest(const model::Subject& subject, const model::Suite& suite,
                              const RenderOptions& options);

// The findings of a module likewise: see RenderFindings.
RenderedModule RenderUnittestFindings(const model::Subject& subject, const model::Suite& findings,
                                      const RenderOptions& options);

}  // namespace skua::render
