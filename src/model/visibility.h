// Which names tests may call, by Python's conventions.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

enum class Visibility : uint8_t {
  kPublic,     // names without a leading underscore, and special methods
  kProtected,  // _name, too
  kAll,        // __name, too, which Python mangles in classes to _Class__name
};

// "public", "protected", "all". REQUIRES: one of them
Visibility VisibilityNamed(std::string_view name);

// Whether a part of the name is one that only its own module or class should use.
bool IsPrivate(std::string_view qualified_name);

// Takes what `visibility` lets tests call for public: is_protected stays on the rest.
void Unveil(Subject& subject, Visibility visibility);

}  // namespace skua::model
