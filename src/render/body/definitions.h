// Definitions that the tests of a file need: concrete subclasses, implementations of protocols,
// stand-ins for processes and networks, and fixtures. Each is written once, above the tests.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"
#include "render/python/file_parts.h"
#include "render/python/imports.h"

namespace skua::render {

// Returns whether the environment callable gives answers in place of processes or of a network.
bool Answers(std::string_view callable);

class Definitions {
 public:
  // Borrows both arguments.
  Definitions(const model::Subject& subject, Imports& imports);

  // Adds definitions that the file already has, to be used instead of equal ones.
  void Adopt(const std::vector<NamedText>& standing);

  // Returns the expression for a class of the subject's table, which it imports or defines.
  std::string Reach(model::ClassIndex index);

  // Adds to the test file a function that is given return values and makes a replacement for
  // ReplacedFunction(callable), such as subprocess.Popen. Returns its name. REQUIRES:
  // Answers(callable).
  const std::string& Answering(std::string_view callable);
  // Returns the name of a class of floats that equal floats of about the same size, and defines it.
  const std::string& Near();

  // Returns the name of a pytest fixture that takes `monkeypatch`, and `tmp_path` if `body` uses
  // it, and defines it with these indented lines. Unless it `may_be_added`, only uses an existing
  // fixture, and returns an empty name if there is none.
  std::string Fixture(const std::string& wanted, const std::string& body, bool may_be_added);

  // Returns the needed definitions that the file does not have yet.
  std::vector<NamedText> Added() const;
  // Returns the added definitions as text, with two empty lines before each.
  std::string Text() const;

 private:
  const std::string& StandInAt(std::size_t place);
  // Returns the name of an existing definition that equals `definition` except for its name; empty
  // if there is none.
  std::string StandingName(const std::string& wanted, std::string_view definition,
                           std::map<std::string, std::string> names) const;

  const model::Subject& subject_;
  Imports& imports_;
  std::vector<NamedText> standing_;
  std::map<model::ClassIndex, NamedText> defined_;  // without a text if the file has it
  std::map<std::size_t, NamedText> stand_ins_;      // by index in kStandIns
  std::map<std::string, NamedText> fixtures_;       // by body; without a text if the file has it
};

}  // namespace skua::render
