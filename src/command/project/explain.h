// `skua explain [CODE]`: what a reason code means, what to do, and where the last run met it.
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

// Without a code, lists all codes. `cases` of other codes are ignored. When there is no such code,
// prints the list and then throws base::Error with the nearest code.
void Explain(std::string_view code, std::span<const ReasonCase> cases,
             const ExplainOptions& options, std::ostream& out);

}  // namespace skua::command
