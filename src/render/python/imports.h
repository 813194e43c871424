// The imports of one generated file: only used ones, grouped and sorted as isort does. Keeps the
// names that are bound at the top of the file.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "render/python/naming.h"
#include "render/python/page_style.h"

namespace skua::render {

class Imports {
 public:
  // `first_party`: top-level names of the project.
  explicit Imports(std::set<std::string> first_party, const PageStyle& style = {});

  // Returns the layout of the importing file.
  const PageStyle& style() const { return style_; }

  // Returns the expression for `qualified_name` ("Outer.Inner") of `module`, and imports it. A name
  // that would hide a builtin, clash with another or be collected by pytest gets an alias. Without
  // a module it is a definition of the file itself; see TakeName.
  std::string Reach(std::string_view module, std::string_view qualified_name);
  // Like Reach above, for "module:qualified_name".
  std::string Reach(std::string_view type_name);

  // Imports the module, and returns the name that it is bound to, with a number if its own name is
  // taken.
  std::string Module(std::string_view module);
  // Returns "pytest", and imports it.
  std::string Pytest();
  // Returns an unused name for a definition of the file: `wanted`, or a similar one.
  std::string TakeName(std::string_view wanted);

  // Takes over the imports of a file, written by Text(), that bind one of these words.
  void Adopt(std::string_view text, const std::set<std::string>& used);
  // Reserves the name of a definition that the file already has.
  void Reserve(const std::string& name) { names_.Reserve(name); }
  // Records that the file already defines `wanted` under this name.
  void AdoptName(std::string_view wanted, const std::string& name);

  // Returns the imported names, which no variable may take.
  const NameScope& names() const { return names_; }

  std::string Text() const;

 private:
  std::set<std::string> first_party_;
  PageStyle style_;
  NameScope names_;
  std::map<std::string, std::map<std::string, std::string>> members_;  // module → name → bound name
  std::map<std::string, std::string> modules_;                         // module → bound name
  // Wanted → name of a definition in the file.
  std::map<std::string, std::string, std::less<>> own_;
};

}  // namespace skua::render
