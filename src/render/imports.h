// The imports of one generated file: of only what is used, grouped and sorted as isort would.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "render/naming.h"

namespace skua::render {

class Imports {
 public:
  // `first_party`: top-level names that belong to the project.
  explicit Imports(std::set<std::string> first_party);

  // The expression that reaches `qualified_name` ("Outer.Inner") of `module`, imported from now on.
  // A name that would hide a builtin, clash with another or be collected by pytest gets an alias.
  std::string Reach(std::string_view module, std::string_view qualified_name);
  // The same for "module:qualified_name".
  std::string Reach(std::string_view type_name);

  // "pytest", imported from now on.
  std::string Pytest();

  // What is bound by the imports, so that no variable takes it.
  const NameScope& names() const { return names_; }

  std::string Text() const;

 private:
  std::set<std::string> first_party_;
  NameScope names_;
  std::map<std::string, std::map<std::string, std::string>> members_;  // module → name → bound as
  bool pytest_ = false;
};

}  // namespace skua::render
