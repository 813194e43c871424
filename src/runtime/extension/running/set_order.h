// Sets that iterate in an order of our choice, as they might in a process with another hash seed.
// One other process shows an order that decides a test's result only by chance; many orders, one
// after the other, show it nearly always.
#pragma once

namespace skua::runtime {

// From now on, for the rest of the process's life, a set or frozenset is iterated in the order of
// the current world (asked.h) where that is up to the hash seed or to addresses; sets of numbers
// keep theirs. Within one world a set that does not change is iterated alike each time. What
// CPython copies without asking for an iterator keeps its order: from 3.13 on, list(…) of a set.
// False when this interpreter keeps its sets' iterators where they cannot be exchanged.
bool VarySets();

}  // namespace skua::runtime
