// OBSERVATION of control.h.
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/control.h"
#include "protocol/json_field.h"
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
  field.Read("foreign_message", exception.is_foreign_message);
  exception.frames = field.List("frames", [](const Field& frame) {
    return model::RaisedException::Frame{frame.At(0).Text(), frame.At(1).Unsigned(),
                                         frame.At(2).Text(), frame.At(3).Text()};
  });
  return exception;
}

std::pair<std::string, model::Value> ReadNamedValue(const Field& pair) {
  return {pair.At(0).Text(), ReadValue(pair.At(1))};
}

uint8_t ReadUnstable(const Field& field) {
  static constexpr std::string_view kEffects[] = {"printed", "printed_errors", "logged"};
  uint8_t effects = 0;
  for (const int effect :
       field.List("unstable", [](const Field& name) { return name.OneOf<int>(kEffects); })) {
    effects |= static_cast<uint8_t>(1 << effect);
  }
  return effects;
}

void ReadEffects(const Field& field, model::StatementObservation& statement) {
  field.Read("printed", statement.printed);
  field.Read("printed_errors", statement.printed_errors);
  statement.logged = field.List("logged", [](const Field& record) {
    return model::StatementObservation::LogRecord{
        record.At(0).Text(), static_cast<int>(record.At(1).Integer()), record.At(2).Text()};
  });
  statement.globals = field.List("globals", ReadNamedValue);
  statement.files = field.List("files", ReadNamedValue);
  statement.unstable = ReadUnstable(field);
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
  ReadEffects(field, statement);
  return statement;
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
    if (field.Has("raising")) ReadEffects(field["raising"], observation.raising);
  }
  return observation;
}

}  // namespace skua::protocol
