#include "model/sandbox.h"

namespace skua::model {

std::string ConsequencesOf(const Sandbox& sandbox) {
  std::string consequences;
  for (const Protection& protection : sandbox.protections) {
    if (protection.holds) continue;
    consequences += (consequences.empty() ? "" : "; ") + protection.consequence;
  }
  return consequences;
}

}  // namespace skua::model
