// The objects that a lazy value returns for `await` and `async for`: an awaitable, and an iterator
// over awaitables.
#pragma once

#include <Python.h>

#include "runtime/extension/lazy/lazy_uses.h"

namespace skua::runtime {

PyObject* NewLazyAnswerType();

// Returns an object that awaits to the first of the values, and iterates over all with `async for`.
// `values` is a stolen tuple, or null with an exception; the result is then null, too.
PyObject* NewAnswer(LazyUses& uses, PyObject* values);

// Like NewAnswer, with one value.
PyObject* NewAwaitable(LazyUses& uses, PyObject* value);

}  // namespace skua::runtime
