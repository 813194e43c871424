#include "render/python/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace skua::render {
namespace {

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string WithoutOuterUnderscores(std::string text) {
  const auto first = text.find_first_not_of('_');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of('_') - first + 1);
}

// Returns whether a reader expects another word after this one: a conjunction, a preposition, an
// article.
bool LeadsOn(std::string_view word) {
  static constexpr std::array<std::string_view, 36> kWords = {
      "a",    "an",  "and",  "are",  "as",   "at",    "be",   "but",     "by",
      "can",  "for", "from", "has",  "have", "if",    "in",   "into",    "is",
      "must", "no",  "not",  "of",   "on",   "or",    "than", "that",    "the",
      "this", "to",  "was",  "when", "were", "which", "with", "without", "your"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// Cuts a name to `limit` characters, at a word if enough is left, and not after a word that leads
// on.
std::string CutAtWord(std::string_view name, std::size_t limit) {
  if (name.size() <= limit) return std::string(name);
  const auto word_end = name.rfind('_', limit);
  const bool enough = word_end != std::string_view::npos && word_end > limit / 2;
  std::string_view cut = name.substr(0, enough ? word_end : limit);
  while (enough) {
    const auto last = cut.rfind('_');
    if (last == std::string_view::npos || last < limit / 3 || !LeadsOn(cut.substr(last + 1))) break;
    cut = cut.substr(0, last);
  }
  return std::string(cut);
}

// Returns whether a word of a PascalCase name begins at `i`, other than its first one.
bool BeginsWord(std::string_view name, std::size_t i) {
  if (i == 0 || !IsUpper(name[i])) return false;
  const char before = name[i - 1];
  if (IsUpper(before)) return i + 1 < name.size() && IsLower(name[i + 1]);
  return IsLower(before) || IsDigit(before);
}

}  // namespace

std::string SnakeCase(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (BeginsWord(name, i)) result += '_';
    result += IsLower(c) || IsUpper(c) || IsDigit(c) ? Lower(c) : '_';
  }
  std::string squeezed;
  for (const char c : result) {
    if (c != '_' || squeezed.empty() || squeezed.back() != '_') squeezed += c;
  }
  return WithoutOuterUnderscores(std::move(squeezed));
}

std::string PascalCase(std::string_view name) {
  std::string result;
  bool begins_word = true;
  for (const char c : name) {
    if (c != '_') result += begins_word ? static_cast<char>(std::toupper(c)) : c;
    begins_word = c == '_';
  }
  return result;
}

std::string Slug(std::string_view text, std::size_t limit) {
  std::string result;
  for (const char c : text) {
    if (IsLower(c) || IsUpper(c) || IsDigit(c)) {
      result += Lower(c);
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  return WithoutOuterUnderscores(CutAtWord(result, limit));
}

bool IsKeyword(std::string_view name) {
  static constexpr std::array<std::string_view, 35> kKeywords = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
}

bool IsBuiltin(std::string_view name) {
  static constexpr std::array<std::string_view, 73> kBuiltins = {
      "abs",     "aiter",      "all",          "anext",      "any",        "ascii",  "bin",
      "bool",    "breakpoint", "bytearray",    "bytes",      "callable",   "chr",    "classmethod",
      "compile", "complex",    "delattr",      "dict",       "dir",        "divmod", "enumerate",
      "eval",    "exec",       "exit",         "filter",     "float",      "format", "frozenset",
      "getattr", "globals",    "hasattr",      "hash",       "help",       "hex",    "id",
      "input",   "int",        "isinstance",   "issubclass", "iter",       "len",    "license",
      "list",    "locals",     "map",          "max",        "memoryview", "min",    "next",
      "object",  "oct",        "open",         "ord",        "pow",        "print",  "property",
      "quit",    "range",      "repr",         "reversed",   "round",      "set",    "setattr",
      "slice",   "sorted",     "staticmethod", "str",        "sum",        "super",  "tuple",
      "type",    "vars",       "zip"};
  return std::find(kBuiltins.begin(), kBuiltins.end(), name) != kBuiltins.end();
}

bool IsIdentifier(std::string_view name) {
  if (name.empty() || IsDigit(name[0]) || IsKeyword(name)) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '_'; });
}

std::string NameScope::Take(std::string_view name, std::size_t limit,
                            std::string_view before_number) {
  std::string candidate = CutAtWord(name, limit);
  for (unsigned n = 2; IsTaken(candidate); ++n) {
    const std::string suffix = fmt::format("{}{}", before_number, n);
    candidate = CutAtWord(name, limit - suffix.size()) + suffix;
  }
  Reserve(candidate);
  return candidate;
}

}  // namespace skua::render
