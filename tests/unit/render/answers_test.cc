// What lets the other side of a network answer, as it stands in tests.
#include <gtest/gtest.h>

#include "render/body/definitions.h"
#include "render/body/environment_text.h"

namespace skua::render {
namespace {

TEST(Answers, AreDefinedOnceForEachLibrary) {
  const model::Subject subject;
  Imports imports({});
  Definitions definitions(subject, imports);
  EXPECT_EQ(definitions.Answering("requests_answers"), "answering");
  EXPECT_EQ(definitions.Answering("requests_answers"), "answering");
  EXPECT_EQ(definitions.Answering("processes"), "answering_2");
  EXPECT_EQ(definitions.Added().size(), 2U);
  EXPECT_EQ(imports.Text(), "import io\nimport os\nimport subprocess\n\nimport requests\n");
}

TEST(Answers, StandInForWhatWouldGoToTheNetwork) {
  Imports imports({});
  for (const auto& [callable, target] :
       {std::pair("requests_answers", "requests.adapters.HTTPAdapter.send"),
        std::pair("httpx_answers", "httpx.HTTPTransport.handle_request"),
        std::pair("httpx_async_answers", "httpx.AsyncHTTPTransport.handle_async_request"),
        std::pair("urllib_answers", "urllib.request.OpenerDirector.open")}) {
    EXPECT_TRUE(Answers(callable));
    EXPECT_EQ(ReplacedFunction(callable), target);
    EXPECT_EQ(EnvironmentText(callable, {"\"a.b\"", "answering()"}, imports),
              "monkeypatch.setattr(\"a.b\", answering())");
  }
  EXPECT_FALSE(Answers("setenv"));
}

TEST(Answers, GiveWhatTheTestSaysForACall) {
  EXPECT_TRUE(Gives("give:boto3.client"));
  EXPECT_FALSE(Gives("tick:time.time"));
  EXPECT_EQ(ReplacedFunction("give:boto3.client"), "boto3.client");
  EXPECT_EQ(OverriddenBy("give:boto3.client"), std::nullopt);
  EXPECT_EQ(OverriddenBy("override:app:get_stock"),
            std::pair(std::string("app"), std::string("get_stock")));
  EXPECT_EQ(ReplacedFunction("override:app:get_stock"), "");
  Imports imports({});
  EXPECT_EQ(EnvironmentText("override:app:get_stock", {"app.a", "get_stock", "lambda: 1"}, imports),
            "monkeypatch.setitem(app.a, get_stock, lambda: 1)");
}

TEST(Answers, TellTheTime) {
  const model::Subject subject;
  Imports imports({});
  Definitions definitions(subject, imports);
  EXPECT_TRUE(Answers("clock:shop.tokens.datetime"));
  EXPECT_FALSE(Answers("tick:time.time"));
  EXPECT_EQ(ReplacedFunction("clock:shop.tokens.datetime"), "shop.tokens.datetime");
  EXPECT_EQ(definitions.Answering("clock:shop.tokens.datetime"), "clock");
  EXPECT_EQ(definitions.Answering("clock:other.datetime"), "clock");
  EXPECT_EQ(definitions.Answering("calendar:shop.tokens.date"), "calendar");
  EXPECT_EQ(definitions.Added().size(), 2U);
}

}  // namespace
}  // namespace skua::render
