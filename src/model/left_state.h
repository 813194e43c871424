// State outside of a test that the test changed, and how the test can restore it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace skua::model {

// How a test restores state that it changes: the test first sets a name to the value given here,
// and the framework restores the name after the test.
enum class RestoredBy : uint8_t {
  kName,      // the name's present value
  kCopy,      // a copy of the container or object
  kDeepCopy,  // a deep copy
  kLocal,     // a new threading.local
  kCache,     // the function that is cached there, with an empty cache
  kNew,       // None, for a name that does not exist before; it is removed after the test
  kFolder,    // the working folder, not a name
  kDatabase,  // the database behind `django.db.connection`, not a name
  kNone,      // None, the present value as long as a package is missing
  kFalse,     // False, the present value as long as a package is missing
  // Sets the package in sys.modules to None, so that it counts as missing: "modules.pandas".
  kAbsent,
  kUnset,  // deletes an environment variable, not a name: "environ.TERM" of `os`
  kApart,  // gives the test a working folder of its own; has no module and path
};

// Names in project_state.py and in suites in JSON.
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
  std::string module;  // empty for kFolder and kApart, like the path
  std::string path;    // path of the name in the module: "Registry.items"
  auto operator<=>(const RestoredState&) const = default;
};

// Returns whether the test restores state that it changes. Otherwise it sets what the environment
// must be for the test to hold on other machines (a missing package, a variable).
constexpr bool PutsBack(const RestoredState& state) {
  return state.by != RestoredBy::kUnset && state.by != RestoredBy::kApart;
}

// Most names that a test may restore; with more such lines it is hard to read.
inline constexpr std::size_t kMostRestored = 4;

// Returns whether the text consists of names joined by dots, and so is safe to write into a test.
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
