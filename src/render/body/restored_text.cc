#include "render/body/restored_text.h"

#include <fmt/format.h>

#include <string_view>

#include "render/body/assertion_text.h"
#include "render/python/literal.h"

namespace skua::render {
namespace {

using model::RestoredBy;

std::string ModuleOf(const std::string& module, const model::Subject& subject, Imports& imports) {
  if (module == subject.module.name) return ModuleText(subject, imports).text;
  const auto dot = module.rfind('.');
  if (dot == std::string::npos) return imports.Module(module);
  return imports.Reach(std::string_view(module).substr(0, dot),
                       std::string_view(module).substr(dot + 1));
}

// Returns the object whose attribute is the last name of the path. A class is imported by name, as
// in the rest of the file; private names are reached through their module.
std::string OwnerOf(const model::RestoredState& restored, const model::Subject& subject,
                    Imports& imports) {
  const std::string& path = restored.path;
  const auto last = path.rfind('.');
  if (last == std::string::npos) return ModuleOf(restored.module, subject, imports);
  const std::string owner = path.substr(0, last);
  if (!path.starts_with('_')) return imports.Reach(restored.module, owner);
  return fmt::format("{}.{}", ModuleOf(restored.module, subject, imports), owner);
}

}  // namespace

std::string AbsentPackage(const model::RestoredState& restored) {
  return StrLiteral(restored.path.substr(restored.path.find('.') + 1));
}

std::optional<std::string_view> CallableSaying(const model::RestoredState& restored) {
  if (restored.by == RestoredBy::kUnset) return "delenv";
  if (restored.by == RestoredBy::kApart) return "chdir";
  return std::nullopt;
}

std::vector<std::string> SaidOf(const model::RestoredState& restored) {
  if (restored.by != RestoredBy::kUnset) return {};
  return {AbsentPackage(restored)};
}

RestoredName RestoredText(const model::RestoredState& restored, const model::Subject& subject,
                          Imports& imports) {
  RestoredName text;
  text.owner = OwnerOf(restored, subject, imports);
  text.name = restored.path.substr(restored.path.rfind('.') + 1);
  text.value = fmt::format("{}.{}", text.owner, text.name);
  if (restored.by == RestoredBy::kCopy) {
    text.value = fmt::format("{}({})", imports.Reach("copy", "copy"), text.value);
  } else if (restored.by == RestoredBy::kDeepCopy) {
    text.value = fmt::format("{}({})", imports.Reach("copy", "deepcopy"), text.value);
  } else if (restored.by == RestoredBy::kLocal) {
    text.value = fmt::format("{}()", imports.Reach("threading", "local"));
  } else if (restored.by == RestoredBy::kCache) {
    text.value = fmt::format("{}({}.__wrapped__)", imports.Reach("functools", "cache"), text.value);
  } else if (restored.by == RestoredBy::kNew) {
    text.value = "None";
    text.is_new = true;
  } else if (restored.by == RestoredBy::kNone || restored.by == RestoredBy::kFalse) {
    text.value = restored.by == RestoredBy::kNone ? "None" : "False";
  }
  return text;
}

}  // namespace skua::render
