#include "workspace/django_settings.h"

#include <gtest/gtest.h>

#include "project_tree.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

constexpr const char* kManage =
    "import os\n\ndef main():\n"
    "    os.environ.setdefault(\"DJANGO_SETTINGS_MODULE\", \"shop.settings\")\n";

std::string FoundIn(const Files& files) {
  const ProjectTree tree(files);
  const auto found = FindDjangoSettings(tree.root(), {tree.root() / "src"});
  return found ? found->module + (found->is_named_for_pytest ? " for pytest" : "") : "";
}

TEST(DjangoSettings, AreThoseOfManagePy) {
  EXPECT_EQ(FoundIn({{"a.py", ""}}), "");
  EXPECT_EQ(FoundIn({{"manage.py", kManage}}), "shop.settings");
}

TEST(DjangoSettings, AreFoundBelowTheRoot) {
  EXPECT_EQ(FoundIn({{"backend/manage.py", kManage}}), "shop.settings");
  EXPECT_EQ(FoundIn({{"src/manage.py", kManage}}), "shop.settings");
  EXPECT_EQ(FoundIn({{".venv/manage.py", kManage}}), "");
}

TEST(DjangoSettings, AreFirstThoseNamedForPytest) {
  Files files = {{"manage.py", kManage}};
  files.push_back({"setup.cfg", "[tool:pytest]\nDJANGO_SETTINGS_MODULE = shop.four\n"});
  EXPECT_EQ(FoundIn(files), "shop.four for pytest");
  files.push_back({"tox.ini", "[pytest]\nDJANGO_SETTINGS_MODULE = shop.three\n"});
  EXPECT_EQ(FoundIn(files), "shop.three for pytest");
  files.push_back(
      {"pyproject.toml", "[tool.pytest.ini_options]\nDJANGO_SETTINGS_MODULE = \"shop.two\"\n"});
  EXPECT_EQ(FoundIn(files), "shop.two for pytest");
  files.push_back({"pytest.ini", "[pytest]\naddopts = -q --ds=shop.one --reuse-db\n"});
  EXPECT_EQ(FoundIn(files), "shop.one for pytest");
}

TEST(DjangoSettings, AreReadFromAConftest) {
  EXPECT_EQ(FoundIn({{"conftest.py",
                      "import os\nos.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'\n"}}),
            "tests.settings");
}

TEST(DjangoSettings, AreNoOtherText) {
  EXPECT_EQ(FoundIn({{"pytest.ini", "[pytest]\nDJANGO_SETTINGS_MODULE = not a module\n"},
                     {"pyproject.toml", "[tool.pytest.ini_options\n"},
                     {"manage.py", "print('DJANGO_SETTINGS_MODULE')\n"}}),
            "");
}

}  // namespace
}  // namespace skua::workspace
