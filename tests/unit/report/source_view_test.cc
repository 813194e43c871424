#include "report/formats/source_view.h"

#include <gtest/gtest.h>

#include <map>

namespace skua::report {
namespace {

using Variables = std::map<std::string, std::string>;

std::string UrlOf(const Variables& variables, const Checkout& checkout,
                  const std::string& prefix = "") {
  return SourceUrl(
      [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
      },
      checkout, prefix);
}

TEST(SourceUrl, IsWhatGitHubSaysOfTheRun) {
  EXPECT_EQ(UrlOf({{"GITHUB_SERVER_URL", "https://github.acme.com"},
                   {"GITHUB_REPOSITORY", "acme/parcel"},
                   {"GITHUB_SHA", "4f2a"}},
                  {"git@github.com:other/fork.git", "0000"}, "services/api/"),
            "https://github.acme.com/acme/parcel/blob/4f2a/services/api/");
}

TEST(SourceUrl, IsWhatGitLabSaysOfTheJob) {
  EXPECT_EQ(
      UrlOf({{"CI_PROJECT_URL", "https://code.acme.com/acme/parcel"}, {"CI_COMMIT_SHA", "4f2a"}},
            {}),
      "https://code.acme.com/acme/parcel/-/blob/4f2a/");
}

TEST(SourceUrl, IsMadeOfTheRemoteWithoutItsSecrets) {
  const std::string expected = "https://github.com/acme/parcel/blob/4f2a/";
  for (const char* remote :
       {"https://github.com/acme/parcel.git", "https://me:token@github.com/acme/parcel",
        "git@github.com:acme/parcel.git", "ssh://git@github.com:22/acme/parcel.git/"}) {
    EXPECT_EQ(UrlOf({}, {remote, "4f2a"}), expected) << remote;
  }
  EXPECT_EQ(UrlOf({}, {"git@gitlab.com:acme/tools/parcel.git", "4f2a"}),
            "https://gitlab.com/acme/tools/parcel/-/blob/4f2a/");
}

TEST(SourceUrl, IsEmptyWhereNobodyKnowsHowSourcesAreShown) {
  EXPECT_EQ(UrlOf({}, {"https://github.com/" + std::string(100'000, 'a'), "4f2a"}), "");
  for (const char* remote :
       {"", "/srv/git/parcel.git", "https://code.acme.com/parcel.git", "javascript:alert(1)",
        "https://github.com.evil/\"><script>/x", "file:///srv/parcel"}) {
    EXPECT_EQ(UrlOf({}, {remote, "4f2a"}), "") << remote;
  }
  EXPECT_EQ(UrlOf({}, {"git@github.com:acme/parcel.git", ""}), "");
  EXPECT_EQ(UrlOf({{"GITHUB_SERVER_URL", "javascript:alert(1)//"},
                   {"GITHUB_REPOSITORY", "a/b"},
                   {"GITHUB_SHA", "4f2a"}},
                  {}),
            "");
}

TEST(AddressOf, NamesALineOfAFileWhereverItsNameTakesACharacterThatAddressesDoNot) {
  const SourceView sources{.url = "https://github.com/acme/parcel/blob/4f2a/", .changed = {}};
  EXPECT_EQ(AddressOf(sources, "src/a b#/é.py", 4),
            "https://github.com/acme/parcel/blob/4f2a/src/a%20b%23/%C3%A9.py#L4");
  EXPECT_EQ(AddressOf(sources, "src/a.py", 0), "https://github.com/acme/parcel/blob/4f2a/src/a.py");
  EXPECT_EQ(AddressOf({}, "src/a.py", 4), "");
}

}  // namespace
}  // namespace skua::report
