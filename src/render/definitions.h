// Definitions that the tests of a file need and no module has: concrete subclasses, implementations
// of protocols, and a stand-in for starting processes. They are written once, above the tests.
#pragma once

#include <map>
#include <string>

#include "model/subject.h"
#include "render/imports.h"

namespace skua::render {

class Definitions {
 public:
  // The subject and the imports outlive it.
  Definitions(const model::Subject& subject, Imports& imports);

  // The expression for a class of the subject's table, which is imported or defined from now on.
  std::string Reach(model::ClassIndex index);

  // The name of a function that takes the answers of processes and returns a stand-in for
  // `subprocess.Popen._execute_child`; it is defined from now on.
  const std::string& Answering();

  // The definitions that are needed, each with two empty lines before it.
  std::string Text() const;

 private:
  struct Defined {
    std::string name;
    std::string text;
  };

  const model::Subject& subject_;
  Imports& imports_;
  std::map<model::ClassIndex, Defined> defined_;
  Defined answering_;
};

}  // namespace skua::render
