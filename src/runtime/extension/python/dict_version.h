// Detects writes to a dict by one comparison, instead of one for each entry. CPython up to 3.13
// gives a dict a new number with each write (PEP 509). No API shows the number, so it is read from
// memory, if it proves to be where those versions have it.
#pragma once

#include <Python.h>

#include <cstdint>

namespace skua::runtime {

// Returns the dict's version. While it is unchanged, the dict holds the same objects in the same
// order. Zero if unknown: for another layout, a subclass, or the dict of an instance, whose values
// may be stored in the instance. REQUIRES: no exception is pending.
uint64_t DictVersion(PyObject* dict);

}  // namespace skua::runtime
