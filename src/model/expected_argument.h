// The values that people pass for a parameter, as the worker expects them (expected/ of the
// runtime): shapes and literals with their costs. Costs are bits, four to the unit: the rarer, the
// more.
#pragma once

#include <cstdint>
#include <vector>

#include "model/value.h"

namespace skua::model {

// The kind of a value and its rough form.
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
  kFloatWhole,     // below a million
  kFloatMore,
  kFloatNegative,
  kFloatSpecial,  // nan and infinities
  kStrEmpty,
  kStrBlank,
  kStrForeign,  // with characters that are neither printable ASCII nor white space
  kStrLines,
  kStrCharacter,  // one letter or digit
  kStrSigns,      // neither letters nor digits
  kStrWord,       // of small letters
  kStrUpper,
  kStrCapitalised,
  kStrNumber,
  kStrDate,  // numbers with signs between them, as in dates and times
  kStrUrl,
  kStrMail,
  kStrTemplate,  // with places to fill in
  kStrMarkup,
  kStrIdentifier,
  kStrDotted,  // words with dots or hyphens between them
  kStrPath,
  kStrWords,
  kStrText,  // with spaces between what is not only words
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
  uint32_t bits = 0;  // beside those of its shape
  bool operator==(const ExpectedValue&) const = default;
};

struct ExpectedArgument {
  std::vector<ShapeCost> shapes;      // the likeliest, in the order of their bits
  std::vector<ExpectedValue> values;  // literals, the best first
  bool operator==(const ExpectedArgument&) const = default;
};

}  // namespace skua::model
