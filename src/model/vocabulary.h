// The words of a subject, and which texts a person would have typed when writing a test for it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/subject.h"

namespace skua::model {

class Vocabulary {
 public:
  // Learns the subject's names, and the texts among its constants.
  explicit Vocabulary(const Subject& subject);

  // The words of the subject's names and texts, in lower case.
  const std::set<std::string, std::less<>>& words() const { return words_; }

  // Whether it reads as if a person had typed it: a whole text of the subject itself, or a short
  // one of printable ASCII that consists of known words for the most part, with a few single
  // letters, numbers and signs between them.
  bool IsNatural(std::string_view text) const;

  // Whether a natural text is words of the subject put together, which says nothing: "owner One
  // os", or "owner_os", which is no name of the subject.
  bool IsPatchwork(std::string_view text) const;

  // Natural texts that could stand in the place of `text`, which is passed for `parameter`, the
  // most telling first: what such a parameter usually takes, texts of the subject that resemble it,
  // the text with words in the place of its letters, and words. Few.
  std::vector<std::string> ChoicesFor(std::string_view text, std::string_view parameter) const;

  // Plain English of so many characters or a few more, as far as that goes: "hello world this".
  static std::string Prose(std::size_t characters);

  // What a parameter of that name usually takes (email: "alice@example.com"), digits where it takes
  // numbers, or else its name as a word; empty where the name says nothing.
  static std::string UsualFor(std::string_view parameter);

  // Whether a parameter of that name usually takes a number: `minute`, `max_width`.
  static bool IsNumber(std::string_view parameter);

  // Whether the text has signs, and neither letters nor digits: ".", "[]!".
  static bool IsOfSigns(std::string_view text);

  // Whether the text has signs that what a parameter of that name usually takes has not, as
  // "this/that.ext" has as an encoding. False where the name says only what the parameter is
  // called.
  static bool IsUnlikeUsual(std::string_view text, std::string_view parameter);

 private:
  std::string WithWords(std::string_view text) const;

  std::set<std::string, std::less<>> words_;  // in lower case
  std::set<std::string, std::less<>> texts_;  // natural ones, as they stand in the subject
  std::set<std::string, std::less<>> names_;  // of the subject, likewise
};

// The parts of a name or text that are words of letters, in lower case: "maxWidth_2" has "max" and
// "width".
std::vector<std::string> WordsIn(std::string_view text);

}  // namespace skua::model
