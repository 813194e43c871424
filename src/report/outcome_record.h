// Parts of a report that are told field by field, declared once: the writer, the reader and the
// schema of report.json follow from that (record/record.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "model/outcome.h"
#include "record/stored.h"

namespace skua::record {

// A field for readers of the JSON that whoever writes the record adds to it, since it says more
// than the record knows. It is not read.
template <typename T, typename Member>
struct Told {
  using Owner = T;
  using Type = Member;

  std::string_view name;
  std::string_view doc = {};
  Rule rule = {};
};

template <typename T, typename Member>
void WriteField(const Told<T, Member>&, const T&, uint64_t, Json&) {}
template <typename T, typename Member>
void ReadStoredField(const Told<T, Member>&, const nlohmann::json&, T&) {}

template <>
struct Record<model::GainPoint> {
  static constexpr std::string_view kName = "gain";
  static constexpr std::string_view kDoc = "goals covered after so much searching";
  static constexpr auto kFields =
      std::tuple(Field("seconds", &model::GainPoint::searched, "", {.always = true}),
                 Field("covered", &model::GainPoint::covered, "", {.always = true}));
};

template <>
struct Record<model::Slice> {
  static constexpr std::string_view kName = "slice";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("job", &model::Slice::job, "", {.always = true}),
                 Field("module", &model::Slice::module, "", {.always = true}),
                 Field("start", &model::Slice::start, "", {.always = true}),
                 Field("end", &model::Slice::end, "", {.always = true}));
};

template <>
struct Record<model::Shard> {
  static constexpr std::string_view kName = "shard";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("index", &model::Shard::index, "", {.always = true, .lowest = 1}),
                 Field("total", &model::Shard::total, "", {.always = true, .lowest = 1}));
};

template <>
struct Record<model::BehaviourChange> {
  using T = model::BehaviourChange;
  static constexpr std::string_view kName = "behaviour_change";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields = std::tuple(
      Field("test", &T::test, "", {.always = true}), Field("file", &T::file, "", {.always = true}),
      Field("call", &T::call, "", {.always = true}),
      Field("expected", &T::expected, "", {.always = true}),
      Field("actual", &T::actual, "", {.always = true}), Told<T, std::string>{"text"},
      Field("line", &T::line), Field("message", &T::message),
      Field("path", &T::path, "of the function that changed"), Field("path_line", &T::path_line),
      Field("expectation", &T::expectation,
            "hash of what the test expects; absent: it no longer stands"),
      Field("fingerprint", &T::fingerprint, "of the module for which the test was written"),
      Field("run", &T::run, "that saw it first", {.lowest = 0}),
      Field("runs_ago", &T::runs_ago, "", {.lowest = 0}),
      Field("commit", &T::commit, "that was checked out then"), Field("day", &T::day),
      Told<T, std::string>{"age", "all of these in words"});
};

// By the enumerators' values.
inline constexpr std::array<std::string_view, 3> kChangeEnds = {"back", "accepted", "edited"};

template <>
struct Record<model::EndedChange> {
  static constexpr std::string_view kName = "ended_change";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("end", &model::EndedChange::end, "why it is no longer open",
                       {.always = true, .words = kChangeEnds}),
                 Spliced(&model::EndedChange::change));
};

// By the enumerators' values.
inline constexpr std::array<std::string_view, 7> kTestOutcomes = {
    "passed", "failed", "expected_failure", "skipped", "error", "crashed", "timed_out"};

template <>
struct Record<model::PytestResult::Test> {
  using T = model::PytestResult::Test;
  static constexpr std::string_view kName = "test";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields = std::tuple(
      Field("name", &T::name, "", {.always = true}), Field("file", &T::file, "", {.always = true}),
      Field("outcome", &T::outcome, "", {.always = true, .words = kTestOutcomes}),
      Field("seconds", &T::seconds, "with pytest's setup and teardown",
            {.always = true, .lowest = 0}),
      Field("peak_bytes", &T::peak_bytes,
            "the most that its body had allocated at once, as tracemalloc counts; absent: not "
            "measured"),
      Field("line", &T::line), Field("message", &T::message),
      Told<T, std::vector<model::GoalIndex>>{"goals", "by their place in the module's list"},
      Told<T, bool>{"finding"});
};

template <>
struct Record<model::ModuleOutcome::Seeds> {
  using T = model::ModuleOutcome::Seeds;
  static constexpr std::string_view kName = "seeds";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("replayed", &T::replayed), Field("dropped", &T::dropped));
};

template <>
struct Record<model::Protection> {
  using T = model::Protection;
  static constexpr std::string_view kName = "protection";
  static constexpr std::string_view kDoc = "";
  static constexpr auto kFields =
      std::tuple(Field("from", &T::name, "what code under test is kept from", {.always = true}),
                 Field("holds", &T::holds, "", {.always = true}),
                 Field("detail", &T::detail, "how, or why it does not hold", {.always = true}));
};

}  // namespace skua::record
