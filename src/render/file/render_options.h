// Options of a written test file: style, layout, and names in its header.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "render/python/page_style.h"

namespace skua::render {

enum class Style : uint8_t { kPytest, kUnittest, kJson };

struct RenderOptions {
  std::string version;      // of Skua
  std::string fingerprint;  // of the module
  // Top-level names of the project's packages and modules, including the subject's, which are
  // imported last.
  std::set<std::string> first_party;
  Style style = Style::kPytest;  // see style.h
  PageStyle page = {};
  std::string above = {};  // written as comments at the top of each file
  // names of functions that exist in a file of another style, which no new function may have
  std::vector<std::string> taken = {};
};

}  // namespace skua::render
