// The world of the running test, and the questions that the test asked: see world/questions.py,
// which has the table of questions and their answers in each world.
#pragma once

#include <Python.h>

#include <cstdint>

namespace skua::runtime {

// Returns the number of the world whose answers are given; it also decides the order of sets.
uint32_t World();
void EnterWorld(uint32_t number);

// Returns the number of worlds in which to observe a test for its questions since ForgetAsked. Only
// counted in processes that vary their answers.
uint8_t AskedWorlds();
void NoteAsked(uint8_t worlds);
void ForgetAsked();

// Records a question about chance, which any code may ask. A judge, a callable that takes the
// number of worlds, is called instead, if set; null (borrowed) for none.
void NoteChance();
void LetJudge(PyObject* judge);

// Suspends the recording of questions during its lifetime.
class AskingUnnoted {
 public:
  AskingUnnoted();
  ~AskingUnnoted();
  AskingUnnoted(const AskingUnnoted&) = delete;
  AskingUnnoted& operator=(const AskingUnnoted&) = delete;

 private:
  const uint8_t before_;
};

// Number of worlds in which to observe a test that asks about chance.
inline constexpr uint8_t kManyWorlds = 32;

}  // namespace skua::runtime
