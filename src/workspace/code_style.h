// The project's layout of Python, as far as test files need it: from the settings of formatters
// (black, ruff), isort, and other limits on lines (flake8, editorconfig).
#pragma once

#include <filesystem>

namespace skua::workspace {

struct CodeStyle {
  int columns = 88;                // longest line
  bool single_quotes = false;      // 'text' unless that needs more escapes
  bool one_import_a_line = false;  // a statement for each imported name
};

// Reads pyproject.toml, ruff.toml, .ruff.toml, setup.cfg, tox.ini, .flake8, .isort.cfg and
// .editorconfig in the root. Uses a formatter's line length unchanged, and the limit of a linter or
// an editor only if it is less than black's 88. Ignores files that do not parse.
CodeStyle ReadCodeStyle(const std::filesystem::path& root);

}  // namespace skua::workspace
