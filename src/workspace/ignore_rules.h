// Rules of .gitignore files (gitignore(5)): nested files, negation, anchors, folders only.
// Also serves the include and exclude globs of the configuration, which follow the same rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::workspace {

class IgnoreRules {
 public:
  // Adds the rules of one file, which stands in `folder` ("" at the top). Later rules win, so files
  // are added from the top down.
  void Add(std::string_view folder, std::string_view text);
  void AddRule(std::string_view folder, std::string_view line);

  // Drops all but the first `count` rules, when the search leaves a folder.
  std::size_t size() const { return rules_.size(); }
  void Truncate(std::size_t count) { rules_.resize(count); }

  // Whether a rule names this very path. Everything in an ignored folder is ignored, too: the
  // caller does not descend, or asks Covers.
  bool Names(std::string_view path, bool is_folder) const;
  // Whether a rule names the path or a folder above it.
  bool Covers(std::string_view path, bool is_folder) const;

 private:
  struct Rule {
    std::string prefix;  // "folder/", or "" at the top
    std::vector<std::string> pattern;
    bool anchored = false;  // otherwise it is compared with the last part of the path only
    bool negated = false;
    bool folders_only = false;
  };

  std::vector<Rule> rules_;
};

}  // namespace skua::workspace
