// Distances of `match` cases. A pattern is given as data: what of it can be said without running
// code (class names and dotted names are not looked up).
//
//   pattern = None                            nothing is known
//           | ("any",)                        matches
//           | ("literal", value)
//           | ("sequence", least, has_star, (pattern, …))   the patterns in front of a star
//           | ("mapping", (key, …))
//           | ("or", (pattern, …))
#pragma once

#include <Python.h>

#include <functional>

namespace skua::runtime {

// The distance is 0 when the subject looks like a match. Runs no code of the subject's.
double PatternDistance(PyObject* pattern, PyObject* subject);

// Visits the literals that the subject as a whole could be equal to, borrowed.
void ForEachLiteral(PyObject* pattern, const std::function<void(PyObject*)>& visit);

}  // namespace skua::runtime
