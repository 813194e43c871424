// Checks a document against one of our own JSON Schemas, and tells where it does not fit: for files
// that people may write. Knows the keywords of draft 7 that our schemas use, and no others.
#pragma once

#include <optional>
#include <string>

#include "record/place.h"

namespace skua::record {

struct SchemaFault {
  std::string pointer;  // JSON Pointer (RFC 6901) to the value: "/tests/3/name"; empty: all of it
  std::string what;     // "expected a string, not 3"
};

// The first fault of the document; nothing where it fits. In a list of alternatives, those are told
// apart by their constant "kind", where they have one. Patterns are tried on strings of at most a
// thousand bytes. REQUIRES: the document nests no deeper than what Parse reads.
std::optional<SchemaFault> FaultIn(const Json& document, const Json& schema);

}  // namespace skua::record
