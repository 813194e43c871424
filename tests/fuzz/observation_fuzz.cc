// What describing a test showed. The input is the number of its statements and that of the
// subject's mutants, a byte each, and the body of an observation frame.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/fuzz.h"
#include "protocol/control.h"
#include "protocol/observation_frame.h"
#include "protocol/observation_record.h"
#include "record/reader.h"
#include "record/writer.h"

using skua::fuzz::Require;
namespace model = skua::model;
namespace protocol = skua::protocol;
namespace record = skua::record;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t statements = data[0], mutants = data[1];
  const std::string_view body(reinterpret_cast<const char*>(data) + 2, size - 2);
  try {
    const auto test = protocol::Reader(body).Get<uint32_t>();
    const protocol::ObservationFrame frame = protocol::ReadObservation(body, test, mutants);
    for (const uint32_t mutant : frame.reached_mutants) Require(mutant < mutants);
    const model::Observation observation = protocol::ObservationFromJson(frame.json, statements);
    Require(observation.statements.size() <= statements);
    for (const model::StatementObservation& statement : observation.statements) {
      for (const auto& change : statement.changes) Require(change.variable < statements);
    }
    record::Tables tables;
    tables.Set(record::kVariables, statements);
    const record::Json written = record::Write(observation);
    Require(record::Write(record::Read<model::Observation>(written, tables)) == written);
    skua::fuzz::Believe();
  } catch (const protocol::WireError&) {
  }
  return 0;
}
