// The values that people pass for a parameter, as the worker expects them (expected/ of the
// runtime): shapes and literals with their costs. A cost is in quarter bits: the rarer, the higher.
#pragma once

#include <cstdint>
#include <vector>

#include "model/value.h"

namespace skua::model {

// The kind of a value and its rough form, such as "an int of two digits".
enum class Shape : uint8_t {
  kNone,
  kFalse,
  kTrue,
  kIntZero,
  kIntOne,
  kIntTwo,
  kIntDigit,     // 3 to 9
  kIntTens,      // two digits
  kIntHundreds,  // three digits
  kIntYear,      // 1900 to 2100
  kIntMore,
  kIntMinusOne,
  kIntNegative,
  kFloatFraction,  // between 0 and 1
  kFloatWhole,     // less than a million
  kFloatMore,
  kFloatNegative,
  kFloatSpecial,  // nan and infinities
  kStrEmpty,
  kStrBlank,
  kStrForeign,  // with characters that are neither printable ASCII nor white space
  kStrLines,
  kStrCharacter,  // one letter or digit
  kStrSigns,      // no letters or digits
  kStrWord,       // lower-case letters
  kStrUpper,
  kStrCapitalised,
  kStrNumber,
  kStrDate,  // numbers separated by signs, as in dates and times
  kStrUrl,
  kStrMail,
  kStrTemplate,  // with placeholders
  kStrMarkup,
  kStrIdentifier,
  kStrDotted,  // words joined by dots or hyphens
  kStrPath,
  kStrWords,
  kStrText,  // with spaces, and more than words
  kStrCode,  // any other
  kBytesEmpty,
  kBytesWord,
  kBytesMore,
  kListEmpty,
  kList,
  kTupleEmpty,
  kTuple,
  kDictEmpty,
  kDict,
  kSetEmpty,
  kSet,
  kCallable,
  kClass,
  kObject,
};

struct ShapeCost {
  Shape shape = Shape::kNone;
  uint32_t bits = 0;
  bool operator==(const ShapeCost&) const = default;
};

struct ExpectedValue {
  Value value;
  uint32_t bits = 0;  // in addition to the shape's
  bool operator==(const ExpectedValue&) const = default;
};

struct ExpectedArgument {
  std::vector<ShapeCost> shapes;      // the likeliest, ascending by bits
  std::vector<ExpectedValue> values;  // literals, the most likely first
  bool operator==(const ExpectedArgument&) const = default;
};

}  // namespace skua::model
