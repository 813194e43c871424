// A suite in JSON that exists in the tree (output.style: json), and the marks of its tests with an
// open behaviour change, as in behaviour_mark.h. A marked test keeps its expectations until the
// change is accepted, along with those for that case:
//
//   CHANGE  {"reason": the text of the mark,
//            "now": {"statements": how many of the test's, "assertions": [ASSERTION…],
//                    "raises": EXCEPTION | absent} | absent: no other expectation is known}
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/suite.h"
#include "render/file/behaviour_mark.h"
#include "render/file/file_header.h"
#include "render/file/suite_schema.h"

namespace skua::render {

class StandingSuite {
 public:
  // Returns nullopt if Skua did not write the text as a suite; it may have been edited.
  static std::optional<StandingSuite> Read(std::string_view text);

  const FileHeader& header() const { return header_; }
  std::size_t size() const { return places_.size(); }
  bool Has(const TestPlace& place) const { return At(place) != size(); }
  // Returns the places of the tests, in order. Tests whose names have the same function are cases
  // of that function.
  const std::vector<TestPlace>& places() const { return places_; }
  std::vector<Expectation> Expectations() const;
  // Returns the marked tests, without their goals.
  std::vector<Json> MarkedTests() const;

  // REQUIRES for all of these: the test exists.
  // Stores the test's present expectations, `now`, in case the change is accepted; null: unknown.
  void Note(std::size_t test, const model::GeneratedTest* now);
  void Mark(const TestPlace& place, std::string_view reason);
  void Unmark(const TestPlace& place);
  // Replaces the test's expectations by the stored ones. Removes another test with the same calls.
  void Accept(const TestPlace& place);
  void Drop(const TestPlace& place);

  // Returns an empty string if there is no test.
  std::string Text() const;

 private:
  StandingSuite(Json json, FileHeader header);
  std::size_t At(const TestPlace& place) const;  // size(): not found
  void Erase(std::size_t test);

  Json json_;
  FileHeader header_;
  std::vector<TestPlace> places_;
};

}  // namespace skua::render
