#include "runtime/extension/isolation/random_state.h"

#include <cstdlib>
#include <cstring>

namespace skua::runtime {

namespace {

// Returns a seed that depends on the process's hash seed: comparing two processes then shows which
// results depend on random numbers or on the order of sets.
int Seed() {
  const char* hash_seed = std::getenv("PYTHONHASHSEED");
  return hash_seed != nullptr ? std::atoi(hash_seed) : 0;
}

}  // namespace

void RandomState::Take() {
  if (!module_name_) {
    modules_ = Owned::Share(PySys_GetObject("modules"));
    module_name_ = Owned(PyUnicode_InternFromString("random"));
  }
  generator_ = Owned();
  if (!modules_ || !PyDict_CheckExact(modules_.get())) return;
  PyObject* module = PyDict_GetItemWithError(modules_.get(), module_name_.get());
  if (module == nullptr) return PyErr_Clear();
  Owned generator = AttributeOrNothing(module, "_inst");
  // Ignores a half-imported module, or another module with that name.
  const Owned seeded(generator ? PyObject_CallMethod(generator.get(), "seed", "i", Seed())
                               : nullptr);
  if (seeded) saved_ = Owned(PyObject_CallMethod(generator.get(), "getstate", nullptr));
  if (!seeded || !saved_) return PyErr_Clear();
  generator_ = std::move(generator);
  const Owned attributes(PyObject_GenericGetDict(generator_.get(), nullptr));
  if (attributes) attributes_ = ContentSnapshot(attributes.get());
  in_memory_ = LiesInMemory();
  if (in_memory_) std::memcpy(words_.data(), Memory(), sizeof(Words));
  PyErr_Clear();
}

void RandomState::PutBack() {
  if (!module_name_) return;
  if (!generator_) {
    if (PyDict_GetItemWithError(modules_.get(), module_name_.get()) != nullptr) Take();
    return PyErr_Clear();
  }
  if (attributes_) attributes_->PutBack();
  if (in_memory_) {
    if (std::memcmp(words_.data(), Memory(), sizeof(Words)) != 0) {
      std::memcpy(Memory(), words_.data(), sizeof(Words));
    }
    return;
  }
  const Owned done(PyObject_CallMethod(generator_.get(), "setstate", "O", saved_.get()));
  if (!done) PyErr_Clear();
}

void* RandomState::Memory() const {
  return reinterpret_cast<char*>(generator_.get()) + sizeof(PyObject);
}

bool RandomState::LiesInMemory() const {
  const Owned random = LoadedModule("_random");
  const Owned type = random ? AttributeOrNothing(random.get(), "Random") : Owned();
  const Owned size = type ? AttributeOrNothing(type.get(), "__basicsize__") : Owned();
  // The state is (version, (624 words and the index), gauss_next).
  PyObject* state = PyTuple_Check(saved_.get()) ? PyTuple_GetItem(saved_.get(), 1) : nullptr;
  if (!size || PyLong_AsLong(size.get()) < static_cast<long>(sizeof(PyObject) + sizeof(Words)) ||
      state == nullptr || !PyTuple_Check(state) || PyTuple_Size(state) != kWords) {
    return false;
  }
  Words words;
  std::memcpy(words.data(), Memory(), sizeof(Words));
  for (std::size_t i = 0; i < kWords; ++i) {
    const uint32_t in_memory = words[i + 1 < kWords ? i + 1 : 0];
    PyObject* reported = PyTuple_GetItem(state, static_cast<Py_ssize_t>(i));
    if (PyLong_AsUnsignedLong(reported) != in_memory) return false;
  }
  return PyErr_Occurred() == nullptr;
}

}  // namespace skua::runtime
