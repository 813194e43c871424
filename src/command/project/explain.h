// `skua explain [CODE]`: the meaning of a reason code, what to do, and where the last run met it.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "model/reason.h"

namespace skua::command {

// A module with the reason that the last run gave for it.
struct ReasonCase {
  std::string module;
  model::Reason reason;
};

struct ExplainOptions {
  bool color = false;
  std::size_t width = 0;  // of the terminal; 0: no limit
};

// Explains a code, or lists all codes for an empty one. Ignores `cases` of other codes. For an
// unknown code prints the list and throws base::Error with the nearest code.
void Explain(std::string_view code, std::span<const ReasonCase> cases,
             const ExplainOptions& options, std::ostream& out);

}  // namespace skua::command
