// `skua explain [CODE]`: what a reason code means, what to do, and where the last run met it.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "model/reason.h"

namespace skua::command {

// A module that the last run gave a reason for.
struct ReasonCase {
  std::string module;
  model::Reason reason;
};

struct ExplainOptions {
  bool color = false;
  std::size_t width = 0;  // of the terminal; 0: no limit
};

// Without a code: the list of all. Cases of other codes are passed over. Throws base::Error, with
// the nearest code, when there is no such code, after the list was printed.
void Explain(std::string_view code, std::span<const ReasonCase> cases,
             const ExplainOptions& options, std::ostream& out);

}  // namespace skua::command
