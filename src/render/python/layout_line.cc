#include "render/python/layout_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "render/python/layout.h"
#include "render/python/python_text.h"

namespace skua::render {
namespace {

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
    leaf.in_lambda = in_lambda_;
    if (leaf.text == "lambda") in_lambda_ = true;
    space_ = false;
    at_ += length;
    leaves_.push_back(std::move(leaf));
  }

  void ReadLeaf() {
    const char c = text_[at_];
    const auto is_one_of = [&](std::string_view all) { return all.find(c) != all.npos; };
    const std::string_view two = text_.substr(at_, 2);
    const bool prefixed = two == "b\"" || two == "b'";
    if (prefixed || is_one_of("\"'")) {
      Add(LeafKind::kString, EndOfText(text_, at_ + (prefixed ? 1 : 0)) - at_);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      Add(LeafKind::kNumber, EndOfNumber() - at_);
    } else if (IsWord(c)) {
      std::size_t end = at_;
      while (end < text_.size() && IsWord(text_[end])) ++end;
      Add(LeafKind::kName, end - at_);
    } else if (is_one_of("([{")) {
      const bool trailer = EndsOperand();
      Add(LeafKind::kOpening, 1);
      leaves_.back().is_atom = !trailer;
      open_.push_back(leaves_.size() - 1);
    } else if (is_one_of(")]}")) {
      Add(LeafKind::kClosing, 1);
      Close(open_.back());
      open_.pop_back();
    } else if (c == ',') {
      Add(LeafKind::kComma, 1);
    } else if (c == '.') {
      Add(LeafKind::kDot, 1);
    } else {
      AddOperator();
    }
  }

  void AddOperator() {
    static constexpr std::array<std::string_view, 8> kLong = {
        "==", "!=", "<=", ">=", "**", "//", "<<", ">>"};
    const bool is_long = std::find(kLong.begin(), kLong.end(), text_.substr(at_, 2)) != kLong.end();
    const bool binary = EndsOperand();
    Add(LeafKind::kOperator, is_long ? 2 : 1);
    leaves_.back().is_binary = binary;
    if (leaves_.back().text == ":") in_lambda_ = false;
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

  // Returns whether the last leaf ends an operand. A bracket after it then begins a call or a
  // subscript, and an operator after it is binary.
  bool EndsOperand() const {
    if (leaves_.empty()) return false;
    const Leaf& last = leaves_.back();
    static constexpr std::array<std::string_view, 11> kKeywords = {
        "assert", "is", "in", "not", "with", "return", "raise", "del", "lambda", "await", "as"};
    if (last.kind == LeafKind::kName) {
      return std::find(kKeywords.begin(), kKeywords.end(), last.text) == kKeywords.end();
    }
    return last.kind == LeafKind::kClosing || last.kind == LeafKind::kString ||
           last.kind == LeafKind::kNumber;
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

  // Returns the index at which the expression of a statement begins: after `assert`, `=` and so on.
  std::size_t BeginOfExpression() const {
    const std::string& first = leaves_[0].text;
    if (first == "assert" || first == "return" || first == "del") return 1;
    const auto behind = [&](std::string_view text) {
      int depth = 0;
      for (std::size_t i = 0; i < leaves_.size(); ++i) {
        if (leaves_[i].kind == LeafKind::kOpening) ++depth;
        if (leaves_[i].kind == LeafKind::kClosing) --depth;
        if (depth == 0 && leaves_[i].text == text) return i + 1;
      }
      return leaves_.size();
    };
    if (first == "async") return leaves_[1].text == "for" ? behind("in") : leaves_.size();
    return first == "with" || first == "def" ? leaves_.size() : behind("=");
  }

  void AddInvisibleParentheses() {
    if (leaves_.empty()) return;
    const std::size_t from = BeginOfExpression();
    if (from >= leaves_.size()) return;
    const std::size_t to = leaves_.size() - (leaves_.back().text == ":" ? 1 : 0);
    // A tuple keeps its own parentheses.
    const Leaf& first = leaves_[from];
    if (first.text == "(" && leaves_[to - 1].opening == first.id) return;
    Leaf opening, closing;
    opening.kind = LeafKind::kOpening;
    opening.id = next_id_++;
    opening.space_before = true;
    opening.is_atom = true;
    closing.kind = LeafKind::kClosing;
    closing.id = next_id_++;
    closing.opening = opening.id;
    leaves_[from].space_before = false;
    leaves_.insert(leaves_.begin() + static_cast<std::ptrdiff_t>(to), closing);
    leaves_.insert(leaves_.begin() + static_cast<std::ptrdiff_t>(from), opening);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool space_ = false;
  bool in_lambda_ = false;
  int next_id_ = 0;
  std::vector<std::size_t> open_;
  std::vector<Leaf> leaves_;
};

Priority BinaryPriority(const std::string& symbol) {
  static constexpr std::pair<std::string_view, Priority> kPriorities[] = {
      {"**", kPower},      {"*", kTerm},        {"/", kTerm},        {"//", kTerm},
      {"%", kTerm},        {"@", kTerm},        {"+", kArithmetic},  {"-", kArithmetic},
      {"<<", kShift},      {">>", kShift},      {"&", kBitAnd},      {"^", kBitXor},
      {"|", kBitOr},       {"==", kComparator}, {"!=", kComparator}, {"<", kComparator},
      {"<=", kComparator}, {">", kComparator},  {">=", kComparator}};
  for (const auto& [text, priority] : kPriorities) {
    if (text == symbol) return priority;
  }
  return kNoDelimiter;
}

// Returns the priority of a split before `leaf`.
Priority PriorityBefore(const Leaf& leaf, const Leaf& previous, bool in_comprehension) {
  if (leaf.kind == LeafKind::kOperator) {
    return leaf.is_binary ? BinaryPriority(leaf.text) : kNoDelimiter;
  }
  if (leaf.kind == LeafKind::kDot) {
    return previous.kind == LeafKind::kClosing ? kDot : kNoDelimiter;
  }
  if (leaf.kind == LeafKind::kString && previous.kind == LeafKind::kString) return kString;
  if (leaf.kind != LeafKind::kName) return kNoDelimiter;
  if (leaf.text == "async") return kComprehension;
  // `not in` is one operator; the `in` of a comprehension is no operator.
  const bool in = leaf.text == "in" && previous.text != "not" && !in_comprehension;
  const bool not_in = leaf.text == "not" && previous.kind != LeafKind::kOperator;
  return leaf.text == "is" || in || not_in ? kComparator : kNoDelimiter;
}

}  // namespace

std::vector<Leaf> ReadLeaves(std::string_view flat) { return Reader(flat).Read(); }

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

bool IsShortEnough(const Line& line, int limit) { return DisplayWidth(ToText(line)) <= limit; }

std::vector<Priority> Delimiters(const Line& line) {
  std::vector<Priority> priorities(line.leaves.size(), kNoDelimiter);
  int depth = 0;
  bool in_comprehension = false;
  for (std::size_t i = 0; i < line.leaves.size(); ++i) {
    const Leaf& leaf = line.leaves[i];
    if (leaf.kind == LeafKind::kClosing) --depth;
    if (depth == 0 && !leaf.in_lambda) {
      if (i > 0) {
        const Priority before = PriorityBefore(leaf, line.leaves[i - 1], in_comprehension);
        if (before != kNoDelimiter) priorities[i - 1] = before;
      }
      if (leaf.text == "async") in_comprehension = true;
      if (leaf.text == "in") in_comprehension = false;
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

}  // namespace skua::render
