// SUBJECT of control.h, read where it stands in a message.
#pragma once

#include "model/subject.h"
#include "protocol/json_field.h"

namespace skua::protocol {

// ENSURES: every index is one of the table that it points into.
model::Subject ReadSubject(const Field& field, const model::ModuleId& module);

}  // namespace skua::protocol
