// The lines of a test's function as they are written: sections with an empty line between them, and
// `with` blocks around the lines that follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace skua::render {

class BodyLines {
 public:
  // kDefinition: a local function, with an empty line on both sides.
  enum class Section { kNone, kArrange, kAct, kAssert, kDefinition };

  // `indent` is in levels, `columns` what a line may take.
  BodyLines(int indent, int columns) : indent_(indent), columns_(columns) {}

  // Adds one logical line to a section. Returns the number of its first physical line, from 1.
  uint32_t Add(std::string_view flat, Section section);
  // Adds a line to the block that the last line opened.
  void AddInBlock(std::string_view flat, int levels = 1);
  // Lines that follow without a gap belong to this section.
  void Continue(Section section) { section_ = section; }
  Section section() const { return section_; }

  // All lines that follow stand in `with context:`.
  void Enter(std::string_view context);

  // The width available to a line, in columns.
  int columns() const;
  // The columns that `text` leaves free on a line.
  std::size_t LeftBeside(std::string_view text) const;

  // All lines, indented.
  std::string Text() && { return std::move(text_); }

 private:
  int indent_;  // level of the next line
  const int columns_;
  bool begins_block_ = false;  // the last line was the `with` of a context
  Section section_ = Section::kNone;
  std::string text_;
};

}  // namespace skua::render
