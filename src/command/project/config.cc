#include "command/project/config.h"

#include <fmt/format.h>

#include "config/schema.h"
#include "config/show.h"
#include "render/file/suite_schema.h"
#include "report/outcome/outcome_json.h"

namespace skua::command {

int ConfigShow(const config::LoadedConfig& loaded, std::ostream& out) {
  out << config::ShowConfig(loaded);
  return 0;
}

int ConfigSchema(const config::Invocation& invocation, std::ostream& out) {
  out << (invocation.suite    ? render::SuiteSchema()
          : invocation.report ? report::OutcomeSchema()
                              : config::JsonSchema());
  return 0;
}

int ConfigCheck(const config::LoadedConfig& loaded, std::ostream& out) {
  out << (loaded.file ? fmt::format("{} is right\n", loaded.file->string())
                      : "there is no skua.yml here or above: the defaults are in force\n");
  return 0;
}

}  // namespace skua::command
