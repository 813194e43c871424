// A suite as the text of one pytest file: what a person would have written, as black would have
// formatted it. Pure: the same subject and suite give the same bytes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/subject.h"
#include "model/suite.h"

namespace skua::render {

enum class Style : uint8_t { kPytest, kUnittest, kJson };

struct RenderOptions {
  std::string version;      // of Skua
  std::string fingerprint;  // of the module
  // Top-level names of the project's own packages and modules: imported last. That of the subject
  // is always among them.
  std::set<std::string> first_party;
  Style style = Style::kPytest;  // see style.h
};

struct RenderedTest {
  std::string name;   // as pytest calls it: of the function, "test_quote[1-2]" of a row of its table
  uint32_t line = 0;  // of its `def`, or of the row, from 1
  std::string call;   // what it is about, on one line: "split(total=1, parts=0)"
  std::vector<uint32_t> assertion_lines;  // one an assertion of the GeneratedTest: its first line
};

struct RenderedModule {
  std::string text;
  std::vector<RenderedTest> tests;  // one a test of the suite, in order
};

// REQUIRES: the tests are well-formed for the subject, and each has a call.
RenderedModule RenderPytest(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options);

}  // namespace skua::render
