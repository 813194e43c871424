// The functions that instrumented code calls: each place has a builtin function of its own, with
// its data in `self`, so that a call is one C call without any look-up. A probe does exactly what
// the original code did, with the same results, exceptions and number of calls into the subject's
// objects.
#pragma once

#include <Python.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/extension/distance/call_distance.h"
#include "runtime/extension/probes/recorder.h"
#include "runtime/extension/python/owned.h"

namespace skua::runtime {

// The part of its distances that a probe records at its predicate.
enum class Share : uint8_t {
  kAll,
  kOutcome,  // only which outcome was taken; another probe records the distance of the other one:
  // The distances of a value that the predicate tests later, or of a member of any(…) or all(…).
  kFlag,
  kNegatedFlag,  // as kFlag, for a test with the opposite outcome: `value is None`
};

class ProbeMaker {
 public:
  explicit ProbeMaker(Recorder& recorder) : recorder_(recorder) {}

  // Creates the types of the probes. Returns false with a Python exception.
  bool Prepare();

  // All return a new reference, or null with a Python exception (such as an index out of range).
  PyObject* Enter(uint32_t code_object) const;       // () → True
  PyObject* EnterValue(uint32_t code_object) const;  // (v) → v
  PyObject* Tick() const;                            // () → None
  PyObject* Compare(uint32_t predicate, std::string_view op, bool condition,
                    Share share) const;  // (left, right)
  // (len, value, number) → len(value) op number, or with the sides swapped
  PyObject* Length(uint32_t predicate, std::string_view op, bool condition, bool swapped) const;
  // (function, up to three arguments) → function(arguments), or for a condition its truth
  PyObject* Call(uint32_t predicate, std::string_view name, bool condition, Share share) const;
  PyObject* Truth(uint32_t predicate, Share share) const;    // (v) → bool
  PyObject* Operand(uint32_t predicate, Share share) const;  // (v) → v
  PyObject* Loop(uint32_t predicate) const;                  // (iterable) → iterable or iterator
  // () → None; with a pattern for each predicate (see pattern_distance.h): (subject) → None
  PyObject* Case(std::vector<uint32_t> predicates, uint32_t taken, Owned patterns) const;
  PyObject* Handler(uint32_t predicate) const;  // (types) → types
  PyObject* Block(uint32_t predicate) const;    // () → None
  // (function, *arguments, **keywords) → function(*arguments, **keywords), on the stack meanwhile
  PyObject* CallSite(uint32_t call_site) const;
  // (object) → a view of it, if it has the methods (a tuple of names): see call_site_view.h
  PyObject* ViewFromSite(uint32_t call_site, Owned methods) const;

 private:
  struct Options;
  PyObject* Make(PyMethodDef& function, uint32_t index, Options options) const;
  PyObject* Make(PyMethodDef& function, uint32_t index) const;
  bool CheckPredicate(uint32_t predicate) const;

  Recorder& recorder_;
  std::unique_ptr<KnownCalls> calls_ = std::make_unique<KnownCalls>();
  Owned probe_type_, iterator_type_, view_type_;
};

// Returns the share with this name: "" (all), "outcome", "flag", "negated flag"; nullopt for
// others.
std::optional<Share> ShareOf(std::string_view name);

}  // namespace skua::runtime
