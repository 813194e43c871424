// Rules of .gitignore files (gitignore(5)): nested files, negation, anchors, folders only. The
// include and exclude globs of the configuration follow the same rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::workspace {

class IgnoreRules {
 public:
  // Adds the rules of a file in `folder` ("" at the top). Later rules take precedence, so files are
  // added from the top down.
  void Add(std::string_view folder, std::string_view text);
  void AddRule(std::string_view folder, std::string_view line);

  // Removes all but the first `count` rules, when the search leaves a folder.
  std::size_t size() const { return rules_.size(); }
  void Truncate(std::size_t count) { rules_.resize(count); }

  // Returns whether a rule names exactly this path. An ignored folder ignores its whole content:
  // the caller must not descend, or uses Covers.
  bool Names(std::string_view path, bool is_folder) const;
  // Returns whether a rule names the path or a folder above it.
  bool Covers(std::string_view path, bool is_folder) const;

 private:
  struct Rule {
    std::string prefix;  // "folder/", or "" at the top
    std::vector<std::string> pattern;
    bool anchored = false;  // false: compares only the last part of the path
    bool negated = false;
    bool folders_only = false;
  };

  std::vector<Rule> rules_;
};

}  // namespace skua::workspace
