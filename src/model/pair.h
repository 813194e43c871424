// Two modules, or parts of them, whose interaction is tested, and how their tests are named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

// Tests call the caller; what is covered are branches of both.
struct Pair {
  ModuleId caller, callee;
  PairParts parts = {};
  auto operator<=>(const Pair&) const = default;
};

// What the pair's tests are known by, as a module's tests are by its name: "shop.cart ->
// shop.rates.Rates", which no module is called, and the caller's path.
ModuleId IdOf(const Pair& pair);

// A call from one module into another that running code showed.
struct SeenCall {
  std::string function;  // of the caller, by qualified name
  uint32_t line = 0;     // from 0, the function's first
  std::string callable;  // of the callee, by qualified name
  auto operator<=>(const SeenCall&) const = default;
};

struct PairNames {
  std::string_view caller, callee;
};
// The names in such a text, which it outlives; both empty when it is none.
PairNames NamesOfPair(std::string_view text);
inline bool IsPair(std::string_view name) { return !NamesOfPair(name).caller.empty(); }

// The name by which a subject's tests are known: its module's, or its pair's.
std::string NameOfTests(const Subject& subject);

}  // namespace skua::model
