// The import statements at the top of a file of ours, read from its text, and those of two such
// files put together.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "render/imports.h"
#include "render/naming.h"

namespace skua::render {

class ImportLines {
 public:
  explicit ImportLines(std::string_view statements);

  // Adds what `other` imports for the tests of `module`. A name that is taken here for something
  // else is bound to another one, which is free in `scope`; returns these by the former name.
  // All names that are bound are reserved in `scope`.
  std::map<std::string, std::string> Add(const ImportLines& other, NameScope& scope,
                                         const std::string& module);
  // Leaves out `import pytest`.
  void RemovePytest() { names_.modules.erase("pytest"); }
  std::string Text() const { return names_.Text(first_party_); }

 private:
  std::string_view ReadStatement(std::string_view statements);
  void Bind(NameScope& scope, const std::string& wanted, std::string& bound,
            std::map<std::string, std::string>& renamed);

  ImportedNames names_;
  std::set<std::string> first_party_;  // top-level names in the last section
};

}  // namespace skua::render
