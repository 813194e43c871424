#include "render/file/standing_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "render/python/layout.h"
#include "render/python/python_text.h"
#include "render/python/test_case.h"

namespace skua::render {
namespace {

constexpr std::string_view kBetween = "\n\n";  // two empty lines, after the end of a line
constexpr std::string_view kTable = "@pytest.mark.parametrize(";
constexpr std::string_view kParam = "pytest.param(";
constexpr std::string_view kMarks = "marks=";
constexpr std::string_view kXfail = "@pytest.mark.xfail(";
constexpr std::string_view kPytestImport = "import pytest\n";

std::size_t CountLines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Returns the spans of a function's decorators, each with the newline after it.
std::vector<Span> DecoratorSpans(std::string_view text) {
  std::vector<Span> decorators;
  const std::size_t definition = PlaceOfDefinition(text);
  for (const std::size_t line : TopLines(text)) {
    if (!decorators.empty() && decorators.back().end == 0) decorators.back().end = line;
    if (text[line] == '@') decorators.push_back({line, 0});
    if (line == definition) break;
  }
  return decorators;
}

// The places of the parts of a function's table.
struct TableSpans {
  std::size_t columns = 1;
  std::vector<std::string> names;  // of the columns
  std::vector<Span> rows;
  std::vector<Span> ids;  // if the ids are listed after the cases
};

std::string Unquoted(std::string_view text) {
  return text.size() < 2 ? std::string(text) : std::string(text.substr(1, text.size() - 2));
}

std::optional<TableSpans> TableIn(std::string_view text) {
  for (const Span& decorator : DecoratorSpans(text)) {
    if (!text.substr(decorator.begin).starts_with(kTable)) continue;
    const std::vector<Span> arguments = ItemsOf(text, decorator.begin + kTable.size() - 1);
    if (arguments.size() < 2 || text[arguments[1].begin] != '[') return std::nullopt;
    TableSpans table;
    if (text[arguments[0].begin] == '(') {
      for (const Span& name : ItemsOf(text, arguments[0].begin)) {
        table.names.push_back(Unquoted(text.substr(name.begin, name.end - name.begin)));
      }
    } else {
      const Span& name = arguments[0];
      table.names.push_back(Unquoted(text.substr(name.begin, name.end - name.begin)));
    }
    table.columns = table.names.size();
    table.rows = ItemsOf(text, arguments[1].begin);
    for (std::size_t a = 2; a < arguments.size(); ++a) {
      if (text.substr(arguments[a].begin).starts_with("ids=[")) {
        table.ids = ItemsOf(text, arguments[a].begin + 4);
      }
    }
    return table;
  }
  return std::nullopt;
}

// Removes an item of a list with the comma after it (or, for the last one, before it), and its line
// if it is alone there.
void EraseItem(std::string& text, const std::vector<Span>& items, std::size_t which) {
  const auto [begin, end] = items[which];
  std::size_t line = begin;
  while (line > 0 && text[line - 1] == ' ') --line;
  const bool is_last = which + 1 == items.size();
  if (line > 0 && text[line - 1] == '\n') {  // the item has lines of its own
    const std::size_t next = text.find('\n', end);
    text.erase(line, next + 1 - line);
  } else if (!is_last) {
    text.erase(begin, items[which + 1].begin - begin);
  } else {
    const std::size_t before = items[which - 1].end;
    text.erase(before, end - before);
  }
}

// Returns the name of a test with the part "column2" of its id renumbered.
std::string WithNumber(std::string name, const std::string& column, std::size_t before,
                       std::size_t now) {
  const std::string part = column + std::to_string(before);
  for (auto at = name.find(part, name.find('[')); at != std::string::npos;
       at = name.find(part, at + 1)) {
    const char left = name[at - 1];
    const char right = name[at + part.size()];
    const bool is_whole = (left == '[' || left == '-') && (right == ']' || right == '-');
    if (is_whole) name.replace(at, part.size(), column + std::to_string(now));
  }
  return name;
}

// Returns the case as a pytest.param with the mark.
std::string Marked(std::string_view row, std::size_t columns, std::string_view mark) {
  std::string inner;
  if (row.starts_with(kParam)) {
    inner = row.substr(kParam.size(), row.size() - kParam.size() - 1);
  } else if (columns > 1 && row.starts_with('(')) {
    inner = row.substr(1, row.size() - 2);
  } else {
    inner = row;
  }
  while (inner.ends_with(' ') || inner.ends_with('\n') || inner.ends_with(',')) inner.pop_back();
  return std::string(kParam) + inner + ", " + std::string(kMarks) + std::string(mark) + ")";
}

// Returns the span of the mark of a function, or of a case; empty if it has none.
Span MarkIn(std::string_view text, Row row) {
  if (!row) {
    for (const Span& span : DecoratorSpans(text)) {
      if (text.substr(span.begin).starts_with(kXfail)) return {span.begin + 1, span.end - 1};
    }
    return {};
  }
  const std::size_t begin = TableIn(text).value().rows.at(*row).begin;
  if (!text.substr(begin).starts_with(kParam)) return {};
  for (const Span& item : ItemsOf(text, begin + kParam.size() - 1)) {
    if (text.substr(item.begin).starts_with(kMarks)) return {item.begin + kMarks.size(), item.end};
  }
  return {};
}

// Returns the case without its marks, and without an unneeded pytest.param.
std::string Unmarked(std::string row, std::size_t columns) {
  const std::vector<Span> items = ItemsOf(row, kParam.size() - 1);
  bool has_id = false;
  std::string values;
  for (const Span& item : items) {
    const std::string_view value = std::string_view(row).substr(item.begin, item.end - item.begin);
    if (value.starts_with(kMarks)) continue;
    has_id = has_id || value.starts_with("id=");
    values += (values.empty() ? "" : ", ") + std::string(value);
  }
  if (has_id) return std::string(kParam) + values + ")";
  return columns > 1 ? "(" + values + ")" : values;
}

}  // namespace

std::string_view FunctionOf(std::string_view test) { return test.substr(0, test.find('[')); }

std::optional<StandingFile> StandingFile::Read(std::string_view original) {
  auto header = ParseHeader(original);
  if (!header || !header->unedited || original.starts_with('{')) return std::nullopt;
  std::string text(original);
  std::erase(text, '\r');
  StandingFile file;
  file.header_ = std::move(*header);
  // The seal is the last line, after two empty ones.
  FileParts parts = PartsOf(std::string_view(text).substr(0, text.rfind("\n\n# skua: ")));
  file.docstring_ = std::move(parts.docstring);
  file.imports_ = std::move(parts.imports);
  for (NamedText& part : parts.others) {
    if (part.name.empty() || !file.Add(std::move(part))) return std::nullopt;
  }
  if (file.functions_.empty() || file.Text() != text) return std::nullopt;
  return file;
}

bool StandingFile::Add(NamedText part) {
  const std::string_view base = CaseBaseOf(part.text);
  if (!base.empty()) {
    std::vector<NamedText> methods = MethodsOf(part);
    const bool is_other = is_unittest() ? case_base_ != base : !functions_.empty();
    if (is_other || methods.empty()) return false;
    case_base_ = base;
    std::ranges::move(methods, std::back_inserter(functions_));
    return true;
  }
  const bool is_test = part.name.starts_with("test");
  const bool is_out_of_place = is_test ? is_unittest() : !functions_.empty();
  if (is_out_of_place) return false;
  if (is_test && !functions_.empty()) part.section = functions_.back().section;
  for (const FileSection section : {FileSection::kPrivateNames, FileSection::kWrongTypes}) {
    const std::string_view heading = HeadingOf(section);
    if (!is_test || !part.text.starts_with(heading)) continue;
    part.section = section;
    part.text.erase(0, heading.size());
  }
  (is_test ? functions_ : definitions_).push_back(std::move(part));
  return true;
}

std::size_t StandingFile::Find(std::string_view function) const {
  return static_cast<std::size_t>(std::ranges::find(functions_, function, &NamedText::name) -
                                  functions_.begin());
}

NamedText& StandingFile::At(std::string_view function) { return functions_.at(Find(function)); }

const NamedText& StandingFile::At(std::string_view function) const {
  return functions_.at(Find(function));
}

std::optional<std::size_t> StandingFile::RowsOf(std::string_view function) const {
  const auto table = TableIn(At(function).text);
  return table ? std::optional(table->rows.size()) : std::nullopt;
}

std::string StandingFile::RowText(std::string_view function, std::size_t row) const {
  const std::string& text = At(function).text;
  const auto [begin, end] = TableIn(text).value().rows.at(row);
  return text.substr(begin, end - begin);
}

std::vector<std::string> StandingFile::Tests() const {
  std::vector<std::string> tests;
  for (const NamedText& function : functions_) {
    const auto rows = rows_.find(function.name);
    if (rows == rows_.end()) {
      tests.push_back(function.name);
    } else {
      for (const RowName& row : rows->second) tests.push_back(row.first);
    }
  }
  return tests;
}

std::set<std::string> StandingFile::Words() const {
  std::set<std::string> words = WordsOf(case_base_);
  for (const auto* parts : {&definitions_, &functions_}) {
    for (const NamedText& part : *parts) words.merge(WordsOf(part.text));
  }
  return words;
}

void StandingFile::NameRows(std::string_view function, std::vector<std::string> names) {
  std::vector<RowName>& rows = rows_[std::string(function)];
  rows.clear();
  for (std::string& name : names) rows.push_back({name, name});
}

Row StandingFile::RowOf(const std::string& test) const {
  const auto rows = rows_.find(FunctionOf(test));
  if (rows == rows_.end()) return std::nullopt;
  const auto row = std::ranges::find(rows->second, test, &RowName::first);
  if (row == rows->second.end()) return std::nullopt;
  return static_cast<std::size_t>(row - rows->second.begin());
}

bool StandingFile::HasTest(const std::string& test) const {
  return test.find('[') == std::string::npos ? Has(test) : RowOf(test).has_value();
}

void StandingFile::DropTest(const std::string& test) {
  const std::string function(FunctionOf(test));
  const Row row = RowOf(test);
  if (!row || rows_[function].size() == 1) {
    Drop(function);
    rows_.erase(function);
    return;
  }
  DropRow(function, *row);
  std::vector<RowName>& rows = rows_[function];
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(*row));
  // For objects without a text of their own, pytest numbers the cases.
  const TableSpans table = TableIn(At(function).text).value();
  for (std::size_t i = *row; i < rows.size(); ++i) {
    for (const std::string& column : table.names) {
      rows[i].now = WithNumber(rows[i].now, column, i + 1, i);
    }
  }
}

std::string StandingFile::NameNow(const std::string& test) const {
  const Row row = RowOf(test);
  return row ? rows_.find(FunctionOf(test))->second[*row].now : test;
}

uint32_t StandingFile::LineOfTest(const std::string& test) const {
  return LineOf(FunctionOf(test), RowOf(test));
}

void StandingFile::Drop(std::string_view function) {
  functions_.erase(functions_.begin() + static_cast<std::ptrdiff_t>(Find(function)));
}

void StandingFile::DropRow(std::string_view function, std::size_t row) {
  std::string& text = At(function).text;
  const TableSpans table = *TableIn(text);
  // Erases later text first, so that earlier places stay valid.
  if (!table.ids.empty()) EraseItem(text, table.ids, row);
  EraseItem(text, table.rows, row);
}

void StandingFile::DropUnusedDefinitions() {
  for (bool dropped = true; dropped;) {
    std::set<std::string> used;
    for (const NamedText& function : functions_) used.merge(WordsOf(function.text));
    for (const NamedText& definition : definitions_) {
      std::set<std::string> words = WordsOf(definition.text);
      words.erase(definition.name);
      used.merge(std::move(words));
    }
    dropped = std::erase_if(definitions_, [&](const NamedText& definition) {
                return !used.contains(definition.name);
              }) > 0;
  }
}

void StandingFile::AddAfter(std::string_view function, NamedText added) {
  std::size_t place = Find(function) + 1;
  if (place > functions_.size() || functions_[place - 1].section != added.section) {
    const auto later = std::ranges::find_if(
        functions_, [&](const NamedText& test) { return test.section > added.section; });
    place = static_cast<std::size_t>(later - functions_.begin());
  }
  const std::string_view test_case = CaseOf(added.name);
  const bool is_with_its_case = Has(function) && CaseOf(function) == test_case;
  if (!test_case.empty() && !is_with_its_case) {
    const auto last =
        std::find_if(functions_.rbegin(), functions_.rend(),
                     [&](const NamedText& method) { return CaseOf(method.name) == test_case; });
    place = last == functions_.rend() ? functions_.size()
                                      : static_cast<std::size_t>(functions_.rend() - last);
  }
  functions_.insert(functions_.begin() + static_cast<std::ptrdiff_t>(place), std::move(added));
}

void StandingFile::SetMark(std::string_view function, std::string_view mark, Row row) {
  RemoveMark(function, row);
  std::string& text = At(function).text;
  if (!row) {
    const std::vector<Span> others = DecoratorSpans(text);
    text.insert(others.empty() ? PlaceOfDefinition(text) : others.front().begin,
                LayOut(fmt::format("@{}", mark), 0));
  } else {
    const TableSpans table = TableIn(text).value();
    const auto [begin, end] = table.rows.at(*row);
    text.replace(begin, end - begin, Marked(text.substr(begin, end - begin), table.columns, mark));
  }
  if (imports_.find(kPytestImport) != std::string::npos) return;
  const bool has_others = !imports_.empty();
  imports_ = std::string(kPytestImport) + (has_others ? "\n" : "") + imports_;
}

void StandingFile::RemoveMark(std::string_view function, Row row) {
  std::string& text = At(function).text;
  const Span mark = MarkIn(text, row);
  if (mark.end == 0) return;
  if (!row) {
    text.erase(mark.begin - 1, mark.end - mark.begin + 2);  // with its @ and newline
    return;
  }
  const TableSpans table = TableIn(text).value();
  const auto [begin, end] = table.rows.at(*row);
  text.replace(begin, end - begin, Unmarked(text.substr(begin, end - begin), table.columns));
}

std::string StandingFile::MarkOf(std::string_view function, Row row) const {
  const std::string& text = At(function).text;
  const auto [begin, end] = MarkIn(text, row);
  return text.substr(begin, end - begin);
}

void StandingFile::Stamp(const std::string& version, const std::string& fingerprint,
                         const std::string& above) {
  const auto first_line_end = [](const std::string& text, const FileHeader& header) {
    return text.find('\n', header.above.size());
  };
  const std::size_t replaced = first_line_end(docstring_, header_);
  header_.version = version;
  header_.fingerprint = fingerprint;
  header_.above = above;
  const std::string fresh = HeaderText(header_);
  docstring_.replace(0, replaced, fresh.substr(0, first_line_end(fresh, header_)));
}

std::string StandingFile::Top() const {
  std::string top = docstring_;
  if (!imports_.empty()) top += "\n" + imports_;
  for (const NamedText& definition : definitions_) top.append(kBetween).append(definition.text);
  return top;
}

std::string StandingFile::GapBefore(std::size_t place) const {
  return GapBetween(place == 0 ? nullptr : &functions_[place - 1], functions_[place], case_base_);
}

uint32_t StandingFile::FirstLineOf(std::string_view function) const {
  const std::size_t place = Find(function);
  std::size_t lines = CountLines(Top()) + CountLines(GapBefore(place));
  for (std::size_t i = 0; i < place; ++i) {
    lines += CountLines(GapBefore(i)) + CountLines(functions_[i].text);
  }
  return static_cast<uint32_t>(lines + 1);
}

uint32_t StandingFile::LineOf(std::string_view function, Row row) const {
  const std::string_view text = At(function).text;
  std::size_t at = PlaceOfDefinition(text);
  if (row) {
    if (const auto table = TableIn(text); table && *row < table->rows.size()) {
      at = table->rows[*row].begin;
    }
  }
  return FirstLineOf(function) + static_cast<uint32_t>(CountLines(text.substr(0, at)));
}

std::string StandingFile::Text() const {
  std::string text = Top();
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    text.append(GapBefore(i)).append(functions_[i].text);
  }
  return Sealed(std::move(text), header_);
}

}  // namespace skua::render
