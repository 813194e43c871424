#include "search/expected/natural_texts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/words.h"

namespace skua::search {

using model::Subject;

namespace {

// The table of characters: the edge of a text, what is not listed, white space, printable ASCII.
constexpr std::size_t kLetters = 3 + 95;
constexpr char kNoBits = '#';
constexpr double kQuarterBit = 0.25;  // costs are told in quarters of a bit
constexpr double kBitsOfLetter = 5;   // where the worker told no table
constexpr double kUsualBits = 4.8;    // of a character: told natural texts from others best
constexpr uint32_t kPatchwork = 12;   // what it costs to join words of the subject

constexpr std::size_t kLongest = 60;   // bytes
constexpr std::size_t kMostTexts = 4;  // of the subject, among the choices

std::size_t LetterOf(char c) {
  if (c == '\n' || c == '\t' || c == '\r') return 2;
  return ' ' <= c && c <= '~' ? static_cast<std::size_t>(c - ' ') + 3 : 1;
}

// Returns the bits of each character of the text, and of its end.
std::vector<double> BitsOfCharacters(const Subject& subject, std::string_view text) {
  const std::string& table = subject.letter_bits;
  std::vector<double> bits(text.size() + 1, kBitsOfLetter);
  if (table.size() != kLetters * kLetters) return bits;
  std::size_t before = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::size_t letter = i < text.size() ? LetterOf(text[i]) : 0;
    bits[i] = (table[before * kLetters + letter] - kNoBits) * kQuarterBit;
    before = letter;
  }
  return bits;
}

bool IsPlainlyPrintable(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (' ' <= c && c <= '~') || c == '\n' || c == '\t'; });
}

bool HasLetterOrDigit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return model::IsLower(c) || model::IsUpper(c) || ('0' <= c && c <= '9');
  });
}

// Returns how much alike two texts are: signs that both have, and the same beginning.
std::size_t Resemblance(std::string_view a, std::string_view b) {
  const auto differs = std::ranges::mismatch(a, b).in1;
  auto alike = static_cast<std::size_t>(differs - a.begin());
  for (const char sign : std::string_view("@:/.,-_()[]{}<>=#%&+*|!?\"'\\ \n")) {
    if (a.find(sign) != a.npos && b.find(sign) != b.npos) alike += 2;
  }
  return alike;
}

}  // namespace

double BitsOfText(const Subject& subject, std::string_view text) {
  double sum = 0;
  for (const double bits : BitsOfCharacters(subject, text)) sum += bits;
  return sum;
}

NaturalTexts::NaturalTexts(const Subject& subject)
    : subject_(subject), usual_(subject.usual_words.begin(), subject.usual_words.end()) {
  const auto learn = [&](std::string_view text) {
    for (std::string& word : model::WordsIn(text)) words_.insert(std::move(word));
  };
  const auto learn_name = [&](const std::string& name) {
    learn(name);
    texts_.insert(name);
  };
  learn(subject.module.name);
  for (const model::Callable& callable : subject.callables) {
    learn_name(callable.name);
    for (const model::Parameter& parameter : callable.parameters) learn_name(parameter.name);
  }
  for (const model::Class& one : subject.classes) {
    learn_name(one.name);
    for (const std::string& attribute : one.attributes) learn_name(attribute);
    for (const std::string& member : one.enum_members) learn_name(member);
  }
  // Patterns and templates are no values, nor are texts made from patterns, nor parts of sentences.
  for (const auto& [value, count] : subject.constants) {
    const bool is_text =
        value.kind == model::ValueKind::kStr || value.kind == model::ValueKind::kBytes;
    const bool is_value = is_text && value.text.find_first_of("\\%{(") == std::string::npos &&
                          !value.text.ends_with(' ') && CostOf(value.text) < kOdd;
    if (!is_value) continue;
    texts_.insert(value.text);
    learn(value.text);
  }
}

bool NaturalTexts::IsKnown(std::string_view word) const {
  const std::string lower = model::InLowerCase(word);
  return usual_.contains(lower) || words_.contains(lower);
}

uint32_t NaturalTexts::CostOf(std::string_view text) const {
  if (text.empty() || texts_.contains(text)) return 0;
  // A sign alone is a separator, say, which few arguments are, unless the subject has it.
  const bool is_odd = text.size() > kLongest || !IsPlainlyPrintable(text) ||
                      !HasLetterOrDigit(text) || text.front() == ' ' || text.back() == ' ';
  std::vector<double> bits = BitsOfCharacters(subject_, text);
  for (double& one : bits) one -= kUsualBits;
  model::ForEachWord(text, [&](std::string_view word) {
    if (word.size() < 2 || !IsKnown(word)) return;
    const auto first = bits.begin() + (word.data() - text.data());
    const auto last = first + static_cast<std::ptrdiff_t>(word.size());
    std::for_each(first, last, [](double& one) { one = std::min(one, 0.0); });
  });
  // The oddest part is the one with the greatest sum (Bentley 1984).
  double most = 0, sum = 0;
  for (const double one : bits) {
    sum = std::max(sum + one, 0.0);
    most = std::max(most, sum);
  }
  const auto cost = static_cast<uint32_t>(std::lround(most / kQuarterBit));
  if (is_odd || cost >= kOdd) return std::max(cost, kOdd);
  return IsPatchwork(text) ? kPatchwork : 0;
}

bool NaturalTexts::IsPatchwork(std::string_view text) const {
  std::size_t words = 0, usual = 0;
  model::ForEachWord(text, [&](std::string_view word) {
    if (word.size() < 2) return;
    ++words;
    usual += usual_.contains(model::InLowerCase(word)) ? 1 : 0;
  });
  return words > 1 && 2 * usual <= words;
}

// Returns the text with "word" in place of each word of letters that is not known.
std::string NaturalTexts::WithWords(std::string_view text) const {
  std::string result;
  const char* from = text.data();
  model::ForEachWord(text, [&](std::string_view word) {
    result.append(from, word.data());
    from = word.data() + word.size();
    if (word.size() == 1 || IsKnown(word)) {
      result += word;
    } else {
      result += model::IsUpper(word[0]) ? "Word" : "word";
    }
  });
  return result.append(from, text.data() + text.size());
}

std::vector<std::string> NaturalTexts::ChoicesFor(std::string_view text) const {
  std::vector<std::pair<std::size_t, std::string_view>> alike;
  for (const std::string& one : texts_) {
    if (const std::size_t how = Resemblance(text, one); how > 0) alike.emplace_back(how, one);
  }
  std::ranges::stable_sort(alike, std::greater<>(), [](const auto& it) { return it.first; });
  alike.resize(std::min(alike.size(), kMostTexts));
  std::vector<std::string> choices;
  const auto add = [&](std::string_view choice) {
    const bool is_new = choice != text && std::ranges::find(choices, choice) == choices.end();
    if (is_new && CostOf(choice) == 0) choices.emplace_back(choice);
  };
  for (const auto& [how, one] : alike) add(one);
  add(WithWords(text));
  for (const char* usual : {"hello world", "word", "Word", "12", "a b"}) add(usual);
  return choices;
}

}  // namespace skua::search
