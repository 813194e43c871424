// Tells by one comparison, instead of one for each entry, whether a dict was written to. CPython up
// to 3.13 gives a dict a new number with each write (PEP 509). No API shows that number, so it is
// read from memory, if it proves to lie where those versions have it.
#pragma once

#include <Python.h>

#include <cstdint>

namespace skua::runtime {

// The dict's version. As long as it stays the same, the dict holds the same objects in the same
// order. It is zero when it cannot be told: for another layout, a subclass, or the dict of an
// instance, whose values may lie in the instance and be written there. REQUIRES: no exception is
// pending.
uint64_t DictVersion(PyObject* dict);

}  // namespace skua::runtime
