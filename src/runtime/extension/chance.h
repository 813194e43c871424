// What each process decides in another way: orders of sets, and random numbers that nothing seeds.
// Two processes may agree on it all the same: on every other bool, say.
#pragma once

namespace skua::runtime {

// Whether something of a test was decided so, since this was last set to false. Noted only where
// the process varies the orders of sets and notes random numbers (world/circumstances.py).
bool DecidedByChance();
void DecidedByChance(bool whether);

}  // namespace skua::runtime
