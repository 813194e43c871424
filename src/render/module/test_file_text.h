// The text of a test file while functions are added, and the lines of these functions.
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
  std::string comment;    // lines above it, each with "# "
  std::string decorator;  // one logical line; empty: none
  std::string name;
  std::string parameters;  // text between its parentheses
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

// A rendered function, the indices of its tests in the suite, and their facts, with lines from 1
// within the text.
struct RenderedFunction {
  NamedText text;
  std::vector<std::pair<std::size_t, RenderedTest>> tests;
};

// A rendered suite without the header of its file.
struct RenderedParts {
  std::string imports;
  std::string case_base = {};  // see StandingFile::case_base
  std::vector<NamedText> definitions;
  std::vector<RenderedFunction> functions;
};

// Returns the test with its lines moved down by `lines`.
RenderedTest MovedDown(RenderedTest test, uint32_t lines);

// Returns the file of these parts, for a suite of `tests` tests.
RenderedModule Assemble(const model::Subject& subject, const RenderOptions& options, FileKind kind,
                        const RenderedParts& parts, std::size_t tests);

// Changes the quotes of functions and definitions to the style's.
void Quote(const PageStyle& style, RenderedParts& parts);

// Returns empty imports for a file of `subject`.
Imports ImportsFor(const model::Subject& subject, const RenderOptions& options);

}  // namespace skua::render
