// The layout of a written file, as projects choose it.
#pragma once

#include "render/python/layout.h"

namespace skua::render {

struct PageStyle {
  int columns = kUsualColumns;     // longest line
  bool single_quotes = false;      // 'text' unless that needs more escapes
  bool one_import_a_line = false;  // a statement for each imported name
};

}  // namespace skua::render
