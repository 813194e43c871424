// The world of the running test, and what the test asked of it: see world/questions.py, which has
// the table of questions and the answers of each world.
#pragma once

#include <Python.h>

#include <cstdint>

namespace skua::runtime {

// The number of the world whose answers are given from now on. It also is the order of sets.
uint32_t World();
void EnterWorld(uint32_t number);

// In how many worlds a test has to be observed for what it asked since ForgetAsked. Noted only in
// processes that vary their answers.
uint8_t AskedWorlds();
void NoteAsked(uint8_t worlds);
void ForgetAsked();

// The same for what a process decides by chance, which any code asks. While there is a judge, a
// callable that takes the number of worlds, it is told instead; null (borrowed) for none.
void NoteChance();
void LetJudge(PyObject* judge);

// Leaves what is asked meanwhile unnoted.
class AskingUnnoted {
 public:
  AskingUnnoted();
  ~AskingUnnoted();
  AskingUnnoted(const AskingUnnoted&) = delete;
  AskingUnnoted& operator=(const AskingUnnoted&) = delete;

 private:
  const uint8_t before_;
};

// The worlds in which a test is observed that asks what a process decides by chance.
inline constexpr uint8_t kManyWorlds = 32;

}  // namespace skua::runtime
