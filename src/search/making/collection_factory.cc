#include "search/making/collection_factory.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "search/making/test_edits.h"
#include "search/making/value_factory.h"

namespace skua::search {

using model::Callable;
using model::Parameter;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::Type;
using model::TypeIndex;
using model::TypeKind;
using model::VariableIndex;

namespace {

constexpr std::size_t kMostUnknownArguments = 3;
// The probability that a dict has all keys that code looks up in it, and else that each is left
// out.
constexpr double kCompleteDict = 0.5;
constexpr double kKeyLeftOut = 0.5;
// Records are long: a few show what a loop does, and are complete.
constexpr auto kSizesOfRecords = std::to_array<std::size_t>({0, 1, 1, 2, 2, 3});

bool IsWord(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

}  // namespace

CollectionFactory::CollectionFactory(const ValueSources& sources, ValueFactory& values)
    : subject_(sources.subject),
      options_(sources.options),
      primitives_(sources.primitives),
      types_(sources.types),
      guesses_(sources.guesses),
      values_(values) {}

VariableIndex CollectionFactory::AppendHashable(TestCase& test, base::Rng& rng) {
  static constexpr auto kKinds = std::to_array<StatementKind>(
      {StatementKind::kStr, StatementKind::kStr, StatementKind::kStr, StatementKind::kInt,
       StatementKind::kInt, StatementKind::kFloat, StatementKind::kBool, StatementKind::kNone});
  return values_.AppendPrimitive(test, rng.Pick(kKinds), rng);
}

bool CollectionFactory::IsOfRecords(TypeIndex index) const {
  const Type& type = subject_.types[index];
  return type.kind == TypeKind::kTypedDict ||
         (type.kind == TypeKind::kUnion && !type.arguments.empty() &&
          subject_.types[type.arguments[0]].kind == TypeKind::kTypedDict);
}

VariableIndex CollectionFactory::Append(TestCase& test, StatementKind kind, TypeIndex type,
                                        TypeIndex element, base::Rng& rng, unsigned depth) {
  const bool hashable = kind == StatementKind::kSet || kind == StatementKind::kFrozenSet;
  const bool any = subject_.types[element].kind == TypeKind::kAny;
  Statement collection;
  collection.kind = kind;
  collection.type = type;
  Guess guess = any ? guesses_.Pick(rng) : 0;  // elements are mostly of one kind
  const std::size_t size = IsOfRecords(element) && !values_.IsFull(test, depth)
                               ? rng.Pick(kSizesOfRecords)
                               : RandomSize(test, rng, depth);
  for (std::size_t i = size; i > 0; --i) {
    if (any && rng.Chance(0.2)) guess = guesses_.Pick(rng);
    collection.operands.push_back(any && hashable ? AppendHashable(test, rng)
                                  : any           ? values_.AppendGuess(test, guess, rng, depth + 1)
                                        : values_.AppendValue(test, element, rng, depth + 1));
  }
  return AppendStatement(test, std::move(collection));
}

VariableIndex CollectionFactory::AppendLine(TestCase& test, TypeIndex type, base::Rng& rng,
                                            unsigned depth) {
  const std::vector<TypeIndex>& types = subject_.types[type].arguments;
  Statement line;
  line.kind = StatementKind::kList;
  line.type = type;
  for (std::size_t i = 1; i < types.size(); ++i) {
    line.operands.push_back(values_.AppendValue(test, types[i], rng, depth + 1));
  }
  for (std::size_t i = RandomSize(test, rng, depth); i > 0 && rng.Chance(0.5); --i) {
    line.operands.push_back(values_.AppendValue(test, types[0], rng, depth + 1));
  }
  return AppendStatement(test, std::move(line));
}

VariableIndex CollectionFactory::AppendUnknownArguments(TestCase& test, base::Rng& rng,
                                                        unsigned depth) {
  Statement arguments;
  arguments.kind = StatementKind::kList;
  const std::size_t count = values_.IsFull(test, depth) ? 0 : rng.Below(kMostUnknownArguments + 1);
  for (std::size_t i = 0; i < count; ++i) {
    arguments.operands.push_back(values_.AppendGuess(test, guesses_.Pick(rng), rng, depth + 1));
  }
  return AppendStatement(test, std::move(arguments));
}

VariableIndex CollectionFactory::AppendTuple(TestCase& test, TypeIndex type, base::Rng& rng,
                                             unsigned depth) {
  Statement tuple;
  tuple.kind = StatementKind::kTuple;
  tuple.type = type;
  for (TypeIndex element : subject_.types[type].arguments) {
    tuple.operands.push_back(
        values_.IsFull(test, depth)
            ? values_.AppendPrimitive(test, PrimitiveOf(subject_.types[element].kind), rng)
            : values_.AppendValue(test, element, rng, depth + 1));
  }
  return AppendStatement(test, std::move(tuple));
}

VariableIndex CollectionFactory::AppendDict(TestCase& test, TypeIndex type, TypeIndex key,
                                            TypeIndex value, base::Rng& rng, unsigned depth) {
  const bool any = subject_.types[key].kind == TypeKind::kAny;
  Statement dict;
  dict.kind = StatementKind::kDict;
  dict.type = type;
  for (std::size_t i = RandomSize(test, rng, depth); i > 0; --i) {
    dict.operands.push_back(any ? AppendHashable(test, rng)
                                : values_.AppendValue(test, key, rng, depth + 1));
    dict.operands.push_back(values_.AppendValue(test, value, rng, depth + 1));
  }
  return AppendStatement(test, std::move(dict));
}

VariableIndex CollectionFactory::AppendTypedDict(TestCase& test, TypeIndex index, base::Rng& rng,
                                                 unsigned depth) {
  const Type& type = subject_.types[index];
  Statement dict;
  dict.kind = StatementKind::kDict;
  dict.type = index;
  const double left_out = rng.Chance(kCompleteDict) ? 0 : kKeyLeftOut;
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    const bool is_full = values_.IsFull(test, depth);
    if (i >= type.required_names && (is_full || rng.Chance(left_out))) continue;
    const TypeIndex value = i < type.arguments.size() ? type.arguments[i] : TypeIndex{0};
    dict.operands.push_back(values_.AppendText(test, type.names[i]));
    dict.operands.push_back(
        values_.IsFull(test, depth)
            ? values_.AppendPrimitive(test, PrimitiveOf(subject_.types[value].kind), rng)
            : values_.AppendValue(test, value, rng, depth + 1));
  }
  return AppendStatement(test, std::move(dict));
}

VariableIndex CollectionFactory::AppendKeywords(TestCase& test, const Callable& callable,
                                                TypeIndex value, base::Rng& rng, unsigned depth) {
  static constexpr auto kNames = std::to_array<std::string_view>({"key", "name", "value", "other"});
  Statement keywords;
  keywords.kind = StatementKind::kDict;
  if (subject_.types[value].kind == TypeKind::kTypedDict) {  // these keywords are looked up
    return AppendTypedDict(test, value, rng, depth);
  }
  const std::size_t first = rng.Below(kNames.size());
  const std::size_t count = std::min(RandomSize(test, rng, depth), kNames.size());
  for (std::size_t i = 0; i < count; ++i) {
    // Keys that a function looks up, or passes on, often stand in the subject's source.
    std::string name = primitives_.Make(StatementKind::kStr, rng).text;
    if (rng.Chance(0.5) || !IsWord(name)) name = kNames[(first + i) % kNames.size()];
    bool is_taken = std::any_of(callable.parameters.begin(), callable.parameters.end(),
                                [&](const Parameter& p) { return p.name == name; });
    for (std::size_t key = 0; key < keywords.operands.size(); key += 2) {
      is_taken = is_taken || test.statements[keywords.operands[key]].text == name;
    }
    if (is_taken) continue;
    keywords.operands.push_back(values_.AppendText(test, name));
    const bool is_declared = subject_.types[value].kind != TypeKind::kAny;
    const bool may_differ = is_declared || rng.Chance(options_.wrong_type_probability);
    const TypeIndex its = may_differ ? value : types_.OfParametersNamed(name);
    keywords.operands.push_back(values_.AppendValue(test, its, rng, depth + 1));
  }
  return AppendStatement(test, std::move(keywords));
}

std::size_t CollectionFactory::RandomSize(const TestCase& test, base::Rng& rng,
                                          unsigned depth) const {
  return values_.IsFull(test, depth) ? 0 : rng.Below(options_.max_collection_size + 1);
}

}  // namespace skua::search
