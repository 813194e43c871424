// Links from the page to sources: the address at which a CI system or a repository host shows them,
// and their changes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/formats/ci_log.h"

namespace skua::report {

struct SourceView {
  std::string url;  // prefix of the addresses of project-relative files; empty: unknown
  // By project-relative path: first and last lines of the differences from the run's git ref.
  std::map<std::string, std::vector<std::pair<uint32_t, uint32_t>>> changed;
};

// A checkout, as git describes it.
struct Checkout {
  std::string remote;  // "git@github.com:acme/parcel.git"; empty: none
  std::string commit;  // full name
};

// Returns the prefix of addresses of the checkout's files,
// "https://github.com/acme/parcel/blob/4f2a…/services/api/", from the variables of GitHub and
// GitLab, or from the remote if its host is known; else empty. Omits users and tokens in the
// remote. `prefix` is the project's path in the repository: "services/api/".
std::string SourceUrl(const ReadEnvironment& environment, const Checkout& checkout,
                      const std::string& prefix);

// Returns the address of the file's line, or of the file for `line` 0; empty if `sources` has none.
std::string AddressOf(const SourceView& sources, std::string_view path, uint32_t line);

}  // namespace skua::report
