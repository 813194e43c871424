#include "workspace/changed_lines.h"

#include "support/matchers.h"

namespace skua::workspace {
namespace {

TEST(ParseDiff, TakesTheLinesAsTheyAreNow) {
  const ChangedLines changed = ParseDiff(
      "diff --git a/src/a.py b/src/a.py\n"
      "index 1..2 100644\n"
      "--- a/src/a.py\n"
      "+++ b/src/a.py\n"
      "@@ -3 +3 @@ def f():\n"
      "-old\n"
      "+new\n"
      "@@ -10,0 +11,3 @@\n"
      "+one\n"
      "+two\n"
      "+three\n"
      "diff --git a/b.py b/b.py\n"
      "new file mode 100644\n"
      "--- /dev/null\n"
      "+++ b/b.py\n"
      "@@ -0,0 +1,2 @@\n"
      "+x\n"
      "+y\n"
      "\\ No newline at end of file\n");
  EXPECT_THAT(changed,
              ElementsAre(Pair("b.py", ElementsAre(LineRange{1, 2})),
                          Pair("src/a.py", ElementsAre(LineRange{3, 3}, LineRange{11, 13}))));
}

TEST(ParseDiff, LeavesOutWhatIsGone) {
  EXPECT_THAT(ParseDiff("--- a/a.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n"), IsEmpty());
  EXPECT_THAT(ParseDiff("--- a/a.py\n+++ b/a.py\n@@ -4,2 +3,0 @@\n-x\n-y\n"), IsEmpty());
  EXPECT_THAT(ParseDiff(""), IsEmpty());
}

TEST(ParseDiff, IsNotMisledByWhatLinesSay) {
  const ChangedLines changed = ParseDiff(
      "--- a/a.py\n"
      "+++ b/a.py\n"
      "@@ -1,2 +1,3 @@\n"
      "--- a/evil.py\n"  // a line "-- a/evil.py" that is gone
      "-@@ -1 +1 @@\n"
      "+++ b/evil.py\n"  // a line "++ b/evil.py" that is new
      "+@@ -1,1 +50,9 @@\n"
      "++\n"
      "@@ -9 +10 @@\n"
      "-x\n"
      "+y\n");
  EXPECT_THAT(changed, ElementsAre(Pair("a.py", ElementsAre(LineRange{1, 3}, LineRange{10, 10}))));
}

TEST(ParseDiff, ReadsNamesAsGitWritesThem) {
  const std::string hunk = "@@ -1 +1 @@\n-x\n+y\n";
  const std::string diff = "+++ b/with blank.py\t\n" + hunk +    //
                           "+++ \"b/\\303\\274.py\"\n" + hunk +  //
                           "+++ \"b/a\\\"b\\\\c\\td.py\"\n" + hunk;
  EXPECT_THAT(ParseDiff(diff),
              UnorderedElementsAre(Pair("with blank.py", ElementsAre(LineRange{1, 1})),
                                   Pair("\u00fc.py", ElementsAre(LineRange{1, 1})),
                                   Pair("a\"b\\c\td.py", ElementsAre(LineRange{1, 1}))));
}

}  // namespace
}  // namespace skua::workspace
