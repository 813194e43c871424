#include "support/source.h"

namespace skua::test {

std::string Source(std::string_view relative) {
  return SKUA_SOURCE_DIR "/" + std::string(relative);
}

}  // namespace skua::test
