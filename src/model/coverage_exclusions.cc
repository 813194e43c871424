#include "model/coverage_exclusions.h"

#include "base/json.h"

namespace skua::model {

nlohmann::json ToJson(const CoverageExclusions& exclusions) {
  return {{"patterns", exclusions.patterns}, {"with_default", exclusions.with_default}};
}

}  // namespace skua::model
