// The outcome of a run as JSON, which the state holds, and a folder that shards are merged from.
// Written and read again it says the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "base/json.h"
#include "fuzz/fuzz.h"
#include "report/outcome/outcome_json.h"

using skua::fuzz::Require;
namespace model = skua::model;
namespace report = skua::report;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const nlohmann::json json = report::ParseJson(text);
    if (json.contains("module")) {
      const nlohmann::json module = report::ModuleToJson(report::ModuleFromJson(json));
      Require(report::ModuleToJson(report::ModuleFromJson(module)) == module);
    } else {
      const model::RunOutcome outcome = report::RunFromJson(json);
      const nlohmann::json run = report::RunToJson(outcome);
      Require(report::RunToJson(report::RunFromJson(run)) == run);
      report::SummaryOf(outcome);
    }
    skua::fuzz::Believe();
  } catch (const skua::base::Error&) {
  }
  return 0;
}
