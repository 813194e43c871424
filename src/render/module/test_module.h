// Writes a suite as the text of one pytest file, as a person would write it, formatted as black
// does. The same subject and suite give the same bytes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"
#include "render/file/render_options.h"

namespace skua::render {

struct RenderedTest {
  std::string name;   // pytest's name: the function's, or "test_quote[1-2]" for a case
  uint32_t line = 0;  // line of its `def`, or of the case, from 1
  std::string call;   // its act, on one line: "split(total=1, parts=0)"
  std::vector<uint32_t> assertion_lines;  // first line of each assertion of the GeneratedTest
};

struct RenderedModule {
  std::string text;
  std::vector<RenderedTest> tests;  // one for each test of the suite, in order
};

// REQUIRES: the tests are well-formed for the subject, and each has a call.
RenderedModule RenderPytest(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options);

}  // namespace skua::render
