#include "render/behaviour_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "render/import_lines.h"
#include "render/literal.h"
#include "render/naming.h"
#include "render/python_text.h"

namespace skua::render {
namespace {

constexpr std::string_view kXfail = "@pytest.mark.xfail";
constexpr std::string_view kSince = "behaviour change since ";
constexpr std::string_view kReasonKey = "reason=";
constexpr std::string_view kSeal = "\n\n# skua: ";

// Reads a file whether it was edited or not.
std::optional<StandingFile> ReadAny(std::string_view text) {
  if (auto file = StandingFile::Read(text)) return file;
  auto header = ParseHeader(text);
  const std::size_t seal = text.rfind(kSeal);
  if (!header || seal == std::string_view::npos) return std::nullopt;
  return StandingFile::Read(Sealed(std::string(text.substr(0, seal)), *header));
}

// The value of a literal that StrLiteral wrote, for what may stand in the reason of a mark.
std::string StrOfLiteral(std::string_view literal) {
  if (literal.size() < 2) return {};
  literal = literal.substr(1, literal.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const bool is_escaped = literal[i] == '\\' && i + 1 < literal.size() &&
                            std::string_view("\\\"'").find(literal[i + 1]) != std::string::npos;
    text += literal[is_escaped ? ++i : i];
  }
  return text;
}

// The reason of the mark among these decorators; empty when there is none.
std::string ReasonAmong(const std::vector<std::string>& decorators) {
  for (const std::string& decorator : decorators) {
    if (!decorator.starts_with(kXfail)) continue;
    const std::size_t key = decorator.find(kReasonKey);
    if (key == std::string::npos) continue;
    const std::size_t begin = key + kReasonKey.size();
    const std::string literal = decorator.substr(begin, EndOfText(decorator, begin) - begin);
    std::string reason = StrOfLiteral(literal);
    if (reason.starts_with(kSince)) return reason;
  }
  return {};
}

// A hash that layout does not matter to, nor whether a row is a tuple or a pytest.param.
std::string HashOf(std::string text) {
  std::erase_if(text,
                [](char c) { return std::string_view(" \n,()").find(c) != std::string::npos; });
  return base::HashHex(text);
}

// The cells of a row.
std::string CellsOf(const std::string& row) {
  constexpr std::string_view kParam = "pytest.param(";
  if (!row.starts_with(kParam)) return row;
  std::string cells;
  for (const Span& item : ItemsOf(row, kParam.size() - 1)) {
    const std::string cell = row.substr(item.begin, item.end - item.begin);
    if (!cell.starts_with("marks=") && !cell.starts_with("id=")) cells += cell;
  }
  return cells;
}

// The function from its parameters on: what its name and decorators are does not matter.
std::string WithoutName(const NamedText& function) {
  const std::string definition = "def " + function.name;
  const std::size_t at = function.text.find(definition + "(");
  return at == std::string::npos ? function.text : function.text.substr(at + definition.size());
}

std::vector<TestPlace> PlacesIn(const StandingFile& file, const NamedText& function) {
  const auto rows = file.RowsOf(function.name);
  if (!rows) return {{function.name, {}}};
  std::vector<TestPlace> places;
  for (std::size_t row = 0; row < *rows; ++row) places.push_back({function.name, row});
  return places;
}

// The decorators of a function may be those of all rows of its table.
Expectation ExpectationAt(const StandingFile& file, const NamedText& function,
                          const TestPlace& place) {
  Expectation expectation{place, "", ReasonAmong(file.DecoratorsOf(place.function))};
  std::string text = WithoutName(function);
  if (place.row) {
    const bool has_none = expectation.reason.empty();
    if (has_none) expectation.reason = ReasonAmong(file.DecoratorsOf(place.function, place.row));
    text += CellsOf(file.RowText(place.function, *place.row));
  }
  expectation.hash = HashOf(std::move(text));
  return expectation;
}

// Leaves of the function's table the marked rows.
void KeepMarkedRows(StandingFile& file, const std::string& function) {
  for (std::size_t row = file.RowsOf(function).value_or(0); row > 0; --row) {
    if (ReasonAmong(file.DecoratorsOf(function, row - 1)).empty()) file.DropRow(function, row - 1);
  }
}

// The marked tests of a file, and nothing else; nothing when it has none.
std::optional<StandingFile> MarkedOf(std::string_view text) {
  auto file = StandingFile::Read(text);
  if (!file) return std::nullopt;
  std::set<std::string> whole, in_part;
  for (const Expectation& expectation : ExpectationsIn(text)) {
    if (expectation.reason.empty()) continue;
    const std::string& function = expectation.place.function;
    const bool is_whole = !ReasonAmong(file->DecoratorsOf(function)).empty();
    (is_whole ? whole : in_part).insert(function);
  }
  if (whole.empty() && in_part.empty()) return std::nullopt;
  const std::vector<NamedText> functions = file->functions();
  for (const NamedText& function : functions) {
    if (whole.contains(function.name)) continue;
    if (in_part.contains(function.name)) {
      KeepMarkedRows(*file, function.name);
    } else {
      file->Drop(function.name);
    }
  }
  file->DropUnusedDefinitions();
  return file;
}

// The part under a name that is free in `scope`, and with `names` replaced, to which its own is
// added where it changes.
NamedText Renaming(const NamedText& part, NameScope& scope,
                   std::map<std::string, std::string>& names) {
  const std::string name = scope.Take(part.name);
  if (name != part.name) names[part.name] = name;
  return {name, Renamed(part.text, names)};
}

}  // namespace

std::vector<Expectation> ExpectationsIn(std::string_view text) {
  std::vector<Expectation> expectations;
  const auto file = ReadAny(text);
  if (!file) return expectations;
  for (const NamedText& function : file->functions()) {
    for (const TestPlace& place : PlacesIn(*file, function)) {
      expectations.push_back(ExpectationAt(*file, function, place));
    }
  }
  return expectations;
}

std::string ReasonOfMark(std::string_view since, std::string_view change) {
  return fmt::format("{}{}: {}", kSince, since, change);
}

MarkedChange ReadReasonOfMark(std::string_view reason) {
  if (!reason.starts_with(kSince)) return {};
  reason.remove_prefix(kSince.size());
  const std::size_t end = std::min(reason.find(": "), reason.size());
  return {std::string(reason.substr(0, end)),
          std::string(reason.substr(std::min(end + 2, reason.size())))};
}

std::optional<std::string> WithMark(std::string_view text, const TestPlace& place,
                                    std::string_view reason) {
  const auto marked = WithDecorator(
      text, place.function, fmt::format("{}(strict=True, reason={})", kXfail, StrLiteral(reason)),
      place.row);
  if (!marked) return std::nullopt;
  auto file = StandingFile::Read(*marked);
  // `import pytest`, where it is new, takes its place among the others.
  if (StandingFile::Read(text)->imports() == file->imports()) return marked;
  file->SetImports(ImportLines(file->imports()).Text());
  return file->Text();
}

std::optional<std::string> WithoutMark(std::string_view text, const TestPlace& place) {
  auto without = WithoutDecorator(text, place.function, kXfail, place.row);
  if (!without) return std::nullopt;
  // `import pytest` goes with the last mark that needed it.
  auto file = StandingFile::Read(*without);
  const bool is_used = std::ranges::any_of(file->functions(), [](const NamedText& function) {
    return WordsOf(function.text).contains("pytest");
  });
  if (is_used) return without;
  ImportLines imports(file->imports());
  imports.RemovePytest();
  file->SetImports(imports.Text());
  return file->Text();
}

std::optional<std::string> WithoutTests(std::string_view text, std::vector<TestPlace> places) {
  auto file = StandingFile::Read(text);
  if (!file) return std::nullopt;
  // The places of the rows before a row hold when it is dropped.
  std::ranges::sort(places, [](const TestPlace& a, const TestPlace& b) {
    return a.function != b.function ? a.function < b.function : a.row > b.row;
  });
  for (const TestPlace& place : places) {
    if (!file->Has(place.function)) continue;
    if (place.row && file->RowsOf(place.function).value_or(0) > 1) {
      file->DropRow(place.function, *place.row);
    } else {
      file->Drop(place.function);
    }
  }
  if (file->functions().empty()) return "";
  file->DropUnusedDefinitions();
  return file->Text();
}

std::string WithMarkedOf(const std::string& fresh, std::string_view standing) {
  const auto marked = MarkedOf(standing);
  if (!marked) return fresh;
  auto file = StandingFile::Read(fresh);
  if (!file) return fresh.empty() ? marked->Text() : fresh;

  NameScope scope;
  for (const auto* parts : {&file->functions(), &file->definitions()}) {
    for (const NamedText& part : *parts) scope.Reserve(part.name);
  }
  ImportLines imports(file->imports());
  std::map<std::string, std::string> renamed =
      imports.Add(ImportLines(marked->imports()), scope, marked->header().module);
  for (const NamedText& definition : marked->definitions()) {
    const bool is_there = std::ranges::any_of(file->definitions(), [&](const NamedText& present) {
      return present.name == definition.name && present.text == definition.text;
    });
    if (!is_there) file->AddDefinition(Renaming(definition, scope, renamed));
  }
  for (const NamedText& function : marked->functions()) {
    std::map<std::string, std::string> names = renamed;
    file->AddBehind("", Renaming(function, scope, names));
  }
  file->SetImports(imports.Text());
  return file->Text();
}

}  // namespace skua::render
