#include "runtime/extension/asked.h"

#include <algorithm>

namespace skua::runtime {
namespace {

uint32_t world = 0;
uint8_t asked = 0;

}  // namespace

uint32_t World() { return world; }
void EnterWorld(uint32_t number) { world = number; }

uint8_t AskedWorlds() { return asked; }
void NoteAsked(uint8_t worlds) { asked = std::max(asked, worlds); }
void ForgetAsked() { asked = 0; }

AskingUnnoted::AskingUnnoted() : before_(asked) {}
AskingUnnoted::~AskingUnnoted() { asked = before_; }

}  // namespace skua::runtime
