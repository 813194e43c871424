#include "model/internal_callable.h"

namespace skua::model {

bool IsInternal(const Callable& callable) {
  const bool is_written_otherwise =
      callable.kind == CallableKind::kConstructor || callable.kind == CallableKind::kOperator;
  return callable.is_protected || (!is_written_otherwise && callable.name.starts_with('_'));
}

}  // namespace skua::model
