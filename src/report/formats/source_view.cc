#include "report/formats/source_view.h"

#include <fmt/format.h>

#include <cctype>

#include "base/pattern.h"

namespace skua::report {
namespace {

constexpr std::size_t kLongestRemote = 1000;  // longer than any host allows

bool IsWebAddress(const std::string& text) {
  return text.starts_with("https://") || text.starts_with("http://");
}

// Returns "https://github.com/acme/parcel" for each spelling of a remote; empty if no browser shows
// it.
std::string PageOf(const std::string& remote) {
  static const base::Pattern kUrl(
      R"re((?:https?|ssh|git)://(?:[^@/]*@)?([\w.-]+)(?::\d+)?/([\w./~+-]+?)(?:\.git)?/?)re");
  static const base::Pattern kScp(
      R"re((?:[\w.-]+@)?([\w.-]+):([\w.~+-][\w./~+-]*?)(?:\.git)?/?)re");
  if (remote.size() > kLongestRemote) return {};
  auto match = kUrl.Match(remote);
  if (!match) match = kScp.Match(remote);
  return match ? fmt::format("https://{}/{}", match->at(1), match->at(2)) : "";
}

bool NamesHost(const std::string& page, std::string_view host) {
  const std::string begin = fmt::format("https://{}", host);
  return page.starts_with(begin + ".") || page.starts_with(begin + "/");
}

}  // namespace

std::string SourceUrl(const ReadEnvironment& environment, const Checkout& checkout,
                      const std::string& prefix) {
  const auto blob = [&](const std::string& page, std::string_view folder,
                        const std::string& commit) {
    return page.empty() || commit.empty()
               ? ""
               : fmt::format("{}/{}/{}/{}", page, folder, commit, prefix);
  };
  if (const std::string server = ValueOf(environment, "GITHUB_SERVER_URL"),
      repository = ValueOf(environment, "GITHUB_REPOSITORY");
      IsWebAddress(server) && !repository.empty()) {
    return blob(fmt::format("{}/{}", server, repository), "blob",
                ValueOf(environment, "GITHUB_SHA"));
  }
  if (const std::string page = ValueOf(environment, "CI_PROJECT_URL"); IsWebAddress(page)) {
    return blob(page, "-/blob", ValueOf(environment, "CI_COMMIT_SHA"));
  }
  const std::string page = PageOf(checkout.remote);
  if (NamesHost(page, "github")) return blob(page, "blob", checkout.commit);
  if (NamesHost(page, "gitlab")) return blob(page, "-/blob", checkout.commit);
  return {};
}

std::string AddressOf(const SourceView& sources, std::string_view path, uint32_t line) {
  if (sources.url.empty() || path.empty()) return {};
  std::string address = sources.url;
  for (const char c : path) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("/._-~").find(c) != std::string_view::npos;
    address += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return line > 0 ? fmt::format("{}#L{}", address, line) : address;
}

}  // namespace skua::report
