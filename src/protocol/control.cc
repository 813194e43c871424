#include "protocol/control.h"

#include <utility>

#include "protocol/answer_record.h"
#include "protocol/observation_record.h"
#include "protocol/seeds.h"
#include "protocol/wire.h"
#include "record/reader.h"

namespace skua::protocol {
namespace {

// Turns every fault of an answer into one WireError, after which the process counts as lost.
template <typename T>
T ReadAnswer(std::string_view text, record::Tables tables = {}) {
  try {
    return record::ReadText<T>(text, std::move(tables));
  } catch (const record::ReadError& error) {
    throw WireError(error.what());
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

model::Observation ObservationFromJson(std::string_view text, std::size_t statements) {
  record::Tables tables;
  tables.Set(record::kVariables, statements);
  auto observation = ReadAnswer<model::Observation>(text, std::move(tables));
  // A test that raised may time out later, while it is described.
  if (observation.verdict != model::Verdict::kRaised) {
    observation.exception = {};
    observation.raising = {};
  }
  return observation;
}

LoadAnswer LoadAnswerFromJson(std::string_view text, const model::ModuleId& module) {
  record::Tables tables;
  tables.Set(record::kCodeObjects, 0);  // until a subject sets the number
  auto read = ReadAnswer<LoadRecord>(text, std::move(tables));
  if (!read.error.empty()) throw WireError(read.error);
  LoadAnswer answer;
  answer.notes = std::move(read.notes);
  if (!read.ok) {
    answer.failure = std::move(read.failure);
    return answer;
  }
  if (read.subject) answer.subject = *std::move(read.subject);
  answer.subject.module = module;
  answer.seeds = TestsOf(std::move(read.seeds), answer.subject);
  answer.digest = std::move(read.digest);
  answer.import_time = std::chrono::milliseconds(read.import_ms);
  answer.waited = std::chrono::milliseconds(read.waited_ms);
  answer.asked_worlds = read.asked_worlds;
  answer.mutants = std::move(read.mutants);
  answer.recall = std::move(read.recall);
  return answer;
}

ChildAnswer ChildAnswerFromJson(std::string_view text) { return ReadAnswer<ChildAnswer>(text); }

}  // namespace skua::protocol
