// Writes one generated test as the lines of its function: arrange, act, assert.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/definitions.h"
#include "render/body/idiom.h"
#include "render/body/substitutes.h"
#include "render/python/imports.h"

namespace skua::render {

struct TestBody {
  std::string text;  // indented lines
  // First line of each assertion, counted from 1 for the body's first; 0: it could not be written.
  std::vector<uint32_t> assertion_lines;
  std::string call;  // the act on one line
};

// REQUIRES: the test's act is a call. The idiom was given the same `substitutes`.
TestBody RenderBody(const model::Subject& subject, const model::GeneratedTest& test,
                    Imports& imports, Definitions& definitions, Idiom& idiom,
                    const Substitutes& substitutes = {});

// Returns the act: the statement that raises, or the last call that does not only prepare the
// environment. REQUIRES: there is a call.
std::size_t ActOf(const model::Subject& subject, const model::GeneratedTest& test);

}  // namespace skua::render
