// The body of kObservation: the description of one test. Has the writer and the reader.
//
//   observation = test:u32  executed_probes:u64  left_state:u8  asked_worlds:u8
//                 list(reached_mutant:u32)
//                 json, to the end (OBSERVATION of observation_record.h)
//                 (test: how many tests the child ran before)
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/wire.h"

namespace skua::protocol {

// Appends a whole frame.
inline void WriteObservation(uint32_t test, uint64_t executed_probes, bool left_state,
                             uint8_t asked_worlds, std::span<const uint32_t> reached_mutants,
                             std::string_view json, std::string& buffer) {
  Writer out(buffer);
  const std::size_t frame = out.BeginFrame(FrameKind::kObservation);
  out.Put(test);
  out.Put(executed_probes);
  out.Put(static_cast<uint8_t>(left_state));
  out.Put(asked_worlds);
  out.Put(static_cast<uint32_t>(reached_mutants.size()));
  for (const uint32_t mutant : reached_mutants) out.Put(mutant);
  buffer.append(json);
  out.EndFrame(frame);
}

struct ObservationFrame {
  uint64_t executed_probes = 0;
  bool left_state = false;
  uint8_t asked_worlds = 0;
  std::vector<uint32_t> reached_mutants;
  std::string_view json;  // points into the body
};

// Throws WireError if the body is not an observation of the child's test `test`, for a subject with
// `mutants` mutants.
inline ObservationFrame ReadObservation(std::string_view body, uint32_t test, std::size_t mutants) {
  Reader in(body);
  if (in.Get<uint32_t>() != test) throw WireError("an observation of another test");
  ObservationFrame frame;
  frame.executed_probes = in.Get<uint64_t>();
  frame.left_state = in.Get<uint8_t>() != 0;
  frame.asked_worlds = in.Get<uint8_t>();
  const auto count = in.Get<uint32_t>();
  if (count > mutants) throw WireError("more mutants than the subject has");
  for (uint32_t i = 0; i < count; ++i) {
    const auto mutant = in.Get<uint32_t>();
    if (mutant >= mutants) throw WireError("a mutant that the subject does not have");
    if (i > 0 && mutant <= frame.reached_mutants.back()) {
      throw WireError("mutants that do not ascend");
    }
    frame.reached_mutants.push_back(mutant);
  }
  frame.json = in.TakeRest();
  return frame;
}

}  // namespace skua::protocol
