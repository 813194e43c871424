#include "render/file/standing_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.h"
#include "support/source.h"

namespace skua::render {
namespace {

namespace fs = std::filesystem;

std::string Golden(const std::string& name) {
  return base::ReadFile(fs::path(test::Source("tests/golden/render")) / name);
}

StandingFile Tables() { return *StandingFile::Read(Golden("shapes_tables.py.txt")); }

// The text of one function in a file.
std::string TextOf(const StandingFile& file, std::string_view function) {
  for (const NamedText& one : file.functions()) {
    if (one.name == function) return one.text;
  }
  return "";
}

TEST(StandingFile, GivesBackEveryFileAsItWas) {
  std::size_t read = 0;
  for (const auto& entry : fs::directory_iterator(test::Source("tests/golden/render"))) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".py.txt")) continue;
    const std::string text = Golden(name);
    const auto file = StandingFile::Read(text);
    ASSERT_TRUE(file) << name;
    EXPECT_EQ(file->Text(), text) << name;
    EXPECT_EQ(file->is_unittest(), name.starts_with("unittest_")) << name;
    ++read;
  }
  EXPECT_GT(read, 18u);
}

TEST(StandingFile, ReadsNoEditedFilesAndNoFilesOfTwoStyles) {
  std::string edited = Golden("shapes_tables.py.txt");
  edited.replace(edited.find("== expected"), 2, "!=");
  EXPECT_FALSE(StandingFile::Read(edited));
  EXPECT_FALSE(StandingFile::Read(Golden("parcel_rates.json")));
  EXPECT_FALSE(StandingFile::Read("import pytest\n"));
  const std::string functions = Golden("shapes_tables.py.txt");
  const std::string with_a_case =
      functions.substr(0, functions.rfind("\n\n# skua: ")) +
      "\n\nclass TestShapes(unittest.TestCase):\n    def test_a(self):\n        pass\n";
  EXPECT_FALSE(StandingFile::Read(Sealed(with_a_case, *ParseHeader(functions))));
}

StandingFile Cases() { return *StandingFile::Read(Golden("unittest_shapes_tables.py.txt")); }

// The names of tests, in order.
std::string NamesIn(const StandingFile& file) {
  std::string names;
  for (const NamedText& test : file.functions()) names += test.name + " ";
  return names;
}

NamedText Method(const std::string& name) {
  return {name, "    def " + name.substr(name.rfind(':') + 1) + "(self):\n        pass\n"};
}

TEST(StandingFile, NamesMethodsAsPytestDoes) {
  const StandingFile file = Cases();
  EXPECT_EQ(file.case_base(), "unittest.TestCase");
  EXPECT_TRUE(NamesIn(file).starts_with("TestShapes::test_clip_returns_0 TestShapes::"));
  EXPECT_EQ(TextOf(file, "TestShapes::test_clip_returns_5"),
            "    def test_clip_returns_5(self):\n        self.assertEqual(clip(5), 5)\n");
  EXPECT_TRUE(file.Words().contains("unittest"));
  const std::string text = file.Text();
  const auto at = static_cast<std::ptrdiff_t>(text.find("    def test_pool_raises_lookup_error("));
  EXPECT_EQ(file.LineOf("TestPool::test_pool_raises_lookup_error"),
            1 + std::count(text.begin(), text.begin() + at, '\n'));
}

TEST(StandingFile, AddsMethodsToTheirCase) {
  StandingFile file = Cases();
  file.AddAfter("TestShapes::test_clip_returns_0", Method("TestShapes::test_behind"));
  file.AddAfter("TestShapes::test_clip_returns_0", Method("TestAccount::test_last"));
  file.AddAfter("", Method("TestNew::test_of_a_new_case"));
  const std::string text = file.Text();
  EXPECT_NE(
      text.find("self.assertEqual(clip(-3), 0)\n\n    def test_behind(self):\n        pass\n\n"
                "    def test_clip_returns_5"),
      std::string::npos);
  EXPECT_NE(text.find("    def test_last(self):\n        pass\n\n\nclass TestPool("),
            std::string::npos);
  EXPECT_NE(text.find("\n\n\nclass TestNew(unittest.TestCase):\n    def test_of_a_new_case(self):\n"
                      "        pass\n\n\n# skua: "),
            std::string::npos);
  EXPECT_EQ(NamesIn(*StandingFile::Read(text)), NamesIn(file));
}

TEST(StandingFile, ACaseGoesWithItsLastMethod) {
  StandingFile file = Cases();
  const std::vector<NamedText> methods = file.functions();
  for (const NamedText& method : methods) {
    if (method.name.starts_with("TestAccount::")) file.Drop(method.name);
  }
  EXPECT_EQ(file.Text().find("TestAccount"), std::string::npos);
  EXPECT_NE(file.Text().find("\n\n\nclass TestPool("), std::string::npos);
  EXPECT_TRUE(StandingFile::Read(file.Text()));
}

TEST(StandingFile, ToleratesLineEndsThatGitChanged) {
  const std::string text = Golden("shapes_tables.py.txt");
  std::string changed;
  for (const char c : text) changed += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(StandingFile::Read(changed)->Text(), text);
}

TEST(StandingFile, DropsATestAndKeepsTheBytesOfTheOthers) {
  StandingFile file = Tables();
  const std::string before = file.Text();
  const std::string dropped = std::string(HeadingOf(FileSection::kWrongTypes)) +
                              TextOf(file, "test_clip_raises_type_error");
  file.Drop("test_clip_raises_type_error");
  std::string expected = before.substr(0, before.find(dropped)) +
                         before.substr(before.find(dropped) + dropped.size() + 2);
  const auto seal = expected.rfind("checksum");
  EXPECT_EQ(file.Text().substr(0, seal), expected.substr(0, seal));
  EXPECT_TRUE(StandingFile::Read(file.Text()));
}

std::string DecoratorOf(const StandingFile& file, std::string_view function) {
  const std::string& text = file.TextOf(function);
  return text.substr(0, text.find("\ndef "));
}

TEST(StandingFile, DropsRowsOfTablesOfEveryLayout) {
  StandingFile file = Tables();
  EXPECT_EQ(file.RowsOf("test_clip_by_value"), 3u);
  file.DropRow("test_clip_by_value", 2);
  EXPECT_EQ(DecoratorOf(file, "test_clip_by_value"),
            R"(@pytest.mark.parametrize(("value", "expected"), [(-3, 0), (5, 5)]))");
  file.DropRow("test_clip_by_value", 0);
  EXPECT_EQ(DecoratorOf(file, "test_clip_by_value"),
            R"(@pytest.mark.parametrize(("value", "expected"), [(5, 5)]))");

  file.DropRow("test_clip_raises_value_error", 1);
  EXPECT_EQ(DecoratorOf(file, "test_clip_raises_value_error"),
            R"(@pytest.mark.parametrize(
    ("low", "high", "match"),
    [
        (3, 2, "low must not exceed 2"),
        (8, 5, "low must not exceed 5"),
    ],
))");

  file.DropRow("test_greet_by_name", 1);
  EXPECT_EQ(DecoratorOf(file, "test_greet_by_name"), R"(@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ann", "Hello Ann\n"),
        ("Cy", "Hello Cy\n"),
    ],
    ids=["Ann", "Cy"],
))");
  file.DropRow("test_pool_raises_lookup_error", 0);
  EXPECT_EQ(DecoratorOf(file, "test_pool_raises_lookup_error"),
            R"(@pytest.mark.parametrize("size", ["AB", "x"]))");
}

TEST(StandingFile, AddsATestBehindAnother) {
  StandingFile file = Tables();
  file.AddAfter("test_clip_by_value", {"test_new", "def test_new():\n    assert clip(1) == 1\n"});
  EXPECT_NE(file.Text().find("assert clip(value) == expected\n\n\ndef test_new():\n"),
            std::string::npos);
  EXPECT_NE(file.Text().find("== 1\n\n\n@pytest.mark.parametrize(\n    (\"low\""),
            std::string::npos);
  file.AddAfter("", {"test_last", "def test_last():\n    assert clip(1) == 1\n"});
  EXPECT_EQ(file.functions()[file.functions().size() - 2].name, "test_last");
  EXPECT_EQ(file.functions().back().section, FileSection::kWrongTypes);
}

TEST(StandingFile, TellsLines) {
  const StandingFile file = Tables();
  const std::string text = file.Text();
  const auto line_of = [&](std::string_view what) {
    const auto at = text.find(what);
    return 1u + static_cast<uint32_t>(
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  EXPECT_EQ(file.LineOf("test_greet_by_name"), line_of("def test_greet_by_name"));
  EXPECT_EQ(file.LineOf("test_clip_raises_value_error", 1), line_of("(6, 4,"));
}

TEST(StandingFile, StampsTheHeader) {
  StandingFile file = Tables();
  file.Stamp("9.9.9", "00112233445566778899");
  EXPECT_TRUE(file.Text().starts_with(
      "\"\"\"Generated by Skua 9.9.9 for shapes (fingerprint 00112233).\n"));
  EXPECT_EQ(ParseHeader(file.Text())->fingerprint, "00112233445566778899");
  EXPECT_TRUE(IsUnedited(file.Text()));
}

TEST(StandingFile, StampsWhatStandsAbove) {
  StandingFile file = Tables();
  const std::string before = file.Text();
  for (const std::string above : {"# MIT\n", "# Copyright the authors\n#\n# BSD\n", ""}) {
    file.Stamp("9.9.9", "00112233445566778899", above);
    EXPECT_TRUE(file.Text().starts_with(above + "\"\"\"Generated by Skua 9.9.9 for shapes"));
    const auto again = StandingFile::Read(file.Text());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->functions().size(), file.functions().size());
    file = *again;
  }
  file.Stamp(ParseHeader(before)->version, ParseHeader(before)->fingerprint);
  EXPECT_EQ(file.Text(), before);
}

TEST(StandingFile, DropsDefinitionsThatNothingUses) {
  const std::string text = Golden("shapes_processes.py.txt");
  StandingFile file = *StandingFile::Read(text);
  ASSERT_EQ(file.definitions().size(), 1u);
  file.DropUnusedDefinitions();
  EXPECT_EQ(file.Text(), text);
  while (file.functions().size() > 1) {
    const bool uses = file.functions()[0].text.find("answering") != std::string::npos;
    file.Drop(file.functions()[uses ? 0 : 1].name);
  }
  file.SetMark(file.functions()[0].name, "pytest.mark.slow");
  file.DropUnusedDefinitions();
  EXPECT_EQ(file.definitions().empty(),
            file.functions()[0].text.find("answering") == std::string::npos);
}

TEST(StandingFile, KnowsAnAttributeFromAName) {
  const std::string function = "def test_a():\n    assert parcel.is_heavy is heavy(\"name\")\n";
  StandingFile file = Tables();

  file.AddAfter("", {"test_a", function});

  const std::set<std::string> words = file.Words();

  EXPECT_TRUE(words.contains("parcel") && words.contains("heavy"));
  EXPECT_FALSE(words.contains("is_heavy"));
}

TEST(StandingFile, SetsReplacesAndRemovesMarks) {
  const std::string text = Golden("shapes_operators.py.txt");
  constexpr std::string_view kFunction = "test_vector_add_returns_4";
  StandingFile file = *StandingFile::Read(text);
  file.SetMark(kFunction, "pytest.mark.xfail(strict=True, reason=\"a\")");
  const std::string marked = file.Text();
  EXPECT_NE(
      marked.find("@pytest.mark.xfail(strict=True, reason=\"a\")\ndef test_vector_add_returns_4"),
      std::string::npos);
  EXPECT_TRUE(IsUnedited(marked));
  file.SetMark(kFunction, "pytest.mark.xfail(strict=True, reason=\"b\")");
  EXPECT_EQ(file.Text().find("reason=\"a\""), std::string::npos);
  EXPECT_EQ(file.Text().size(), marked.size());
  file.RemoveMark(kFunction);
  EXPECT_EQ(file.Text(), text);
}

TEST(StandingFile, MarksRowsOfTables) {
  constexpr std::string_view kMark = "pytest.mark.xfail(strict=True)";
  for (const auto& [function, row, item] :
       {std::tuple{"test_clip_by_value", 1u,
                   "pytest.param(5, 5, marks=pytest.mark.xfail(strict=True))"},
        std::tuple{"test_pool_raises_lookup_error", 1u,
                   "pytest.param(\"AB\", marks=pytest.mark.xfail(strict=True))"},
        std::tuple{
            "test_pool_raises_lookup_error", 0u,
            "pytest.param(\"\", id=\"empty_string\", marks=pytest.mark.xfail(strict=True))"}}) {
    StandingFile file = Tables();
    file.SetMark(function, kMark, row);
    EXPECT_NE(file.Text().find(item), std::string::npos) << item;
    EXPECT_EQ(file.MarkOf(function, row), kMark);
    file.RemoveMark(function, row);
    EXPECT_EQ(file.Text(), Tables().Text());
  }
}

}  // namespace
}  // namespace skua::render
