#include "workspace/pytest_settings.h"

#include "base/files.h"
#include "support/matchers.h"

namespace skua::workspace {
namespace {

TEST(TestPathsIn, ReadsTomlAndIniFiles) {
  const std::pair<const char*, const char*> files[] = {
      {"pyproject.toml",
       "[tool.pytest.ini_options]\ntestpaths = [\"tests/unit\",\n  'more']\nx = 1\n"},
      {"pytest.toml", "[pytest]\ntestpaths = [\"tests/unit\", \"more\"]\n"},
      {"pytest.ini", "[pytest]\ntestpaths = tests/unit more\naddopts = -q\n"},
      {"setup.cfg", "[tool:pytest]\ntestpaths =\n    tests/unit\n    more\naddopts = -q\n"}};
  for (const auto& [name, text] : files) {
    const base::ScratchFolder folder;
    base::WriteFileAtomically(folder.path() / name, text);
    EXPECT_THAT(TestPathsIn(folder.path()), ElementsAre("tests/unit", "more")) << name;
  }
}

TEST(TestPathsIn, FindsNothingWhereNothingIsSet) {
  const base::ScratchFolder folder;
  EXPECT_THAT(TestPathsIn(folder.path()), IsEmpty());
  base::WriteFileAtomically(folder.path() / "pytest.ini", "[pytest]\n# testpaths = no\n");
  EXPECT_THAT(TestPathsIn(folder.path()), IsEmpty());
}

}  // namespace
}  // namespace skua::workspace
