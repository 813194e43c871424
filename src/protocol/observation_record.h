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
  static constexpr std::string_view kDoc = "a frame of a traceback";
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
  static constexpr std::string_view kDoc = "the exception of the last statement";
  static constexpr auto kFields = std::tuple(
      Field("type", &Exception::type_name, "\"module:Qualified.name\"", {.always = true}),
      Field("importable", &Exception::importable_type_name,
            "name of the nearest importable base class"),
      Field("message", &Exception::message, "str() of the exception, bounded"),
      Field("path", &Exception::path, "file of the innermost frame in the project"),
      Field("line", &Exception::line),
      Field("explicit", &Exception::is_explicit, "whether the line is a `raise` or `assert`"),
      Field("documented", &Exception::is_documented,
            "whether the called function's docstring names the exception"),
      Field("at_boundary", &Exception::at_boundary,
            "whether it was raised before the called function ran"),
      Field("foreign_message", &Exception::is_foreign_message,
            "whether Python or a library worded the message"),
      Field("frames", &Exception::frames, "the last frames, innermost last"));
};

template <>
struct Record<model::StatementObservation::Change> {
  using Change = model::StatementObservation::Change;
  static constexpr std::string_view kName = "change";
  static constexpr std::string_view kDoc = "a variable with its new value";
  static constexpr bool kIsList = true;
  static constexpr auto kFields =
      std::tuple(Field("variable", &Change::variable, "", {.in = &kVariables}),
                 Field("value", &Change::value));
};

template <>
struct Record<model::StatementObservation::LogRecord> {
  using LogRecord = model::StatementObservation::LogRecord;
  static constexpr std::string_view kName = "log_record";
  static constexpr std::string_view kDoc = "a log record: logger, level and message";
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
      Field("result", &Statement::result,
            "the statement's result, or the exception that it raised"),
      Field("changes", &Statement::changes, "changes of a call's receiver and arguments"),
      Field("printed", &Statement::printed), Field("printed_errors", &Statement::printed_errors),
      Field("logged", &Statement::logged),
      Field("globals", &Statement::globals, "changed globals of the subject", {.in_pairs = true}),
      Field("files", &Statement::files, "written files: str, bytes, or None for a deleted one",
            {.in_pairs = true}),
      Field("unstable", &Statement::unstable, "effects that no assertion can state, from here on",
            {.flags = kEffects}));
};

inline constexpr TextShape kDottedName = {"names joined by dots",
                                          "^[A-Za-z_][A-Za-z_0-9]*(\\.[A-Za-z_][A-Za-z_0-9]*)*$",
                                          model::IsDottedName};

template <>
struct Record<model::RestoredState> {
  using State = model::RestoredState;
  static constexpr std::string_view kName = "restored_state";
  static constexpr std::string_view kDoc = "a name that a test changes, and how to restore it";
  static constexpr bool kIsList = true;
  static constexpr auto kFields = std::tuple(
      Field("by", &State::by), Field("module", &State::module, "", {.shape = &kDottedName}),
      Field("path", &State::path, "path of the name in the module", {.shape = &kDottedName}));
};

template <>
struct Record<model::Observation> {
  using Observation = model::Observation;
  using Verdict = model::Verdict;
  static constexpr std::string_view kName = "observation";
  static constexpr std::string_view kDoc = "the observation of a test";
  // How a test can end that can still be told by the process that ran it.
  static constexpr auto kTold = SomeNamed<6>({
      Named<Verdict>{Verdict::kPassed, "passed"},
      Named<Verdict>{Verdict::kRaised, "raised"},
      Named<Verdict>{Verdict::kTimedOut, "timed_out"},
      Named<Verdict>{Verdict::kOutOfMemory, "out_of_memory"},
  });
  static constexpr auto kFields = std::tuple(
      Field("verdict", &Observation::verdict, "", {.always = true, .words = kTold}),
      Field("statements", &Observation::statements, "observations of the executed statements"),
      Field("exception", &Observation::exception),
      Field("raising", &Observation::raising, "effects of the raising statement"),
      Field("side_effect", &Observation::side_effect,
            "the first event outside of the process, or another reason not to write the test"),
      Field("seed_unused", &Observation::seed_unused,
            "whether no random number was drawn after seeding"),
      Field("restores", &Observation::restores, "all changes of the project's state"));

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
