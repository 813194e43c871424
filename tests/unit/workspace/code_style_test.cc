#include "workspace/code_style.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace skua::workspace {
namespace {

CodeStyle StyleOf(std::initializer_list<std::pair<const char*, const char*>> files) {
  const base::ScratchFolder folder;
  for (const auto& [name, text] : files) base::WriteFileAtomically(folder.path() / name, text);
  return ReadCodeStyle(folder.path());
}

TEST(CodeStyle, IsBlacksWhereNothingIsSet) {
  const CodeStyle style = StyleOf({});
  EXPECT_EQ(style.columns, 88);
  EXPECT_FALSE(style.single_quotes || style.one_import_a_line);
  EXPECT_EQ(StyleOf({{"pyproject.toml", "[tool.black\nline-length = 100"}}).columns, 88);
}

TEST(CodeStyle, TakesTheFormattersLengthOfLines) {
  EXPECT_EQ(StyleOf({{"pyproject.toml", "[tool.black]\nline-length = 79\n"}}).columns, 79);
  EXPECT_EQ(StyleOf({{"pyproject.toml", "[tool.ruff]\nline-length = 120\n"}}).columns, 120);
  EXPECT_EQ(StyleOf({{"ruff.toml", "line-length = 100\n"}}).columns, 100);
  EXPECT_EQ(StyleOf({{".ruff.toml", "line-length = 100\n"}}).columns, 100);
  EXPECT_EQ(StyleOf({{"ruff.toml", "line-length = 7\n"}}).columns, 88) << "no file fits";
}

TEST(CodeStyle, KeepsToALimitThatNoFormatterContradicts) {
  EXPECT_EQ(StyleOf({{"setup.cfg", "[flake8]\nmax-line-length = 79\n"}}).columns, 79);
  EXPECT_EQ(StyleOf({{"tox.ini", "[flake8]\nmax_line_length = 80\n"}}).columns, 80);
  EXPECT_EQ(StyleOf({{".editorconfig", "[*.py]\nmax_line_length = 72\n"}}).columns, 72);
  EXPECT_EQ(StyleOf({{".flake8", "[flake8]\nmax-line-length = 160\n"}}).columns, 88);
  EXPECT_EQ(StyleOf({{"setup.cfg", "[flake8]\nmax-line-length = 79\n"},
                     {"pyproject.toml", "[tool.black]\nline-length = 100\n"}})
                .columns,
            100);
}

TEST(CodeStyle, ReadsQuotesAndImports) {
  EXPECT_TRUE(StyleOf({{"ruff.toml", "[format]\nquote-style = \"single\"\n"}}).single_quotes);
  EXPECT_TRUE(
      StyleOf({{"pyproject.toml", "[tool.ruff.lint.flake8-quotes]\ninline-quotes = \"single\"\n"}})
          .single_quotes);
  EXPECT_TRUE(StyleOf({{"setup.cfg", "[flake8]\ninline-quotes = '\n"}}).single_quotes);
  EXPECT_FALSE(StyleOf({{"ruff.toml", "[format]\nquote-style = \"double\"\n"}}).single_quotes);
  EXPECT_TRUE(
      StyleOf({{"pyproject.toml", "[tool.isort]\nprofile = \"google\"\n"}}).one_import_a_line);
  EXPECT_TRUE(StyleOf({{"pyproject.toml", "[tool.ruff.lint.isort]\nforce-single-line = true\n"}})
                  .one_import_a_line);
  EXPECT_TRUE(
      StyleOf({{".isort.cfg", "[settings]\nforce_single_line = True\n"}}).one_import_a_line);
  EXPECT_FALSE(
      StyleOf({{"pyproject.toml", "[tool.isort]\nprofile = \"black\"\n"}}).one_import_a_line);
}

}  // namespace
}  // namespace skua::workspace
