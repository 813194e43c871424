// One mutable thing of the subject and what it held; put back after each test. Comparison is by
// identity and in order, so that it runs no code and costs nanoseconds an entry when nothing
// changed.
#pragma once

#include <Python.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/extension/owned.h"

namespace skua::runtime {

class Snapshot {
 public:
  virtual ~Snapshot() = default;
  virtual bool Unchanged() const = 0;
  // Makes the thing hold again what it held. May run finalizers, and hash functions, of the
  // subject. Python errors are discarded: the rest is still put back.
  virtual void Restore() = 0;

  void PutBack() {
    if (!Unchanged()) Restore();
  }
};

// The entries of a dict, in order. Compared only when the dict was written to, where that shows.
class DictEntries {
 public:
  explicit DictEntries(PyObject* dict) { Take(dict); }
  void Take(PyObject* dict);
  bool Match(PyObject* dict) const;
  std::size_t size() const { return entries_.size(); }
  const std::vector<std::pair<Owned, Owned>>& entries() const { return entries_; }

 private:
  std::vector<std::pair<Owned, Owned>> entries_;
  mutable uint64_t version_ = 0;  // of the dict when it last matched
};

// The names of a module or a class. Changed names are set and new ones deleted one by one, classes
// through type.__setattr__, so that what the interpreter caches of them stays right.
// REQUIRES of both: `dict` is the real dict behind them.
std::unique_ptr<Snapshot> NamespaceSnapshot(PyObject* module_or_class, PyObject* dict);

// The content of a dict (or a subclass), list (or a subclass), exact set or exact deque. Null when
// it is none of these.
std::unique_ptr<Snapshot> ContentSnapshot(PyObject* container);

// What a closure's variable is bound to.
std::unique_ptr<Snapshot> CellSnapshot(PyObject* cell);

// An lru_cache: emptied after each test. Null when it cannot be.
std::unique_ptr<Snapshot> CacheSnapshot(PyObject* cache);

}  // namespace skua::runtime
