// State outside of a test that the test changed, and how the test can restore it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace skua::model {

// How a test restores state that it changes: it sets a name at its beginning to the value that is
// given here, and the framework restores the name after the test.
enum class RestoredBy : uint8_t {
  kName,      // to what it is
  kCopy,      // to a copy of the container or object
  kDeepCopy,  // to a copy of all that is below it
  kLocal,     // to a new threading.local
  kCache,     // to the function that is cached there, with an empty cache
  kNew,       // to None, if the name does not exist before; it is removed after the test
  kFolder,    // not a name, but the working folder
  kDatabase,  // not a name to be set: what is in the database behind `django.db.connection`
  kNone,      // to None, which it is as long as a package is missing
  kFalse,     // to False, likewise
  kAbsent,    // the package in sys.modules to None, so that it counts as missing: "modules.pandas"
  kUnset,     // not a name: the variable of the environment is deleted: "environ.TERM" of `os`
  kApart,     // not a name: the working folder is the test's own; without module and path
};

// As project_state.py and suites in JSON have it.
inline constexpr std::pair<RestoredBy, const char*> kRestoredByNames[] = {
    {RestoredBy::kName, "name"},         {RestoredBy::kCopy, "copy"},
    {RestoredBy::kDeepCopy, "deepcopy"}, {RestoredBy::kLocal, "local"},
    {RestoredBy::kCache, "cache"},       {RestoredBy::kNew, "new"},
    {RestoredBy::kFolder, "folder"},     {RestoredBy::kDatabase, "database"},
    {RestoredBy::kNone, "none"},         {RestoredBy::kFalse, "false"},
    {RestoredBy::kAbsent, "absent"},     {RestoredBy::kUnset, "unset"},
    {RestoredBy::kApart, "apart"}};

struct RestoredState {
  RestoredBy by = RestoredBy::kName;
  std::string module;  // empty for kFolder and kApart, as is the path
  std::string path;    // of the name in the module: "Registry.items"
  auto operator<=>(const RestoredState&) const = default;
};

// Returns whether the test puts back what it changes. Otherwise it says what the world is to
// answer, without which it would hold here alone.
constexpr bool PutsBack(const RestoredState& state) {
  return state.by != RestoredBy::kUnset && state.by != RestoredBy::kApart;
}

// Most names that a test restores: with more such lines it is hard to read.
inline constexpr std::size_t kMostRestored = 4;

// Returns whether the text is names joined by dots, so that it is safe as a part of a test's text.
constexpr bool IsDottedName(std::string_view text) {
  bool begins = true;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool is_digit = c >= '0' && c <= '9';
    if (begins ? !is_letter : !(is_letter || is_digit || c == '.')) return false;
    begins = c == '.';
  }
  return !begins;
}

}  // namespace skua::model
