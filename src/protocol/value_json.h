// VALUE of control.h, read where it stands in a message.
#pragma once

#include "model/value.h"
#include "protocol/json_field.h"

namespace skua::protocol {

model::Value ReadValue(const Field& field);

}  // namespace skua::protocol
