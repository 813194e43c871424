// The part of ConcreteArguments that guesses what kind of value suits.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "search/probing/concrete_arguments.h"

namespace skua::search {

using model::ClassIndex;
using model::kNoIndex;
using model::LazyUse;
using model::Value;
using model::ValueKind;
using Part = LazyUse::Part;

namespace {

constexpr auto kTextNames = std::to_array<std::string_view>(
    {"capitalize",   "casefold",    "center",    "count",      "encode",       "endswith",
     "expandtabs",   "find",        "format",    "format_map", "index",        "isalnum",
     "isalpha",      "isascii",     "isdecimal", "isdigit",    "isidentifier", "islower",
     "isnumeric",    "isprintable", "isspace",   "istitle",    "isupper",      "join",
     "ljust",        "lower",       "lstrip",    "maketrans",  "partition",    "removeprefix",
     "removesuffix", "replace",     "rfind",     "rindex",     "rjust",        "rpartition",
     "rsplit",       "rstrip",      "split",     "splitlines", "startswith",   "strip",
     "swapcase",     "title",       "translate", "upper",      "zfill"});
constexpr auto kDictNames = std::to_array<std::string_view>(
    {"clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"});
constexpr auto kListNames =
    std::to_array<std::string_view>({"append", "clear", "copy", "count", "extend", "index",
                                     "insert", "pop", "remove", "reverse", "sort"});
constexpr auto kSetNames = std::to_array<std::string_view>(
    {"add", "clear", "copy", "difference", "discard", "intersection", "isdisjoint", "issubset",
     "issuperset", "pop", "remove", "symmetric_difference", "union", "update"});
constexpr auto kBytesNames = std::to_array<std::string_view>(
    {"decode", "endswith", "find", "hex", "join", "replace", "split", "startswith", "strip"});
constexpr auto kIntNames = std::to_array<std::string_view>(
    {"bit_length", "conjugate", "denominator", "imag", "numerator", "real", "to_bytes"});
constexpr auto kFloatNames = std::to_array<std::string_view>(
    {"as_integer_ratio", "conjugate", "hex", "imag", "is_integer", "real"});

// The probability that a guess is an object that a call site of a pair may enter, where such an
// object has all the names.
constexpr double kEnteredInstance = 0.8;
// The probabilities of a plain object where one name alone tells of a class, and of one that has
// `get` and the like where what these give is used as an object.
constexpr double kPlainForOneName = 0.5;
constexpr double kPlainForObjects = 0.8;

bool HasAll(std::span<const std::string_view> has, const std::vector<std::string_view>& names) {
  return std::all_of(names.begin(), names.end(), [&](std::string_view name) {
    return std::find(has.begin(), has.end(), name) != has.end();
  });
}

}  // namespace

ConcreteArguments::Guess ConcreteArguments::GuessOf(Use use, base::Rng& rng) const {
  if (Did(use, LazyUse::kAsPath)) return {Form::kPath};
  if (const auto guess = GuessFromClasses(use, rng)) return *guess;
  if (const auto guess = GuessFromNames(use, rng)) return *guess;
  return GuessFromOperations(use, rng);
}

std::optional<ConcreteArguments::Guess> ConcreteArguments::GuessFromClasses(Use use,
                                                                            base::Rng& rng) const {
  const LazyUse& it = uses_[use];
  if (it.classes.empty() && it.builtins == 0) return std::nullopt;
  switch (it.given.kind) {  // the argument said that it is one of these, and became one
    case ValueKind::kInt:
      return Guess{Form::kInt};
    case ValueKind::kFloat:
      return Guess{Form::kFloat};
    case ValueKind::kStr:
      return Guess{Form::kStr};
    case ValueKind::kBytes:
      return Guess{Form::kBytes};
    default:
      break;
  }
  const auto names = NamesOf(use);
  std::vector<Guess> guesses;
  for (ClassIndex asked : it.classes) {
    if (types_.IsBuildable(asked) && (names.empty() || HasNames(asked, names))) {
      guesses.push_back({Form::kInstance, asked});
    }
  }
  static constexpr std::pair<LazyUse::Builtin, Form> kForms[] = {
      {LazyUse::kList, Form::kList}, {LazyUse::kTuple, Form::kTuple},
      {LazyUse::kSet, Form::kSet},   {LazyUse::kFrozenSet, Form::kFrozenSet},
      {LazyUse::kDict, Form::kDict}, {LazyUse::kFunction, Form::kFunction},
      {LazyUse::kType, Form::kType}};
  for (const auto& [builtin, form] : kForms) {
    if (names.empty() && (it.builtins & builtin) != 0) guesses.push_back({form});
  }
  const std::size_t choice = rng.Below(guesses.size() + 1);
  return choice < guesses.size() ? std::optional(guesses[choice]) : std::nullopt;
}

std::optional<ConcreteArguments::Guess> ConcreteArguments::GuessFromNames(Use use,
                                                                          base::Rng& rng) const {
  std::vector<std::string_view> names = NamesOf(use);
  if (Did(use, LazyUse::kEntered) && IsPlainContext(use, names)) return Guess{Form::kContext};
  if (names.empty()) return std::nullopt;
  if (const auto entered = EnteredWith(names, rng)) return Guess{Form::kInstance, *entered};
  const bool can_have_some = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return NamespaceParameter(name).has_value();
  });
  const bool can_be_plain = can_have_some && !Did(use, LazyUse::kEntered);
  const double plain = can_be_plain ? ChanceOfPlain(use) : 0;
  if (plain > 0 && rng.Chance(plain)) return Guess{Form::kNamespace};
  if (const auto builtin = BuiltinWith(names, use)) return Guess{*builtin};
  const ClassIndex has_them = ClassWith(names);
  const bool says_little = names.size() == 1 && can_be_plain && uses_[use].classes.empty();
  if (has_them != kNoIndex && !(says_little && rng.Chance(kPlainForOneName))) {
    return Guess{Form::kInstance, has_them};
  }
  return can_be_plain ? std::optional(Guess{Form::kNamespace}) : std::nullopt;
}

std::optional<ClassIndex> ConcreteArguments::EnteredWith(const std::vector<std::string_view>& names,
                                                         base::Rng& rng) const {
  std::vector<ClassIndex> entered = types_.entered().classes;
  std::erase_if(entered,
                [&](ClassIndex c) { return !types_.IsBuildable(c) || !HasNames(c, names); });
  if (entered.empty() || !rng.Chance(kEnteredInstance)) return std::nullopt;
  return rng.Pick(entered);
}

bool ConcreteArguments::IsPlainContext(Use use, std::vector<std::string_view>& names) const {
  const bool is_plain = names.empty();
  for (Use given : PartsOf(use, Part::kResult)) {
    for (std::string_view name : NamesOf(given)) names.push_back(name);
  }
  const bool is_async = Did(use, LazyUse::kAwaited);
  names.push_back(is_async ? "__aenter__" : "__enter__");
  names.push_back(is_async ? "__aexit__" : "__exit__");
  const ClassIndex own = ClassWith(names);
  const bool is_own = own != kNoIndex && subject_.classes[own].in_subject;
  return is_plain && context_ != kNoIndex && !is_own;
}

std::optional<ConcreteArguments::Form> ConcreteArguments::BuiltinWith(
    const std::vector<std::string_view>& names, Use use) const {
  const auto items = PartsOf(use, Part::kItem);
  const bool has_text_keys = std::any_of(items.begin(), items.end(), [&](Use item) {
    return uses_[item].key.kind == ValueKind::kStr;
  });
  // Lists have `count` and `index`, too.
  const bool is_list = HasAll(kListNames, names) && Did(use, LazyUse::kItemSet);
  struct Builtin {
    std::span<const std::string_view> names;
    bool suits;  // the keys of the items
    Form form;
  };
  const Builtin builtins[] = {
      {kDictNames, items.empty() || has_text_keys, Form::kDict},
      {kTextNames, !has_text_keys, is_list ? Form::kList : Form::kStr},
      {kListNames, !has_text_keys, Form::kList},
      {kSetNames, items.empty(), Form::kSet},
      {kBytesNames, !has_text_keys, Form::kBytes},
      {kIntNames, items.empty(), Form::kInt},
      {kFloatNames, items.empty(), Form::kFloat},
  };
  for (const Builtin& builtin : builtins) {
    if (builtin.suits && HasAll(builtin.names, names)) return builtin.form;
  }
  return std::nullopt;
}

double ConcreteArguments::ChanceOfPlain(Use use) const {
  double chance = 0;
  for (Use method : PartsOf(use, Part::kAttribute)) {
    for (Use result : PartsOf(method, Part::kResult)) {
      const auto names = NamesOf(result);
      if (Did(result, LazyUse::kEntered | LazyUse::kAwaited)) return 1;
      if (!HasAll(kTextNames, names) && !HasAll(kListNames, names) && !HasAll(kDictNames, names)) {
        chance = kPlainForObjects;
      }
    }
  }
  return chance;
}

bool ConcreteArguments::HasNames(ClassIndex class_index,
                                 const std::vector<std::string_view>& names) const {
  const auto& attributes = subject_.classes[class_index].attributes;
  return std::all_of(names.begin(), names.end(), [&](std::string_view name) {
    return std::find(attributes.begin(), attributes.end(), name) != attributes.end();
  });
}

// Finds a class with these attributes: one of the subject's if possible, and the one with the
// fewest other attributes.
ClassIndex ConcreteArguments::ClassWith(const std::vector<std::string_view>& names) const {
  ClassIndex best = kNoIndex;
  const auto rank = [&](ClassIndex c) {
    return std::pair{!subject_.classes[c].in_subject, subject_.classes[c].attributes.size()};
  };
  for (ClassIndex c = 0; c < subject_.classes.size(); ++c) {
    if (!HasNames(c, names) || !types_.IsBuildable(c)) continue;
    if (best == kNoIndex || rank(c) < rank(best)) best = c;
  }
  return best;
}

ConcreteArguments::Guess ConcreteArguments::GuessFromOperations(Use use, base::Rng& rng) const {
  const bool with_text = Met(use, ValueKind::kStr);
  const auto items = PartsOf(use, Part::kItem);
  if (!items.empty()) {
    // A key of the kind kNone stands for keys that are not primitives.
    const bool by_number = std::all_of(items.begin(), items.end(), [&](Use item) {
      const ValueKind key = uses_[item].key.kind;
      return key == ValueKind::kInt || key == ValueKind::kNone;
    });
    return {by_number ? Form::kList : Form::kDict};
  }
  if (Did(use, LazyUse::kCalled)) return {Form::kFunction};
  if (Did(use, LazyUse::kItemSet)) return {with_text ? Form::kDict : Form::kList};
  if (Did(use, LazyUse::kConcatenated)) {
    return {Met(use, ValueKind::kBytes) ? Form::kBytes : Form::kStr};
  }
  if (Did(use, LazyUse::kIterated | LazyUse::kIndexed)) {
    return {with_text ? Form::kStr : Form::kList};
  }
  if (Did(use, LazyUse::kContained)) {
    return {with_text && rng.Chance(0.5) ? Form::kStr : Form::kList};
  }
  return {ComparedOrConverted(use)};
}

ConcreteArguments::Form ConcreteArguments::ComparedOrConverted(Use use) const {
  if (Did(use, LazyUse::kBitwise)) return Form::kInt;
  if (Did(use, LazyUse::kArithmetic | LazyUse::kOrdered | LazyUse::kCompared)) {
    static constexpr std::pair<ValueKind, Form> kOperands[] = {{ValueKind::kFloat, Form::kFloat},
                                                               {ValueKind::kInt, Form::kInt},
                                                               {ValueKind::kStr, Form::kStr},
                                                               {ValueKind::kBytes, Form::kBytes}};
    for (const auto& [operand, form] : kOperands) {
      if (Met(use, operand)) return form;
    }
    if (Did(use, LazyUse::kArithmetic | LazyUse::kOrdered)) return Form::kInt;
  }
  static constexpr std::pair<uint32_t, Form> kConversions[] = {{LazyUse::kLength, Form::kList},
                                                               {LazyUse::kAsInteger, Form::kInt},
                                                               {LazyUse::kAsFloat, Form::kFloat},
                                                               {LazyUse::kAsText, Form::kStr},
                                                               {LazyUse::kTruth, Form::kBool}};
  for (const auto& [operation, form] : kConversions) {
    if (Did(use, operation)) return form;
  }
  return Form::kAnything;
}

bool ConcreteArguments::Met(Use use, ValueKind kind) const {
  return std::ranges::any_of(uses_[use].operands,
                             [&](const Value& operand) { return operand.kind == kind; });
}

}  // namespace skua::search
