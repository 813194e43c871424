// Describes the protections of code under test by the features that the kernel grants.
#pragma once

#include "model/sandbox.h"
#include "worker/containment.h"

namespace skua::worker {

model::Sandbox SandboxOf(const ContainmentFeatures& features);

}  // namespace skua::worker
