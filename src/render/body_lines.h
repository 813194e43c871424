// The lines of a test's function as they are written: sections with an empty line between them,
// blocks of `with` around what follows.
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

  // `indent`: levels.
  explicit BodyLines(int indent) : indent_(indent) {}

  // One logical line of a section. Returns the number of its first physical line, from 1.
  uint32_t Add(std::string_view flat, Section section);
  // A line of the block that the last line opened.
  void AddInBlock(std::string_view flat, int levels = 1);
  // What follows without a gap belongs to this section.
  void Continue(Section section) { section_ = section; }
  Section section() const { return section_; }

  // All that follows stands in `with context:`.
  void Enter(std::string_view context);

  // Columns that a line has.
  int columns() const;
  // Columns of a line that `text` leaves.
  std::size_t LeftBeside(std::string_view text) const;

  // All lines, indented.
  std::string Text() && { return std::move(text_); }

 private:
  int indent_;                 // where the next line stands
  bool begins_block_ = false;  // the last line was the `with` of a context
  Section section_ = Section::kNone;
  std::string text_;
};

}  // namespace skua::render
