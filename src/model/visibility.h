// Names that tests may call, by Python's conventions for private names.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

enum class Visibility : uint8_t {
  kPublic,     // names without a leading underscore, and special methods
  kProtected,  // also _name
  kAll,        // also __name, which Python mangles in classes to _Class__name
};

// Parses "public", "protected" or "all". REQUIRES: one of them.
Visibility VisibilityNamed(std::string_view name);

// Returns whether a part of the dotted name is private to its module or class.
bool IsPrivate(std::string_view qualified_name);

// Clears is_protected of all callables that tests may call under `visibility`.
void Unveil(Subject& subject, Visibility visibility);

}  // namespace skua::model
