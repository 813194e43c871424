#include "plan/pair_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>

namespace skua::plan {
namespace {

bool Defines(const model::SourceScan& module, std::string_view name) {
  return std::ranges::binary_search(module.defines, name, std::less<>());
}

// Returns whether a call with this name, as in a scan, may enter the module. A package often
// re-exports definitions of its modules under its own name.
bool MayEnter(std::string_view called, std::string_view module, const model::SourceScan& scan) {
  if (called.starts_with('?')) return Defines(scan, fmt::format(".{}", called.substr(1)));
  const std::size_t dot = called.rfind('.');
  const std::string_view owner = called.substr(0, dot);
  if (owner.empty()) return Defines(scan, called);
  const auto is_within = [](std::string_view name, std::string_view outer) {
    return name.size() > outer.size() && name.starts_with(outer) && name[outer.size()] == '.';
  };
  const bool is_offered = owner == module || is_within(module, owner);
  if (is_offered && Defines(scan, called.substr(dot + 1))) return true;
  // A method of a class in the module, such as "shop.rates.Rates.make" or "shop.Rates.make"; or of
  // a variable with the module's name: "shop.rates.quote".
  const std::string_view above = owner.substr(0, owner.rfind('.'));
  const bool is_ours = is_offered || is_within(owner, module) || is_within(module, above);
  return is_ours && Defines(scan, called.substr(dot));
}

// Returns the last name in a call of the callable; for a constructor the name of its class.
std::string_view CalledName(std::string_view callable) {
  for (const std::string_view constructor : {".__init__", ".__new__"}) {
    if (callable.ends_with(constructor)) callable.remove_suffix(constructor.size());
  }
  return callable.substr(callable.rfind('.') + 1);
}

int RankOf(model::Change callee) {
  switch (callee) {
    case model::Change::kModified:
      return 0;
    case model::Change::kNew:
      return 1;
    case model::Change::kAffected:
      return 2;
    default:
      return 3;
  }
}

uint64_t WeightOf(const PairFacts& pair) {
  const uint64_t coupling = uint64_t{pair.calls.sites} + pair.calls.callables;
  return coupling * pair.caller_predicates * pair.callee_predicates;
}

}  // namespace

CallsBetween CountCalls(const model::SourceScan& caller, const std::string& callee,
                        const model::SourceScan& callee_scan) {
  CallsBetween calls;
  for (const auto& [name, sites] : caller.calls) {
    if (!MayEnter(name, callee, callee_scan)) continue;
    calls.sites += sites;
    ++calls.callables;
  }
  return calls;
}

bool NamesCallable(const model::SourceScan& caller, const std::string& callee,
                   const model::SourceScan& callee_scan, const std::string& callable) {
  const std::string_view wanted = CalledName(callable);
  return std::ranges::any_of(caller.calls, [&](const model::CalledName& called) {
    const std::string_view name = called.name;
    const bool is_unclear = name.starts_with('?');
    return !is_unclear && name.substr(name.rfind('.') + 1) == wanted &&
           MayEnter(name, callee, callee_scan);
  });
}

bool IsBefore(const PairFacts& a, const PairFacts& b) {
  return std::tuple(RankOf(a.callee), WeightOf(b), std::string_view(a.name)) <
         std::tuple(RankOf(b.callee), WeightOf(a), std::string_view(b.name));
}

}  // namespace skua::plan
