// OBSERVATION: the oracle's view of one test (model/trace.h). Indices into the test are checked
// against its length, which the engine sets as kVariables.
#pragma once

#include <tuple>

#include "model/names.h"
#include "model/trace.h"
#include "protocol/value_record.h"
#include "record/place.h"
#include "record/record.h"

namespace skua::record {

inline constexpr Table kVariables{"variables"};
inline constexpr std::string_view kEffects[] = {"printed", "printed_errors", "logged"};

template <>
struct Record<model::RaisedException::Frame> {
  using Frame = model::RaisedException::Frame;
  static constexpr std::string_view kName = "frame";
  static constexpr std::string_view kDoc = "of a traceback";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("path", &Frame::path, "relative to the project, or to sys.path"),
                 Field("line", &Frame::line), Field("function", &Frame::function),
                 Field("text", &Frame::text, "the source line"));
};

template <>
struct Record<model::RaisedException> {
  using Exception = model::RaisedException;
  static constexpr std::string_view kName = "raised_exception";
  static constexpr std::string_view kDoc = "what left the last statement";
  static constexpr auto kFields = std::tuple(
      Field("type", &Exception::type_name, "\"module:Qualified.name\"", {.always = true}),
      Field("importable", &Exception::importable_type_name, "the nearest class to import"),
      Field("message", &Exception::message, "str() of it, bounded"),
      Field("path", &Exception::path, "of the innermost frame in the project"),
      Field("line", &Exception::line),
      Field("explicit", &Exception::is_explicit, "that is a raise or assert"),
      Field("documented", &Exception::is_documented, "the docstring of what was called names it"),
      Field("at_boundary", &Exception::at_boundary, "raised before a line of it ran"),
      Field("foreign_message", &Exception::is_foreign_message, "worded by Python or a library"),
      Field("frames", &Exception::frames, "the last ones, innermost last"));
};

template <>
struct Record<model::StatementObservation::Change> {
  using Change = model::StatementObservation::Change;
  static constexpr std::string_view kName = "change";
  static constexpr std::string_view kDoc = "a variable, and what it is now";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("variable", &Change::variable, "", {.in = &kVariables}),
                 Field("value", &Change::value));
};

template <>
struct Record<model::StatementObservation::LogRecord> {
  using LogRecord = model::StatementObservation::LogRecord;
  static constexpr std::string_view kName = "log_record";
  static constexpr std::string_view kDoc = "";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("logger", &LogRecord::logger), Field("level", &LogRecord::level),
                 Field("message", &LogRecord::message));
};

template <>
struct Record<model::StatementObservation> {
  using Statement = model::StatementObservation;
  static constexpr std::string_view kName = "statement";
  static constexpr std::string_view kDoc = "the effects of a statement";
  static constexpr auto kFields = std::tuple(
      Field("result", &Statement::result, "the exception for what raised"),
      Field("changes", &Statement::changes, "of the receiver and arguments of a call"),
      Field("printed", &Statement::printed), Field("printed_errors", &Statement::printed_errors),
      Field("logged", &Statement::logged),
      Field("globals", &Statement::globals, "of the subject that it changed", {.in_pairs = true}),
      Field("files", &Statement::files, "that it wrote: str, bytes, or None when it is gone",
            {.in_pairs = true}),
      Field("unstable", &Statement::unstable, "what no assertion can tell, from here on",
            {.flags = kEffects}));
};

inline constexpr TextShape kDottedName = {"names joined by dots",
                                          "^[A-Za-z_][A-Za-z_0-9]*(\\.[A-Za-z_][A-Za-z_0-9]*)*$",
                                          model::IsDottedName};

template <>
struct Record<model::RestoredState> {
  using State = model::RestoredState;
  static constexpr std::string_view kName = "restored_state";
  static constexpr std::string_view kDoc = "a name that a test changes, and how it can put it back";
  static constexpr bool kIsList = true;
  static constexpr auto kFields = std::tuple(
      Field("by", &State::by), Field("module", &State::module, "", {.shape = &kDottedName}),
      Field("path", &State::path, "of the name in it", {.shape = &kDottedName}));
};

template <>
struct Record<model::Observation> {
  using Observation = model::Observation;
  using Verdict = model::Verdict;
  static constexpr std::string_view kName = "observation";
  static constexpr std::string_view kDoc = "what a test showed";
  // Ends of a test that the process which ran it can report.
  static constexpr auto kTold = SomeNamed<6>({
      Named<Verdict>{Verdict::kPassed, "passed"},
      Named<Verdict>{Verdict::kRaised, "raised"},
      Named<Verdict>{Verdict::kTimedOut, "timed_out"},
      Named<Verdict>{Verdict::kOutOfMemory, "out_of_memory"},
  });
  static constexpr auto kFields = std::tuple(
      Field("verdict", &Observation::verdict, "", {.always = true, .words = kTold}),
      Field("statements", &Observation::statements, "the executed ones"),
      Field("exception", &Observation::exception),
      Field("raising", &Observation::raising, "what the statement that raised did"),
      Field("side_effect", &Observation::side_effect,
            "the first event that reached outside, or what else a test cannot rest on"),
      Field("seed_unused", &Observation::seed_unused, "nothing drew from the seeded random"),
      Field("restores", &Observation::restores, "all that it changed of the project's state"));

  static void Check(const Observation& observation, const Place& place) {
    const std::size_t size = place.tables().SizeOf(kVariables);
    const std::size_t executed = observation.statements.size();
    const bool fits = observation.verdict == Verdict::kPassed   ? executed == size
                      : observation.verdict == Verdict::kRaised ? executed < size
                                                                : executed <= size;
    if (!fits) place.Fail("as many statements as were executed");
    for (std::size_t i = 0; i < executed; ++i) {
      const Place statements = place.At("statements");
      const Place statement = statements.At(i);
      statement.At("result");
      for (const auto& change : observation.statements[i].changes) {
        if (change.variable >= i) statement.At("changes").Fail("variables of earlier statements");
      }
    }
    if (observation.verdict == Verdict::kRaised) place.At("exception");
  }
};

}  // namespace skua::record
