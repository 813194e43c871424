// Sets that iterate the other way round, as they might in a process with another hash seed. A
// hash seed changes the order of three elements or more only now and then, so that a result which
// depends on it may look the same in several processes.
#pragma once

namespace skua::runtime {

// From now on, for the rest of the process's life, a set or frozenset is iterated the other way
// round where its order is up to the hash seed or to addresses; sets of numbers keep theirs. What
// CPython copies without asking for an iterator keeps its order: from 3.13 on, list(…) and
// sorted(…) of a set. False when this interpreter keeps its sets' iterators where they cannot be
// exchanged.
bool ReverseSets();

}  // namespace skua::runtime
