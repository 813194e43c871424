#include "search/polish/named_values.h"

#include <algorithm>
#include <array>
#include <vector>

#include "model/vocabulary.h"

namespace skua::search {
namespace {

using model::StatementKind;
using Match = NamedValue::Match;

constexpr auto kText = StatementKind::kStr;
constexpr auto kNumber = StatementKind::kInt;
constexpr auto kAny = Match::kAnyWord;
constexpr auto kLast = Match::kLastWord;

// The first row that fits counts.
constexpr auto kRows = std::to_array<NamedValue>({
    {"email mail", kAny, kText, "alice@example.com", "an address in a domain kept for examples"},
    {"url uri href link", kAny, kText, "https://example.com/", "a page in the same domain"},
    {"host hostname domain", kAny, kText, "example.com", "the same domain"},
    {"ip", kAny, kText, "127.0.0.1", "the one address that every machine has"},
    {"uuid", kAny, kText, "123e4567-e89b-12d3-a456-426614174000", "the example of RFC 9562"},
    {"datetime timestamp", kAny, kText, "2024-01-31T12:30:00", "a moment in ISO 8601"},
    {"date", kAny, kText, "2024-01-31", "its day: one that no other month lacks by chance"},
    {"time", kAny, kText, "12:30:00", "its time of the day"},
    {"filename file path", kAny, kText, "data.txt", "a relative name, safe to open"},
    {"folder directory", kAny, kText, "data", "likewise"},
    {"lang language locale", kAny, kText, "en", "the language of the other texts"},
    {"country", kAny, kText, "US", "a code of ISO 3166"},
    {"currency ccy", kAny, kText, "EUR", "a code of ISO 4217"},
    {"encoding charset", kAny, kText, "utf-8", "the encoding of most files"},
    {"separator sep delimiter", kAny, kText, ",", "the separator of most lists"},
    {"version", kAny, kText, "1.2.3", "three parts that differ"},
    {"phone", kAny, kText, "555-0100", "a number kept for fiction"},
    {"color", kAny, kText, "red", "a name that all palettes have"},
    {"username user", kAny, kText, "alice", "a name as in other examples"},
    {"text string content message", kAny, kText, "hello world", "words with a space between"},
    {"year years", kLast, kNumber, "2024", "not every platform has a timestamp for the year 1"},
    {"month months week weeks day days hour hours minute minutes second seconds microsecond "
     "microseconds millisecond milliseconds age",
     kLast, kNumber, "1", "time is measured"},
    {"width height size length depth indent precision digits offset maxsize minlen maxlen", kLast,
     kNumber, "1", "extent is measured"},
    {"count limit port", kLast, kNumber, "1", "a number of things, or one that stands for them"},
    {"func fn function callable callback call handler factory hook decorator method wrapper "
     "wrapped "
     "pred loads dumps key",
     kAny, StatementKind::kLambda, "", "such parameters are called"},
    {"class cls klass type kind", kAny, StatementKind::kClass, "", "such parameters are classes"},
    {"iterable iterator items values elements seq sequence lines rows entries", Match::kWhole,
     StatementKind::kList, "", "such parameters are iterated, and letters are odd items"},
});

// Names that say nothing of what is passed.
constexpr std::string_view kSayNothing = "s x y z a b c args kwargs obj object other self arg";

bool IsAmong(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

bool Fits(const NamedValue& row, std::string_view name, const std::vector<std::string>& words) {
  if (row.match == Match::kWhole) return IsAmong(row.words, name);
  if (words.empty()) return false;
  if (row.match == Match::kLastWord) return IsAmong(row.words, words.back());
  return std::ranges::any_of(words,
                             [&](const std::string& word) { return IsAmong(row.words, word); });
}

}  // namespace

std::span<const NamedValue> NamedValues() { return kRows; }

NameTells TellsOf(std::string_view name) {
  NameTells tells;
  const std::vector<std::string> words = model::WordsIn(name);
  tells.takes_functions = name.size() == 1;
  for (const NamedValue& row : kRows) {
    if (!Fits(row, name, words)) continue;
    const bool is_text = row.kind == kText, is_number = row.kind == kNumber;
    if (is_text && tells.text == nullptr) tells.text = &row;
    if (is_number && tells.number == nullptr) tells.number = &row;
    tells.takes_items = tells.takes_items || row.kind == StatementKind::kList;
    tells.takes_functions = tells.takes_functions || row.kind == StatementKind::kLambda ||
                            row.kind == StatementKind::kClass;
  }
  const bool says_something = !words.empty() && !IsAmong(kSayNothing, words.back());
  tells.word = tells.number != nullptr ? "12"
               : tells.text != nullptr ? std::string(tells.text->literal)
               : says_something        ? words.back()
                                       : "";
  return tells;
}

}  // namespace skua::search
