// Orders pairs of modules for testing: by what changed, by coupling and by complexity. Pure
// functions, which know no files and no state.
#pragma once

#include <cstdint>
#include <string>

#include "model/outcome.h"
#include "model/source.h"

namespace skua::plan {

// Counts of one module's calls that may enter another module.
struct CallsBetween {
  uint32_t sites = 0;      // places of calls
  uint32_t callables = 0;  // different functions, methods and classes called there
  bool operator==(const CallsBetween&) const = default;
};

// Counts the calls from scans, which parse and never import. A method call counts if the callee has
// a method of that name, whatever its receiver is: so no call is missed, but some may be of another
// class.
CallsBetween CountCalls(const model::SourceScan& caller, const std::string& callee,
                        const model::SourceScan& callee_scan);

// Returns whether the source shows that a call has this callable of the callee, such as
// "Rates.quote", as its target.
bool NamesCallable(const model::SourceScan& caller, const std::string& callee,
                   const model::SourceScan& callee_scan, const std::string& callable);

struct PairFacts {
  std::string name;
  model::Change callee = model::Change::kUnchanged;
  CallsBetween calls;
  uint32_t caller_predicates = 0, callee_predicates = 0;
};

// Returns whether `a` is tested before `b`. Pairs with a modified callee come first, so that the
// change is tested through its callers, then pairs with a new callee, then pairs with an affected
// one. Among equals the product of coupling (call sites and different callables) and complexity
// (branches of the caller times branches of the callee) decides, as Derakhshanfar et al., Cling,
// rank pairs of classes by both.
bool IsBefore(const PairFacts& a, const PairFacts& b);

}  // namespace skua::plan
