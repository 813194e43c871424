#include "render/file/standing_suite.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/hash.h"
#include "record/writer.h"
#include "render/file/suite_file.h"
#include "render/file/suite_record.h"

namespace skua::render {
namespace {

constexpr const char* kChange = "open_change";
constexpr const char* kExpected[] = {"assertions", "raises", "verdict"};

std::string ReasonOf(const Json& test) {
  return test.contains(kChange) ? test.at(kChange).at("reason").get<std::string>() : "";
}

// Returns a hash of what the test does and expects.
std::string HashOf(const Json& test) {
  Json essence = {{"statements", test.at("statements")}};
  for (const char* key : kExpected) {
    if (test.contains(key)) essence[key] = test.at(key);
  }
  return base::HashHex(DumpJson(essence));
}

}  // namespace

std::optional<StandingSuite> StandingSuite::Read(std::string_view text) {
  auto header = ParseSuiteHeader(text);
  if (!header) return std::nullopt;
  Json json = record::ParseStored(text);
  if (FaultInSuite(json)) return std::nullopt;
  return StandingSuite(std::move(json), *std::move(header));
}

StandingSuite::StandingSuite(Json json, FileHeader header)
    : json_(std::move(json)), header_(std::move(header)) {
  std::map<std::string, std::size_t, std::less<>> rows;  // by function: number of cases so far
  for (const Json& test : json_.at("tests")) {
    const std::string name = NameOfTest(test, places_.size());
    const std::string_view function = FunctionOf(name);
    TestPlace& place = places_.emplace_back();
    place.function = function;
    if (function.size() < name.size()) place.row = rows[place.function]++;
  }
}

std::vector<Expectation> StandingSuite::Expectations() const {
  std::vector<Expectation> expectations;
  for (std::size_t i = 0; i < size(); ++i) {
    const Json& test = json_.at("tests")[i];
    expectations.push_back({places_[i], HashOf(test), ReasonOf(test)});
  }
  return expectations;
}

std::vector<Json> StandingSuite::MarkedTests() const {
  std::vector<Json> marked;
  for (const Json& test : json_.at("tests")) {
    if (ReasonOf(test).empty()) continue;
    marked.push_back(test);
    marked.back()["goals"] = Json::array();
  }
  return marked;
}

void StandingSuite::Note(std::size_t test, const model::GeneratedTest* now) {
  Json& change = json_["tests"][test][kChange];
  change = {{"reason", change.is_null() ? Json("") : change.at("reason")}};
  if (now != nullptr) {
    change["now"] =
        record::Write<Suites>(Expected{now->test.size(), now->assertions, now->exception});
  }
}

void StandingSuite::Mark(const TestPlace& place, std::string_view reason) {
  Json& test = json_["tests"][At(place)];
  test["name"] = NameOfTest(test, At(place));  // its index may change later
  test[kChange]["reason"] = reason;
}

void StandingSuite::Unmark(const TestPlace& place) { json_["tests"][At(place)].erase(kChange); }

void StandingSuite::Accept(const TestPlace& place) {
  const std::size_t accepted = At(place);
  Json& test = json_["tests"][accepted];
  const Json change = test.value(kChange, Json::object());
  if (!change.contains("now")) return Erase(accepted);
  const Json& now = change.at("now");
  test.erase(kChange);
  for (const char* key : kExpected) test.erase(key);
  Json& kept = test["statements"];
  kept.erase(kept.begin() + now.at("statements").get<std::ptrdiff_t>(), kept.end());
  const Json statements = kept;
  for (const auto& [key, value] : now.items()) {
    if (key != "statements") test[key] = value;
  }
  for (std::size_t i = size(); i-- > 0;) {
    const Json& other = json_["tests"][i];
    const bool is_twin = i != accepted && other.at("statements") == statements;
    if (is_twin && ReasonOf(other).empty()) Erase(i);
  }
}

void StandingSuite::Drop(const TestPlace& place) { Erase(At(place)); }

std::string StandingSuite::Text() const { return places_.empty() ? "" : SealedSuite(json_); }

std::size_t StandingSuite::At(const TestPlace& place) const {
  return static_cast<std::size_t>(std::ranges::find(places_, place) - places_.begin());
}

void StandingSuite::Erase(std::size_t test) {
  const auto at = static_cast<std::ptrdiff_t>(test);
  json_["tests"].erase(json_["tests"].begin() + at);
  places_.erase(places_.begin() + at);
}

}  // namespace skua::render
