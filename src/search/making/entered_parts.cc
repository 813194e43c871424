#include "search/making/entered_parts.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "search/making/test_edits.h"

namespace skua::search {
namespace {

using model::Callable;
using model::CallableIndex;
using model::CallableKind;
using model::ClassIndex;

// Names of what call sites may enter, by what a test has to pass for it.
struct EnteredNames {
  std::set<std::string, std::less<>> classes;       // those whose methods are entered
  std::set<std::string, std::less<>> constructors;  // classes that are called
  std::set<std::string, std::less<>> functions;     // methods, too
  std::set<std::string, std::less<>> makers;
};

EnteredNames NamesIn(const model::Subject& subject) {
  constexpr std::string_view kLocals = ".<locals>.";
  EnteredNames names;
  for (const model::CallSite& site : subject.call_sites) {
    for (const std::string_view callee : site.callees) {
      const std::size_t inside = callee.find(kLocals);
      const std::size_t dot = callee.rfind('.');
      if (inside != std::string_view::npos) {
        names.makers.emplace(callee.substr(0, inside));
      } else if (dot == std::string_view::npos) {
        names.functions.emplace(callee);
      } else if (callee.ends_with(".__init__") || callee.ends_with(".__new__")) {
        names.constructors.emplace(callee.substr(0, dot));
      } else {
        names.classes.emplace(callee.substr(0, dot));
        names.functions.emplace(callee);
      }
    }
  }
  return names;
}

bool IsEntered(const model::Subject& subject, const model::Class& it, const EnteredNames& names) {
  return it.module == subject.callee->name && names.classes.contains(it.qualified_name);
}

}  // namespace

EnteredParts FindEnteredParts(const model::Subject& subject) {
  EnteredParts parts;
  if (!subject.callee) return parts;
  const EnteredNames names = NamesIn(subject);
  for (ClassIndex c = 0; c < subject.classes.size(); ++c) {
    const model::Class& it = subject.classes[c];
    const bool inherits = std::ranges::any_of(it.bases, [&](ClassIndex base) {
      return IsEntered(subject, subject.classes[base], names);
    });
    if (inherits || IsEntered(subject, it, names)) parts.classes.push_back(c);
  }
  for (CallableIndex i = 0; i < subject.callables.size(); ++i) {
    const Callable& callable = subject.callables[i];
    if (callable.module != subject.callee->name || !IsFunctionLike(callable)) continue;
    const bool constructs = callable.kind == CallableKind::kConstructor;
    const auto& entered = constructs ? names.constructors : names.functions;
    if (entered.contains(callable.qualified_name)) parts.functions.push_back(i);
    if (!constructs && names.makers.contains(callable.qualified_name)) parts.makers.push_back(i);
  }
  return parts;
}

}  // namespace skua::search
