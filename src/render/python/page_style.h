// How a written file looks, as far as projects differ in it.
#pragma once

#include "render/python/layout.h"

namespace skua::render {

struct PageStyle {
  int columns = kUsualColumns;     // of a line, at most
  bool single_quotes = false;      // 'text' where that needs no more escapes
  bool one_import_a_line = false;  // each name has an import of its own
};

}  // namespace skua::render
