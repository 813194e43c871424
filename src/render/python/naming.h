// Names for generated code: words made from Python's own names, and names that clash with nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace skua::render {

// "RateTable" → "rate_table", "HTTPServer" → "http_server", "_x" → "x"; [a-z0-9_] only.
std::string SnakeCase(std::string_view name);
// "rate_table" and "_RateTable" → "RateTable"
std::string PascalCase(std::string_view name);

// A value as part of a name: "US dollar" → "us_dollar", at most `limit` characters, cut at a word.
// Empty when nothing is left.
std::string Slug(std::string_view text, std::size_t limit);

bool IsKeyword(std::string_view name);
// Whether generated code uses the name itself, or readers would take it for the builtin.
bool IsBuiltin(std::string_view name);
bool IsIdentifier(std::string_view name);  // and is no keyword

// The names taken in one scope.
class NameScope {
 public:
  void Reserve(std::string name) { taken_.insert(std::move(name)); }
  bool IsTaken(const std::string& name) const { return taken_.contains(name); }
  // Returns `name`, if it is taken with "_2", "_3" and so on at its end, cut to `limit` characters,
  // and reserves it. `before_number` is the text between the name and the number.
  std::string Take(std::string_view name, std::size_t limit = 79,
                   std::string_view before_number = "_");

 private:
  std::set<std::string> taken_;
};

}  // namespace skua::render
