// Two modules, or parts of them, whose interaction is tested, and how their tests are named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

// A caller, whose tests call it, and a callee; goals are branches of both.
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
  std::string function;  // qualified name in the caller
  uint32_t line = 0;     // relative to the function's first line, 0
  std::string callable;  // qualified name in the callee
  auto operator<=>(const SeenCall&) const = default;
};

struct PairNames {
  std::string_view caller, callee;
};
// Returns both names in the name of a pair, as views of `text`; empty for other strings.
PairNames NamesOfPair(std::string_view text);
inline bool IsPair(std::string_view name) { return !NamesOfPair(name).caller.empty(); }

// Returns the name under which a subject's tests are recorded: that of its module or of its pair.
std::string NameOfTests(const Subject& subject);

}  // namespace skua::model
