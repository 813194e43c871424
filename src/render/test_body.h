// One generated test as the lines of its function: arrange, act, assert.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/imports.h"

namespace skua::render {

struct TestBody {
  std::string text;                       // indented lines
  std::vector<uint32_t> assertion_lines;  // one an assertion: its first line, 1 = the body's first;
                                          // 0: it could not be written
  std::string call;                       // what the test is about, on one line
};

// REQUIRES: there is a call.
TestBody RenderBody(const model::Subject& subject, const model::GeneratedTest& test,
                    Imports& imports);

// `@pytest.mark.xfail(…)`, one logical line; empty for a test that is no finding.
std::string RenderDecorator(const model::GeneratedTest& test, Imports& imports);

// The statement the test is about: the one that raises, or its last call. REQUIRES: there is a
// call.
std::size_t ActOf(const model::GeneratedTest& test);

// The exception's type as far as it can be imported.
const std::string& ReachableTypeName(const model::RaisedException& exception);

// The part of an exception's message that is worth matching, free of what is special in regular
// expressions; empty when there is none.
std::string MatchableText(const model::RaisedException& exception);

}  // namespace skua::render
