// Two modules, or parts of them, whose interaction is tested, and how their tests are named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

// Tests call the caller, and their goals are branches of both.
struct Pair {
  ModuleId caller, callee;
  PairParts parts = {};
  auto operator<=>(const Pair&) const = default;
};

// Returns the id under which the pair's tests are recorded: the name "shop.cart ->
// shop.rates.Rates", which no module can have, and the caller's path.
ModuleId IdOf(const Pair& pair);

// A call from one module into another that was observed while code ran.
struct SeenCall {
  std::string function;  // of the caller, by qualified name
  uint32_t line = 0;     // from 0, the function's first
  std::string callable;  // of the callee, by qualified name
  auto operator<=>(const SeenCall&) const = default;
};

struct PairNames {
  std::string_view caller, callee;
};
// Returns the names in the name of a pair, as views of `text`; both are empty for other texts.
PairNames NamesOfPair(std::string_view text);
inline bool IsPair(std::string_view name) { return !NamesOfPair(name).caller.empty(); }

// Returns the name under which a subject's tests are recorded: that of its module or of its pair.
std::string NameOfTests(const Subject& subject);

}  // namespace skua::model
