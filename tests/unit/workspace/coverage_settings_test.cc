#include "workspace/coverage_settings.h"

#include "project_tree.h"
#include "support/matchers.h"
#include "workspace/ini_file.h"

namespace skua::workspace {
namespace {

using test::Files;
using test::ProjectTree;

CoverageSettings SettingsIn(const Files& files) {
  return ReadCoverageSettings(ProjectTree(files).root());
}

TEST(CoverageSettings, AreEmptyWithoutAFile) {
  const CoverageSettings settings = SettingsIn(Files{{"a.py", ""}});
  EXPECT_EQ(settings.file, "");
  EXPECT_TRUE(settings.exclusions.empty());
}

TEST(CoverageSettings, AreReadFromAFileOfTheirOwn) {
  const CoverageSettings settings = SettingsIn(Files{{".coveragerc",
                                                      "[run]\n"
                                                      "branch = True\n"
                                                      "source = parcel\n"
                                                      "omit =\n"
                                                      "    */vendor/*\n"
                                                      "    # not ours\n"
                                                      "    parcel/_version.py, *_pb2.py\n"
                                                      "[report]\n"
                                                      "exclude_lines =\n"
                                                      "    pragma: no cover\n"
                                                      "    if (a, b):\n"}});
  EXPECT_EQ(settings.file, ".coveragerc");
  EXPECT_THAT(settings.source, ElementsAre("parcel"));
  EXPECT_THAT(settings.omit, ElementsAre("**/vendor/**", "/parcel/_version.py", "*_pb2.py"));
  EXPECT_THAT(settings.exclusions.patterns, ElementsAre("pragma: no cover", "if (a, b):"));
  EXPECT_FALSE(settings.exclusions.with_default);
}

TEST(CoverageSettings, AreReadFromSetupCfgUnderTheirOwnSections) {
  const Files files{{"setup.cfg",
                     "[report]\nexclude_also = nothing\n"
                     "[coverage:report]\nexclude_also = raise NotImplementedError\n"}};
  const CoverageSettings settings = SettingsIn(files);
  EXPECT_EQ(settings.file, "setup.cfg");
  EXPECT_THAT(settings.exclusions.patterns, ElementsAre("raise NotImplementedError"));
  EXPECT_TRUE(settings.exclusions.with_default);
}

TEST(CoverageSettings, AreReadFromPyproject) {
  const CoverageSettings settings =
      SettingsIn(Files{{"setup.cfg", "[metadata]\nname = parcel\n"},
                       {"pyproject.toml",
                        "[tool.coverage.run]\ninclude = ['src/parcel/*']\n"
                        "[tool.coverage.report]\nexclude_also = ['def __repr__', '\\.\\.\\.$']\n"
                        "omit = 'src/parcel/old.py'\n"}});
  EXPECT_EQ(settings.file, "pyproject.toml");
  EXPECT_THAT(settings.include, ElementsAre("/src/parcel/**"));
  EXPECT_THAT(settings.omit, ElementsAre("/src/parcel/old.py"));
  EXPECT_THAT(settings.exclusions.patterns, ElementsAre("def __repr__", "\\.\\.\\.$"));
}

TEST(CoverageSettings, OfTheFirstFileThatHasAnyWin) {
  const CoverageSettings settings =
      SettingsIn(Files{{"tox.ini", "[tox]\n[coverage:run]\nbranch = true\n"},
                       {"pyproject.toml", "[tool.coverage.run]\nomit = ['a.py']\n"}});
  EXPECT_EQ(settings.file, "tox.ini");
  EXPECT_THAT(settings.omit, IsEmpty());
}

TEST(CoverageSettings, OfFilesThatDoNotParseSayNothing) {
  const Files files{{".coveragerc", "no section\n"}, {"pyproject.toml", "[tool.coverage\n"}};
  EXPECT_EQ(SettingsIn(files).file, "");
  const Files letters{{"pyproject.toml", "[tool.coverage\u0491]\nrun = 1\n"}};
  EXPECT_EQ(SettingsIn(letters).file, "");
}

TEST(IniFile, ReadsValuesOverSeveralLines) {
  const IniFile file = ParseIni(
      "; a comment\r\n"
      "[one]\r\n"
      "Key: value\r\n"
      "list =\n"
      "  first\n"
      "\n"
      "  second = 2\n"
      "empty =\n"
      "[two]\n");
  const IniFile expected = {
      {"one", {{"key", "value"}, {"list", "first\nsecond = 2"}, {"empty", ""}}}, {"two", {}}};
  EXPECT_EQ(file, expected);
}

}  // namespace
}  // namespace skua::workspace
