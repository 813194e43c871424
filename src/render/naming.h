// Names for generated code: words from Python's own names, and names that clash with nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace skua::render {

// "RateTable" → "rate_table", "HTTPServer" → "http_server", "_x" → "x"; [a-z0-9_] only.
std::string SnakeCase(std::string_view name);

// A value as part of a name: "US dollar" → "us_dollar", at most `limit` characters, cut at a word.
// Empty when nothing is left.
std::string Slug(std::string_view text, std::size_t limit);

bool IsKeyword(std::string_view name);
// Names that generated code itself uses, or that readers take for the builtin.
bool IsBuiltin(std::string_view name);
bool IsIdentifier(std::string_view name);  // and no keyword

// Names taken in one scope.
class NameScope {
 public:
  void Reserve(std::string name) { taken_.insert(std::move(name)); }
  bool IsTaken(const std::string& name) const { return taken_.contains(name); }
  // `name`, or with _2, _3 … behind it, cut to `limit` characters; reserved from now on.
  std::string Take(std::string_view name, std::size_t limit = 79);

 private:
  std::set<std::string> taken_;
};

}  // namespace skua::render
