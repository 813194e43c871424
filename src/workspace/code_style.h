// How the project wants its Python to look, as far as it concerns files of tests: by the settings
// of its formatters (black, ruff), of isort, and of what else limits lines (flake8, editorconfig).
#pragma once

#include <filesystem>

namespace skua::workspace {

struct CodeStyle {
  int columns = 88;                // of a line, at most
  bool single_quotes = false;      // 'text' where that needs no more escapes
  bool one_import_a_line = false;  // each name has an import of its own
};

// Reads pyproject.toml, ruff.toml, .ruff.toml, setup.cfg, tox.ini, .flake8, .isort.cfg and
// .editorconfig in the root. A formatter's length of lines is taken as it is, a limit of a linter
// or an editor only where it is less than black's 88. What does not parse says nothing.
CodeStyle ReadCodeStyle(const std::filesystem::path& root);

}  // namespace skua::workspace
