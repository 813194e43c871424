// Logical lines in black's terms (lines.py, brackets.py): leaves with the space before them, and
// the places where a line may break.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skua::render {

constexpr int kIndentWidth = 4;

enum class LeafKind { kName, kNumber, kString, kOpening, kClosing, kComma, kDot, kOperator };

struct Leaf {
  LeafKind kind = LeafKind::kName;
  std::string text;  // empty: an invisible parenthesis
  bool space_before = false;
  int id = 0;
  int opening = -1;      // for a closing bracket: the id of its partner
  bool is_atom = false;  // an opening bracket of a collection
  bool is_one_tuple = false;
  bool is_binary = false;  // an operator between two operands
  bool in_lambda = false;  // among a lambda's parameters
  int characters = 0;  // length in characters, which black uses in some places instead of columns

  int length() const { return (space_before ? 1 : 0) + characters; }
};

struct Line {
  int depth = 0;
  bool inside_brackets = false;
  bool should_split = false;
  std::vector<Leaf> leaves;
  int limit = 0;  // columns
};
using Lines = std::vector<Line>;

enum Priority {
  kNoDelimiter = 0,
  kDot = 1,
  kPower = 2,
  kTerm = 4,
  kArithmetic = 5,
  kShift = 6,
  kBitAnd = 7,
  kBitXor = 8,
  kBitOr = 9,
  kComparator = 10,
  kString = 12,
  kComma = 18,
  kComprehension = 20,
};

// Returns the leaves of a logical line, with invisible parentheses as in black. See LayOut for the
// allowed lines.
std::vector<Leaf> ReadLeaves(std::string_view flat);

std::string ToText(const Line& line);
bool IsShortEnough(const Line& line, int limit);
inline bool IsShortEnough(const Line& line) { return IsShortEnough(line, line.limit); }

// Returns for each leaf of a line the priority of a split after it.
std::vector<Priority> Delimiters(const Line& line);
// Returns the highest priority of a split. `with_last` includes a split after the last leaf.
// REQUIRES: the line is not empty.
Priority Highest(const std::vector<Priority>& priorities, bool with_last);

}  // namespace skua::render
