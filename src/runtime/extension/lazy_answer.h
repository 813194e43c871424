// What `await` and `async for` are given of a lazy value: an awaitable, and an iterator over such.
#pragma once

#include <Python.h>

#include "runtime/extension/lazy_uses.h"

namespace skua::runtime {

PyObject* NewLazyAnswerType();

// Awaiting it gives the first of the values, and `async for` all of them. `values` is a tuple that
// is stolen, or null with an exception; so is the result.
PyObject* NewAnswer(LazyUses& uses, PyObject* values);

// Likewise, with one value.
PyObject* NewAwaitable(LazyUses& uses, PyObject* value);

}  // namespace skua::runtime
