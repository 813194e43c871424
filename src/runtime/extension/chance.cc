#include "runtime/extension/chance.h"

namespace skua::runtime {
namespace {

bool decided = false;

}  // namespace

bool DecidedByChance() { return decided; }
void DecidedByChance(bool whether) { decided = whether; }

}  // namespace skua::runtime
