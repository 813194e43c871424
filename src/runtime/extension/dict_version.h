// Whether a dict was written to, in one comparison instead of one an entry: the number that CPython
// up to 3.13 gives a dict anew with each write (PEP 509). No API shows it, so it is read in memory,
// if it proves to lie where those versions have it.
#pragma once

#include <Python.h>

#include <cstdint>

namespace skua::runtime {

// Zero when it cannot be told: another layout, a subclass, or the dict of an instance, whose values
// may lie in the instance and be written there. Otherwise, as long as it stays the same, the dict
// holds the same objects in the same order. REQUIRES: no exception is pending.
uint64_t DictVersion(PyObject* dict);

}  // namespace skua::runtime
