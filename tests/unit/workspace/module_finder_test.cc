#include "workspace/module_finder.h"

#include <map>

#include "base/error.h"
#include "project_tree.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

// "parcel.money=src/parcel/money.py"
std::vector<std::string> FoundPlaces(const ProjectTree& tree, SourceSelection selection = {}) {
  selection.root = tree.root();
  std::vector<std::string> found;
  for (const auto& module : FindModules(selection, base::Log()).modules) {
    found.push_back(module.name + "=" + module.path);
  }
  return found;
}

std::vector<std::string> SourcePaths(const ProjectTree& tree, SourceSelection selection = {}) {
  selection.root = tree.root();
  std::vector<std::string> paths;
  for (const auto& path : FindModules(selection, base::Log()).source_paths) {
    paths.push_back(path.lexically_relative(tree.root()).generic_string());
  }
  return paths;
}

SourceSelection From(std::vector<std::string> sources) { return {.sources = std::move(sources)}; }

TEST(ModuleFinder, DiscoversASourceFolder) {
  const ProjectTree tree(
      "src/parcel/__init__.py src/parcel/money.py "
      "src/parcel/deep/er.py src/single.py tests/test_money.py "
      "setup.py");
  EXPECT_THAT(FoundPlaces(tree),
              ElementsAre("parcel=src/parcel/__init__.py", "parcel.deep.er=src/parcel/deep/er.py",
                          "parcel.money=src/parcel/money.py", "single=src/single.py"));
  EXPECT_THAT(SourcePaths(tree), ElementsAre("src"));
}

TEST(ModuleFinder, TellsOfFilesThatNothingButTheirNamesKeepsOut) {
  const ProjectTree tree(Files{{"day-1.py", "def f(): pass\n"},
                               {"shop/my-scripts/run.py", "def f(): pass\n"},
                               {"speed_test.py", "def measure(): pass\n"},
                               {"test_ok.py", "def test_it(): pass\n"}},
                         "shop/__init__.py shop/my-data/notes.txt ok.py");
  SourceSelection selection{.root = tree.root()};
  std::map<std::string, std::string> by_name, others;
  for (const LeftOut& one : FindModules(selection, base::Log()).left_out) {
    (one.by_name ? by_name : others).emplace(one.path, one.why);
  }
  EXPECT_THAT(by_name,
              ElementsAre(Pair("day-1.py", "its name cannot be imported"),
                          Pair("shop/my-scripts", "its name cannot be imported"),
                          Pair("speed_test.py", "it is named like a test, but holds none")));
  EXPECT_THAT(others, ElementsAre(Pair("shop/my-data", "its name cannot be imported"),
                                  Pair("test_ok.py", "a test")));
}

TEST(ModuleFinder, KeepsWhatLiesWithinPlacesUnlessNothingDoes) {
  const ProjectTree tree("flat/__init__.py flat/a.py other.py");
  SourceSelection selection{.within = {"flat"}};
  EXPECT_THAT(FoundPlaces(tree, selection),
              ElementsAre("flat=flat/__init__.py", "flat.a=flat/a.py"));
  selection.within = {"flat.a", "./other.py"};
  EXPECT_THAT(FoundPlaces(tree, selection), ElementsAre("flat.a=flat/a.py"));
  selection.within = {"."};
  EXPECT_EQ(FoundPlaces(tree, selection).size(), 3u);
  selection.within = {"nowhere"};
  EXPECT_EQ(FoundPlaces(tree, selection).size(), 3u);
}

TEST(ModuleFinder, DiscoversPackagesNamespacesAndModulesAtTheTop) {
  const ProjectTree tree(Files{{"acme/widgets/__init__.py", "from acme.widgets import knob\n"}},
                         "flat/__init__.py flat/a.py acme/widgets/knob.py tool.py "
                         "conftest.py noxfile.py tasks.py docs/conf.py examples/demo.py "
                         "scripts/release.py empty/readme.txt");
  EXPECT_THAT(
      FoundPlaces(tree),
      ElementsAre("acme.widgets=acme/widgets/__init__.py", "acme.widgets.knob=acme/widgets/knob.py",
                  "flat=flat/__init__.py", "flat.a=flat/a.py", "tool=tool.py"));
  EXPECT_THAT(SourcePaths(tree), ElementsAre("."));
}

TEST(ModuleFinder, DiscoversLooseFilesUnlessThereArePackages) {
  const Files loose = {{"not-a-name/x.py", ""}, {"extras/deploy/aws.py", "import boto\n"}};
  EXPECT_THAT(FoundPlaces(ProjectTree(loose)),
              ElementsAre("extras.deploy.aws=extras/deploy/aws.py", "x=not-a-name/x.py"));

  for (const std::string package : {"flat", "src/flat"}) {
    Files files = loose;
    const std::string init = package + "/__init__.py";
    files.insert(files.end(), {{init, ""},
                               {"plugin-sample/setup.py", ""},
                               {"plugin-sample/src/plugin/__init__.py", ""},
                               {"backend/app/__init__.py", ""},
                               {"acme/knob.py", "from acme.wheel import turn\n"}});
    EXPECT_THAT(FoundPlaces(ProjectTree(files)),
                ElementsAre("acme.knob=acme/knob.py", "backend.app=backend/app/__init__.py",
                            "flat=" + init));
  }
}

TEST(ModuleFinder, PrefersTheSourceFolderWhenANameIsThereTwice) {
  const ProjectTree tree(Files{{"parcel/__init__.py", ""}, {"src/parcel/__init__.py", ""}});
  EXPECT_THAT(FoundPlaces(tree), ElementsAre("parcel=src/parcel/__init__.py"));
}

TEST(ModuleFinder, TellsANamespacePackageFromASourceFolderByItsImports) {
  const ProjectTree tree(Files{{"backend/app/main.py", "from app.db import connect\n"},
                               {"acme/widgets/knob.py", "import acme.widgets\n"}},
                         "backend/app/__init__.py backend/app/db.py "
                         "acme/widgets/__init__.py");
  EXPECT_THAT(FoundPlaces(tree, From({"backend", "acme"})),
              ElementsAre("acme.widgets=acme/widgets/__init__.py",
                          "acme.widgets.knob=acme/widgets/knob.py", "app=backend/app/__init__.py",
                          "app.db=backend/app/db.py", "app.main=backend/app/main.py"));
  EXPECT_THAT(SourcePaths(tree, From({"backend", "acme"})), ElementsAre("backend", "."));
}

TEST(ModuleFinder, AsksTestsWhereANamespaceHasThePackageOfANameInTheStandardLibrary) {
  const Files files{{"acme/functools/__init__.py", "import functools\n"},
                    {"lib_of_tools/tools/__init__.py", "import tools\n"}};
  Files tested = files;
  tested.push_back({"test_functools.py", "from acme.functools import once\n"});
  EXPECT_THAT(FoundPlaces(ProjectTree(tested)),
              ElementsAre("acme.functools=acme/functools/__init__.py",
                          "tools=lib_of_tools/tools/__init__.py"));
  EXPECT_THAT(FoundPlaces(ProjectTree(tested), From({"acme/functools"})),
              ElementsAre("acme.functools=acme/functools/__init__.py"));
  tested = files;
  tested.push_back({"tests/unit/functools.py", "import acme.functools\n"});
  EXPECT_THAT(FoundPlaces(ProjectTree(tested), From({"acme"})),
              ElementsAre("acme.functools=acme/functools/__init__.py"));
  EXPECT_THAT(FoundPlaces(ProjectTree(files), From({"acme"})),
              ElementsAre("functools=acme/functools/__init__.py"));
}

TEST(ModuleFinder, TakesAFolderAsWhatItsPlaceSuggestsWhenImportsDoNotTell) {
  const ProjectTree tree(
      Files{{"things/a.py", "from . import b\nimport os\n"}, {"things/b.py", ""}});
  EXPECT_THAT(FoundPlaces(tree), ElementsAre("things.a=things/a.py", "things.b=things/b.py"));
  EXPECT_THAT(FoundPlaces(tree, From({"things"})), ElementsAre("a=things/a.py", "b=things/b.py"));
}

TEST(ModuleFinder, NamesWhatASourceNamesAsPythonWould) {
  const ProjectTree tree(
      "src/parcel/__init__.py src/parcel/sub/__init__.py "
      "src/parcel/sub/x.py src/parcel/sub/data/y.py "
      "acme/tools/__init__.py acme/tools/z.py");
  struct Case {
    std::string source, expected;
  };
  const Case cases[] = {
      {"src/parcel/sub/x.py", "parcel.sub.x=src/parcel/sub/x.py"},
      {"./src/parcel/sub/x.py", "parcel.sub.x=src/parcel/sub/x.py"},
      {(tree.root() / "src/parcel/sub/x.py").string(), "parcel.sub.x=src/parcel/sub/x.py"},
      {"parcel.sub.x", "parcel.sub.x=src/parcel/sub/x.py"},
      {"src/parcel/sub/data/", "parcel.sub.data.y=src/parcel/sub/data/y.py"},
      {"acme.tools.z", "acme.tools.z=acme/tools/z.py"},
      {"acme/tools/z.py", "tools.z=acme/tools/z.py"},
  };
  for (const auto& [source, expected] : cases) {
    EXPECT_THAT(FoundPlaces(tree, From({source})), ElementsAre(expected)) << source;
  }
}

TEST(ModuleFinder, SkipsTestsUnlessTheyAreNamed) {
  const ProjectTree tree(Files{{"p/shop/tests.py", "from django.test import TestCase\n"},
                               {"p/pay/test.py", "import unittest\n"},
                               {"p/quality/test.py", "def test(sample): pass\n"}},
                         "p/__init__.py p/test_a.py p/a_test.py p/conftest.py "
                         "p/tests/b.py p/test/__init__.py p/test/test_c.py p/__main__.py");
  EXPECT_THAT(FoundPlaces(tree), ElementsAre("p=p/__init__.py", "p.__main__=p/__main__.py",
                                             "p.quality.test=p/quality/test.py"));
  EXPECT_THAT(FoundPlaces(tree, From({"p/test_a.py"})), ElementsAre("p.test_a=p/test_a.py"));
  EXPECT_THAT(FoundPlaces(tree, From({"p/tests"})), ElementsAre("p.tests.b=p/tests/b.py"));
}

TEST(ModuleFinder, KeepsAPackageThatIsOnlyCalledTestOrBuild) {
  const ProjectTree tree(
      "p/__init__.py p/test/__init__.py p/test/client.py "
      "p/build/__init__.py p/dist/x.py");
  EXPECT_THAT(FoundPlaces(tree),
              ElementsAre("p=p/__init__.py", "p.build=p/build/__init__.py",
                          "p.test=p/test/__init__.py", "p.test.client=p/test/client.py"));
}

TEST(ModuleFinder, SkipsWhatIsNotTheProjectsOwn) {
  const ProjectTree tree(
      "p/__init__.py p/.hidden/x.py p/__pycache__/x.py "
      "p/node_modules/x.py env/pyvenv.cfg "
      "env/lib/python3.12/site-packages/x.py .venv/lib/x.py "
      "build/lib/p/__init__.py");
  EXPECT_THAT(FoundPlaces(tree), ElementsAre("p=p/__init__.py"));
}

TEST(ModuleFinder, SkipsNamesThatNoImportCouldSpell) {
  const ProjectTree tree(
      "p/__init__.py p/my-script.py p/2fast.py p/class.py "
      "p/sub-folder/x.py p/größe.py");
  EXPECT_THAT(FoundPlaces(tree), ElementsAre("p=p/__init__.py", "p.größe=p/größe.py"));
  SourceSelection named = From({"p/sub-folder/x.py"});
  named.root = tree.root();
  EXPECT_THROW(FindModules(named, base::Log()), base::Error);
}

TEST(ModuleFinder, ChoosesAsPythonDoesBetweenModuleAndPackage) {
  const ProjectTree tree("p/__init__.py p/a.py p/a/__init__.py p/b.py p/b/inner.py");
  EXPECT_THAT(FoundPlaces(tree),
              ElementsAre("p=p/__init__.py", "p.a=p/a/__init__.py", "p.b=p/b.py"));
}

TEST(ModuleFinder, FollowsIncludeAndExcludeGlobs) {
  const ProjectTree tree(
      "p/__init__.py p/a.py p/a_pb2.py p/_vendor/x.py "
      "p/sub/_vendor/y.py p/sub/b.py");
  SourceSelection selection{.exclude = {"**/_vendor/**", "*_pb2.py"}};
  EXPECT_THAT(FoundPlaces(tree, selection),
              ElementsAre("p=p/__init__.py", "p.a=p/a.py", "p.sub.b=p/sub/b.py"));
  selection.include = {"p/sub/"};
  EXPECT_THAT(FoundPlaces(tree, selection), ElementsAre("p.sub.b=p/sub/b.py"));
}

TEST(ModuleFinder, RespectsIgnoreFilesAtEveryLevel) {
  const ProjectTree tree(Files{{".gitignore", "/generated/\n*_gen.py\n"},
                               {"p/.gitignore", "!keep_gen.py\n/local.py\n"}},
                         "generated/x.py p/__init__.py p/a_gen.py p/keep_gen.py "
                         "p/local.py p/sub/local.py");
  EXPECT_THAT(FoundPlaces(tree), ElementsAre("p=p/__init__.py", "p.keep_gen=p/keep_gen.py",
                                             "p.sub.local=p/sub/local.py"));
  SourceSelection selection{.respect_gitignore = false};
  EXPECT_THAT(FoundPlaces(tree, selection), Contains("p.local=p/local.py"));
}

TEST(ModuleFinder, RespectsIgnoreFilesAboveTheRootWithinTheCheckout) {
  const ProjectTree outer(
      Files{{".git/info/exclude", "b.py\n"}, {".gitignore", "/service/p/a.py\nc.py\n"}},
      "service/p/__init__.py service/p/a.py service/p/b.py "
      "service/p/d.py");
  SourceSelection selection{.root = outer.root() / "service"};
  const FoundModules found = FindModules(selection, base::Log());
  ASSERT_EQ(found.modules.size(), 2u);
  EXPECT_EQ(found.modules[1].path, "p/d.py");
}

TEST(ModuleFinder, EndsInALoopOfLinks) {
  const ProjectTree tree(Files{{"p/__init__.py", ""}, {"p/a.py", ""}});
  std::filesystem::create_directory_symlink("..", tree.root() / "p" / "again");
  std::filesystem::create_directory_symlink(tree.root(), tree.root() / "p" / "top");
  EXPECT_THAT(FoundPlaces(tree, From({"p"})), IsSupersetOf({"p=p/__init__.py", "p.a=p/a.py"}));
}

TEST(ModuleFinder, FollowsLinksLastAndNoneOutOfTheProject) {
  const ProjectTree other(Files{{"foreign/__init__.py", ""}, {"alone.py", ""}});
  const ProjectTree tree("a/__init__.py b/__init__.py b/m.py .real/c/__init__.py");
  std::filesystem::create_directory_symlink("../b", tree.root() / "a" / "to_b");
  std::filesystem::create_directory_symlink("..", tree.root() / "a" / "up");
  std::filesystem::create_directory_symlink("../.real/c", tree.root() / "a" / "c");
  std::filesystem::create_directory_symlink(other.root(), tree.root() / "a" / "out");
  std::filesystem::create_directory_symlink(other.root() / "foreign", tree.root() / "foreign");
  std::filesystem::create_symlink(other.root() / "alone.py", tree.root() / "b" / "alone.py");
  EXPECT_THAT(FoundPlaces(tree, From({})), ElementsAre("a=a/__init__.py", "a.c=a/c/__init__.py",
                                                       "b=b/__init__.py", "b.m=b/m.py"));
}

TEST(ModuleFinder, SaysWhatIsWrongWithASource) {
  const ProjectTree tree(Files{{"p/__init__.py", ""}, {"notes.txt", ""}});
  struct Case {
    std::string source, message;
  };
  const Case cases[] = {
      {"nowhere", "'nowhere' is not in"},
      {"../other", "lies outside"},
      {"notes.txt", "neither a folder nor a .py file"},
  };
  for (const auto& [source, message] : cases) {
    SourceSelection selection = From({source});
    selection.root = tree.root();
    EXPECT_THAT(test::ErrorOf([&] { FindModules(selection, base::Log()); }), HasSubstr(message))
        << source;
  }
  SourceSelection lenient = From({"nowhere"});
  lenient.missing_sources_are_errors = false;
  EXPECT_THAT(FoundPlaces(tree, lenient), IsEmpty());
}

}  // namespace
}  // namespace skua::workspace
