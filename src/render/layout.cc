// A transcription of black's line splitter (linegen.py, brackets.py, lines.py; stable style) for a
// subset of Python: no comments, no multi-line strings, no magic trailing commas in the input, and
// an assignment's target is a name.
//
// A line that is too long is split at its last bracket pair (right-hand split) into head, body and
// tail; the body, now inside brackets, is split at its delimiters of highest priority when it is
// still too long; each part then goes the same way. Statements with an expression on their right
// (`x = …`, `assert …`) have invisible parentheses around it, which become visible when splitting
// at them is better than splitting at the brackets inside. The names below are black's.
#include "render/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace skua::render {
namespace {

constexpr int kLineLength = 88;
constexpr int kIndentWidth = 4;

enum class LeafKind { kName, kNumber, kString, kOpening, kClosing, kComma, kDot, kOperator };

struct Leaf {
  LeafKind kind = LeafKind::kName;
  std::string text;  // empty: an invisible parenthesis
  bool space_before = false;
  int id = 0;
  int opening = -1;  // of a closing bracket: the id of its partner
  bool is_atom =
      false;  // an opening bracket that makes a collection, or encloses an import's names
  bool is_one_tuple = false;

  int length() const { return (space_before ? 1 : 0) + characters; }
  int characters = 0;  // as black counts in some places, where it does not count columns
};

struct Line {
  int depth = 0;
  bool inside_brackets = false;
  bool should_split = false;
  std::vector<Leaf> leaves;
};
using Lines = std::vector<Line>;

enum Priority { kNoDelimiter = 0, kDot = 1, kComparator = 10, kComma = 18 };

// --- From text to leaves -------------------------------------------------------------------------

bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

std::size_t EndOfString(std::string_view text, std::size_t quote) {
  std::size_t i = quote + 1;
  while (i < text.size() && text[i] != text[quote]) i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

int CountCharacters(std::string_view utf8) {
  return static_cast<int>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Leaf> Read() {
    while (at_ < text_.size()) {
      if (text_[at_] == ' ') {
        space_ = true;
        ++at_;
      } else {
        ReadLeaf();
      }
    }
    AddInvisibleParentheses();
    return std::move(leaves_);
  }

 private:
  void Add(LeafKind kind, std::size_t length) {
    Leaf leaf;
    leaf.kind = kind;
    leaf.text = std::string(text_.substr(at_, length));
    leaf.characters = CountCharacters(leaf.text);
    leaf.space_before = space_ && !leaves_.empty();
    leaf.id = next_id_++;
    space_ = false;
    at_ += length;
    leaves_.push_back(std::move(leaf));
  }

  void ReadLeaf() {
    const char c = text_[at_];
    const bool prefixed =
        c == 'b' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\'');
    if (c == '"' || c == '\'' || prefixed) {
      Add(LeafKind::kString, EndOfString(text_, at_ + (prefixed ? 1 : 0)) - at_);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      Add(LeafKind::kNumber, EndOfNumber() - at_);
    } else if (IsWord(c)) {
      std::size_t end = at_;
      while (end < text_.size() && IsWord(text_[end])) ++end;
      Add(LeafKind::kName, end - at_);
    } else if (c == '(' || c == '[' || c == '{') {
      const bool trailer = EndsOperand();
      Add(LeafKind::kOpening, 1);
      leaves_.back().is_atom = !trailer;
      open_.push_back(leaves_.size() - 1);
    } else if (c == ')' || c == ']' || c == '}') {
      Add(LeafKind::kClosing, 1);
      Close(open_.back());
      open_.pop_back();
    } else if (c == ',') {
      Add(LeafKind::kComma, 1);
    } else if (c == '.') {
      Add(LeafKind::kDot, 1);
    } else {
      const std::string_view two = text_.substr(at_, 2);
      Add(LeafKind::kOperator, two == "==" || two == "**" || two == "!=" ? 2 : 1);
    }
  }

  std::size_t EndOfNumber() const {
    std::size_t end = at_;
    while (end < text_.size() &&
           (IsWord(text_[end]) || text_[end] == '.' ||
            (text_[end] == '-' && text_[end - 1] == 'e' && text_.substr(at_, 2) != "0x"))) {
      ++end;
    }
    return end;
  }

  // Whether a bracket here is a call or a subscript of what stands before it.
  bool EndsOperand() const {
    if (leaves_.empty()) return false;
    const Leaf& last = leaves_.back();
    static constexpr std::array<std::string_view, 6> kKeywords = {"assert", "is",   "in",
                                                                  "not",    "with", "import"};
    if (last.kind == LeafKind::kName) {
      return std::find(kKeywords.begin(), kKeywords.end(), last.text) == kKeywords.end();
    }
    return last.kind == LeafKind::kClosing || last.kind == LeafKind::kString;
  }

  void Close(std::size_t opening) {
    Leaf& closing = leaves_.back();
    closing.opening = leaves_[opening].id;
    // `(1,)`: one comma at its own level, just before the bracket.
    if (closing.text != ")" || leaves_[leaves_.size() - 2].kind != LeafKind::kComma) return;
    int depth = 0, commas = 0;
    for (std::size_t i = opening + 1; i + 1 < leaves_.size(); ++i) {
      if (leaves_[i].kind == LeafKind::kOpening) ++depth;
      if (leaves_[i].kind == LeafKind::kClosing) --depth;
      if (depth == 0 && leaves_[i].kind == LeafKind::kComma) ++commas;
    }
    closing.is_one_tuple = commas == 1;
  }

  void AddInvisibleParentheses() {
    std::size_t from = leaves_.size();
    if (leaves_.empty()) return;
    if (leaves_[0].text == "assert") from = 1;
    if (leaves_[0].text == "from") {
      const auto import = std::find_if(leaves_.begin(), leaves_.end(),
                                       [](const Leaf& leaf) { return leaf.text == "import"; });
      from = static_cast<std::size_t>(import - leaves_.begin()) + 1;
    }
    if (leaves_.size() > 1 && leaves_[1].text == "=") from = 2;
    if (from >= leaves_.size()) return;
    // A tuple keeps its own parentheses.
    const Leaf& first = leaves_[from];
    if (first.text == "(" && leaves_.back().opening == first.id) return;
    Leaf opening, closing;
    opening.kind = LeafKind::kOpening;
    opening.id = next_id_++;
    opening.space_before = true;
    opening.is_atom = true;
    closing.kind = LeafKind::kClosing;
    closing.id = next_id_++;
    closing.opening = opening.id;
    leaves_[from].space_before = false;
    leaves_.insert(leaves_.begin() + static_cast<std::ptrdiff_t>(from), opening);
    leaves_.push_back(closing);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool space_ = false;
  int next_id_ = 0;
  std::vector<std::size_t> open_;
  std::vector<Leaf> leaves_;
};

// --- Questions about a line ----------------------------------------------------------------------

std::string ToText(const Line& line) {
  std::string text(static_cast<std::size_t>(line.depth * kIndentWidth), ' ');
  bool first = true;
  for (const Leaf& leaf : line.leaves) {
    if (leaf.space_before && !first) text += ' ';
    text += leaf.text;
    first = false;
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

bool IsShortEnough(const Line& line) { return DisplayWidth(ToText(line)) <= kLineLength; }

bool IsImport(const Line& line) { return !line.leaves.empty() && line.leaves[0].text == "from"; }

// For each leaf of a line, the priority of a split after it.
std::vector<Priority> Delimiters(const Line& line) {
  std::vector<Priority> priorities(line.leaves.size(), kNoDelimiter);
  int depth = 0;
  for (std::size_t i = 0; i < line.leaves.size(); ++i) {
    const Leaf& leaf = line.leaves[i];
    if (leaf.kind == LeafKind::kClosing) --depth;
    if (depth == 0) {
      const Leaf* previous = i > 0 ? &line.leaves[i - 1] : nullptr;
      const bool comparator =
          leaf.text == "==" || leaf.text == "!=" ||
          (leaf.kind == LeafKind::kName && (leaf.text == "is" || leaf.text == "in"));
      if (comparator && previous != nullptr) priorities[i - 1] = kComparator;
      if (leaf.kind == LeafKind::kDot && previous != nullptr &&
          previous->kind == LeafKind::kClosing) {
        priorities[i - 1] = kDot;
      }
      if (leaf.kind == LeafKind::kComma) priorities[i] = kComma;
    }
    if (leaf.kind == LeafKind::kOpening) ++depth;
  }
  return priorities;
}

Priority Highest(const std::vector<Priority>& priorities, bool with_last) {
  const auto end = priorities.end() - (with_last || priorities.empty() ? 0 : 1);
  const auto highest = std::max_element(priorities.begin(), end);
  return highest == end ? kNoDelimiter : *highest;
}

bool CanBeSplit(const Line& line) { return line.leaves.size() >= 2; }

// --- Splits; nothing when black would raise CannotSplit ------------------------------------------

struct RightHandSplit {
  Line head, body, tail;
  Leaf opening, closing;
};

using Omit = std::set<int>;

std::optional<RightHandSplit> FirstRightHandSplit(const Line& line, const Omit& omit) {
  const std::vector<Leaf>& leaves = line.leaves;
  auto closing = leaves.rbegin();
  auto begin = leaves.begin();
  const auto is_candidate = [&](const Leaf& leaf) {
    return leaf.kind == LeafKind::kClosing && !omit.contains(leaf.id);
  };
  while (true) {
    closing = std::find_if(closing, leaves.rend(), is_candidate);
    if (closing == leaves.rend()) return std::nullopt;
    begin = std::find_if(leaves.begin(), closing.base() - 1,
                         [&](const Leaf& leaf) { return leaf.id == closing->opening; });
    if (begin == closing.base() - 1) return std::nullopt;
    if (begin + 1 != closing.base() - 1) break;
    closing += 2;  // empty brackets belong to the tail
  }
  const auto end = closing.base() - 1;

  RightHandSplit split;
  split.opening = *begin;
  split.closing = *closing;
  split.head.depth = split.tail.depth = line.depth;
  split.body.depth = line.depth + 1;
  split.body.inside_brackets = true;
  split.head.leaves.assign(leaves.begin(), begin + 1);
  split.body.leaves.assign(begin + 1, end);
  split.tail.leaves.assign(end, leaves.end());
  if (IsImport(line)) {
    Leaf comma;
    comma.kind = LeafKind::kComma;
    comma.text = ",";
    comma.characters = 1;
    split.body.leaves.push_back(comma);
  }
  const bool trailing_comma = split.body.leaves.back().kind == LeafKind::kComma;
  split.body.should_split = Highest(Delimiters(split.body), !trailing_comma) == kComma &&
                            (trailing_comma || split.opening.is_atom);
  if (IsImport(line)) split.body.should_split = true;
  return split;
}

bool CanOmitOpening(const Line& line) {
  bool remainder = false;
  int length = kIndentWidth * line.depth;
  for (const Leaf& leaf : line.leaves) {
    if (leaf.kind == LeafKind::kClosing && leaf.opening == line.leaves[0].id) remainder = true;
    if (!remainder) continue;
    length += leaf.length();
    if (length > kLineLength) return false;
    if (leaf.kind == LeafKind::kOpening) remainder = false;
  }
  return true;
}

bool CanOmitClosing(const Line& line) {
  int length = kIndentWidth * line.depth;
  bool seen_other_brackets = false;
  for (const Leaf& leaf : line.leaves) {
    length += leaf.length();
    if (leaf.id == line.leaves.back().opening) return seen_other_brackets || length <= kLineLength;
    if (leaf.kind == LeafKind::kOpening) seen_other_brackets = true;
  }
  return false;
}

bool CanOmitInvisibleParentheses(const RightHandSplit& split) {
  const Line& line = split.body;
  const std::vector<Priority> delimiters = Delimiters(line);
  const Priority highest = Highest(delimiters, true);
  if (highest == kNoDelimiter) return true;
  if (std::count(delimiters.begin(), delimiters.end(), highest) > 1) return false;
  if (highest == kDot) return true;
  if (line.leaves[0].kind == LeafKind::kOpening && line.leaves[1].kind != LeafKind::kClosing &&
      CanOmitOpening(line)) {
    return true;
  }
  const Leaf& last = line.leaves.back();
  if (last.kind != LeafKind::kClosing) return false;
  if (last.text == "]") {
    const auto opening = std::find_if(line.leaves.begin(), line.leaves.end(),
                                      [&](const Leaf& leaf) { return leaf.id == last.opening; });
    if (!opening->is_atom) return false;  // a subscript
  }
  if (line.leaves[line.leaves.size() - 2].kind == LeafKind::kOpening) return false;
  return CanOmitClosing(line);
}

bool IsInvisible(const Leaf& leaf) { return leaf.text.empty(); }

std::optional<Lines> MaybeSplitOmittingOptionalParentheses(RightHandSplit split, const Line& line,
                                                           bool force_optional, const Omit& omit) {
  if (!force_optional && IsInvisible(split.opening) && IsInvisible(split.closing) &&
      !IsImport(line) && CanOmitInvisibleParentheses(split)) {
    Omit more = omit;
    more.insert(split.closing.id);
    if (auto without = FirstRightHandSplit(line, more)) {
      // An assignment's target is a name here, and then black prefers this split.
      auto lines =
          MaybeSplitOmittingOptionalParentheses(*std::move(without), line, force_optional, more);
      if (lines) return lines;
    }
    if (!CanBeSplit(split.body) && !IsShortEnough(split.body)) return std::nullopt;
  }
  if (IsInvisible(split.opening) && IsInvisible(split.closing)) {
    split.head.leaves.back().text = "(";
    split.tail.leaves.front().text = ")";
    split.head.leaves.back().characters = split.tail.leaves.front().characters = 1;
  }
  return Lines{std::move(split.head), std::move(split.body), std::move(split.tail)};
}

std::optional<Lines> RightHandSplitOnce(const Line& line, bool force_optional, const Omit& omit) {
  auto split = FirstRightHandSplit(line, omit);
  if (!split) return std::nullopt;
  return MaybeSplitOmittingOptionalParentheses(*std::move(split), line, force_optional, omit);
}

// Sets of closing brackets to pass over, each a superset of the one before: trailers that fit on
// the last line may stay whole while an earlier bracket pair is split.
std::vector<Omit> TrailersToOmit(const Line& line) {
  std::vector<Omit> result(1);
  Omit omit, inner;
  int length = kIndentWidth * line.depth;
  int opening = -1;               // of the bracket pair we are inside of
  const Leaf* closing = nullptr;  // the last pair passed
  for (std::size_t i = line.leaves.size(); i-- > 0;) {
    const Leaf& leaf = line.leaves[i];
    length += leaf.length();
    if (length > kLineLength) break;
    if (opening >= 0) {
      if (leaf.id == opening) {
        opening = -1;
      } else if (leaf.kind == LeafKind::kClosing) {
        inner.insert(leaf.id);
      }
    } else if (leaf.kind == LeafKind::kClosing) {
      if (i > 0 && line.leaves[i - 1].kind == LeafKind::kOpening) {
        inner.insert(leaf.id);
        continue;
      }
      if (closing != nullptr) {
        omit.insert(closing->id);
        omit.merge(inner);
        inner.clear();
        result.push_back(omit);
      }
      if (!IsInvisible(leaf)) {
        opening = leaf.opening;
        closing = &leaf;
      }
    }
  }
  return result;
}

// The column at which the bracket that a split omitting `omit` would choose begins.
int PrefixLength(const Line& line, const Omit& omit) {
  const auto closing = std::find_if(line.leaves.rbegin(), line.leaves.rend(), [&](const Leaf& l) {
    return l.kind == LeafKind::kClosing && !omit.contains(l.id);
  });
  if (closing == line.leaves.rend()) return 0;
  int length = kIndentWidth * line.depth;
  for (const Leaf& leaf : line.leaves) {
    if (leaf.id == closing->opening) return IsInvisible(leaf) ? 0 : length;
    length += leaf.length();
  }
  return 0;
}

std::optional<Lines> RightHandSplitWithOmits(const Line& line, bool force_optional) {
  std::optional<Lines> first;
  for (const Omit& omit : TrailersToOmit(line)) {
    if (!omit.empty() && PrefixLength(line, omit) > kLineLength) continue;
    auto lines = RightHandSplitOnce(line, force_optional, omit);
    if (!lines) return std::nullopt;
    if (IsShortEnough(lines->front())) return lines;
    if (omit.empty()) first = std::move(lines);
  }
  return first;
}

std::optional<Lines> DelimiterSplit(const Line& line) {
  const std::vector<Priority> delimiters = Delimiters(line);
  const Priority priority = Highest(delimiters, false);
  if (priority == kNoDelimiter) return std::nullopt;
  if (priority == kDot && std::count(delimiters.begin(), delimiters.end(), kDot) == 1) {
    return std::nullopt;
  }
  Lines lines;
  Line current{line.depth, line.inside_brackets, false, {}};
  const Line empty = current;
  for (std::size_t i = 0; i < line.leaves.size(); ++i) {
    current.leaves.push_back(line.leaves[i]);
    if (delimiters[i] == priority) lines.push_back(std::exchange(current, empty));
  }
  if (!current.leaves.empty()) {
    if (priority == kComma) {
      Leaf comma;
      comma.kind = LeafKind::kComma;
      comma.text = ",";
      comma.characters = 1;
      comma.id = -2;
      current.leaves.push_back(comma);
    }
    lines.push_back(std::move(current));
  }
  return lines;
}

// --- The recursion -------------------------------------------------------------------------------

void Transform(const Line& line, bool force_optional, Lines& result);

bool Changed(const Lines& lines, const Line& line) {
  return std::none_of(lines.begin(), lines.end(),
                      [text = ToText(line)](const Line& l) { return ToText(l) == text; });
}

std::optional<Lines> RunDelimiterSplit(const Line& line, bool force_optional) {
  const auto lines = DelimiterSplit(line);
  if (!lines || !Changed(*lines, line)) return std::nullopt;
  Lines result;
  for (const Line& part : *lines) Transform(part, force_optional, result);
  return result;
}

std::optional<Lines> RunRightHandSplit(const Line& line, bool force_optional) {
  const auto lines = RightHandSplitWithOmits(line, force_optional);
  if (!lines || !Changed(*lines, line)) return std::nullopt;
  Lines result;
  for (const Line& part : *lines) Transform(part, force_optional, result);

  const bool has_invisible = std::any_of(
      line.leaves.begin(), line.leaves.end(),
      [](const Leaf& leaf) { return leaf.kind == LeafKind::kOpening && IsInvisible(leaf); });
  if (force_optional || !has_invisible || IsShortEnough(result.front())) return result;
  // A second opinion: the same with the optional parentheses.
  auto second = RunRightHandSplit(line, true);
  if (second && std::all_of(second->begin(), second->end(), IsShortEnough)) return second;
  return result;
}

void Transform(const Line& line, bool force_optional, Lines& result) {
  std::optional<Lines> parts;
  if (line.should_split || !IsShortEnough(line)) {
    if (line.inside_brackets) parts = RunDelimiterSplit(line, force_optional);
    if (!parts) parts = RunRightHandSplit(line, force_optional);
  }
  if (!parts) {
    result.push_back(line);
    return;
  }
  std::move(parts->begin(), parts->end(), std::back_inserter(result));
}

}  // namespace

int DisplayWidth(std::string_view utf8) {
  // Literals write everything verbatim that is at most one column wide, and of the wide characters
  // those of the common East Asian scripts: all of these begin with bytes E3 (kana) to ED (Hangul).
  int width = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;
    width += byte >= 0xE3 && byte <= 0xED ? 2 : 1;
  }
  return width;
}

std::string LayOut(std::string_view flat, int indent) {
  const int columns = indent * kIndentWidth;
  if (columns + DisplayWidth(flat) <= kLineLength) {
    return fmt::format("{:{}}{}\n", "", columns, flat);
  }
  Line line;
  line.depth = indent;
  line.leaves = Reader(flat).Read();
  Lines lines;
  Transform(line, false, lines);
  std::string text;
  for (const Line& part : lines) {
    text += ToText(part);
    text += '\n';
  }
  return text;
}

}  // namespace skua::render
