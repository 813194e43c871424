// In which order pairs of modules are tested: by what changed, and by how much there is between
// their modules. Pure functions, which know no files and no state.
#pragma once

#include <cstdint>
#include <string>

#include "model/outcome.h"
#include "model/source.h"

namespace skua::plan {

// Calls of a module that may enter another one.
struct CallsBetween {
  uint32_t sites = 0;      // places of calls
  uint32_t callables = 0;  // different functions, methods and classes called there
  bool operator==(const CallsBetween&) const = default;
};

// Counts them by what scans say, which parse and never import. A method call counts where the
// callee has a method of that name, whatever the receiver is: so none is missed, but some may be
// another class's.
CallsBetween CountCalls(const model::SourceScan& caller, const std::string& callee,
                        const model::SourceScan& callee_scan);

// Whether such a call names this callable of the callee, such as "Rates.quote", clearly enough for
// its target to be found in the sources.
bool NamesCallable(const model::SourceScan& caller, const std::string& callee,
                   const model::SourceScan& callee_scan, const std::string& callable);

struct PairFacts {
  std::string name;
  model::Change callee = model::Change::kUnchanged;
  CallsBetween calls;
  uint32_t caller_predicates = 0, callee_predicates = 0;
};

// Whether `a` is to be tested before `b`. Callers of a modified callee come first, since a change
// is to be tested through them, then those of a new one, then those of one that something else
// may have changed. Among these come first those with the highest product of coupling (call sites
// and different callables called) and complexity (branches of the caller times branches of the
// callee), as Derakhshanfar et al., Cling, rank pairs of classes by both.
bool IsBefore(const PairFacts& a, const PairFacts& b);

}  // namespace skua::plan
