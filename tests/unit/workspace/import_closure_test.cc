#include "workspace/import_closure.h"

#include "project_tree.h"
#include "support/matchers.h"

namespace skua::workspace {
namespace {

std::vector<std::string> Closure(const test::Files& files, const std::vector<std::string>& names) {
  const test::ProjectTree tree(files);
  std::vector<std::string> closure;
  for (const model::ModuleId& module : ImportClosure(tree.Scan(), names)) {
    closure.push_back(module.name);
  }
  return closure;
}

TEST(ImportClosure, HoldsPackagesOnTheWayAndWhatTheyImport) {
  EXPECT_THAT(Closure({{"p/__init__.py", "from p.api import quote\n"},
                       {"p/api.py", "import q\n"},
                       {"p/money.py", ""},
                       {"p/unused.py", ""},
                       {"q.py", "import json\n"},
                       {"r.py", "import p.money\n"}},
                      {"r"}),
              ElementsAre("r", "p", "p.money", "p.api", "q"));
}

TEST(ImportClosure, EndsInACircleAndBeginsWithWhatIsAskedForFirst) {
  EXPECT_THAT(Closure({{"a.py", "from b import x\n"}, {"b.py", "from a import y\n"}, {"c.py", ""}},
                      {"c", "b", "no.such", "a"}),
              ElementsAre("c", "b", "a"));
}

}  // namespace
}  // namespace skua::workspace
