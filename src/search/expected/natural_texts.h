// How odd strings are to a reader: how many bits they cost beyond what strings cost that people
// pass in tests. Characters cost what they cost after the one before (a model of bigrams, made from
// the tests of many projects); words that these tests or the subject have, cost no more than their
// length, so that odd is what nobody types: "ihdvt[e", "]a", and not "gross_weight: 5".
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"

namespace skua::search {

// Returns in bits what the table of the subject says of the text. 5 bits a character without table.
double BitsOfText(const model::Subject& subject, std::string_view text);

class NaturalTexts {
 public:
  // From this cost on, in quarters of a bit, nobody would type a text.
  static constexpr uint32_t kOdd = 27;

  // Learns the subject's names, and strings among its constants. Borrows the subject, which
  // outlives this.
  explicit NaturalTexts(const model::Subject& subject);

  // The words of the subject's names and strings, in lower case.
  const std::set<std::string, std::less<>>& words() const { return words_; }

  // Returns in quarters of a bit how much odder the oddest part of the text is than people's texts:
  // 0 for one that a person would type, some for one that merely joins words of the subject, as
  // "owner One os" does, and kOdd or more for others.
  uint32_t CostOf(std::string_view text) const;

  // Returns a few natural texts to replace `text`, the best first: similar strings of the subject,
  // the text with words in place of odd ones, and usual texts.
  std::vector<std::string> ChoicesFor(std::string_view text) const;

 private:
  bool IsKnown(std::string_view word) const;
  bool IsPatchwork(std::string_view text) const;
  std::string WithWords(std::string_view text) const;

  const model::Subject& subject_;
  std::set<std::string_view> usual_;          // words of people's tests
  std::set<std::string, std::less<>> words_;  // in lower case
  std::set<std::string, std::less<>> texts_;  // natural ones, as they stand in the subject
};

}  // namespace skua::search
