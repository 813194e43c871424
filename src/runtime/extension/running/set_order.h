// Makes sets iterate in a chosen order, as in a process with another hash seed. One other process
// shows only by chance that a result depends on the order; many orders show it nearly always.
#pragma once

namespace skua::runtime {

// Makes sets and frozensets, for the rest of the process's life, iterate in the order of the
// current world (asked.h), except sets of numbers, whose order does not depend on the hash seed or
// addresses. Within one world an unchanged set always has the same order. Copies that CPython makes
// without an iterator keep their order: from 3.13 on, list(…) of a set. Returns false if this
// interpreter's iterators cannot be replaced.
bool VarySets();

}  // namespace skua::runtime
