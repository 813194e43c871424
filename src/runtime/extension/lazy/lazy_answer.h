// The objects that a lazy value gives to `await` and `async for`: an awaitable, and an iterator
// over awaitables.
#pragma once

#include <Python.h>

#include "runtime/extension/lazy/lazy_uses.h"

namespace skua::runtime {

PyObject* NewLazyAnswerType();

// Awaiting the new object gives the first of the values, and `async for` all of them. `values` is a
// stolen tuple, or null with an exception; the result is then null, too.
PyObject* NewAnswer(LazyUses& uses, PyObject* values);

// As NewAnswer, with one value.
PyObject* NewAwaitable(LazyUses& uses, PyObject* value);

}  // namespace skua::runtime
