#include "protocol/control.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "protocol/json_field.h"
#include "protocol/seed_json.h"
#include "protocol/subject_json.h"
#include "protocol/value_json.h"

namespace skua::protocol {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kVerdicts[] = {"passed",  "raised",        "timed_out",
                                          "crashed", "out_of_memory", "not_run"};

model::RaisedException ReadException(const Field& field) {
  model::RaisedException exception;
  exception.type_name = field["type"].Text();
  field.Read("importable", exception.importable_type_name);
  field.Read("message", exception.message);
  field.Read("path", exception.path);
  if (field.Has("line")) exception.line = field["line"].Unsigned();
  field.Read("explicit", exception.is_explicit);
  field.Read("documented", exception.is_documented);
  field.Read("at_boundary", exception.at_boundary);
  return exception;
}

model::StatementObservation ReadStatement(const Field& field) {
  model::StatementObservation statement;
  statement.result = ReadValue(field["result"]);
  statement.changes = field.List("changes", [](const Field& change) {
    const uint32_t variable = change.At(0).Unsigned();
    if (variable > std::numeric_limits<uint16_t>::max()) change.At(0).Fail("a variable's index");
    return model::StatementObservation::Change{static_cast<uint16_t>(variable),
                                               ReadValue(change.At(1))};
  });
  return statement;
}

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

model::Observation ObservationFromJson(std::string_view text) {
  const Json json = Parse(text);
  const Field field(json);
  model::Observation observation;
  observation.verdict = field["verdict"].OneOf<model::Verdict>(kVerdicts);
  observation.statements = field.List("statements", ReadStatement);
  field.Read("side_effect", observation.side_effect);
  field.Read("seed_unused", observation.seed_unused);
  if (observation.verdict == model::Verdict::kRaised) {
    observation.exception = ReadException(field["exception"]);
  }
  return observation;
}

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
