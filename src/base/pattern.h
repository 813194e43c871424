// Regular expressions of ECMAScript. The standard library's are templates, which take each file
// that uses them seconds to compile; only pattern.cc does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::base {

class Pattern {
 public:
  enum class Letters { kAsWritten, kInAnyCase };

  // Throws std::regex_error where the text is no regular expression.
  explicit Pattern(std::string_view text, Letters letters = Letters::kAsWritten);
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern();

  // What the expression and each of its groups matched; empty for a group that took no part.
  using Groups = std::vector<std::string>;

  // REQUIRES, for all of these: a text of at most some thousand characters, or a pattern that
  // matches few of them, since matching recurses for each character that it repeats over.

  // Whether the whole text matches.
  bool Matches(std::string_view text) const;
  // What matched of the whole text; nothing where the text does not match.
  std::optional<Groups> Match(std::string_view text) const;
  // What matched of the first part of the text that does; nothing where no part does.
  std::optional<Groups> Search(std::string_view text) const;

 private:
  class Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace skua::base
