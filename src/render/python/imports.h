// The imports of one generated file: only those that are used, grouped and sorted as isort would.
// It also keeps the names that are bound at the top of the file.
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
  // `first_party`: top-level names that belong to the project.
  explicit Imports(std::set<std::string> first_party, const PageStyle& style = {});

  // How the file that imports them looks.
  const PageStyle& style() const { return style_; }

  // Returns the expression that reaches `qualified_name` ("Outer.Inner") of `module`, which is
  // imported from now on. A name that would hide a builtin, clash with another or be collected by
  // pytest gets an alias. Without a module it names what the file itself defines; see TakeName.
  std::string Reach(std::string_view module, std::string_view qualified_name);
  // The same for "module:qualified_name".
  std::string Reach(std::string_view type_name);

  // `import module` from now on; the name that it is bound to, which has a number behind it
  // where the module's own is taken.
  std::string Module(std::string_view module);
  // "pytest", imported from now on.
  std::string Pytest();
  // A name for something that the file itself defines at its top: the wanted one, or its like.
  std::string TakeName(std::string_view wanted);

  // Takes over the imports of a file, as Text() wrote them, that bind one of these words.
  void Adopt(std::string_view text, const std::set<std::string>& used);
  // Reserves the name of something that the file defines already.
  void Reserve(const std::string& name) { names_.Reserve(name); }
  // The file defines `wanted` already, under this name.
  void AdoptName(std::string_view wanted, const std::string& name);

  // What is bound by the imports, so that no variable takes it.
  const NameScope& names() const { return names_; }

  std::string Text() const;

 private:
  std::set<std::string> first_party_;
  PageStyle style_;
  NameScope names_;
  std::map<std::string, std::map<std::string, std::string>> members_;  // module → name → bound as
  std::map<std::string, std::string> modules_;                         // → bound as
  std::map<std::string, std::string, std::less<>> own_;  // wanted → name that the file defines
};

}  // namespace skua::render
