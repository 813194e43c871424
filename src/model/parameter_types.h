// Declared types of a subject's parameters, by their names. A type that one parameter declares
// often holds for other parameters of the same name, and for a keyword of `**options`.
#pragma once

#include <map>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

class ParameterTypes {
 public:
  // Borrows the subject, which outlives this.
  explicit ParameterTypes(const Subject& subject) {
    for (const Callable& callable : subject.callables) {
      for (const Parameter& parameter : callable.parameters) {
        const bool is_declared = subject.types[parameter.type].kind != TypeKind::kAny;
        if (is_declared) types_.emplace(parameter.name, parameter.type);
      }
    }
  }

  // Returns the type that the first parameter of this name declares, or 0, which is kAny.
  TypeIndex Of(std::string_view name) const {
    const auto found = types_.find(name);
    return found == types_.end() ? TypeIndex{0} : found->second;
  }

 private:
  std::map<std::string_view, TypeIndex> types_;
};

}  // namespace skua::model
