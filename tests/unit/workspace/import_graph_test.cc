#include "workspace/import_graph.h"

#include "project_tree.h"
#include "support/matchers.h"

namespace skua::workspace {
namespace {

// "importer -> imported", with "(own)" where only the imported module's own code counts.
std::vector<std::string> Edges(const test::Files& files) {
  const test::ProjectTree tree(files);
  const auto modules = tree.Scan();
  const ImportGraph graph(modules);
  std::vector<std::string> edges;
  for (uint32_t module = 0; module < graph.size(); ++module) {
    for (const auto& dependent : graph.DependentsOf(module)) {
      edges.push_back(modules[dependent.module].module.name + " -> " + modules[module].module.name +
                      (dependent.passes_on ? "" : " (own)"));
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

TEST(ImportGraph, CountsASubmoduleButNotThePackageOnTheWay) {
  EXPECT_THAT(Edges({{"p/__init__.py", ""},
                     {"p/money.py", ""},
                     {"a.py", "import p.money\n"},
                     {"b.py", "from p import money\n"},
                     {"c.py", "from p.money import Money\n"},
                     {"p/d.py", "from . import money\nfrom .money import *\n"}}),
              ElementsAre("a -> p.money", "b -> p.money", "c -> p.money", "p.d -> p.money"));
}

TEST(ImportGraph, CountsAPackageThatIsImportedByName) {
  EXPECT_THAT(Edges({{"p/__init__.py", "limit = 1\n"},
                     {"a.py", "import p\n"},
                     {"b.py", "from p import limit\n"},
                     {"c.py", "from p import *\n"}}),
              ElementsAre("a -> p", "b -> p", "c -> p"));
}

TEST(ImportGraph, FollowsAReExportedNameToWhereItIsFrom) {
  EXPECT_THAT(Edges({{"p/__init__.py", "from .api import quote, Money\n"},
                     {"p/api.py", "from p.money import Money\ndef quote(): pass\n"},
                     {"p/money.py", ""},
                     {"a.py", "from p import Money\n"},
                     {"b.py", "from p import quote\n"}}),
              ElementsAre("a -> p (own)", "a -> p.api (own)", "a -> p.money", "b -> p (own)",
                          "b -> p.api", "p -> p.api", "p -> p.money", "p.api -> p.money"));
}

TEST(ImportGraph, EndsWhenNamesAreHandedRoundInACircle) {
  EXPECT_THAT(Edges({{"a.py", "from b import x\n"}, {"b.py", "from a import x\n"}}),
              ElementsAre("a -> b", "b -> a"));
}

TEST(ImportGraph, SeesImportsInFunctionsAndByTheImportFunction) {
  EXPECT_THAT(Edges({{"a.py", "def f():\n    import c\n"},
                     {"b.py", "import importlib\nimportlib.import_module('c')\n"},
                     {"c.py", ""}}),
              ElementsAre("a -> c", "b -> c"));
}

}  // namespace
}  // namespace skua::workspace
