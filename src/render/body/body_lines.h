// The lines of a test's function: sections separated by an empty line, and nested `with` blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace skua::render {

class BodyLines {
 public:
  // kDefinition: a local function, with an empty line before and after it.
  enum class Section { kNone, kArrange, kAct, kAssert, kDefinition };

  // `indent` is in levels, `columns` is the longest line.
  BodyLines(int indent, int columns) : indent_(indent), columns_(columns) {}

  // Adds one logical line to a section. Returns the number of its first physical line, from 1.
  uint32_t Add(std::string_view flat, Section section);
  // Adds a line to the block that the last line opened.
  void AddInBlock(std::string_view flat, int levels = 1);
  // Lets following lines belong to this section without an empty line.
  void Continue(Section section) { section_ = section; }
  Section section() const { return section_; }

  // Begins a block `with context:` for all following lines.
  void Enter(std::string_view context);

  // Returns the width available to a line, in columns.
  int columns() const;
  // Returns the number of free columns on a line with `text`.
  std::size_t LeftBeside(std::string_view text) const;

  // Returns all lines, indented.
  std::string Text() && { return std::move(text_); }

 private:
  int indent_;  // level of the next line
  const int columns_;
  bool begins_block_ = false;  // the last line was `with context:`
  Section section_ = Section::kNone;
  std::string text_;
};

}  // namespace skua::render
