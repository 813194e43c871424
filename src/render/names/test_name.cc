#include "render/names/test_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "render/body/environment_text.h"
#include "render/body/exception_text.h"
#include "render/body/test_body.h"
#include "render/body/usage.h"
#include "render/names/behaviour_slug.h"
#include "render/names/interaction.h"
#include "render/names/slug.h"
#include "render/python/naming.h"

namespace skua::render {
namespace {

using model::CallableKind;
using model::GeneratedTest;
using model::Statement;
using model::StatementKind;
using model::Subject;

constexpr int kAroundName = 9;  // columns for `def`, brackets and a little room
constexpr std::size_t kShortestLimit = 20;
constexpr std::size_t kLongestBy = 40;
constexpr std::string_view kWith = "_with_";
constexpr std::size_t kMostTraits = 2;  // traits in one name

// A trait that may distinguish a test from others with the same name. Sorted by usefulness for a
// reader: the message of the project's exception, arguments, the receiver's arguments, earlier
// calls, differences between cases of a table, the asserted attribute, an argument's arguments, the
// number of items in the result.
struct Trait {
  enum class Kind { kMessage, kArgument, kReceiver, kBefore, kRows, kAttribute, kMadeFrom, kItems };
  Kind kind = Kind::kArgument;
  uint16_t parameter = 0;
  auto operator<=>(const Trait&) const = default;
};

struct Named {
  std::string name;
  std::string without_traits = {};
  std::map<Trait, std::string> traits;  // parts of the name, by trait
  std::size_t told = 0;                 // number of traits in the name
  bool ends_with_argument = false;
};

// Describes a string without words by its kind; empty if it has none.
std::string_view KindOf(const Statement& statement) {
  constexpr std::size_t kLong = 60;
  const std::string& text = statement.text;
  if (statement.kind != StatementKind::kStr || text.empty()) return "";
  const auto all = [&](std::string_view of) {
    return text.find_first_not_of(of) == std::string::npos;
  };
  if (all(" \t\n\r\v\f")) return "blank";
  if (text.size() > kLong) return "long";
  if (text.find('\n') != std::string::npos) return "multiline";
  if (std::ranges::any_of(text, [](char c) { return (c & 0x80) != 0; })) return "non_ascii";
  if (all("0123456789")) return "numeric";
  return all("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") ? "punctuation" : "";
}

std::string Joined(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words[0];
  return fmt::format("{}_and_{}", fmt::join(words.begin(), words.end() - 1, "_"), words.back());
}

// Returns a number above 0 in words: "two", "many".
std::string_view NumberWord(std::size_t number) {
  static constexpr std::array<std::string_view, 9> kNumbers = {
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"};
  return number <= kNumbers.size() ? kNumbers[number - 1] : "many";
}

// Returns the size of a collection with items, in words. Repeated keys and members count once, as
// they are written.
std::string_view SizeOf(const Statement& collection, const std::vector<Statement>& statements) {
  const std::size_t step = collection.kind == StatementKind::kDict ? 2 : 1;
  const bool may_repeat =
      collection.kind == StatementKind::kList || collection.kind == StatementKind::kTuple;
  std::size_t size = 0;
  for (std::size_t i = 0; i < collection.operands.size(); i += step) {
    bool is_known = false;
    for (std::size_t j = 0; j < i && !may_repeat; j += step) {
      is_known |= statements[collection.operands[j]] == statements[collection.operands[i]];
    }
    size += is_known ? 0 : 1;
  }
  return NumberWord(size);
}

// Returns the words of a collection's items, or of a dict's keys, if these are one or two strings.
std::string ItemWords(const Statement& collection, const std::vector<Statement>& statements) {
  const std::size_t step = collection.kind == StatementKind::kDict ? 2 : 1;
  if (collection.operands.size() > 2 * step) return "";
  std::vector<std::string> words;
  for (std::size_t i = 0; i < collection.operands.size(); i += step) {
    const Statement& item = statements[collection.operands[i]];
    words.push_back(item.kind == StatementKind::kStr ? StrSlug(item.text) : "");
    if (words.back().empty()) return "";
  }
  if (words.size() == 2 && words[0] == words[1]) return "";
  return Joined(words);
}

// Returns "bolts_in_stock", "two_items_in_stock", "one_key_in_options"; "two_lines" and "one_line"
// for `*lines`.
std::string CollectionWords(const Statement& collection, const std::vector<Statement>& statements,
                            const std::string& parameter, bool is_unpacked) {
  const std::string words = ItemWords(collection, statements);
  if (!words.empty()) return fmt::format("{}_in_{}", words, parameter);
  const std::string_view size = SizeOf(collection, statements);
  if (is_unpacked) {
    const bool is_singular = size == "one" && parameter.ends_with('s');
    return fmt::format("{}_{}", size,
                       parameter.substr(0, parameter.size() - (is_singular ? 1 : 0)));
  }
  const std::string_view unit = collection.kind == StatementKind::kDict ? "key" : "item";
  return fmt::format("{}_{}{}_in_{}", size, unit, size == "one" ? "" : "s", parameter);
}

// Returns the text before the first word of letters and digits, which may be a token or a made-up
// identifier: no name should contain any part of it.
std::string_view BeforeCodes(std::string_view text) {
  const auto is_letter = [](char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); };
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    for (end = begin; end < text.size() && (is_letter(text[end]) || is_digit(text[end]));) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    if (std::ranges::any_of(word, is_letter) && std::ranges::any_of(word, is_digit)) {
      return text.substr(0, begin);
    }
  }
  return text;
}

class Describer {
 public:
  // Describes the function by case `row` of its table.
  Describer(const Subject& subject, const FunctionToName& function, std::size_t row = 0)
      : subject_(subject),
        function_(function),
        test_(*function.tests[row]),
        statements_(test_.test.statements),
        act_(ActOf(subject, test_)) {}

  Named Describe() && {
    named_.name = "test_" + ActSlug(subject_, test_.test, act_);
    if (const std::string calls = InteractionSlug(subject_, function_.tests); !calls.empty()) {
      named_.name += "_" + calls;
    }
    if (const std::string outcome = CommonOutcome(); !outcome.empty()) {
      named_.name += "_" + outcome;
      const std::string by = ByArguments();
      if (!by.empty()) named_.traits[{Trait::Kind::kRows, 0}] = by;
    } else {
      named_.name += ByArguments();
    }
    named_.without_traits = named_.name;
    AddTraits();
    KeepTraitsOfAllRows();
    return std::move(named_);
  }

 private:
  void AddTraits() {
    AddMessage();
    AddArguments(Trait::Kind::kArgument, act_);
    const Statement& act = statements_[act_];
    if (HasReceiver(subject_.callables[act.target]) &&
        statements_[act.operands[0]].kind == StatementKind::kCall) {
      AddArguments(Trait::Kind::kReceiver, act.operands[0]);
    }
    AddBefore();
    for (const std::size_t operand : act.operands) {
      const Statement& argument = statements_[operand];
      const bool is_receiver =
          HasReceiver(subject_.callables[act.target]) && operand == act.operands[0];
      if (!is_receiver && argument.kind == StatementKind::kCall) {
        AddArguments(Trait::Kind::kMadeFrom, operand);
      }
    }
    if (test_.exception) return;
    AddAttribute();
    AddItems();
  }

  // Removes traits that only some cases of the table have.
  void KeepTraitsOfAllRows() {
    for (std::size_t row = 1; row < function_.tests.size(); ++row) {
      Describer other(subject_, function_, row);
      other.AddTraits();
      std::erase_if(named_.traits, [&](const auto& trait) {
        const auto found = other.named_.traits.find(trait.first);
        return trait.first.kind != Trait::Kind::kRows &&
               (found == other.named_.traits.end() || found->second != trait.second);
      });
    }
  }

  // Returns "_by_width_and_height" for the columns of a table; empty without a table, or if too
  // long.
  std::string ByArguments() const {
    const std::string by = Joined(function_.arguments);
    const bool is_said = function_.tests.size() > 1 && !by.empty() && by.size() <= kLongestBy;
    return is_said ? "_by_" + by : "";
  }

  // Returns the outcome that all tests of the function share.
  std::string CommonOutcome() const {
    const std::string outcome = OutcomeSlug(subject_, test_, act_);
    const bool same =
        std::all_of(function_.tests.begin(), function_.tests.end(), [&](const GeneratedTest* test) {
          return OutcomeSlug(subject_, *test, ActOf(subject_, *test)) == outcome;
        });
    return same ? outcome : "";
  }

  // Adds the words of an exception's message, "_invalid_time_format", or of an assertion on the
  // exception: "_with_code_3".
  void AddMessage() {
    constexpr std::size_t kLongest = 32;
    if (!test_.exception || function_.tests.size() > 1) return;
    std::string words = Slug(BeforeCodes(MatchableText(*test_.exception)), kLongest);
    for (const model::Assertion& a : test_.assertions) {
      const bool is_read = words.empty() && a.kind == model::AssertionKind::kEquals &&
                           a.variable == act_ && !a.attribute.empty();
      if (is_read) {
        words = fmt::format("with_{}_{}", SnakeCase(a.attribute), UncountedSlug(a.expected));
      }
    }
    if (!words.empty()) named_.traits[{Trait::Kind::kMessage, 0}] = "_" + words;
  }

  void AddArguments(Trait::Kind kind, std::size_t i) {
    const Statement& call = statements_[i];
    const model::Callable& callable = subject_.callables[call.target];
    const std::size_t receiver = HasReceiver(callable) ? 1 : 0;
    for (std::size_t a = 0; a < call.parameters.size(); ++a) {
      const std::size_t operand = call.operands[a + receiver];
      if (function_.varying.contains(operand)) continue;
      const model::Parameter& parameter = callable.parameters[call.parameters[a]];
      const std::string words =
          WithArgument(statements_[operand], SnakeCase(parameter.name),
                       parameter.kind == model::ParameterKind::kVarPositional);
      if (words.empty()) continue;
      named_.traits.try_emplace({kind, call.parameters[a]}, fmt::format("{}{}", kWith, words));
    }
  }

  // Returns "country_xx", "empty_name", "long_text", "two_items_in_stock", "value_timedelta"; empty
  // if the value has no words.
  std::string WithArgument(const Statement& value, const std::string& parameter,
                           bool is_unpacked) const {
    if (parameter.empty()) return "";
    const bool is_empty = (value.kind == StatementKind::kStr && value.text.empty()) ||
                          (value.kind == StatementKind::kFrozenSet && value.operands.empty());
    if (is_empty) return "empty_" + parameter;
    const std::string slug = StatementSlug(subject_, value);
    if (!slug.empty()) return parameter + "_" + slug;
    if (model::IsCollection(value.kind)) {
      return CollectionWords(value, statements_, parameter, is_unpacked);
    }
    if (value.kind == StatementKind::kCall &&
        subject_.callables[value.target].kind == CallableKind::kConstructor) {
      const std::string made = SnakeCase(subject_.callables[value.target].name);
      return made == parameter ? "" : fmt::format("{}_{}", parameter, made);
    }
    const std::string_view text = KindOf(value);
    return text.empty() ? "" : fmt::format("{}_{}", text, parameter);
  }

  // Adds earlier calls: "_after_add", "_after_add_and_remove"; the last ones of many.
  void AddBefore() {
    std::vector<std::string> calls;
    for (std::size_t i = 0; i < act_; ++i) {
      if (statements_[i].kind != StatementKind::kCall) continue;
      const model::Callable& callable = subject_.callables[statements_[i].target];
      const bool makes = callable.kind == CallableKind::kConstructor ||
                         callable.kind == CallableKind::kEnvironment || !callable.in_subject;
      if (!makes) calls.push_back(SnakeCase(callable.name));
    }
    if (calls.empty()) return;
    std::string words = Joined(calls);
    if (calls.size() == 2 && calls[0] == calls[1]) words = calls[0] + "_twice";
    if (calls.size() > 2) words = calls.back();
    named_.traits[{Trait::Kind::kBefore, 0}] = "_after_" + words;
  }

  // Adds the first asserted attribute that the name lacks: "_with_class_name".
  void AddAttribute() {
    for (const model::Assertion& assertion : test_.assertions) {
      if (!IsOfVariable(assertion) || assertion.after_statement != act_) continue;
      const std::string& path = assertion.attribute;
      const std::size_t dot = path.rfind('.');
      const std::string last = path.substr(dot == std::string::npos ? 0 : dot + 1);
      const std::string words = SnakeCase(last.substr(0, last.find_first_of("[(")));
      if (words.empty() || named_.name.find("_" + words) != std::string::npos) continue;
      named_.traits[{Trait::Kind::kAttribute, 0}] = fmt::format("{}{}", kWith, words);
      return;
    }
  }

  // Adds the number of items in the first list or tuple asserted of the act: "_of_two_items".
  void AddItems() {
    for (const model::Assertion& assertion : test_.assertions) {
      const model::Value& seen = assertion.expected;
      const bool has_items =
          seen.kind == model::ValueKind::kList || seen.kind == model::ValueKind::kTuple;
      const std::size_t size = seen.items.size();
      if (assertion.after_statement != act_ || !has_items || size == 0) continue;
      named_.traits[{Trait::Kind::kItems, 0}] =
          fmt::format("_of_{}_item{}", NumberWord(size), size == 1 ? "" : "s");
      return;
    }
  }

  const Subject& subject_;
  const FunctionToName& function_;
  const GeneratedTest& test_;
  const std::vector<Statement>& statements_;
  const std::size_t act_;
  Named named_;
};

// Returns the trait that splits a group best, counting its absence as a value; the first among
// equals.
std::optional<Trait> TellingTrait(const std::vector<Named*>& group) {
  std::map<Trait, std::set<std::string>> values;
  std::map<Trait, std::size_t> bearers;
  for (const Named* named : group) {
    for (const auto& [trait, value] : named->traits) {
      values[trait].insert(value);
      ++bearers[trait];
    }
  }
  std::optional<Trait> best;
  std::size_t most = 1;
  for (const auto& [trait, distinct] : values) {
    const std::size_t kinds = distinct.size() + (bearers[trait] < group.size() ? 1 : 0);
    if (kinds <= most) continue;
    best = trait;
    most = kinds;
  }
  return best;
}

// Adds a trait to the names of a group with equal names. Returns whether that distinguishes any.
bool TellApart(std::vector<Named*> group) {
  std::erase_if(group, [](const Named* one) { return one->told == kMostTraits; });
  const auto trait = TellingTrait(group);
  if (!trait) return false;
  for (Named* one : group) {
    const auto value = one->traits.extract(*trait);
    if (value.empty()) continue;
    const bool goes_on = one->ends_with_argument && value.mapped().starts_with(kWith);
    one->name += goes_on ? "_and_" + value.mapped().substr(kWith.size()) : value.mapped();
    one->ends_with_argument = value.mapped().starts_with(kWith);
    ++one->told;
  }
  return true;
}

void TellApart(std::vector<Named>& all) {
  for (bool is_told = true; is_told;) {
    is_told = false;
    std::map<std::string, std::vector<Named*>> groups;
    for (Named& one : all) groups[one.name].push_back(&one);
    for (const auto& [name, group] : groups) {
      if (group.size() > 1 && TellApart(group)) is_told = true;
    }
  }
  // If a number is needed to distinguish tests, no other trait is added.
  std::map<std::string, std::vector<Named*>> groups;
  for (Named& one : all) groups[one.name].push_back(&one);
  for (const auto& [name, group] : groups) {
    for (Named* one : group) {
      if (group.size() > 1) one->name = one->without_traits;
    }
  }
}

}  // namespace

std::vector<std::string> NameFunctions(const Subject& subject,
                                       const std::vector<FunctionToName>& functions,
                                       const std::vector<std::string>& taken, int columns) {
  const auto longest = static_cast<std::size_t>(columns - kAroundName);
  std::vector<Named> named;
  for (const FunctionToName& function : functions) {
    named.push_back(Describer(subject, function).Describe());
  }
  TellApart(named);
  NameScope scope;
  for (const std::string& name : taken) scope.Reserve(name);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    // The line `def name(parameters):` should fit the columns.
    const std::size_t room_taken =
        std::min(functions[i].parameters.size(), longest - kShortestLimit);
    names.push_back(scope.Take(named[i].name, longest - room_taken, "_case_"));
  }
  return names;
}

std::vector<std::string> NameTests(const Subject& subject, const model::Suite& suite,
                                   const std::vector<std::string>& taken, int columns) {
  std::vector<FunctionToName> functions;
  for (const GeneratedTest& test : suite) {
    functions.push_back(
        {{&test}, {}, {}, fmt::format("{}", fmt::join(FixturesOf(subject, test), ", "))});
  }
  return NameFunctions(subject, functions, taken, columns);
}

}  // namespace skua::render
