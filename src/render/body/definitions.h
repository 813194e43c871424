// Definitions that the tests of a file need and no module has: concrete subclasses, implementations
// of protocols, a stand-in for starting processes, and fixtures. They are written once, above the
// tests.
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

// Whether the environment callable lets something answer: processes, or the other side of a
// network.
bool Answers(std::string_view callable);

class Definitions {
 public:
  // The subject and the imports outlive it.
  Definitions(const model::Subject& subject, Imports& imports);

  // The file has these definitions already; what needs the like of one uses it.
  void Adopt(const std::vector<NamedText>& standing);

  // The expression for a class of the subject's table, which is imported or defined from now on.
  std::string Reach(model::ClassIndex index);

  // The name of a function that takes answers and returns a stand-in for what ReplacedFunction says
  // of the callable; it is defined from now on. REQUIRES: Answers(callable).
  const std::string& Answering(std::string_view callable);
  // The name of a class of floats that equal floats of about the same size, defined from now on.
  const std::string& Near();

  // The name of a fixture of pytest that takes `monkeypatch`, and `tmp_path` if it names that, and
  // has this body, of indented lines. It is defined from now on; where it `may_be_added` is false,
  // only one that stands will do, and the name is empty when there is none.
  std::string Fixture(const std::string& wanted, const std::string& body, bool may_be_added);

  // The definitions that are needed and that the file does not have yet.
  std::vector<NamedText> Added() const;
  // The same as one text, each with two empty lines before it.
  std::string Text() const;

 private:
  const std::string& StandInAt(std::size_t place);
  // The name of the standing definition that is `definition` but for the name of what it defines;
  // empty when there is none.
  std::string StandingName(const std::string& wanted, std::string_view definition,
                           std::map<std::string, std::string> names) const;

  const model::Subject& subject_;
  Imports& imports_;
  std::vector<NamedText> standing_;
  std::map<model::ClassIndex, NamedText> defined_;  // without a text: it stands already
  std::map<std::size_t, NamedText> stand_ins_;      // by place in their table
  std::map<std::string, NamedText> fixtures_;       // by body; likewise without a text
};

}  // namespace skua::render
