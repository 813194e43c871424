#include "search/making/primitives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace skua::search {

using model::Statement;
using model::StatementKind;
using model::Value;
using model::ValueKind;

// StatementKind and ValueKind begin alike: None, bool, int, float, complex, str, bytes.
static_assert(static_cast<int>(StatementKind::kBytes) == static_cast<int>(ValueKind::kBytes));
static_assert(static_cast<int>(StatementKind::kFloat) == static_cast<int>(ValueKind::kFloat));

namespace {

// The probability that a new string consists of words that a person might have typed. Other
// strings, of any characters, are for code that distinguishes them.
constexpr double kFromWords = 0.75;
constexpr std::size_t kMostWords = 3;
// The probability that a new character is a small letter if it comes from no string of the subject.
constexpr double kSmallLetter = 0.5;

// A third of all mutations of a string change nothing, and more of those of a short string.
constexpr int kTextAttempts = 4;

ValueKind ValueKindOf(StatementKind kind) { return static_cast<ValueKind>(kind); }

bool StartsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::size_t CountCharacters(const std::string& text, bool bytes) {
  if (bytes) return text.size();
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), StartsCharacter));
}

// Returns the start of a character near a random place; text.size() is the place after the last
// one.
std::size_t RandomBoundary(const std::string& text, bool bytes, base::Rng& rng) {
  std::size_t place = rng.Below(text.size() + 1);
  while (!bytes && place < text.size() && !StartsCharacter(text[place])) --place;
  return place;
}

int64_t SaturatedAdd(int64_t a, double b) {
  const double bounded = std::clamp(b, -1e15, 1e15);
  int64_t sum = 0;
  if (!__builtin_add_overflow(a, static_cast<int64_t>(bounded), &sum)) return sum;
  return b < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

// The number rounded to a multiple of 1 / `power`; as it is where that is more than a double can
// say.
double WithDecimals(double value, double power) {
  const double scaled = std::round(value * power);
  return std::isfinite(scaled) ? scaled / power : value;
}

double RandomReal(int64_t scale, base::Rng& rng) {
  static constexpr auto kSpecial = std::to_array<double>(
      {0.0, -0.0, 1.0, -1.0, 0.5, 1e-9, 1e300, std::numeric_limits<double>::infinity(),
       -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()});
  if (rng.Chance(0.1)) return rng.Pick(kSpecial);
  if (rng.Chance(0.3)) return std::round(rng.Gaussian() * 10);
  // Few digits are kept: the value ends up in a test that a person reads.
  if (rng.Chance(0.5)) return std::round(rng.Gaussian() * 100) / 10;
  return std::round(rng.Gaussian() * static_cast<double>(scale));
}

// The number with at most two digits that are not 0.
int64_t Rounded(int64_t number) {
  int64_t unit = 1;
  while (number / unit >= 100 || number / unit <= -100) unit *= 10;
  return number / unit * unit;
}

}  // namespace

Statement StatementOf(const Value& value) {
  Statement statement;
  statement.kind = static_cast<StatementKind>(value.kind);
  statement.integer = value.integer;
  statement.real = value.real;
  statement.imaginary = value.imaginary;
  statement.text = value.text;
  return statement;
}

bool Makes(const Statement& statement, const Value& value) {
  if (ValueKindOf(statement.kind) != value.kind) return false;
  switch (statement.kind) {
    case StatementKind::kNone:
      return true;
    case StatementKind::kBool:
      return statement.integer == value.integer;
    case StatementKind::kInt:
      return statement.integer == value.integer && statement.text == value.text;
    case StatementKind::kFloat:
      return statement.real == value.real;
    case StatementKind::kComplex:
      return statement.real == value.real && statement.imaginary == value.imaginary;
    default:
      return statement.text == value.text;
  }
}

Statement Primitives::Make(StatementKind kind, base::Rng& rng) const {
  if (rng.Chance(options_.constant_probability)) {
    if (const Value* constant = constants_.Pick(ValueKindOf(kind), rng)) {
      return StatementOf(*constant);
    }
  }
  Statement statement;
  statement.kind = kind;
  switch (kind) {
    case StatementKind::kBool:
      statement.integer = static_cast<int64_t>(rng.Below(2));
      break;
    case StatementKind::kInt:
      // Half of the numbers are small, as lengths, indices and flags are.
      statement.integer =
          rng.Chance(0.5)
              ? rng.Between(-10, 10)
              : Rounded(SaturatedAdd(0, rng.Gaussian() * static_cast<double>(options_.max_int)));
      break;
    case StatementKind::kComplex:
      statement.imaginary = RandomReal(options_.max_int, rng);
      [[fallthrough]];
    case StatementKind::kFloat:
      statement.real = RandomReal(options_.max_int, rng);
      break;
    case StatementKind::kStr:
    case StatementKind::kBytes:
      statement.text = RandomText(kind == StatementKind::kBytes, rng);
      break;
    default:
      break;
  }
  return statement;
}

void Primitives::AppendCharacter(std::string& text, bool bytes, base::Rng& rng) const {
  static constexpr auto kWide = std::to_array<std::string_view>({"é", "ß", "Ω", "語", "🙂"});
  if (!constants_.alphabet().empty() && rng.Chance(0.4)) {
    text += rng.Pick(constants_.alphabet());
  } else if (rng.Chance(0.03)) {
    if (bytes) {
      text += static_cast<char>(rng.Below(256));
    } else {
      text += rng.Pick(kWide);
    }
  } else if (rng.Chance(kSmallLetter)) {
    text += static_cast<char>(rng.Between('a', 'z'));
  } else {
    text += static_cast<char>(rng.Between(' ', '~'));
  }
}

// Appends a word or a number.
void Primitives::AppendWord(std::string& text, base::Rng& rng) const {
  if (rng.Chance(0.1)) {
    text += std::to_string(rng.Below(100));
    return;
  }
  const std::size_t begin = text.size();
  text += rng.Pick(constants_.words());
  if (rng.Chance(0.2)) text[begin] = static_cast<char>(text[begin] - 'a' + 'A');
}

// Returns mostly words as people write them one after another: "key value", "max_width", "Word 2".
std::string Primitives::RandomText(bool bytes, base::Rng& rng) const {
  static constexpr auto kBetween = std::to_array<std::string_view>({" ", " ", " ", "_", "-", "."});
  std::string text;
  if (rng.Chance(kFromWords)) {
    const std::size_t count = 1 + rng.Below(kMostWords);
    const std::string_view between = rng.Pick(kBetween);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text += between;
      AppendWord(text, rng);
    }
    if (text.size() <= options_.max_string_length) return text;
    text.clear();
  }
  const std::size_t length = rng.Below(options_.max_string_length + 1);
  for (std::size_t i = 0; i < length; ++i) AppendCharacter(text, bytes, rng);
  return text;
}

bool Primitives::Mutate(Statement& statement, base::Rng& rng) const {
  const auto differs = [before = statement](const Statement& now) { return !(now == before); };
  // Another constant is as good a neighbour as any: the gradient rarely leads from one constant to
  // the next.
  if (statement.kind != StatementKind::kBool && rng.Chance(options_.constant_probability / 4)) {
    if (const Value* constant = constants_.Pick(ValueKindOf(statement.kind), rng)) {
      const model::TypeIndex type = statement.type;
      statement = StatementOf(*constant);
      statement.type = type;
      return differs(statement);
    }
  }
  switch (statement.kind) {
    case StatementKind::kBool:
      statement.integer = statement.integer == 0 ? 1 : 0;
      break;
    case StatementKind::kInt:
      MutateInteger(statement, rng);
      break;
    case StatementKind::kComplex:
      if (rng.Chance(0.5)) {
        statement.imaginary = MutatedReal(statement.imaginary, rng);
        break;
      }
      [[fallthrough]];
    case StatementKind::kFloat:
      statement.real = MutatedReal(statement.real, rng);
      break;
    case StatementKind::kStr:
    case StatementKind::kBytes:
      for (int i = 0; i < kTextAttempts && !differs(statement); ++i) {
        MutateText(statement.text, statement.kind == StatementKind::kBytes, rng);
      }
      break;
    default:
      break;
  }
  return differs(statement);
}

void Primitives::MutateInteger(Statement& statement, base::Rng& rng) const {
  if (!statement.text.empty()) {  // too large for arithmetic: one digit, or back to small numbers
    const std::size_t sign = statement.text[0] == '-' ? 1 : 0;
    if (rng.Chance(0.5) && statement.text.size() > sign + 20) {
      const std::size_t place = sign + 1 + rng.Below(statement.text.size() - sign - 1);
      statement.text[place] = static_cast<char>('0' + rng.Below(10));
    } else {
      statement.text.clear();
      statement.integer = rng.Between(-10, 10);
    }
    return;
  }
  const double delta = rng.Gaussian() * options_.max_delta;
  // A step of less than one would change nothing.
  statement.integer =
      SaturatedAdd(statement.integer, std::abs(delta) < 1 ? (delta < 0 ? -1.0 : 1.0) : delta);
}

double Primitives::MutatedReal(double value, base::Rng& rng) const {
  if (!std::isfinite(value)) return RandomReal(options_.max_int, rng);
  switch (rng.Below(3)) {
    case 0:
      return WithDecimals(value + rng.Gaussian() * options_.max_delta, 10);
    case 1:
      return WithDecimals(value + rng.Gaussian(), 1e4);
    default: {
      static constexpr auto kPowers = std::to_array<double>({1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7});
      return WithDecimals(value, rng.Pick(kPowers));
    }
  }
}

// Cuts a stretch out, or repeats it, which changes of single characters do not achieve.
void Primitives::MutateStretch(std::string& text, bool bytes, base::Rng& rng) const {
  std::size_t first = RandomBoundary(text, bytes, rng);
  std::size_t last = RandomBoundary(text, bytes, rng);
  if (first > last) std::swap(first, last);
  if (rng.Chance(0.5)) {
    text.erase(first, last - first);
  } else if (text.size() + last - first <= options_.max_string_length) {
    text.insert(last, text.substr(first, last - first));
  }
}

void Primitives::MutateCharacters(std::string& text, bool bytes, base::Rng& rng) const {
  const double each =
      1.0 / static_cast<double>(std::max<std::size_t>(1, CountCharacters(text, bytes)));
  const bool deletes = rng.Chance(1.0 / 3);
  const bool replaces = rng.Chance(1.0 / 3);
  if (!(deletes || replaces) || text.empty()) return;
  std::string changed;
  changed.reserve(text.size() + 4);
  for (std::size_t i = 0, next = 0; i < text.size(); i = next) {
    next = i + 1;
    while (!bytes && next < text.size() && !StartsCharacter(text[next])) ++next;
    if (deletes && rng.Chance(each)) continue;
    if (replaces && rng.Chance(each)) {
      AppendCharacter(changed, bytes, rng);
    } else {
      changed.append(text, i, next - i);
    }
  }
  text = std::move(changed);
}

void Primitives::MutateText(std::string& text, bool bytes, base::Rng& rng) const {
  if (text.size() > 2 && rng.Chance(0.15)) return MutateStretch(text, bytes, rng);
  MutateCharacters(text, bytes, rng);
  if (!rng.Chance(1.0 / 3)) return;
  const ValueKind kind = bytes ? ValueKind::kBytes : ValueKind::kStr;
  if (rng.Chance(options_.constant_probability / 4)) {
    if (const Value* constant = constants_.Pick(kind, rng)) {
      text.insert(RandomBoundary(text, bytes, rng), constant->text);
      return;
    }
  }
  for (double p = options_.string_insertion_probability; rng.Chance(p);
       p *= options_.string_insertion_probability) {
    std::string inserted;
    AppendCharacter(inserted, bytes, rng);
    text.insert(RandomBoundary(text, bytes, rng), inserted);
  }
}

}  // namespace skua::search
