#include "base/secrets.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace skua::base {
namespace {

constexpr const char* kToken = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

Secrets With(std::initializer_list<const char*> values) {
  Secrets secrets;
  for (const char* value : values) secrets.Add(value);
  return secrets;
}

TEST(Secrets, AreMaskedWhereverTheyStand) {
  const Secrets secrets = With({"hunter2-hunter2", "pa55phrase"});
  EXPECT_EQ(secrets.Masked("hunter2-hunter2"), "***");
  EXPECT_EQ(secrets.Masked("a hunter2-hunter2, pa55phrase!"), "a ***, ***!");
  EXPECT_EQ(secrets.Masked("hunter2-hunter"), "hunter2-hunter");
  EXPECT_EQ(secrets.Masked(""), "");
  EXPECT_TRUE(secrets.AreIn("x = 'pa55phrase'"));
  EXPECT_FALSE(secrets.AreIn("x = 'pa55phrasr'"));
}

TEST(Secrets, AreNotLookedForWhereThereAreNone) {
  const Secrets secrets = With({"short", ""});
  EXPECT_TRUE(secrets.empty());
  EXPECT_EQ(secrets.Masked("short"), "short");
}

TEST(Secrets, AreFoundAsFormatsWriteThem) {
  const Secrets secrets = With({"a<b>&\"c\\d-0123"});
  EXPECT_EQ(secrets.Masked("[a<b>&\"c\\d-0123]"), "[***]");
  EXPECT_EQ(secrets.Masked("[a&lt;b&gt;&amp;&quot;c\\d-0123]"), "[***]");
  EXPECT_EQ(secrets.Masked("[a<b>&\\\"c\\\\d-0123]"), "[***]");
  EXPECT_EQ(secrets.Masked("[a<b>&\"c\\\\d-0123]"), "[***]");
}

TEST(Secrets, AreFoundByEachHalfOfALongOne) {
  const Secrets secrets = With({kToken});
  const std::string token = kToken;
  EXPECT_EQ(secrets.Masked("'" + token.substr(0, 25) + "…"), "'***…");
  EXPECT_EQ(secrets.Masked("'" + token.substr(15) + "'"), "'***'");
  EXPECT_FALSE(secrets.AreIn(token.substr(0, 12)));
}

TEST(Secrets, ThatOverlapAreOneMask) {
  const Secrets secrets = With({"abcdefgh", "efghijkl"});
  EXPECT_EQ(secrets.Masked("-abcdefghijkl-"), "-***-");
}

TEST(MaskingBuffer, MasksWhatIsWrittenInParts) {
  const Secrets secrets = With({"hunter2-hunter2"});
  std::ostringstream target;
  MaskingBuffer buffer(*target.rdbuf(), secrets);
  std::ostream out(&buffer);
  out << "one hunter2"
      << "-hunter" << 2 << '\n'
      << "two";
  EXPECT_EQ(target.str(), "one ***\n");
  out << std::flush;
  EXPECT_EQ(target.str(), "one ***\ntwo");
}

}  // namespace
}  // namespace skua::base
