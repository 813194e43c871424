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
  std::string text;                       // indented lines
  std::vector<uint32_t> assertion_lines;  // for each assertion its first line, where 1 is the
                                          // body's first; 0: it could not be written
  std::string call;                       // what the test is about, on one line
};

// REQUIRES: ActOf the test is a call. The idiom has been given the same `substitutes`.
TestBody RenderBody(const model::Subject& subject, const model::GeneratedTest& test,
                    Imports& imports, Definitions& definitions, Idiom& idiom,
                    const Substitutes& substitutes = {});

// The statement that the test is about: the one that raises, or the last call that does not merely
// prepare the surroundings. REQUIRES: there is a call.
std::size_t ActOf(const model::Subject& subject, const model::GeneratedTest& test);

}  // namespace skua::render
