// Where each value of a test is used: which parameter, attribute, element, key or option it is,
// what that is called and which type it is declared to have. The one place that knows how calls,
// collections and unpacked arguments hold their operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/parameter_types.h"
#include "model/subject.h"
#include "model/test_case.h"

namespace skua::search {

struct Use {
  enum class Role : uint8_t {
    kNone,       // nothing uses the value: an act, for example
    kReceiver,   // of a method, attribute or operator
    kArgument,   // of a function, constructor or method
    kOperand,    // of an operator
    kAttribute,  // a setter's value
    kUnpacked,   // *args or **kwargs as a whole
    kElement,    // of a list, tuple or set, or what a dict has for a key
    kKey,        // of a dict
    kKeyword,    // a key that becomes the name of a keyword argument
    kOption,     // what is passed by such a keyword
    kHeld,       // by a lambda or a bound method
  };
  Role role = Role::kNone;
  std::size_t user = 0;     // statement
  std::size_t operand = 0;  // of that statement
  // Name of the parameter, attribute or keyword; an element has the name of its collection.
  std::string_view name = "";
  // Null for what has only a name; that of *args for what is passed by it.
  const model::Parameter* parameter = nullptr;
  // Declared for it or else for parameters of the same name; 0 (kAny) where nothing is.
  model::TypeIndex type = 0;
  bool may_be_left_out = false;
};

class UseMap {
 public:
  // Borrows all but the result of `types`; the test must not change while this is used.
  UseMap(const model::Subject& subject, const model::ParameterTypes& types,
         const model::TestCase& test);

  // The uses of a value, the latest first. One of role kNone where nothing uses it.
  const std::vector<Use>& Of(std::size_t value) const { return uses_[value]; }

  // Whether all uses are for parameters of the same name and type, so that one value serves all.
  bool IsForOneName(std::size_t value) const;

 private:
  void AddCall(std::size_t user);
  void AddCollection(std::size_t user);

  const model::Subject& subject_;
  const model::ParameterTypes& types_;
  const model::TestCase& test_;
  std::vector<std::vector<Use>> uses_;
};

}  // namespace skua::search
