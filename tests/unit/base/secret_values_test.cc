#include "base/secret_values.h"

#include "support/matchers.h"

namespace skua::base {
namespace {

TEST(IsSecretName, KnowsHowSecretsAreCalled) {
  for (const char* name : {"GITHUB_TOKEN", "db_password", "aws.secret-key", "Api-Key", "NPM_JWT",
                           "//registry.npmjs.org/:_authToken"}) {
    EXPECT_TRUE(IsSecretName(name)) << name;
  }
  for (const char* name : {"PATH", "HOME", "KEYBOARD", "DEBUG", "PORT"}) {
    EXPECT_FALSE(IsSecretName(name)) << name;
  }
}

TEST(SecretsUnderName, LeaveOutWhatMayStandAnywhere) {
  for (const char* value : {"", "short", "production", "12345678", "/usr/bin/python3",
                            "~/keys/id_rsa", "********", "changeme-please", "${OTHER_TOKEN}",
                            "<your token>", "sqlite:///db.sqlite3", "https://example.org/login"}) {
    EXPECT_THAT(SecretsUnderName(value), IsEmpty()) << value;
  }
  EXPECT_THAT(SecretsUnderName("s3cr3t-token"), ElementsAre("s3cr3t-token"));
  EXPECT_THAT(SecretsUnderName("postgres://app:v3ryl0ng@db/app"), ElementsAre("v3ryl0ng"));
}

TEST(SecretsInText, AreThoseOfSettings) {
  EXPECT_THAT(SecretsInText("# API_TOKEN=not-this-1\n"
                            "DEBUG=true\nHOST=localhost:8000\nREGION=us-east-1\n"
                            "export API_TOKEN='t0ken-of-the-api'\n"
                            "PLAIN=550e8400-e29b-41d4-a716-446655440000\n"
                            "VERSION=my-service-v2.internal.example.net\n"),
              ElementsAre("t0ken-of-the-api", "550e8400-e29b-41d4-a716-446655440000"));
}

TEST(SecretsInText, AreThoseOfKnownFiles) {
  EXPECT_THAT(SecretsInText("machine a login b password s3cr3t-netrc\n"),
              ElementsAre("s3cr3t-netrc"));
  EXPECT_THAT(SecretsInText("https://me:gh-pa55word@github.com\n"), ElementsAre("gh-pa55word"));
  EXPECT_THAT(SecretsInText("//registry.npmjs.org/:_authToken=npm-T0ken-1\n"),
              ElementsAre("npm-T0ken-1"));
  EXPECT_THAT(SecretsInText("{\"auths\": {\"ghcr.io\": {\n \"auth\": "
                            "\"dXNlcjpnaHBfMTZDN2U0MkYyOTJj\"\n}}}"),
              ElementsAre("dXNlcjpnaHBfMTZDN2U0MkYyOTJj"));
  EXPECT_THAT(SecretsInText("users:\n- token: k8s-Sec12345\n"), ElementsAre("k8s-Sec12345"));
  EXPECT_THAT(SecretsInText("s3cr3t-word\n"), ElementsAre("s3cr3t-word"));
}

TEST(SecretsInText, AreTheLinesOfAKey) {
  EXPECT_THAT(SecretsInText("-----BEGIN OPENSSH PRIVATE KEY-----\n"
                            "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n"
                            "QyNTUxOQAAACDx2p7Vd9mSPuqkZ0K1wYc5fJmBq3uX\n"
                            "-----END OPENSSH PRIVATE KEY-----\n"),
              IsSupersetOf({"QyNTUxOQAAACDx2p7Vd9mSPuqkZ0K1wYc5fJmBq3uX"}));
}

}  // namespace
}  // namespace skua::base
