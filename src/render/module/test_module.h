// Writes a suite as the text of one pytest file: as a person would have written it and black would
// have formatted it. The same subject and suite give the same bytes.
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
  std::string name;   // pytest's name: that of the function, or "test_quote[1-2]" for a row of its
                      // table
  uint32_t line = 0;  // line of its `def`, or of the row, from 1
  std::string call;   // the call it is about, on one line: "split(total=1, parts=0)"
  std::vector<uint32_t> assertion_lines;  // for each assertion of the GeneratedTest its first line
};

struct RenderedModule {
  std::string text;
  std::vector<RenderedTest> tests;  // one for each test of the suite, in order
};

// REQUIRES: the tests are well-formed for the subject, and each has a call.
RenderedModule RenderPytest(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options);

}  // namespace skua::render
