#include "runtime/extension/python/asked.h"

#include <algorithm>
#include <utility>

#include "runtime/extension/python/owned.h"

namespace skua::runtime {
namespace {

uint32_t world = 0;
uint8_t asked = 0;
Owned judge;

}  // namespace

uint32_t World() { return world; }
void EnterWorld(uint32_t number) { world = number; }

uint8_t AskedWorlds() { return asked; }
void NoteAsked(uint8_t worlds) { asked = std::max(asked, worlds); }
void ForgetAsked() { asked = 0; }

void NoteChance() {
  if (!judge) return NoteAsked(kManyWorlds);
  // Removes the judge during its call, since it may iterate sets itself.
  const Owned now = std::exchange(judge, Owned());
  const Owned result(PyObject_CallFunction(now.get(), "i", static_cast<int>(kManyWorlds)));
  if (!result) PyErr_Clear();
  if (!judge) judge = Owned::Share(now.get());
}

void LetJudge(PyObject* new_judge) {
  judge = new_judge != nullptr ? Owned::Share(new_judge) : Owned();
}

AskingUnnoted::AskingUnnoted() : before_(asked) {}
AskingUnnoted::~AskingUnnoted() { asked = before_; }

}  // namespace skua::runtime
