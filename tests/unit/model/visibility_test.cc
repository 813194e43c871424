#include "model/visibility.h"

#include "support/matchers.h"

namespace skua::model {
namespace {

TEST(IsPrivate, KnowsWhatPythonMangles) {
  for (const char* name : {"__helper", "Box.__put", "Box._Box__put", "_Box._Box__put", "__Box.put",
                           "Outer.Inner._Inner__put"}) {
    EXPECT_TRUE(IsPrivate(name)) << name;
  }
  for (const char* name : {"put", "_put", "Box._put", "_Box.put", "Box.__len__", "Box._Other__put",
                           "_", "__main__", "_Box__put", ""}) {
    EXPECT_FALSE(IsPrivate(name)) << name;
  }
}

TEST(Unveil, LetsTestsCallWhatTheyMay) {
  Subject subject;
  for (const char* name : {"put", "_put", "Box._Box__put"}) {
    subject.callables.emplace_back();
    subject.callables.back().qualified_name = name;
    subject.callables.back().is_protected = name != std::string_view("put");
  }
  const auto hidden = [&](std::string_view visibility) {
    Subject seen = subject;
    Unveil(seen, VisibilityNamed(visibility));
    std::vector<bool> is_protected;
    for (const Callable& callable : seen.callables) is_protected.push_back(callable.is_protected);
    return is_protected;
  };
  EXPECT_THAT(hidden("public"), ElementsAre(false, true, true));
  EXPECT_THAT(hidden("protected"), ElementsAre(false, false, true));
  EXPECT_THAT(hidden("all"), ElementsAre(false, false, false));
}

}  // namespace
}  // namespace skua::model
