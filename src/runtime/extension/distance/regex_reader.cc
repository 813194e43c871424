// Parses a pattern in Python's syntax by recursive descent and builds its states. A part's states
// lead to an existing state, so parts are built from the last to the first, after the pattern is
// read into a tree.
#include <algorithm>
#include <memory>
#include <string_view>

#include "runtime/extension/distance/regex_distance.h"

namespace skua::runtime {
namespace {

constexpr std::size_t kStates = 256;
constexpr int kCopies = 24;  // copies of a part that is repeated a given number of times
constexpr int kNesting = 30;
constexpr Py_UCS4 kLastUnit = 0x10ffff;
constexpr long kIgnoreCase = 2, kDotAll = 16, kVerbose = 64;

struct Node {
  enum class Kind : uint8_t { kEmpty, kSet, kSequence, kChoice, kRepeat, kAtStart, kAtEnd };
  Kind kind = Kind::kEmpty;
  CharacterSet set;
  std::vector<Node> parts;
  int least = 0, most = -1;  // of a repetition; -1: any number
};

CharacterSet Normalised(CharacterSet set) {
  std::sort(set.begin(), set.end());
  CharacterSet apart;
  for (const auto& range : set) {
    if (!apart.empty() && range.first <= apart.back().second + 1) {
      apart.back().second = std::max(apart.back().second, range.second);
    } else {
      apart.push_back(range);
    }
  }
  return apart;
}

CharacterSet Complement(const CharacterSet& set) {
  CharacterSet rest;
  Py_UCS4 low = 0;
  for (const auto& [first, last] : Normalised(set)) {
    if (first > low) rest.push_back({low, first - 1});
    low = last + 1;
  }
  if (low <= kLastUnit) rest.push_back({low, kLastUnit});
  return rest;
}

void AddOtherCase(CharacterSet& set) {
  const CharacterSet before = set;
  for (const auto& [low, high] : before) {
    const auto add = [&set, low_ = low, high_ = high](Py_UCS4 from, Py_UCS4 to, int shift) {
      const Py_UCS4 first = std::max(low_, from), last = std::min(high_, to);
      if (first <= last) set.push_back({first + shift, last + shift});
    };
    add('a', 'z', 'A' - 'a');
    add('A', 'Z', 'a' - 'A');
  }
}

class Reader {
 public:
  Reader(const Text& pattern, long flags)
      : units_(pattern.units, pattern.units + pattern.size), flags_(flags) {}

  bool Read(Node& node) { return ReadChoice(node, 0) && at_ == units_.size(); }

 private:
  bool AtEnd() const { return at_ >= units_.size(); }
  bool Take(Py_UCS4 unit) {
    if (AtEnd() || units_[at_] != unit) return false;
    ++at_;
    return true;
  }
  bool Take(std::string_view text) {
    if (units_.size() - at_ < text.size() ||
        !std::equal(text.begin(), text.end(), units_.begin() + static_cast<std::ptrdiff_t>(at_))) {
      return false;
    }
    at_ += text.size();
    return true;
  }
  bool SkipPast(Py_UCS4 unit) {
    while (!AtEnd()) {
      if (units_[at_++] == unit) return true;
    }
    return false;
  }
  void SkipComments() {
    while ((flags_ & kVerbose) != 0 && !AtEnd()) {
      const Py_UCS4 unit = units_[at_];
      if (unit == '#') {
        while (!AtEnd() && units_[at_] != '\n') ++at_;
      } else if (unit == ' ' || (unit >= '\t' && unit <= '\r')) {
        ++at_;
      } else {
        return;
      }
    }
  }

  bool ReadChoice(Node& node, int depth) {
    if (depth > kNesting) return false;
    node.kind = Node::Kind::kChoice;
    do {
      if (!ReadSequence(node.parts.emplace_back(), depth)) return false;
    } while (Take('|'));
    return true;
  }

  bool ReadSequence(Node& node, int depth) {
    node.kind = Node::Kind::kSequence;
    for (SkipComments(); !AtEnd() && units_[at_] != '|' && units_[at_] != ')'; SkipComments()) {
      Node part;
      if (!ReadPart(part, depth)) return false;
      SkipComments();
      if (!ReadRepeats(part)) return false;
      node.parts.push_back(std::move(part));
    }
    return true;
  }

  bool ReadRepeats(Node& part) {
    while (!AtEnd()) {
      int least = 0, most = -1;
      const std::size_t before = at_;
      if (Take('*')) {
      } else if (Take('+')) {
        least = 1;
      } else if (Take('?')) {
        most = 1;
      } else if (Take('{')) {
        const bool has_least = ReadNumber(least);
        most = least;
        if (Take(',') && !ReadNumber(most)) most = -1;
        if (!Take('}') || (!has_least && at_ == before + 2)) {  // a literal `{`
          at_ = before;
          return true;
        }
      } else {
        return true;
      }
      if (!Take('?')) Take('+');  // lazy or possessive
      if (least > kCopies) return false;
      Node repeat;
      repeat.kind = Node::Kind::kRepeat;
      repeat.least = least;
      repeat.most = most < 0 ? -1 : std::min(most, kCopies);
      repeat.parts.push_back(std::move(part));
      part = std::move(repeat);
    }
    return true;
  }

  bool ReadNumber(int& number) {
    const std::size_t before = at_;
    for (number = 0; !AtEnd() && units_[at_] >= '0' && units_[at_] <= '9'; ++at_) {
      number = std::min(number * 10 + static_cast<int>(units_[at_] - '0'), 10'000);
    }
    return at_ > before;
  }

  bool ReadPart(Node& node, int depth) {
    const Py_UCS4 unit = units_[at_++];
    switch (unit) {
      case '(':
        return ReadGroup(node, depth);
      case '[':
        node.kind = Node::Kind::kSet;
        return ReadSet(node.set);
      case '.':
        node.kind = Node::Kind::kSet;
        node.set = (flags_ & kDotAll) != 0 ? CharacterSet{{0, kLastUnit}}
                                           : CharacterSet{{0, '\n' - 1}, {'\n' + 1, kLastUnit}};
        return true;
      case '^':
        node.kind = Node::Kind::kAtStart;
        return true;
      case '$':
        node.kind = Node::Kind::kAtEnd;
        return true;
      case '\\':
        return ReadEscape(node);
      case '*':
      case '+':
      case '?':
        return false;
      default:
        node.kind = Node::Kind::kSet;
        node.set = {{unit, unit}};
        if ((flags_ & kIgnoreCase) != 0) AddOtherCase(node.set);
        return true;
    }
  }

  bool TakeLookaround() { return Take('=') || Take('!') || Take("<=") || Take("<!"); }

  bool ReadFlags() {
    bool on = true;
    for (; !AtEnd() && units_[at_] != ':' && units_[at_] != ')'; ++at_) {
      long flag = 0;
      if (units_[at_] == 'i') flag = kIgnoreCase;
      if (units_[at_] == 's') flag = kDotAll;
      if (units_[at_] == 'x') flag = kVerbose;
      if (units_[at_] == '(') return false;  // a choice by whether a group has matched
      if (units_[at_] == '-') on = false;
      flags_ = on ? flags_ | flag : flags_ & ~flag;
    }
    return true;
  }

  bool ReadGroup(Node& node, int depth) {
    const long flags = flags_;
    bool holds_nothing = false;  // a lookaround, which consumes no characters
    if (Take('?')) {
      if (Take('#')) return SkipPast(')');
      if (Take("P=")) {
        node = Anything();
        return SkipPast(')');
      }
      if (Take("P<")) {
        if (!SkipPast('>')) return false;
      } else if (TakeLookaround()) {
        holds_nothing = true;
      } else if (!Take(':') && !Take('>')) {
        if (!ReadFlags()) return false;
        if (Take(')')) return true;  // flags for the rest of the pattern
        if (!Take(':')) return false;
      }
    }
    if (!ReadChoice(node, depth + 1)) return false;
    flags_ = flags;
    if (holds_nothing) node = Node{};
    return Take(')');
  }

  static Node Anything() {
    Node any, one;
    one.kind = Node::Kind::kSet;
    one.set = {{0, kLastUnit}};
    any.kind = Node::Kind::kRepeat;
    any.parts.push_back(std::move(one));
    return any;
  }

  // Reads the set of \d and the like; returns false for other letters.
  static bool ReadClass(Py_UCS4 letter, CharacterSet& set) {
    CharacterSet found;
    switch (letter | 0x20) {
      case 'd':
        found = {{'0', '9'}};
        break;
      case 'w':
        found = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xc0, kLastUnit}};
        break;
      case 's':
        found = {{'\t', '\r'}, {0x1c, 0x20}, {0x85, 0x85}, {0xa0, 0xa0}};
        break;
      default:
        return false;
    }
    if (letter < 'a') found = Complement(found);
    set.insert(set.end(), found.begin(), found.end());
    return true;
  }

  bool ReadEscape(Node& node) {
    if (AtEnd()) return false;
    const Py_UCS4 letter = units_[at_];
    if (letter >= '1' && letter <= '9') {  // a back reference
      while (!AtEnd() && units_[at_] >= '0' && units_[at_] <= '9') ++at_;
      node = Anything();
      return true;
    }
    if (letter == 'b' || letter == 'B') return ++at_ != 0;
    if (letter == 'A' || letter == 'Z') {
      ++at_;
      node.kind = letter == 'A' ? Node::Kind::kAtStart : Node::Kind::kAtEnd;
      return true;
    }
    node.kind = Node::Kind::kSet;
    ++at_;
    if (ReadClass(letter, node.set)) return true;
    --at_;
    Py_UCS4 unit = 0;
    if (!ReadCharacterEscape(unit)) return false;
    node.set = {{unit, unit}};
    if ((flags_ & kIgnoreCase) != 0) AddOtherCase(node.set);
    return true;
  }

  bool ReadCharacterEscape(Py_UCS4& unit) {
    if (AtEnd()) return false;
    unit = units_[at_++];
    constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
    const std::size_t place =
        unit < 128 ? kLetters.find(static_cast<char>(unit)) : std::string_view::npos;
    if (place != std::string_view::npos) {
      unit = static_cast<unsigned char>(kMeanings[place]);
      return true;
    }
    const int digits = unit == 'x' ? 2 : unit == 'u' ? 4 : unit == 'U' ? 8 : 0;
    if (digits == 0) {
      if (unit == '0') unit = 0;
      return unit != 'N';
    }
    unit = 0;
    for (int i = 0; i < digits; ++i) {
      if (AtEnd()) return false;
      const Py_UCS4 digit = units_[at_++];
      const Py_UCS4 lower = digit | 0x20;
      if (digit >= '0' && digit <= '9') {
        unit = unit * 16 + (digit - '0');
      } else if (lower >= 'a' && lower <= 'f') {
        unit = unit * 16 + (lower - 'a' + 10);
      } else {
        return false;
      }
    }
    return true;
  }

  bool IsRange() const {
    return at_ + 1 < units_.size() && units_[at_] == '-' && units_[at_ + 1] != ']';
  }

  bool ReadSet(CharacterSet& set) {
    const bool is_complement = Take('^');
    for (bool is_first = true; is_first || AtEnd() || units_[at_] != ']'; is_first = false) {
      if (AtEnd()) return false;
      Py_UCS4 low = units_[at_++];
      if (low == '\\') {
        if (AtEnd()) return false;
        ++at_;
        if (ReadClass(units_[at_ - 1], set)) continue;
        --at_;
        if (!ReadCharacterEscape(low)) return false;
      }
      Py_UCS4 high = low;
      if (IsRange()) {
        ++at_;
        high = units_[at_++];
        if (high == '\\' && !ReadCharacterEscape(high)) return false;
      }
      if (high < low) return false;
      set.push_back({low, high});
    }
    ++at_;
    if ((flags_ & kIgnoreCase) != 0) AddOtherCase(set);
    set = is_complement ? Complement(set) : Normalised(std::move(set));
    return true;
  }

  std::vector<Py_UCS4> units_;
  long flags_;
  std::size_t at_ = 0;
};

class Builder {
 public:
  explicit Builder(RegexStates& regex) : regex_(regex) { regex_.states.emplace_back(); }

  // Builds the node's states, which lead to `next`, and returns the first.
  uint16_t Build(const Node& node, uint16_t next) {
    using Kind = RegexStates::Kind;
    switch (node.kind) {
      case Node::Kind::kEmpty:
        return next;
      case Node::Kind::kSet:
        regex_.sets.push_back(node.set);
        return Add(Kind::kCharacter, next, 0, static_cast<uint16_t>(regex_.sets.size() - 1));
      case Node::Kind::kAtStart:
        return Add(Kind::kAtStart, next);
      case Node::Kind::kAtEnd:
        return Add(Kind::kAtEnd, next);
      case Node::Kind::kSequence:
        for (auto part = node.parts.rbegin(); part != node.parts.rend(); ++part) {
          next = Build(*part, next);
        }
        return next;
      case Node::Kind::kChoice: {
        uint16_t first = Build(node.parts.back(), next);
        for (auto part = node.parts.rbegin() + 1; part != node.parts.rend(); ++part) {
          first = Add(Kind::kSplit, Build(*part, next), first);
        }
        return first;
      }
      case Node::Kind::kRepeat:
        return BuildRepeat(node, next);
    }
    return next;
  }

  bool is_too_large() const { return is_too_large_; }

 private:
  uint16_t BuildRepeat(const Node& node, uint16_t next) {
    const Node& part = node.parts.front();
    if (node.most < 0) {
      const uint16_t loop = Add(RegexStates::Kind::kSplit, next, next);
      const uint16_t body = Build(part, loop);
      regex_.states[loop].other = body;
      next = loop;
    } else {
      const uint16_t behind = next;
      for (int i = node.least; i < node.most && !is_too_large_; ++i) {
        next = Add(RegexStates::Kind::kSplit, Build(part, next), behind);
      }
    }
    for (int i = 0; i < node.least && !is_too_large_; ++i) next = Build(part, next);
    return next;
  }

  uint16_t Add(RegexStates::Kind kind, uint16_t next, uint16_t other = 0, uint16_t set = 0) {
    if (regex_.states.size() >= kStates) {
      is_too_large_ = true;
      return next;
    }
    regex_.states.push_back({kind, next, other, set});
    return static_cast<uint16_t>(regex_.states.size() - 1);
  }

  RegexStates& regex_;
  bool is_too_large_ = false;
};

}  // namespace

std::optional<RegexStates> ReadRegex(const Text& pattern, long flags) {
  if (pattern.size != pattern.length) return std::nullopt;
  Node node;
  if (!Reader(pattern, flags).Read(node)) return std::nullopt;
  std::optional<RegexStates> regex(std::in_place);
  Builder builder(*regex);
  regex->start = builder.Build(node, 0);
  if (builder.is_too_large()) return std::nullopt;
  return regex;
}

}  // namespace skua::runtime
