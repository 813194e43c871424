#include "search/making/environment_factory.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "search/making/test_edits.h"
#include "search/making/value_factory.h"

namespace skua::search {

using model::Callable;
using model::CallableIndex;
using model::ClassIndex;
using model::kNoIndex;
using model::Parameter;
using model::Statement;
using model::StatementKind;
using model::TestCase;
using model::TypeIndex;
using model::TypeKind;
using model::VariableIndex;

namespace {

constexpr int kEnvironmentAttempts = 5;
constexpr double kSuggestedEnvironment = 0.7;
constexpr double kPathVariable = 0.6;   // of a variable that names a file by its name
constexpr double kPlainPathText = 0.2;  // a text that names nothing the test made
constexpr auto kFileNames = std::to_array<std::string_view>(
    {"file.txt", "data.json", "table.csv", "config.ini", "module.py", "file"});
constexpr auto kContents = std::to_array<std::string_view>(
    {"", "one\ntwo\nthree\n", "{\"key\": \"value\", \"number\": 1}", "[1, 2, 3]",
     "name,value\na,1\nb,2\n", "[section]\nkey = value\n", "key: value\n", "1\n2\n"});

bool IsVariableName(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

Statement Lines(const Primitives& primitives, base::Rng& rng) {
  Statement lines = primitives.Make(StatementKind::kStr, rng);
  if (rng.Chance(0.5)) {
    lines.text = rng.Pick(kContents);
  } else {
    for (std::size_t more = rng.Below(3); more > 0; --more) {
      lines.text += '\n' + primitives.Make(StatementKind::kStr, rng).text;
    }
    lines.text += '\n';
  }
  return lines;
}

}  // namespace

EnvironmentFactory::EnvironmentFactory(const ValueSources& sources, ValueFactory& values)
    : subject_(sources.subject),
      options_(sources.options),
      primitives_(sources.primitives),
      types_(sources.types),
      environment_(sources.environment),
      values_(values) {}

VariableIndex EnvironmentFactory::AppendArgument(TestCase& test, const Callable& callable,
                                                 const Parameter& parameter, base::Rng& rng,
                                                 unsigned depth) {
  const model::Type& type = subject_.types[parameter.type];
  if (type.kind == TypeKind::kLiteral || type.kind == TypeKind::kInt) {
    const VariableIndex fresh = AppendFresh(test, parameter.type, rng, depth);
    // Other strings are no moments: it keeps one that the type lists.
    if (parameter.name == "moment") test.statements[fresh].type = parameter.type;
    return fresh;
  }
  if (Environment::Gives(callable))
    return values_.AppendValue(test, parameter.type, rng, depth + 1);
  const auto alternative = [&](TypeKind kind) {
    return std::ranges::find_if(
        type.arguments, [&](TypeIndex index) { return subject_.types[index].kind == kind; });
  };
  if (type.kind == TypeKind::kUnion) {
    const auto path = alternative(TypeKind::kPathText);
    if (path != type.arguments.end() && rng.Chance(kPathVariable)) {
      return AppendPathText(test, *path, rng, depth);
    }
    // A literal that the subject's source suggests is preferred.
    const auto suggested = alternative(TypeKind::kLiteral);
    if (suggested != type.arguments.end() && rng.Chance(kSuggestedEnvironment)) {
      return AppendFresh(test, *suggested, rng, depth);
    }
  }
  if (parameter.name == "name") {
    const auto& makers = environment_.path_makers();
    const auto index = static_cast<CallableIndex>(&callable - subject_.callables.data());
    const bool names_file = std::find(makers.begin(), makers.end(), index) != makers.end();
    return names_file ? values_.AppendText(test, rng.Pick(kFileNames))
                      : values_.AppendText(test, VariableName(rng));
  }
  if (parameter.name == "content") return AppendStatement(test, FileContent(rng));
  if (parameter.name == "text") return AppendStatement(test, Lines(primitives_, rng));
  return values_.AppendPrimitive(test, StatementKind::kStr, rng);
}

// Appends a literal of its own rather than a variable that happens to be equal.
VariableIndex EnvironmentFactory::AppendFresh(TestCase& test, TypeIndex index, base::Rng& rng,
                                              unsigned depth) {
  const model::Type& type = subject_.types[index];
  return type.literals.empty() ? values_.AppendValue(test, index, rng, depth + 1)
                               : values_.AppendLiteral(test, rng.Pick(type.literals));
}

// Picks a name from the subject's source, if there is one.
std::string EnvironmentFactory::VariableName(base::Rng& rng) const {
  for (int attempt = 0; attempt < kEnvironmentAttempts; ++attempt) {
    std::string name = primitives_.Make(StatementKind::kStr, rng).text;
    if (IsVariableName(name)) return name;
  }
  return "NAME";
}

Statement EnvironmentFactory::FileContent(base::Rng& rng) const {
  Statement content;
  if (rng.Chance(0.1)) return primitives_.Make(StatementKind::kBytes, rng);
  if (rng.Chance(0.3)) return primitives_.Make(StatementKind::kStr, rng);
  content.kind = StatementKind::kStr;
  content.text = rng.Pick(kContents);
  return content;
}

VariableIndex EnvironmentFactory::AppendPathText(TestCase& test, TypeIndex type, base::Rng& rng,
                                                 unsigned depth) {
  const CallableIndex as_text = environment_.path_text();
  if (as_text != kNoIndex && !environment_.path_makers().empty() && !values_.IsFull(test, depth) &&
      !rng.Chance(kPlainPathText)) {
    const ClassIndex path = subject_.callables[as_text].class_index;
    const auto made = FindVariable(test, rng, [&](VariableIndex v) {
      const ClassIndex is_of = types_.ClassOf(test.statements[v]);
      return is_of != kNoIndex && types_.IsSubclass(is_of, path);
    });
    std::optional<VariableIndex> receiver =
        made && rng.Chance(options_.primitive_reuse_probability) ? made : std::nullopt;
    if (!receiver && values_.AppendCall(test, rng.Pick(environment_.path_makers()), std::nullopt,
                                        rng, depth + 1)) {
      receiver = static_cast<VariableIndex>(test.size() - 1);
    }
    if (receiver && values_.AppendCall(test, as_text, receiver, rng, depth)) {
      return static_cast<VariableIndex>(test.size() - 1);
    }
  }
  Statement text = primitives_.Make(StatementKind::kStr, rng);
  text.type = type;
  return AppendStatement(test, std::move(text));
}

}  // namespace skua::search
