// Where sources stand besides the page: the address at which a CI system or a host of repositories
// shows them, and what changed in them.
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
  std::string url;  // prefix of addresses that show project-relative files; empty: not known
  // By project-relative path, first and last line of what differs from the ref that the run was
  // compared with.
  std::map<std::string, std::vector<std::pair<uint32_t, uint32_t>>> changed;
};

// What git knows of a checkout.
struct Checkout {
  std::string remote;  // "git@github.com:acme/parcel.git"; empty: none
  std::string commit;  // full name
};

// The prefix of addresses that show files of the checkout,
// "https://github.com/acme/parcel/blob/4f2a…/services/api/". It comes from the variables of GitHub
// and GitLab, else from the remote, when that is a host whose addresses are known; empty otherwise.
// Users and tokens in the remote are left out. `prefix` is the project in the repository:
// "services/api/".
std::string SourceUrl(const ReadEnvironment& environment, const Checkout& checkout,
                      const std::string& prefix);

// The address of the file's line, where `sources` shows it; empty when it does not. `line` 0: of
// the file.
std::string AddressOf(const SourceView& sources, std::string_view path, uint32_t line);

}  // namespace skua::report
