#include "workspace/code_style.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "workspace/ini_file.h"
#include "workspace/toml.h"

namespace skua::workspace {
namespace {

namespace fs = std::filesystem;

// The line lengths for which test files can be laid out.
constexpr int64_t kFewestColumns = 60;
constexpr int64_t kMostColumns = 320;

std::optional<int> ColumnsFrom(std::optional<int64_t> number) {
  if (!number || *number < kFewestColumns || *number > kMostColumns) return std::nullopt;
  return static_cast<int>(*number);
}

bool IsTrue(std::string_view text) { return text == "true" || text == "True" || text == "1"; }

// Settings read so far.
struct Found {
  std::optional<int> formatter;  // columns
  std::optional<int> limit;      // the smallest limit of a linter or an editor
  bool has_formatter = false;    // even without a line length
  CodeStyle style;

  void Limit(std::optional<int> columns) {
    if (columns) limit = std::min(limit.value_or(*columns), *columns);
  }
};

void ReadRuff(toml::table& ruff, Found& found) {
  if (!found.formatter) found.formatter = ColumnsFrom(ruff["line-length"].value<int64_t>());
  found.has_formatter = true;
  const auto text = [&](const std::string& path) {
    return ruff.at_path(path).value_or(std::string());
  };
  for (const std::string lint : {"lint.", ""}) {  // older versions have the rules at the top
    if (text(lint + "flake8-quotes.inline-quotes") == "single") found.style.single_quotes = true;
    if (ruff.at_path(lint + "isort.force-single-line").value_or(false)) {
      found.style.one_import_a_line = true;
    }
  }
  if (text("format.quote-style") == "single") found.style.single_quotes = true;
}

void ReadToml(const std::string& text, bool is_of_ruff, Found& found) {
  toml::table file;
  try {
    file = toml::parse(text);
  } catch (const toml::parse_error&) {
    return;
  }
  if (is_of_ruff) return ReadRuff(file, found);
  const auto tool = file["tool"];
  if (toml::table* black = tool["black"].as_table()) {
    found.formatter = ColumnsFrom((*black)["line-length"].value<int64_t>());
    found.has_formatter = true;
  }
  if (toml::table* ruff = tool["ruff"].as_table()) ReadRuff(*ruff, found);
  const auto isort = tool["isort"];
  if (isort["force_single_line"].value_or(false) ||
      isort["profile"].value_or(std::string()) == "google") {
    found.style.one_import_a_line = true;
  }
}

void ReadIni(const std::string& text, Found& found) {
  const IniFile file = ParseIni(text);
  const auto value = [&](const char* section, const char* key) -> std::string {
    const auto there = file.find(section);
    if (there == file.end()) return "";
    const auto setting = there->second.find(key);
    return setting == there->second.end() ? "" : setting->second;
  };
  const auto number = [](const std::string& digits) -> std::optional<int64_t> {
    int64_t read = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), read).ptr;
    return end == digits.data() ? std::nullopt : std::optional(read);
  };
  for (const char* section : {"flake8", "pycodestyle"}) {
    found.Limit(ColumnsFrom(number(value(section, "max-line-length"))));
    found.Limit(ColumnsFrom(number(value(section, "max_line_length"))));
  }
  for (const char* section : {"*", "*.py", "*.{py}"}) {  // of .editorconfig
    found.Limit(ColumnsFrom(number(value(section, "max_line_length"))));
  }
  const std::string quotes = value("flake8", "inline-quotes");
  if (quotes == "single" || quotes == "'") found.style.single_quotes = true;
  for (const char* section : {"isort", "settings", "tool:isort"}) {
    if (IsTrue(value(section, "force_single_line")) || value(section, "profile") == "google") {
      found.style.one_import_a_line = true;
    }
  }
}

}  // namespace

CodeStyle ReadCodeStyle(const fs::path& root) {
  Found found;
  for (const char* name : {"pyproject.toml", "ruff.toml", ".ruff.toml"}) {
    const auto text = base::ReadFileIfThere(root / name);
    if (text) ReadToml(*text, std::string_view(name) != "pyproject.toml", found);
  }
  for (const char* name : {"setup.cfg", "tox.ini", ".flake8", ".isort.cfg", ".editorconfig"}) {
    if (const auto text = base::ReadFileIfThere(root / name)) ReadIni(*text, found);
  }
  if (found.formatter) {
    found.style.columns = *found.formatter;
  } else if (!found.has_formatter && found.limit) {
    found.style.columns = std::min(found.style.columns, *found.limit);
  }
  return found.style;
}

}  // namespace skua::workspace
