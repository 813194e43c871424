#include "render/body/body_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/python/layout.h"

namespace skua::render {

uint32_t BodyLines::Add(std::string_view flat, Section section) {
  const bool apart = section != section_ || section == Section::kDefinition;
  const bool defines_at_once = begins_block_ && section == Section::kDefinition;
  if ((section_ != Section::kNone && apart) || defines_at_once) text_ += '\n';
  begins_block_ = false;
  section_ = section;
  const auto above = std::count(text_.begin(), text_.end(), '\n');
  text_ += LayOut(flat, indent_, columns_);
  return static_cast<uint32_t>(above) + 1;
}

void BodyLines::AddInBlock(std::string_view flat, int levels) {
  text_ += LayOut(flat, indent_ + levels, columns_);
}

int BodyLines::columns() const { return std::max(columns_ - 4 * indent_, 0); }

std::size_t BodyLines::LeftBeside(std::string_view text) const {
  const auto longest = static_cast<std::size_t>(columns());
  return longest - std::min(text.size(), longest);
}

void BodyLines::Enter(std::string_view context) {
  Add(fmt::format("with {}:", context), Section::kArrange);
  ++indent_;
  section_ = Section::kNone;
  begins_block_ = true;
}

}  // namespace skua::render
