// What the tests of a file need and no module has: concrete subclasses, implementations of
// protocols, what stands in for starting processes. Written once, above the tests.
#pragma once

#include <map>
#include <string>

#include "model/subject.h"
#include "render/imports.h"

namespace skua::render {

class Definitions {
 public:
  // Both outlive it.
  Definitions(const model::Subject& subject, Imports& imports);

  // The expression that reaches a class of the subject's table: imported or defined from now on.
  std::string Reach(model::ClassIndex index);

  // The name of a function that is given the answers of processes, and gives what stands in for
  // `subprocess.Popen._execute_child`: defined from now on.
  const std::string& Answering();

  // The definitions of what was reached, each with two empty lines before it.
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
