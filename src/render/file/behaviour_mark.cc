#include "render/file/behaviour_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/hash.h"
#include "render/file/method_mark.h"
#include "render/file/standing_suite.h"
#include "render/python/imports.h"
#include "render/python/literal.h"
#include "render/python/python_text.h"
#include "render/python/test_case.h"

namespace skua::render {
namespace {

constexpr std::string_view kReasonKey = "reason=";
constexpr std::string_view kMarkSeal = "\n\n# skua: ";

std::string TopLevelOf(std::string_view module) {
  return std::string(module.substr(0, module.find('.')));
}

// Reads a file, even if it was edited.
std::optional<StandingFile> ReadAny(std::string_view text) {
  if (auto file = StandingFile::Read(text)) return file;
  auto header = ParseHeader(text);
  const std::size_t seal = text.rfind(kMarkSeal);
  if (!header || seal == std::string_view::npos) return std::nullopt;
  return StandingFile::Read(Sealed(std::string(text.substr(0, seal)), *header));
}

// Returns the string of a Python literal that StrLiteral wrote; sufficient for the reason of a
// mark.
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

// Returns the reason of the mark of a function or of a case; empty if it has none.
std::string ReasonAt(const StandingFile& file, std::string_view function, Row row = {}) {
  if (file.is_unittest()) return ReasonOfMethod(file.TextOf(function));
  const std::string mark = file.MarkOf(function, row);
  const std::size_t key = mark.find(kReasonKey);
  if (key == std::string::npos) return "";
  const std::size_t begin = key + kReasonKey.size();
  const std::string reason = StrOfLiteral(mark.substr(begin, EndOfText(mark, begin) - begin));
  return reason.starts_with(kChangeSince) ? reason : "";
}

// Returns a hash that ignores layout, and whether a case is a tuple or a pytest.param.
std::string HashOf(std::string text) {
  std::erase_if(text,
                [](char c) { return std::string_view(" \n,()").find(c) != std::string::npos; });
  return base::HashHex(text);
}

// Returns the values of a case.
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

// Returns the function from its parameters on, without its name and decorators.
std::string WithoutName(const NamedText& function) {
  const std::string definition = fmt::format("def {}", NameInCase(function.name));
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

// Decorators of a function may belong to all cases of its table.
Expectation ExpectationAt(const StandingFile& file, const NamedText& function,
                          const TestPlace& place) {
  Expectation expectation{place, "", ReasonAt(file, place.function)};
  std::string text = WithoutName(function);
  if (place.row) {
    const bool has_none = expectation.reason.empty();
    if (has_none) expectation.reason = ReasonAt(file, place.function, place.row);
    text += CellsOf(file.RowText(place.function, *place.row));
  }
  expectation.hash = HashOf(std::move(text));
  return expectation;
}

// Returns the imports that the file uses, sorted.
std::string Sorted(const StandingFile& file) {
  // The last section imports the subject, with other modules of the project.
  const std::string& statements = file.imports();
  const std::size_t section = statements.rfind("\n\n");
  std::set<std::string> first_party{TopLevelOf(file.header().module)};
  std::string_view last =
      std::string_view(statements).substr(section == std::string::npos ? 0 : section + 2);
  for (const std::size_t line : TopLines(last)) {
    std::string_view module = last.substr(line);
    module.remove_prefix(std::min(module.find(' ') + 1, module.size()));
    first_party.insert(TopLevelOf(module.substr(0, module.find_first_of(" \n"))));
  }
  Imports imports(std::move(first_party));
  imports.Adopt(statements, file.Words());
  return imports.Text();
}

// Reads an unedited Python file that has a test at this place; nullopt for any other text.
std::optional<StandingFile> FileWith(std::string_view text, const TestPlace& place) {
  auto file = StandingFile::Read(text);
  if (!file || !file->Has(place.function)) return std::nullopt;
  return !place.row || *place.row < file->RowsOf(place.function).value_or(0) ? file : std::nullopt;
}

// Reads an unedited suite in JSON that has a test at this place; nullopt for any other text.
std::optional<StandingSuite> SuiteWith(std::string_view text, const TestPlace& place) {
  auto suite = StandingSuite::Read(text);
  return suite && suite->header().unedited && suite->Has(place) ? suite : std::nullopt;
}

// Removes all cases without a mark from the function's table.
void KeepMarkedRows(StandingFile& file, const std::string& function) {
  for (std::size_t row = file.RowsOf(function).value_or(0); row > 0; --row) {
    if (ReasonAt(file, function, row - 1).empty()) file.DropRow(function, row - 1);
  }
}

}  // namespace

std::vector<Expectation> ExpectationsIn(std::string_view text) {
  if (const auto suite = StandingSuite::Read(text)) return suite->Expectations();
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
  return fmt::format("{}{}: {}", kChangeSince, since, change);
}

MarkedChange ReadReasonOfMark(std::string_view reason) {
  if (!reason.starts_with(kChangeSince)) return {};
  reason.remove_prefix(kChangeSince.size());
  const std::size_t end = std::min(reason.find(": "), reason.size());
  return {std::string(reason.substr(0, end)),
          std::string(reason.substr(std::min(end + 2, reason.size())))};
}

std::optional<std::string> WithMark(std::string_view text, const TestPlace& place,
                                    std::string_view reason) {
  if (auto suite = SuiteWith(text, place)) {
    suite->Mark(place, reason);
    return suite->Text();
  }
  auto file = FileWith(text, place);
  if (!file) return std::nullopt;
  if (file->is_unittest()) {
    const std::string method = WithoutMethodMark(file->TextOf(place.function));
    file->SetText(place.function, WithMethodMark(method, reason, file->case_base()));
    return file->Text();
  }
  const std::string imports = file->imports();
  file->SetMark(place.function,
                fmt::format("pytest.mark.xfail(strict=True, reason={})", StrLiteral(reason)),
                place.row);
  // Sorts a new `import pytest` among the others.
  if (file->imports() != imports) file->SetImports(Sorted(*file));
  return file->Text();
}

std::optional<std::string> WithoutMark(std::string_view text, const TestPlace& place) {
  if (auto suite = SuiteWith(text, place)) {
    suite->Unmark(place);
    return suite->Text();
  }
  auto file = FileWith(text, place);
  if (!file) return std::nullopt;
  if (file->is_unittest()) {
    file->SetText(place.function, WithoutMethodMark(file->TextOf(place.function)));
    return file->Text();
  }
  file->RemoveMark(place.function, place.row);
  // Removes `import pytest` with the last mark that needs it.
  const bool is_used = std::ranges::any_of(file->functions(), [](const NamedText& function) {
    return WordsOf(function.text).contains("pytest");
  });
  if (!is_used) file->SetImports(Sorted(*file));
  return file->Text();
}

std::optional<std::string> WithoutTests(std::string_view text, std::vector<TestPlace> dropped,
                                        const std::vector<TestPlace>& accepted) {
  if (auto suite = StandingSuite::Read(text)) {
    if (!suite->header().unedited) return std::nullopt;
    for (const TestPlace& place : accepted) {
      if (suite->Has(place)) suite->Accept(place);
    }
    for (const TestPlace& place : dropped) {
      if (suite->Has(place)) suite->Drop(place);
    }
    return suite->Text();
  }
  auto file = StandingFile::Read(text);
  if (!file) return std::nullopt;
  dropped.insert(dropped.end(), accepted.begin(), accepted.end());
  // Drops the last cases first, so that indices of earlier ones stay valid.
  std::ranges::sort(dropped, [](const TestPlace& a, const TestPlace& b) {
    return a.function != b.function ? a.function < b.function : a.row > b.row;
  });
  for (const TestPlace& place : dropped) {
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

bool IsMarked(const StandingFile& file, const TestPlace& place) {
  return !ReasonAt(file, place.function).empty() ||
         (place.row && !ReasonAt(file, place.function, place.row).empty());
}

StandingFile Unmarked(StandingFile file) {
  const std::vector<NamedText> functions = file.functions();
  for (const auto& [function, text, section] : functions) {
    if (file.is_unittest()) {
      file.SetText(function, WithoutMethodMark(text));
      continue;
    }
    const auto remove = [&, &name = function](Row row) {
      if (!ReasonAt(file, name, row).empty()) file.RemoveMark(name, row);
    };
    remove({});
    for (std::size_t row = 0; row < file.RowsOf(function).value_or(0); ++row) remove(row);
  }
  return file;
}

std::optional<StandingFile> MarkedOf(std::string_view text) {
  auto file = StandingFile::Read(text);
  if (!file) return std::nullopt;
  std::set<std::string> whole, in_part;
  for (const Expectation& expectation : ExpectationsIn(text)) {
    if (expectation.reason.empty()) continue;
    const std::string& function = expectation.place.function;
    const bool is_whole = !ReasonAt(*file, function).empty();
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

}  // namespace skua::render
