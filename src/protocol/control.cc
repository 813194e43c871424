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

model::Mutant ReadMutant(const Field& field, const model::Subject& subject) {
  model::Mutant mutant;
  mutant.operator_name = field["operator"].Text();
  mutant.line = field["line"].Unsigned();
  mutant.column = field["column"].Unsigned();
  mutant.original = field["original"].Text();
  mutant.mutated = field["mutated"].Text();
  mutant.code_object = field["code_object"].Unsigned();
  if (mutant.code_object >= subject.code_objects.size()) {
    field["code_object"].Fail("the index of a code object");
  }
  mutant.at_import = field["at_import"].Bool();
  return mutant;
}

Json Parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw WireError(fmt::format("not JSON: {}", error.what()));
  }
}

}  // namespace

std::string ControlFrame(std::string_view json) {
  std::string bytes;
  Writer out(bytes);
  const std::size_t frame = out.BeginFrame(FrameKind::kControl);
  bytes += json;
  out.EndFrame(frame);
  return bytes;
}

LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module) {
  const Json json = Parse(text);
  const Field field(json);
  LoadAnswer answer;
  answer.notes = field.List("notes", ReadReason);
  if (field["ok"].Bool()) {
    bool is_recalled = false;
    field.Read("recalled", is_recalled);
    if (!is_recalled) answer.subject = ReadSubject(field["subject"], module);
    answer.seeds = ReadSeeds(field, answer.subject);
    field.Read("digest", answer.digest);
    answer.mutants = field.List(
        "mutants", [&](const Field& mutant) { return ReadMutant(mutant, answer.subject); });
    field.Read("recall", answer.recall);
  } else if (field.Has("error")) {
    throw WireError(field["error"].Text());
  } else {
    answer.failure = ReadReason(field);
  }
  return answer;
}

}  // namespace skua::protocol
