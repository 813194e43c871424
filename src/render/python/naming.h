// Names for generated code: words from Python's names, and names that do not clash.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace skua::render {

// Returns "rate_table" for "RateTable", "http_server" for "HTTPServer", "x" for "_x"; [a-z0-9_]
// only.
std::string SnakeCase(std::string_view name);
// Returns "RateTable" for "rate_table" and "_RateTable".
std::string PascalCase(std::string_view name);

// Returns a string as part of a name: "us_dollar" for "US dollar", at most `limit` characters, cut
// at a word. Empty if nothing is left.
std::string Slug(std::string_view text, std::size_t limit);

bool IsKeyword(std::string_view name);
// Returns whether generated code uses the name, or readers would take it for the builtin.
bool IsBuiltin(std::string_view name);
bool IsIdentifier(std::string_view name);  // and not a keyword

// The names that are taken in one scope.
class NameScope {
 public:
  void Reserve(std::string name) { taken_.insert(std::move(name)); }
  bool IsTaken(const std::string& name) const { return taken_.contains(name); }
  // Returns `name` cut to `limit` characters, with "_2", "_3" and so on at its end if taken, and
  // reserves it. `before_number` is the text before the number.
  std::string Take(std::string_view name, std::size_t limit = 79,
                   std::string_view before_number = "_");

 private:
  std::set<std::string> taken_;
};

}  // namespace skua::render
