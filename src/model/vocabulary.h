// The words of a subject, which decide whether a person would type a string in a test.
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
  // Learns the subject's names, and the strings among its constants.
  explicit Vocabulary(const Subject& subject);

  // The words of the subject's names and texts, in lower case.
  const std::set<std::string, std::less<>>& words() const { return words_; }

  // Returns whether a person might have typed the text: it is a string of the subject itself, or a
  // short string of printable ASCII that mostly consists of known words, with few single letters,
  // numbers and signs between them.
  bool IsNatural(std::string_view text) const;

  // Returns whether a natural text merely joins words of the subject: "owner One os", or
  // "owner_os", which is no name of the subject.
  bool IsPatchwork(std::string_view text) const;

  // Returns a few natural texts to replace `text`, which is passed for `parameter`, the best first:
  // usual values of such a parameter, similar strings of the subject, the text with words in place
  // of its letters, and words.
  std::vector<std::string> ChoicesFor(std::string_view text, std::string_view parameter) const;

  // Returns plain English of about `characters` characters: "hello world this".
  static std::string Prose(std::size_t characters);

  // Returns a usual value of a parameter of that name (email: "alice@example.com"), digits if it
  // takes numbers, or else its name as a word; empty if the name says nothing.
  static std::string UsualFor(std::string_view parameter);

  // Returns whether a parameter of that name usually takes a number: `minute`, `max_width`.
  static bool IsNumber(std::string_view parameter);

  // Returns whether the text has signs, and neither letters nor digits: ".", "[]!".
  static bool IsOfSigns(std::string_view text);

  // Returns whether the text has signs that usual values of a parameter of that name lack, as
  // "this/that.ext" does for an encoding. False if no usual value is known for the name.
  static bool IsUnlikeUsual(std::string_view text, std::string_view parameter);

 private:
  std::string WithWords(std::string_view text) const;

  std::set<std::string, std::less<>> words_;  // in lower case
  std::set<std::string, std::less<>> texts_;  // natural strings of the subject
  std::set<std::string, std::less<>> names_;  // names of the subject
};

// Returns the words of letters in a name or text, in lower case: "max" and "width" of "maxWidth_2".
std::vector<std::string> WordsIn(std::string_view text);

}  // namespace skua::model
