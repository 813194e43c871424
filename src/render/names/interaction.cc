#include "render/names/interaction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "model/goal.h"
#include "render/python/naming.h"

namespace skua::render {
namespace {

constexpr std::size_t kMostNamed = 3;  // functions of the callee listed for one of the caller

// A function of the caller, and the functions of the callee that it reaches.
struct Interaction {
  std::string_view caller;
  std::vector<std::string_view> callees;
};

template <typename T>
void AddOnce(std::vector<T>& list, const T& item) {
  if (std::ranges::find(list, item) == list.end()) list.push_back(item);
}

std::vector<Interaction> InteractionsOf(const model::Subject& subject,
                                        const std::vector<const model::GeneratedTest*>& tests) {
  std::vector<Interaction> found;
  if (!subject.callee) return found;
  std::vector<model::GoalIndex> goals;
  for (const model::GeneratedTest* test : tests) {
    goals.insert(goals.end(), test->goals.begin(), test->goals.end());
  }
  std::ranges::sort(goals);
  for (const model::GoalIndex goal : goals) {
    if (goal >= subject.coupled_branches.size()) break;  // a goal of another criterion
    const model::CoupledBranch& coupled = subject.coupled_branches[goal];
    const auto name_of = [&](model::CodeObjectIndex code_object) -> std::string_view {
      return subject.code_objects[code_object].qualified_name;
    };
    const std::string_view caller = name_of(subject.call_sites[coupled.call_site].code_object);
    auto known = std::ranges::find(found, caller, &Interaction::caller);
    if (known == found.end()) known = found.insert(found.end(), {caller, {}});
    AddOnce(known->callees, name_of(subject.predicates[coupled.callee.predicate].code_object));
  }
  return found;
}

std::string_view LastName(std::string_view qualified_name) {
  return qualified_name.substr(qualified_name.rfind('.') + 1);
}

}  // namespace

std::string InteractionText(const model::Subject& subject,
                            const std::vector<const model::GeneratedTest*>& tests) {
  std::vector<std::string> parts;
  for (Interaction& it : InteractionsOf(subject, tests)) {
    const std::size_t more = it.callees.size() - std::min(it.callees.size(), kMostNamed);
    it.callees.resize(it.callees.size() - more);
    parts.push_back(fmt::format("{} -> {}{}", it.caller, fmt::join(it.callees, ", "),
                                more > 0 ? fmt::format(" and {} more", more) : ""));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string InteractionSlug(const model::Subject& subject,
                            const std::vector<const model::GeneratedTest*>& tests) {
  std::vector<std::string> names;
  for (const Interaction& it : InteractionsOf(subject, tests)) {
    for (const std::string_view callee : it.callees) {
      const std::string name = SnakeCase(LastName(callee));
      if (!name.empty()) AddOnce(names, name);
    }
  }
  if (names.empty()) return "";
  if (names.size() > 2) return fmt::format("calls_{}_functions", names.size());
  return fmt::format("calls_{}", fmt::join(names, "_and_"));
}

}  // namespace skua::render
