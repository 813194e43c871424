// The text of a test file while it grows function by function, and the lines on which the functions
// stand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/subject.h"
#include "render/body/test_body.h"
#include "render/file/file_header.h"
#include "render/file/standing_file.h"
#include "render/module/test_module.h"
#include "render/python/imports.h"

namespace skua::render {

struct TestFunction {
  std::string comment;    // lines above it, each with its "# "
  std::string decorator;  // one logical line; empty: none
  std::string name;
  std::string parameters;  // as between its parentheses
  TestBody body;
  std::string docstring = {};  // one line; empty: none
};

class TestFileText {
 public:
  explicit TestFileText(std::string top) : text_(std::move(top)) { CountLines(0); }

  void Add(std::string_view text);
  // `indent` is the level of the `def`.
  RenderedTest AddFunction(TestFunction function, int indent, const PageStyle& style);

  uint32_t lines() const { return lines_; }
  const std::string& text() const { return text_; }
  std::string Sealed(const FileHeader& header) && {
    return render::Sealed(std::move(text_), header);
  }

 private:
  void CountLines(std::size_t from);

  std::string text_;
  uint32_t lines_ = 0;
};

// A function as it was rendered, with the tests that it is: their places in the suite, and what is
// known of them, with lines from 1 within the text.
struct RenderedFunction {
  NamedText text;
  std::vector<std::pair<std::size_t, RenderedTest>> tests;
};

// What a suite becomes below the header of its file.
struct RenderedParts {
  std::string imports;
  std::string case_base = {};  // see StandingFile::case_base
  std::vector<NamedText> definitions;
  std::vector<RenderedFunction> functions;
};

// The test as it stands so many lines further down.
RenderedTest MovedDown(RenderedTest test, uint32_t lines);

// The file of these parts, for a suite of so many tests.
RenderedModule Assemble(const model::Subject& subject, const RenderOptions& options, FileKind kind,
                        const RenderedParts& parts, std::size_t tests);

// Gives the functions and definitions the quotes that the style asks for.
void Quote(const PageStyle& style, RenderedParts& parts);

// The imports of a file for `subject`, still empty.
Imports ImportsFor(const model::Subject& subject, const RenderOptions& options);

}  // namespace skua::render
