#include "protocol/control.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "protocol/json_field.h"
#include "protocol/seed_json.h"
#include "protocol/subject_json.h"

namespace skua::protocol {
namespace {

using Json = nlohmann::json;

model::Reason ReadReason(const Field& field) {
  const model::ReasonEntry* entry = model::FindReason(field["code"].Text());
  if (entry == nullptr) field["code"].Fail("a known reason code");
  model::Reason reason{entry->code, {}};
  field.Read("detail", reason.detail);
  return reason;
}

Json Parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw WireError(fmt::format("not JSON: {}", error.what()));
  }
}

}  // namespace

LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module) {
  const Json json = Parse(text);
  const Field field(json);
  LoadAnswer answer;
  answer.notes = field.List("notes", ReadReason);
  if (field["ok"].Bool()) {
    answer.subject = ReadSubject(field["subject"], module);
    answer.seeds = ReadSeeds(field, answer.subject);
    field.Read("digest", answer.digest);
  } else if (field.Has("error")) {
    throw WireError(field["error"].Text());
  } else {
    answer.failure = ReadReason(field);
  }
  return answer;
}

}  // namespace skua::protocol
