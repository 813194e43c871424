#include "workspace/statement_lines.h"

#include "base/error.h"
#include "project_tree.h"
#include "support/matchers.h"
#include "support/source.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

const std::string kScript = test::Source("src/runtime/skua_runtime/alone/statement_lines.py");

TEST(StatementLines, SayWhereStatementsBeginAndWhereTheyLead) {
  const ProjectTree tree(Files{{"a.py",
                                "\"\"\"Of a parcel.\"\"\"\n"
                                "def price(weight):\n"
                                "    if weight > 3 and \\\n"
                                "            weight < 9:\n"
                                "        return 1\n"
                                "    return 2\n"},
                               {"broken.py", "def\n"},
                               {"empty.py", ""},
                               {"z.py", "for one in 'ab':\n    print(one)\n"}});
  const std::vector<model::ModuleId> modules = {{"a", "a.py"},
                                                {"broken", "broken.py"},
                                                {"empty", "empty.py"},
                                                {"gone", "gone.py"},
                                                {"z", "z.py"}};
  const auto lines =
      ListStatements(tree.CountingScanner(kScript), tree.root(), modules, {}, tree.unlimited());
  using model::StatementLine;
  ASSERT_EQ(lines.size(), 5u);
  ASSERT_TRUE(lines[0] && lines[2] && lines[4]);
  EXPECT_THAT(*lines[0],
              ElementsAre(StatementLine{2, false, false}, StatementLine{3, true, true},
                          StatementLine{5, false, false}, StatementLine{6, false, false}));
  EXPECT_FALSE(lines[1]);
  EXPECT_THAT(*lines[2], IsEmpty());
  EXPECT_FALSE(lines[3]);
  EXPECT_THAT(*lines[4], ElementsAre(StatementLine{1, true, true}, StatementLine{2, false, false}));
}

TEST(StatementLines, AreLeftOutWhenThereIsNoTime) {
  const ProjectTree tree(Files{{"a.py", "x = 1\n"}});
  const std::vector<model::ModuleId> modules = {{"a", "a.py"}};
  const auto lines = ListStatements(tree.CountingScanner(kScript), tree.root(), modules, {},
                                    tree.unlimited().Within({}));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_FALSE(lines[0]);
}

TEST(StatementLines, NeedAnInterpreter) {
  const ProjectTree tree(Files{{"a.py", "x = 1\n"}});
  const std::vector<model::ModuleId> modules = {{"a", "a.py"}};
  EXPECT_THROW(
      ListStatements({"/nowhere/python", kScript, 1}, tree.root(), modules, {}, tree.unlimited()),
      base::Error);
}

}  // namespace
}  // namespace skua::workspace
