#include "search/shrinking/meant_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "model/type_fit.h"
#include "model/vocabulary.h"
#include "search/making/primitives.h"
#include "search/making/test_edits.h"
#include "search/shrinking/value_edits.h"

namespace skua::search {

using model::Callable;
using model::ParameterKind;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeKind;

namespace {

// The kind of a collection that is of the type; kNone where none is.
StatementKind CollectionOf(TypeKind kind) {
  switch (kind) {
    case TypeKind::kList:
      return StatementKind::kList;
    case TypeKind::kSet:
      return StatementKind::kSet;
    case TypeKind::kFrozenSet:
      return StatementKind::kFrozenSet;
    case TypeKind::kDict:
      return StatementKind::kDict;
    default:
      return StatementKind::kNone;
  }
}

// The parameter that the value alone is passed for, in one call; null where there is none.
const model::Parameter* OnlyParameterFor(const model::Subject& subject, const TestCase& test,
                                         std::size_t index) {
  if (UsesIn(test)[index] != 1) return nullptr;
  for (const Statement& call : test.statements) {
    const auto used = std::ranges::find(call.operands, static_cast<model::VariableIndex>(index));
    if (used == call.operands.end()) continue;
    if (call.kind != StatementKind::kCall) return nullptr;
    const Callable& callable = subject.callables[call.target];
    const auto place = static_cast<std::size_t>(used - call.operands.begin());
    if (place < FirstArgument(callable)) return nullptr;
    return &callable.parameters[call.parameters[place - FirstArgument(callable)]];
  }
  return nullptr;
}

// The type of what the collection has as its operand `operand`; nothing for a key, and where the
// type is one of a TypedDict.
std::optional<model::TypeIndex> ElementType(const model::Subject& subject,
                                            const Statement& collection, std::size_t operand) {
  const model::Type& type = subject.types[collection.type];
  const bool is_dict = collection.kind == StatementKind::kDict;
  if (type.kind == TypeKind::kTypedDict || (is_dict && operand % 2 == 0)) return std::nullopt;
  const bool is_any = type.kind == TypeKind::kAny || type.arguments.empty();
  if (is_any) return model::TypeIndex{0};
  const std::size_t argument = type.kind == TypeKind::kTuple ? operand : is_dict ? 1 : 0;
  if (argument >= type.arguments.size()) return std::nullopt;
  return type.arguments[argument];
}

// The type of the only place for which the test has the value: an argument, or an element. Nothing
// where there are more, or another use.
std::optional<model::TypeIndex> TypeFor(const model::Subject& subject, const TestCase& test,
                                        std::size_t index) {
  if (const model::Parameter* parameter = OnlyParameterFor(subject, test, index)) {
    const bool is_unpacked = parameter->kind == ParameterKind::kVarPositional ||
                             parameter->kind == ParameterKind::kVarKeyword;
    return is_unpacked ? std::nullopt : std::optional(parameter->type);
  }
  if (UsesIn(test)[index] != 1) return std::nullopt;
  for (const Statement& user : test.statements) {
    const auto used = std::ranges::find(user.operands, static_cast<model::VariableIndex>(index));
    if (used == user.operands.end()) continue;
    if (!IsCollection(user.kind)) return std::nullopt;
    return ElementType(subject, user, static_cast<std::size_t>(used - user.operands.begin()));
  }
  return std::nullopt;
}

// Whether a parameter of that name takes functions or classes.
bool TakesFunctions(std::string_view name) {
  static constexpr std::array<std::string_view, 22> kParts = {
      "func",  "fn",    "callable", "callback", "call", "handler",   "factory", "hook",
      "class", "cls",   "klass",    "type",     "kind", "decorator", "method",  "wrapper",
      "pred",  "loads", "dumps",    "wrapped",  "key",  "function"};
  const std::vector<std::string> words = model::WordsIn(name);
  return name.size() == 1 || std::ranges::any_of(words, [&](const std::string& word) {
           return std::ranges::find(kParts, word) != kParts.end();
         });
}

// Whether the value at `index` alone is an argument of an operator, as an index or an addend is.
bool IsOperand(const model::Subject& subject, const TestCase& test, std::size_t index) {
  if (OnlyParameterFor(subject, test, index) == nullptr) return false;
  return std::ranges::any_of(test.statements, [&](const Statement& call) {
    return call.kind == StatementKind::kCall &&
           subject.callables[call.target].kind == model::CallableKind::kOperator &&
           std::ranges::find(call.operands, static_cast<model::VariableIndex>(index)) !=
               call.operands.end();
  });
}

bool IsWord(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char character) {
    return std::isalnum(character) != 0 || character == '_' || character == ' ';
  });
}

// Whether values of the kind are seldom what is meant: booleans that stand for numbers, texts of
// bytes, and what few functions take.
bool IsSeldomMeant(StatementKind kind) {
  return kind == StatementKind::kBool || kind == StatementKind::kBytes ||
         kind == StatementKind::kComplex || kind == StatementKind::kSet ||
         kind == StatementKind::kFrozenSet;
}

// Values of other kinds in the place of the one at `index`, which is for the type.
std::vector<Statement> UsualInPlaceOf(const model::Subject& subject, const TestCase& test,
                                      std::size_t index, model::TypeIndex type) {
  const Statement& value = test.statements[index];
  const auto word = [&] {
    const std::string usual = model::Vocabulary::UsualFor(ParameterFor(subject, test, index));
    return *PlainItem(TypeKind::kStr, usual.empty() ? "word" : usual);
  };
  switch (value.kind) {
    case StatementKind::kBool: {
      // A parameter that declares nothing may be meant to take True.
      const TypeKind declared = subject.types[type].kind;
      const bool is_number = declared == TypeKind::kInt || declared == TypeKind::kFloat ||
                             (declared == TypeKind::kAny && IsOperand(subject, test, index));
      if (!is_number) return {};
      Statement number = *PlainItem(TypeKind::kInt, "");
      number.integer = value.integer;
      return {number};
    }
    case StatementKind::kBytes:
      if (!IsWord(value.text)) return {word()};
      return {*PlainItem(TypeKind::kStr, value.text), word()};
    default:
      Statement yes;
      yes.kind = StatementKind::kBool;
      yes.integer = 1;
      return {yes, *PlainItem(TypeKind::kInt, ""), word()};
  }
}

}  // namespace

std::optional<TestCase> WithItems(const model::Subject& subject, const TestCase& test,
                                  std::size_t index) {
  static constexpr std::array<std::string_view, 10> kTakeItems = {
      "iterable", "iterator", "items", "values", "elements",
      "seq",      "sequence", "lines", "rows",   "entries"};
  const Statement& text = test.statements[index];
  if (text.kind != StatementKind::kStr || IsPinned(subject, test, index)) return std::nullopt;
  const model::Parameter* parameter = OnlyParameterFor(subject, test, index);
  const bool takes_items = parameter != nullptr &&
                           subject.types[parameter->type].kind == TypeKind::kAny &&
                           parameter->kind != ParameterKind::kVarPositional &&
                           parameter->kind != ParameterKind::kVarKeyword &&
                           std::ranges::find(kTakeItems, parameter->name) != kTakeItems.end();
  if (!takes_items) return std::nullopt;
  TestCase version = test;
  Statement list;
  list.kind = StatementKind::kList;
  list.operands.push_back(static_cast<model::VariableIndex>(index));
  std::vector<Statement> scratch;
  {
    const Opening opening(version, index + 1, scratch);
    AppendStatement(version, std::move(list));
  }
  // What follows means the list, which stands behind the text.
  for (std::size_t user = index + 2; user < version.size(); ++user) {
    std::ranges::replace(version.statements[user].operands,
                         static_cast<model::VariableIndex>(index),
                         static_cast<model::VariableIndex>(index + 1));
  }
  return version;
}

std::vector<TestCase> WithDeclaredCollections(const model::Subject& subject, const TestCase& test,
                                              std::size_t index) {
  std::vector<TestCase> versions;
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return versions;
  const Callable& callable = subject.callables[call.target];
  for (std::size_t a = 0; a < call.parameters.size(); ++a) {
    const model::Parameter& parameter = callable.parameters[call.parameters[a]];
    const std::size_t operand = FirstArgument(callable) + a;
    const Statement& value = test.statements[call.operands[operand]];
    const bool is_foreign_object =
        value.kind == StatementKind::kCall && !subject.callables[value.target].in_subject &&
        subject.callables[value.target].kind == model::CallableKind::kConstructor;
    Statement collection;
    collection.kind = CollectionOf(subject.types[parameter.type].kind);
    collection.type = parameter.type;
    if (!is_foreign_object || collection.kind == StatementKind::kNone ||
        parameter.kind == ParameterKind::kVarPositional ||
        parameter.kind == ParameterKind::kVarKeyword) {
      continue;
    }
    TestCase version = WithOperand(test, index, operand, {&collection, 1});
    const std::size_t place = index + version.size() - test.size() - 1;
    if (auto filled = Filled(subject, version, place)) versions.push_back(*std::move(filled));
    versions.push_back(std::move(version));
  }
  return versions;
}

std::vector<TestCase> WithUsualOperands(const model::Subject& subject, const TestCase& test,
                                        std::size_t index) {
  std::vector<TestCase> versions;
  const Statement& call = test.statements[index];
  if (call.kind != StatementKind::kCall) return versions;
  const Callable& callable = subject.callables[call.target];
  const bool is_operator = callable.kind == model::CallableKind::kOperator;
  const std::size_t first = FirstArgument(callable);
  for (std::size_t k = first; k < call.operands.size(); ++k) {
    const model::Parameter& parameter = callable.parameters[call.parameters[k - first]];
    if (parameter.kind == ParameterKind::kVarPositional ||
        parameter.kind == ParameterKind::kVarKeyword) {
      continue;
    }
    const StatementKind kind = test.statements[call.operands[k]].kind;
    const bool is_itself = model::HasReceiver(callable) && call.operands[k] == call.operands[0] &&
                           !(is_operator && callable.parameters.size() == 1);
    const bool is_function = (kind == StatementKind::kFunction || kind == StatementKind::kClass) &&
                             (is_operator || !TakesFunctions(parameter.name));
    if (!(is_itself || is_function) || subject.types[parameter.type].kind != TypeKind::kAny) {
      continue;
    }
    for (const TypeKind plain : {TypeKind::kInt, TypeKind::kStr}) {
      const std::string usual = model::Vocabulary::UsualFor(parameter.name);
      const auto item = PlainItem(plain, usual.empty() ? "word" : usual);
      versions.push_back(WithOperand(test, index, k, {&*item, 1}));
    }
  }
  return versions;
}

std::vector<TestCase> WithUsualKinds(const model::Subject& subject, const TestCase& test,
                                     std::size_t index) {
  std::vector<TestCase> versions;
  if (!IsSeldomMeant(test.statements[index].kind) || IsPinned(subject, test, index)) {
    return versions;
  }
  const auto type = TypeFor(subject, test, index);
  if (!type) return versions;
  const bool is_declared = subject.types[*type].kind != TypeKind::kAny;
  for (const Statement& other : UsualInPlaceOf(subject, test, index, *type)) {
    TestCase version = test;
    version.statements[index] = other;
    const model::Fit fit = model::FitOf(version, subject, index, *type);
    if (fit == (is_declared ? model::Fit::kFits : model::Fit::kUnknown)) {
      RemoveOrphans(test, version, /*calls_too=*/true);
      versions.push_back(std::move(version));
    }
  }
  return versions;
}

}  // namespace skua::search
