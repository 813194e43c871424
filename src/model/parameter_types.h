// The types that the parameters of a subject declare, by their names: what is declared for one
// parameter often holds for another of that name, and for a keyword of `**options`.
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

  // The type that the first such parameter declares; 0, which is kAny, where none does.
  TypeIndex Of(std::string_view name) const {
    const auto found = types_.find(name);
    return found == types_.end() ? TypeIndex{0} : found->second;
  }

 private:
  std::map<std::string_view, TypeIndex> types_;
};

}  // namespace skua::model
