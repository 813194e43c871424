// Names for the variables of one test, from the parameters for which they are passed or the calls
// that made them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "model/subject.h"
#include "model/suite.h"
#include "render/body/usage.h"
#include "render/python/naming.h"

namespace skua::render {

class VariableNaming {
 public:
  // `act` is the test's main statement. `outer` are names of the file that must not be hidden.
  // Borrows all arguments.
  VariableNaming(const model::Subject& subject, const model::GeneratedTest& test,
                 const Usage& usage, std::size_t act, const NameScope& outer);

  // Returns a name for the variable of statement `i`, and reserves it.
  std::string TakeFor(std::size_t i);
  std::string Take(std::string_view wanted);
  void Reserve(std::string name) { taken_.Reserve(std::move(name)); }

 private:
  std::string WantedName(std::size_t i) const;
  std::pair<const model::Statement*, std::size_t> ArgumentOf(std::size_t i) const;
  std::string AnswerName(std::size_t i) const;
  std::string CallName(std::size_t i) const;
  const model::Class* ClassOfResult(std::size_t i) const;
  std::string OtherNameOf(const model::Callable& constructor) const;

  const model::Subject& subject_;
  const std::vector<model::Statement>& statements_;
  const Usage& usage_;
  const std::size_t act_;
  const NameScope& outer_;
  NameScope taken_;
};

}  // namespace skua::render
