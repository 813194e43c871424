// Declared types of a subject's parameters, by name. Parameters of the same name, and keywords of
// `**options`, often have the same type.
#pragma once

#include <map>
#include <string_view>

#include "model/subject.h"

namespace skua::model {

class ParameterTypes {
 public:
  // Borrows the subject, which must outlive this object.
  explicit ParameterTypes(const Subject& subject) {
    for (const Callable& callable : subject.callables) {
      for (const Parameter& parameter : callable.parameters) {
        const bool is_declared = subject.types[parameter.type].kind != TypeKind::kAny;
        if (is_declared) types_.emplace(parameter.name, parameter.type);
      }
    }
  }

  // Returns the type that the first parameter with this name declares, or 0, which is kAny.
  TypeIndex Of(std::string_view name) const {
    const auto found = types_.find(name);
    return found == types_.end() ? TypeIndex{0} : found->second;
  }

 private:
  std::map<std::string_view, TypeIndex> types_;
};

}  // namespace skua::model
