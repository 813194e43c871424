// A transcription of black's line splitter (linegen.py, brackets.py, lines.py; stable style) for a
// subset of Python: no comments, no multi-line strings, no magic trailing commas in the input, one
// target of an assignment.
//
// A line that is too long is split at its last bracket pair (right-hand split) into head, body and
// tail; the body, now inside brackets, is split at its delimiters of highest priority when it is
// still too long; each part then goes the same way. Statements with an expression on their right
// (`x = …`, `assert …`) have invisible parentheses around it, which become visible when splitting
// at them is better than splitting at the brackets inside. The names below are black's.
#include "render/python/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "render/python/layout_line.h"

namespace skua::render {
namespace {

bool CanBeSplit(const Line& line) { return line.leaves.size() >= 2; }

// --- Splits; nullopt when black would raise CannotSplit ------------------------------------------

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
  split.head.limit = split.body.limit = split.tail.limit = line.limit;
  split.body.depth = line.depth + 1;
  split.body.inside_brackets = true;
  split.head.leaves.assign(leaves.begin(), begin + 1);
  split.body.leaves.assign(begin + 1, end);
  split.tail.leaves.assign(end, leaves.end());
  const bool trailing_comma = split.body.leaves.back().kind == LeafKind::kComma;
  split.body.should_split = Highest(Delimiters(split.body), !trailing_comma) == kComma &&
                            (trailing_comma || split.opening.is_atom);
  return split;
}

bool CanOmitOpening(const Line& line) {
  bool remainder = false;
  int length = kIndentWidth * line.depth;
  for (const Leaf& leaf : line.leaves) {
    if (leaf.kind == LeafKind::kClosing && leaf.opening == line.leaves[0].id) remainder = true;
    if (!remainder) continue;
    length += leaf.length();
    if (length > line.limit) return false;
    if (leaf.kind == LeafKind::kOpening) remainder = false;
  }
  return true;
}

bool CanOmitClosing(const Line& line) {
  int length = kIndentWidth * line.depth;
  bool seen_other_brackets = false;
  for (const Leaf& leaf : line.leaves) {
    length += leaf.length();
    if (leaf.id == line.leaves.back().opening) return seen_other_brackets || length <= line.limit;
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
    if (!opening->is_atom) return false;  // not a subscript
  }
  if (line.leaves[line.leaves.size() - 2].kind == LeafKind::kOpening) return false;
  return CanOmitClosing(line);
}

bool IsInvisible(const Leaf& leaf) { return leaf.text.empty(); }

// black's _prefer_split_rhs_oop_over_rhs: there is a choice only with brackets left of a `=`.
bool PrefersWithout(const RightHandSplit& without, const RightHandSplit& with) {
  const std::vector<Leaf>& head = with.head.leaves;
  const auto is_bracket = [](const Leaf& leaf) {
    return leaf.kind == LeafKind::kOpening || leaf.kind == LeafKind::kClosing;
  };
  if (head.size() < 2 || head[head.size() - 2].text != "=") return true;
  if (std::none_of(head.begin(), head.end() - 1, is_bracket)) return true;
  if (!IsShortEnough(with.head, with.head.limit - 1)) return true;
  const std::vector<Leaf>& other = without.head.leaves;
  const auto assign =
      std::find_if(other.rbegin(), other.rend(), [](const Leaf& leaf) { return leaf.text == "="; });
  const bool closes_later = std::any_of(
      other.rbegin(), assign, [](const Leaf& leaf) { return leaf.kind == LeafKind::kClosing; });
  return closes_later || (assign != other.rend() && IsShortEnough(without.head));
}

std::optional<Lines> MaybeSplitOmittingOptionalParentheses(RightHandSplit split, const Line& line,
                                                           bool force_optional, const Omit& omit) {
  if (!force_optional && IsInvisible(split.opening) && IsInvisible(split.closing) &&
      CanOmitInvisibleParentheses(split)) {
    Omit more = omit;
    more.insert(split.closing.id);
    auto without = FirstRightHandSplit(line, more);
    if (!without || PrefersWithout(*without, split)) {
      if (without) {
        auto lines =
            MaybeSplitOmittingOptionalParentheses(*std::move(without), line, force_optional, more);
        if (lines) return lines;
      }
      if (!CanBeSplit(split.body) && !IsShortEnough(split.body)) return std::nullopt;
    }
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

// Sets of closing brackets that a split may pass over, each a superset of the one before: trailers
// that fit on the last line may stay whole while an earlier bracket pair is split.
std::vector<Omit> TrailersToOmit(const Line& line) {
  std::vector<Omit> result(1);
  Omit omit, inner;
  int length = kIndentWidth * line.depth;
  int opening = -1;               // the bracket pair around the current leaf
  const Leaf* closing = nullptr;  // the last pair that was passed
  for (std::size_t i = line.leaves.size(); i-- > 0;) {
    const Leaf& leaf = line.leaves[i];
    length += leaf.length();
    if (length > line.limit) break;
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

// Returns the column of the bracket at which a split with `omit` would be made.
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
    if (!omit.empty() && PrefixLength(line, omit) > line.limit) continue;
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
  Line current{line.depth, line.inside_brackets, false, {}, line.limit};
  const Line empty = current;
  // Not all versions of Python that black targets accept a comma after an unpacked argument.
  bool unpacks = false;
  int depth = 0;
  for (std::size_t i = 0; i < line.leaves.size(); ++i) {
    const Leaf& leaf = line.leaves[i];
    depth += static_cast<int>(leaf.kind == LeafKind::kOpening) -
             static_cast<int>(leaf.kind == LeafKind::kClosing);
    const bool stars = leaf.text == "*" || leaf.text == "**";
    unpacks = unpacks || (depth == 0 && stars && !leaf.is_binary && !leaf.in_lambda);
    current.leaves.push_back(leaf);
    if (delimiters[i] == priority) lines.push_back(std::exchange(current, empty));
  }
  if (!current.leaves.empty()) {
    if (priority == kComma && !unpacks) {
      current.leaves.push_back({.kind = LeafKind::kComma, .text = ",", .id = -2, .characters = 1});
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

// Transforms the parts of a split; nullopt if it did not change the line.
std::optional<Lines> Transformed(const std::optional<Lines>& parts, const Line& line,
                                 bool force_optional) {
  if (!parts || !Changed(*parts, line)) return std::nullopt;
  Lines result;
  for (const Line& part : *parts) Transform(part, force_optional, result);
  return result;
}

std::optional<Lines> RunRightHandSplit(const Line& line, bool force_optional) {
  auto result = Transformed(RightHandSplitWithOmits(line, force_optional), line, force_optional);
  if (!result) return result;
  const bool has_invisible = std::any_of(
      line.leaves.begin(), line.leaves.end(),
      [](const Leaf& leaf) { return leaf.kind == LeafKind::kOpening && IsInvisible(leaf); });
  if (force_optional || !has_invisible || IsShortEnough(result->front())) return result;
  // Tries the line again with the optional parentheses.
  auto second = RunRightHandSplit(line, true);
  if (second && std::all_of(second->begin(), second->end(),
                            [](const Line& part) { return IsShortEnough(part); })) {
    return second;
  }
  return result;
}

void Transform(const Line& line, bool force_optional, Lines& result) {
  std::optional<Lines> parts;
  if (line.should_split || !IsShortEnough(line)) {
    if (line.inside_brackets) parts = Transformed(DelimiterSplit(line), line, force_optional);
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
  // Counts two columns for characters that begin with bytes E3 (kana) to ED (Hangul), the only wide
  // ones that literals keep unescaped.
  int width = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;
    width += byte >= 0xE3 && byte <= 0xED ? 2 : 1;
  }
  return width;
}

std::string LayOut(std::string_view flat, int indent, int columns) {
  const int before = indent * kIndentWidth;
  if (before + DisplayWidth(flat) <= columns) {
    return fmt::format("{:{}}{}\n", "", before, flat);
  }
  Line line;
  line.depth = indent;
  line.limit = columns;
  line.leaves = ReadLeaves(flat);
  Lines lines;
  Transform(line, false, lines);
  std::string text;
  for (const Line& part : lines) text += ToText(part) + '\n';
  return text;
}

}  // namespace skua::render
