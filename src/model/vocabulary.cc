#include "model/vocabulary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

namespace skua::model {
namespace {

bool IsLower(char c) { return 'a' <= c && c <= 'z'; }
bool IsUpper(char c) { return 'A' <= c && c <= 'Z'; }
bool IsLetter(char c) { return IsLower(c) || IsUpper(c); }
bool IsDigit(char c) { return '0' <= c && c <= '9'; }
char Lower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::size_t kLongest = 60;
constexpr std::size_t kMostTexts = 4;    // strings of the subject among the choices
constexpr std::size_t kMostDigits = 4;   // in one number
constexpr std::size_t kMostSingles = 2;  // single letters
constexpr std::size_t kMostKindsOfSigns = 3;
constexpr std::size_t kMostChangeovers = 2;  // changes from a letter to a digit or back
constexpr std::size_t kSignsBesideWord = 2;

// English words that are always known.
constexpr std::string_view kEnglish =
    " a about all an and any are as at bar be bob but by can com example file first foo for from"
    " get has have hello her his home http https if in is item it key line list more name new no"
    " none not now null of on one or org other out path second set some test text than that the"
    " there this time title to true txt two up user value was were what when which will with word"
    " words world www yes you your alice false json html csv index data date red blue green ";

// Usual values of parameters with a name that contains this word. The first match applies.
constexpr std::array<std::pair<std::string_view, std::string_view>, 40> kUsual = {{
    {"email", "alice@example.com"},
    {"mail", "alice@example.com"},
    {"url", "https://example.com/"},
    {"uri", "https://example.com/"},
    {"href", "https://example.com/"},
    {"link", "https://example.com/"},
    {"host", "example.com"},
    {"hostname", "example.com"},
    {"domain", "example.com"},
    {"ip", "127.0.0.1"},
    {"uuid", "123e4567-e89b-12d3-a456-426614174000"},
    {"datetime", "2024-01-31T12:30:00"},
    {"timestamp", "2024-01-31T12:30:00"},
    {"date", "2024-01-31"},
    {"time", "12:30:00"},
    {"filename", "data.txt"},
    {"file", "data.txt"},
    {"path", "data.txt"},
    {"folder", "data"},
    {"directory", "data"},
    {"lang", "en"},
    {"language", "en"},
    {"locale", "en"},
    {"country", "US"},
    {"currency", "EUR"},
    {"ccy", "EUR"},
    {"encoding", "utf-8"},
    {"charset", "utf-8"},
    {"separator", ","},
    {"sep", ","},
    {"delimiter", ","},
    {"version", "1.2.3"},
    {"phone", "555-0100"},
    {"color", "red"},
    {"username", "alice"},
    {"user", "alice"},
    {"text", "hello world"},
    {"string", "hello world"},
    {"content", "hello world"},
    {"message", "hello world"},
}};

// Last words of names of counts and measures.
constexpr std::string_view kNumbers =
    " year years month months week weeks day days hour hours minute minutes second seconds"
    " microsecond microseconds millisecond milliseconds width height size length count limit depth"
    " indent precision digits offset maxsize minlen maxlen port age ";

// Names that say nothing about the value.
constexpr std::string_view kSayNothing = " s x y z a b c args kwargs obj object other self arg ";

bool IsIn(std::string_view list, std::string_view word) {
  std::string padded = " ";
  padded += word;
  padded += ' ';
  return list.find(padded) != std::string_view::npos;
}

// Calls `use` with each run of letters or of digits, and whether it is of letters.
template <typename Use>
void ForEachRun(std::string_view text, Use use) {
  for (std::size_t at = 0; at < text.size();) {
    const bool letters = IsLetter(text[at]);
    if (!letters && !IsDigit(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && (letters ? IsLetter(text[end]) : IsDigit(text[end]))) {
      // A capital after a small letter begins a word, as does the last of several capitals.
      const bool begins =
          letters && IsUpper(text[end]) &&
          (IsLower(text[end - 1]) ||
           (end + 1 < text.size() && IsUpper(text[end - 1]) && IsLower(text[end + 1])));
      if (begins) break;
      ++end;
    }
    use(text.substr(at, end - at), letters);
    at = end;
  }
}

std::string InLowerCase(std::string_view word) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), Lower);
  return lower;
}

bool IsVowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

// Returns the length of the longest cluster of spoken consonants: "th" counts as one, an s beside
// others not.
std::size_t LongestCluster(std::string_view lower) {
  std::size_t longest = 0, run = 0;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const bool goes_on = i > 0 && (lower[i] == 's' || lower[i] == 'h');
    run = IsVowel(lower[i]) ? 0 : run + (goes_on && run > 0 ? 0 : 1);
    longest = std::max(longest, run);
  }
  return longest;
}

// Returns whether the word could belong to a language: not "aab" (generated from a pattern) or
// "ihdvt".
bool IsPronounceable(std::string_view lower) {
  constexpr std::size_t kLongestWord = 18;
  constexpr std::size_t kLongestCluster = 3;
  const auto vowels = static_cast<std::size_t>(std::ranges::count_if(lower, IsVowel));
  return lower.size() > 2 && lower.size() <= kLongestWord && lower[0] != lower[1] && vowels > 0 &&
         vowels < lower.size() && LongestCluster(lower) <= kLongestCluster;
}

bool IsPlainlyPrintable(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (' ' <= c && c <= '~') || c == '\n' || c == '\t'; });
}

std::size_t SignsIn(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return !IsLetter(c) && !IsDigit(c) && c != ' ' && c != '\n' && c != '\t';
  }));
}

// Returns the number of different signs; a pair of brackets counts as one.
std::size_t KindsOfSigns(std::string_view text) {
  std::set<char> kinds;
  for (const char c : text) {
    if (SignsIn({&c, 1}) == 0) continue;
    kinds.insert(c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : c == '>' ? '<' : c);
  }
  return kinds.size();
}

// Returns whether words are joined in several ways: "missing.rsub signers", "max-width_2". Ignores
// signs at the ends, and a space after a comma or colon.
bool IsJoinedAtRandom(std::string_view text) {
  std::set<std::string_view> joints;
  const char* from = nullptr;
  ForEachRun(text, [&](std::string_view run, bool) {
    const char* to = run.data();
    std::string_view joint =
        from == nullptr ? "" : std::string_view(from, static_cast<std::size_t>(to - from));
    if (joint.size() == 2 && joint[1] == ' ' && SignsIn(joint.substr(0, 1)) == 1) {
      joint.remove_prefix(1);
    }
    if (!joint.empty()) joints.insert(joint);
    from = to + run.size();
  });
  return joints.size() > 1;
}

// Returns whether the text looks cut from a longer one, such as a part of a format string:
// "(text=", ", index=", "Expected ".
bool IsFragment(std::string_view text) {
  if (WordsIn(text).empty()) return false;
  constexpr std::string_view kLeadsOn = " ,=([{";
  constexpr std::string_view kFollows = " ,=)]}";
  if (kLeadsOn.find(text.back()) != text.npos || kFollows.find(text.front()) != text.npos) {
    return true;
  }
  return std::ranges::any_of(std::array{"()", "[]", "{}"}, [&](const char* brackets) {
    return std::ranges::count(text, brackets[0]) != std::ranges::count(text, brackets[1]);
  });
}

// Returns the usual value of a parameter whose name has these words; empty if unknown.
std::string_view UsualForAnyOf(const std::vector<std::string>& words) {
  for (const auto& [word, usual] : kUsual) {
    if (std::ranges::find(words, word) != words.end()) return usual;
  }
  return "";
}

// Returns whether two different signs stand next to each other: "quote.:", "key-=". Usual pairs, as
// in "https://", do not count.
bool HasOddPair(std::string_view text) {
  constexpr std::string_view kJoining = ".,:;!?-_+=*#@%&|~^\\/$";
  constexpr std::string_view kUsualPairs = " :/ /. ./ -> => != += -= :- *. /* :\\ ";
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool are_signs = text[i] != text[i + 1] && kJoining.find(text[i]) != text.npos &&
                           kJoining.find(text[i + 1]) != text.npos;
    if (are_signs && !IsIn(kUsualPairs, text.substr(i, 2))) return true;
  }
  return false;
}

// Returns whether letters that are no word stand next to each other: "nT"; not for "a b" and "x1".
bool JoinsSingles(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (IsLetter(text[i]) && IsLetter(text[i + 1])) return true;
  }
  return false;
}

// Returns the number of places where a letter meets a digit.
std::size_t Changeovers(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool to_digit = IsLetter(text[i - 1]) && IsDigit(text[i]);
    count += to_digit || (IsDigit(text[i - 1]) && IsLetter(text[i])) ? 1 : 0;
  }
  return count;
}

// Returns how similar two strings are: by common kinds of signs and a common beginning.
std::size_t Resemblance(std::string_view a, std::string_view b) {
  std::size_t alike = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) ++alike;
  for (const char sign : std::string_view("@:/.,-_()[]{}<>=#%&+*|!?\"'\\ \n")) {
    const bool in_a = a.find(sign) != std::string_view::npos;
    if (in_a && b.find(sign) != std::string_view::npos) alike += 2;
  }
  return alike;
}

}  // namespace

std::vector<std::string> WordsIn(std::string_view text) {
  std::vector<std::string> words;
  ForEachRun(text, [&](std::string_view run, bool letters) {
    if (letters && run.size() > 1) words.push_back(InLowerCase(run));
  });
  return words;
}

Vocabulary::Vocabulary(const Subject& subject) {
  const auto learn = [&](std::string_view text) {
    for (std::string& word : WordsIn(text)) words_.insert(std::move(word));
  };
  const auto learn_name = [&](const std::string& name) {
    learn(name);
    names_.insert(name);
  };
  learn(subject.module.name);
  for (const Callable& callable : subject.callables) {
    learn_name(callable.name);
    for (const Parameter& parameter : callable.parameters) learn_name(parameter.name);
  }
  for (const Class& one : subject.classes) {
    learn_name(one.name);
    for (const std::string& attribute : one.attributes) learn_name(attribute);
    for (const std::string& member : one.enum_members) learn_name(member);
  }
  for (const Constant& constant : subject.constants) {
    const bool is_text =
        constant.value.kind == ValueKind::kStr || constant.value.kind == ValueKind::kBytes;
    // Skips patterns and templates, which are no values.
    if (!is_text || constant.value.text.size() > kLongest ||
        !IsPlainlyPrintable(constant.value.text) ||
        KindsOfSigns(constant.value.text) > kMostKindsOfSigns ||
        constant.value.text.find_first_of("\\%{") != std::string::npos) {
      continue;
    }
    // Constants include strings generated from the subject's patterns; keeps strings of words only.
    const bool is_written = std::ranges::all_of(WordsIn(constant.value.text), [](const auto& word) {
      return IsIn(kEnglish, word) || IsPronounceable(word);
    });
    if (!is_written) continue;
    if (!IsFragment(constant.value.text)) texts_.insert(constant.value.text);
    learn(constant.value.text);
  }
}

bool Vocabulary::IsNatural(std::string_view text) const {
  const bool is_usual =
      std::ranges::any_of(kUsual, [&](const auto& it) { return it.second == text; });
  const bool is_blank = !text.empty() && text.find_first_not_of(" \t\n") == text.npos;
  if (is_blank) return false;  // often a separator, which few arguments are
  if (is_usual || texts_.contains(text)) return true;
  if (text.size() > kLongest || !IsPlainlyPrintable(text) || IsFragment(text)) return false;
  std::size_t words = 0, english = 0, numbers = 0, singles = 0, in_words = 0;
  bool known = true;
  ForEachRun(text, [&](std::string_view run, bool letters) {
    if (!letters) {
      ++numbers;
      known = known && run.size() <= kMostDigits;
    } else if (run.size() == 1) {
      ++singles;
    } else {
      ++words;
      in_words += run.size();
      const std::string lower = InLowerCase(run);
      if (IsIn(kEnglish, lower)) {
        ++english;
      } else {
        known = known && words_.contains(lower);
      }
    }
  });
  const std::size_t signs = SignsIn(text);
  if (!known || singles > kMostSingles || KindsOfSigns(text) > kMostKindsOfSigns) return false;
  // A lone sign is often a separator, which few arguments are.
  if (words == 0 && singles == 0 && numbers == 0) return signs == 0;
  if (HasOddPair(text)) return false;
  if (words == 0) {
    // Brackets, and signs of patterns and escapes, have a meaning only beside words.
    const bool is_plain = text.find_first_of("\\~^`|()[]{}<>\"'") == text.npos;
    return is_plain && !JoinsSingles(text) && (signs <= 1 || (singles == 0 && numbers > signs));
  }
  // Project words around a number are meaningless: "iter expand 49", "51-unknown".
  const bool begins_with_number = IsDigit(text[0]) && signs > 0;
  const bool goes_round_number = numbers > 0 && (words > 1 || begins_with_number);
  if (goes_round_number && 2 * english <= words) return false;
  return signs <= kSignsBesideWord * words + numbers && 3 * in_words >= text.size() &&
         Changeovers(text) <= kMostChangeovers && (words < 2 || !IsJoinedAtRandom(text));
}

bool Vocabulary::IsPatchwork(std::string_view text) const {
  if (texts_.contains(text) || names_.contains(text)) return false;
  if (text.find_first_of(" -._") == text.npos) return false;
  std::size_t words = 0, english = 0;
  bool begins_small = false, has_capital_amid = false;
  ForEachRun(text, [&](std::string_view run, bool letters) {
    if (!letters) return;
    if (words == 0) begins_small = IsLower(run[0]);
    has_capital_amid = has_capital_amid || (words > 0 && IsUpper(run[0]));
    ++words;
    english += IsIn(kEnglish, InLowerCase(run)) ? 1 : 0;
  });
  return words > 1 && (2 * english < words || (begins_small && has_capital_amid));
}

std::string Vocabulary::Prose(std::size_t characters) {
  constexpr std::string_view kProse = "hello world this is some text of more words than one or two";
  if (characters >= kProse.size()) return std::string(kProse);
  return std::string(kProse.substr(0, kProse.find(' ', characters)));
}

// Returns the text with each run of letters that is no word replaced by a known word of the same
// length, or by "word".
std::string Vocabulary::WithWords(std::string_view text) const {
  std::string result;
  const char* from = text.data();
  ForEachRun(text, [&](std::string_view run, bool letters) {
    result.append(from, run.data());
    from = run.data() + run.size();
    const std::string lower = InLowerCase(run);
    if (!letters || run.size() == 1 || IsIn(kEnglish, lower) || words_.contains(lower)) {
      result += run;
      return;
    }
    const auto same = std::ranges::find_if(
        words_, [&](const std::string& word) { return word.size() == run.size(); });
    std::string word = same == words_.end() ? "word" : *same;
    if (IsUpper(run[0])) word[0] = static_cast<char>(word[0] - 'a' + 'A');
    result += word;
  });
  return result.append(from, text.data() + text.size());
}

std::string Vocabulary::UsualFor(std::string_view parameter) {
  if (IsNumber(parameter)) return "12";
  const std::vector<std::string> words = WordsIn(parameter);
  if (const std::string_view usual = UsualForAnyOf(words); !usual.empty())
    return std::string(usual);
  return words.empty() || IsIn(kSayNothing, words.back()) ? "" : words.back();
}

bool Vocabulary::IsNumber(std::string_view parameter) {
  const std::vector<std::string> words = WordsIn(parameter);
  return !words.empty() && IsIn(kNumbers, words.back());
}

bool Vocabulary::IsOfSigns(std::string_view text) {
  return !text.empty() && SignsIn(text) == text.size();
}

bool Vocabulary::IsUnlikeUsual(std::string_view text, std::string_view parameter) {
  const std::string_view usual = UsualForAnyOf(WordsIn(parameter));
  return !usual.empty() && std::ranges::any_of(text, [&](char c) {
    return SignsIn({&c, 1}) > 0 && usual.find(c) == usual.npos;
  });
}

std::vector<std::string> Vocabulary::ChoicesFor(std::string_view text,
                                                std::string_view parameter) const {
  std::vector<std::string> choices;
  const auto add = [&](std::string choice) {
    if (choice != text && IsNatural(choice) &&
        std::ranges::find(choices, choice) == choices.end()) {
      choices.push_back(std::move(choice));
    }
  };
  if (std::string usual = UsualFor(parameter); !usual.empty()) add(std::move(usual));
  std::vector<std::pair<std::size_t, std::string_view>> alike;
  for (const std::string& one : texts_) {
    if (one != text) alike.emplace_back(Resemblance(text, one), one);
  }
  std::ranges::stable_sort(alike, std::greater<>(), [](const auto& it) { return it.first; });
  alike.resize(std::min(alike.size(), kMostTexts));
  for (const auto& [how, one] : alike) {
    if (how > 0) add(std::string(one));
  }
  add(WithWords(text));
  for (const char* word : {"hello world", "word", "Word", "12", "a b"}) add(word);
  return choices;
}

}  // namespace skua::model
