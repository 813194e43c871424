// ECMAScript regular expressions. Each file that includes the standard library's templates takes
// seconds to compile; only pattern.cc does.
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

  // Throws std::regex_error if `text` is not a regular expression.
  explicit Pattern(std::string_view text, Letters letters = Letters::kAsWritten);
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern();

  // The matches of the whole expression and of each group; empty for a group that did not take
  // part.
  using Groups = std::vector<std::string>;

  // REQUIRES for all of these: a text of at most a few thousand characters, or a pattern that
  // matches few of them, since matching recurses for each character that a repetition consumes.

  // Returns whether the whole text matches.
  bool Matches(std::string_view text) const;
  // Returns the groups of a match of the whole text, or nullopt.
  std::optional<Groups> Match(std::string_view text) const;
  // Returns the groups of the first match within the text, or nullopt.
  std::optional<Groups> Search(std::string_view text) const;

 private:
  class Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace skua::base
