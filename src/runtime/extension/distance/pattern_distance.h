// Distances of `match` cases. A pattern is data: the part that needs no code (class names and
// dotted names are not looked up).
//
//   pattern = None                            nothing is known
//           | ("any",)                        matches
//           | ("literal", value)
//           | ("sequence", least, has_star, (pattern, …))   the patterns before a star
//           | ("mapping", (key, …))
//           | ("or", (pattern, …))
#pragma once

#include <Python.h>

#include <functional>

namespace skua::runtime {

// Returns 0 if the subject looks like a match. Runs no code of the subject.
double PatternDistance(PyObject* pattern, PyObject* subject);

// Visits the literals that the whole subject could equal, borrowed.
void ForEachLiteral(PyObject* pattern, const std::function<void(PyObject*)>& visit);

}  // namespace skua::runtime
