// The servers' answers to a load, a fork and a reap (see control.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/mutant.h"
#include "model/names.h"
#include "model/reason.h"
#include "protocol/control.h"
#include "protocol/seed_record.h"
#include "protocol/subject_record.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::protocol {

// The JSON of the answer to a load.
struct LoadRecord {
  bool ok = false;
  bool recalled = false;
  std::optional<model::Subject> subject;
  std::vector<std::vector<SeedStatement>> seeds;
  std::string digest;
  uint32_t import_ms = 0;
  uint32_t waited_ms = 0;
  uint8_t asked_worlds = 0;
  std::vector<model::Mutant> mutants;
  std::string recall;
  std::vector<model::Reason> notes;
  model::Reason failure;
  std::string error;
};

}  // namespace skua::protocol

namespace skua::record {

template <>
struct Record<model::Reason> {
  using Reason = model::Reason;
  static constexpr std::string_view kName = "reason";
  static constexpr std::string_view kDoc = "why something was not done, or a remark";
  static constexpr auto kFields =
      std::tuple(Field("code", &Reason::code), Field("detail", &Reason::detail));
};

template <>
struct Record<model::Mutant> {
  using Mutant = model::Mutant;
  static constexpr std::string_view kName = "mutant";
  static constexpr std::string_view kDoc = "a small fault put into the subject";
  static constexpr auto kFields = std::tuple(
      Field("operator", &Mutant::operator_name, "", {.always = true}),
      Field("line", &Mutant::line, "", {.always = true}),
      Field("column", &Mutant::column, "", {.always = true}),
      Field("original", &Mutant::original, "", {.always = true}),
      Field("mutated", &Mutant::mutated, "", {.always = true}),
      Field("code_object", &Mutant::code_object, "", {.always = true, .in = &kCodeObjects}),
      Field("at_import", &Mutant::at_import, "must be active during the import", {.always = true}));
};

template <>
struct Record<protocol::LoadRecord> {
  using Load = protocol::LoadRecord;
  static constexpr std::string_view kName = "load";
  static constexpr std::string_view kDoc = "the answer to a load";
  static constexpr auto kFields = std::tuple(
      Field("ok", &Load::ok, "", {.always = true}),
      Field("recalled", &Load::recalled, "everything else equals an earlier answer"),
      Field("subject", &Load::subject), Field("seeds", &Load::seeds),
      Field("digest", &Load::digest, "hash of the subject"),
      Field("import_ms", &Load::import_ms, "time of the import"),
      Field("waited_ms", &Load::waited_ms, "time in which no processor worked on the load"),
      Field("asked_worlds", &Load::asked_worlds,
            "number of worlds in which the import has to be repeated"),
      Field("mutants", &Load::mutants),
      Field("recall", &Load::recall,
            "data by which a later load numbers alike; only servers read it"),
      Field("notes", &Load::notes), Spliced(&Load::failure),
      Field("error", &Load::error, "a traceback of the runtime"));

  static void Check(const Load& load, const Place& place) {
    const bool is_told = load.subject.has_value();
    const bool has_failed = load.failure.code != model::ReasonCode::kNone || !load.error.empty();
    if (load.ok && load.recalled == is_told) place.Fail("a subject, or one that is recalled");
    if (load.ok == has_failed) place.Fail("a subject or a reason");
    if (!is_told && !(load.seeds.empty() && load.mutants.empty()))
      place.Fail("a subject with them");
    for (const model::Reason& note : load.notes) {
      if (note.code == model::ReasonCode::kNone) place.At("notes").Fail("notes with a code");
    }
  }
};

template <>
struct Record<protocol::ChildAnswer> {
  using Child = protocol::ChildAnswer;
  static constexpr std::string_view kName = "child";
  static constexpr std::string_view kDoc = "the answer to a fork or a reap";
  static constexpr auto kFields = std::tuple(
      Field("ok", &Child::ok, "", {.always = true}),
      Field("pid", &Child::pid, "PID of a new child", {.lowest = 1}),
      Field("exit", &Child::exit, "exit status of an ended child", {.lowest = 0, .highest = 255}),
      Field("signal", &Child::signal, "signal that ended the child", {.lowest = 1, .highest = 64}),
      Field("error", &Child::error, "a traceback of the runtime"));

  static void Check(const Child& child, const Place& place) {
    const int told = child.pid.has_value() + child.exit.has_value() + child.signal.has_value();
    if (child.ok != (told == 1)) place.Fail("a process, or how it ended");
  }
};

}  // namespace skua::record
