#include "model/visibility.h"

#include <cassert>
#include <string>

namespace skua::model {
namespace {

std::string_view WithoutUnderscores(std::string_view name) {
  const std::size_t first = name.find_first_not_of('_');
  return first == name.npos ? std::string_view() : name.substr(first);
}

}  // namespace

Visibility VisibilityNamed(std::string_view name) {
  assert(name == "public" || name == "protected" || name == "all");
  if (name == "all") return Visibility::kAll;
  return name == "protected" ? Visibility::kProtected : Visibility::kPublic;
}

bool IsPrivate(std::string_view qualified_name) {
  std::string_view owner;
  for (;;) {
    const std::size_t dot = qualified_name.find('.');
    const std::string_view name = qualified_name.substr(0, dot);
    if (name.starts_with("__") && !name.ends_with("__")) return true;
    const std::string mangled = "_" + std::string(WithoutUnderscores(owner)) + "__";
    if (!owner.empty() && name.starts_with(mangled)) return true;
    if (dot == qualified_name.npos) return false;
    owner = name;
    qualified_name.remove_prefix(dot + 1);
  }
}

void Unveil(Subject& subject, Visibility visibility) {
  if (visibility == Visibility::kPublic) return;
  for (Callable& callable : subject.callables) {
    callable.is_protected = callable.is_protected && visibility == Visibility::kProtected &&
                            IsPrivate(callable.qualified_name);
  }
}

}  // namespace skua::model
