// One mutable thing of the subject and its recorded contents, which are restored after each test.
// Comparison is by identity and in order, so that it runs no code and takes nanoseconds for each
// entry when nothing changed.
#pragma once

#include <Python.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/extension/python/owned.h"

namespace skua::runtime {

class Snapshot {
 public:
  virtual ~Snapshot() = default;
  virtual bool Unchanged() const = 0;
  // Restores the recorded contents. May run finalizers, and hash functions, of the subject. Python
  // errors are discarded, and the rest is still restored.
  virtual void Restore() = 0;
  // Tells whether there was anything to restore.
  bool PutBack() {
    if (Unchanged()) return false;
    Restore();
    return true;
  }
  // Whether the contents only spare computing them again: no test can tell that they were lost.
  virtual bool IsCache() const { return false; }
};

// The entries of a dict, in order. Where the dict's version is known, they are compared only after
// a write.
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

// Snapshots of the names of a module or a class. Changed names are set and new ones deleted one by
// one, classes through type.__setattr__, so that the interpreter's caches stay right. REQUIRES of
// both: `dict` is the real dict behind them.
std::unique_ptr<Snapshot> NamespaceSnapshot(PyObject* module_or_class, PyObject* dict);

// A snapshot of the contents of a dict (or a subclass), list (or a subclass), exact set or exact
// deque; null for other objects.
std::unique_ptr<Snapshot> ContentSnapshot(PyObject* container);

// A snapshot of the object to which a closure's variable is bound.
std::unique_ptr<Snapshot> CellSnapshot(PyObject* cell);

// A snapshot of an lru_cache, which is emptied after each test; null when it cannot be emptied.
std::unique_ptr<Snapshot> CacheSnapshot(PyObject* cache);

}  // namespace skua::runtime
