// Options of a written file of tests: its style, its page, and whom it names.
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
  // Top-level names of the project's own packages and modules, which are imported last. The
  // subject's own is always among them.
  std::set<std::string> first_party;
  Style style = Style::kPytest;  // see style.h
  PageStyle page = {};
  std::string above = {};  // a text that stands as comments at the top of each file
  // Names of functions that stand in a file of another style, which no new one may have.
  std::vector<std::string> taken = {};
};

}  // namespace skua::render
