#include "plan/import_depth.h"

#include "support/matchers.h"

namespace skua::plan {
namespace {

workspace::SourceModule Module(const std::string& name, std::vector<std::string> imports) {
  workspace::SourceModule module{.module = {name, name + ".py"}};
  module.scan.imports = std::move(imports);
  return module;
}

std::vector<uint32_t> DepthsOf(const std::vector<workspace::SourceModule>& modules) {
  return ImportDepths(workspace::ImportGraph(modules));
}

TEST(ImportDepths, AreTheLongestChainsOfImports) {
  EXPECT_THAT(
      DepthsOf({Module("a", {"b", "c"}), Module("b", {"c"}), Module("c", {}), Module("d", {"c"})}),
      ElementsAre(2, 1, 0, 1));
}

TEST(ImportDepths, AreEqualWithinACycle) {
  EXPECT_THAT(DepthsOf({Module("top", {"a"}), Module("a", {"b"}), Module("b", {"a", "low"}),
                        Module("low", {})}),
              ElementsAre(2, 1, 1, 0));
}

TEST(ImportDepths, StandALongChain) {
  std::vector<workspace::SourceModule> chain;
  for (int i = 0; i < 20'000; ++i) {
    chain.push_back(Module("m" + std::to_string(i), {"m" + std::to_string(i + 1)}));
  }
  EXPECT_EQ(DepthsOf(chain).front(), 19'999u);
}

}  // namespace
}  // namespace skua::plan
