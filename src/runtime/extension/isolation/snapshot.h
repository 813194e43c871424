// One mutable object of the subject and its recorded content, restored after each test. Compares by
// identity and in order, which runs no code and takes nanoseconds for each unchanged entry.
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
  // Restores the recorded content. May run finalizers, and hash functions, of the subject. Discards
  // Python errors, and restores the rest.
  virtual void Restore() = 0;
  // Returns whether there was anything to restore.
  bool PutBack() {
    if (Unchanged()) return false;
    Restore();
    return true;
  }
  // Returns whether the content is only a cache, whose loss no test can notice.
  virtual bool IsCache() const { return false; }
};

// The entries of a dict, in order. If the dict's version is known, they are compared only after a
// write.
class DictEntries {
 public:
  explicit DictEntries(PyObject* dict) { Take(dict); }
  void Take(PyObject* dict);
  bool Match(PyObject* dict) const;
  std::size_t size() const { return entries_.size(); }
  const std::vector<std::pair<Owned, Owned>>& entries() const { return entries_; }

 private:
  std::vector<std::pair<Owned, Owned>> entries_;
  mutable uint64_t version_ = 0;  // the dict's version when it last matched
};

// Snapshots of the names of a module or a class. Changed names are set and new ones deleted one by
// one, classes through type.__setattr__, so that the interpreter's caches stay valid. REQUIRES for
// both: `dict` is their real dict.
std::unique_ptr<Snapshot> NamespaceSnapshot(PyObject* module_or_class, PyObject* dict);

// Returns a snapshot of the content of a dict (or a subclass), list (or a subclass), exact set or
// exact deque; null for other objects.
std::unique_ptr<Snapshot> ContentSnapshot(PyObject* container);

// Returns a snapshot of the object to which a closure's variable is bound.
std::unique_ptr<Snapshot> CellSnapshot(PyObject* cell);

// Returns a snapshot of an lru_cache, which is emptied after each test; null if it cannot be
// emptied.
std::unique_ptr<Snapshot> CacheSnapshot(PyObject* cache);

}  // namespace skua::runtime
