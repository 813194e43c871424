// State outside of a test that it changed: what it left, and how a test can put it back.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>

namespace skua::model {

// How a test puts state back that it changes: it sets a name before it begins, to what is named
// here, and the framework sets the name back behind the test.
enum class RestoredBy : uint8_t {
  kName,      // to what it is
  kCopy,      // to a copy of the container or object
  kDeepCopy,  // to a copy of all that is below it
  kLocal,     // to a new threading.local
  kCache,     // to the function that is cached there, with an empty cache
  kFolder,    // not a name, but the working folder
};

// As pytest_state.py and suites in JSON have it.
inline constexpr std::pair<RestoredBy, const char*> kRestoredByNames[] = {
    {RestoredBy::kName, "name"},         {RestoredBy::kCopy, "copy"},
    {RestoredBy::kDeepCopy, "deepcopy"}, {RestoredBy::kLocal, "local"},
    {RestoredBy::kCache, "cache"},       {RestoredBy::kFolder, "folder"}};

struct RestoredState {
  RestoredBy by = RestoredBy::kName;
  std::string module;  // empty for kFolder, as is the path
  std::string path;    // of the name in the module: "Registry.items"
  auto operator<=>(const RestoredState&) const = default;
};

}  // namespace skua::model
