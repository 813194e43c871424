#include "render/module/parametrized_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "render/body/test_body.h"
#include "render/body/usage.h"
#include "render/body/value_text.h"
#include "render/body/variable_naming.h"
#include "render/python/layout.h"
#include "render/python/literal.h"
#include "render/python/naming.h"
#include "render/python/python_text.h"

namespace skua::render {
namespace {

using model::Assertion;
using model::AssertionKind;
using model::GeneratedTest;
using model::Subject;
using Slot = Outline::Slot;
using Outlines = std::vector<const Outline*>;

constexpr std::size_t kMostColumns = 4;
constexpr std::size_t kLongestSignature = 40;  // leaves room for the name
constexpr std::size_t kLongestId = 50;
constexpr int kLongestRow = 3;  // in lines
// Fewest cases of a table: for tests of one or two lines and those with keywords in the cases, and
// for longer tests and those with the same outcome, which would repeat each other.
constexpr std::size_t kFewestRows = 3;
constexpr std::size_t kFewestRepetitions = 2;
constexpr std::size_t kLongBody = 3;

// Returns the slots whose values differ between cases, each with the slots that always have the
// same value.
std::vector<std::vector<std::size_t>> VaryingSlots(const Outlines& rows) {
  std::vector<std::vector<std::size_t>> varying;
  const auto same = [&](std::size_t a, std::size_t b) {
    return std::all_of(rows.begin(), rows.end(), [&](const Outline* row) {
      return row->slots[a].text == row->slots[b].text;
    });
  };
  for (std::size_t s = 0; s < rows[0]->slots.size(); ++s) {
    const Slot& first = rows[0]->slots[s];
    const bool varies = std::any_of(rows.begin(), rows.end(), [&](const Outline* row) {
      return row->slots[s].text != first.text;
    });
    if (!varies) continue;
    const auto twin = std::find_if(varying.begin(), varying.end(), [&](const auto& slots) {
      return first.kind == Slot::Kind::kArgument && rows[0]->slots[slots[0]].kind == first.kind &&
             same(slots[0], s);
    });
    if (twin == varying.end()) {
      varying.push_back({s});
    } else {
      twin->push_back(s);
    }
  }
  return varying;
}

std::string CellsText(const Table& table, std::size_t row) {
  std::vector<std::string> cells;
  for (const Table::Column& column : table.columns) cells.push_back(column.cells[row]);
  return cells.size() == 1 ? cells[0] : CollectionText(Collection::kTuple, cells);
}

std::string RowText(const Table& table, std::size_t row) {
  std::string cells = CellsText(table, row);
  if (!table.ids[row].is_own || table.has_list_of_ids) return cells;
  if (table.columns.size() > 1) cells = cells.substr(1, cells.size() - 2);
  return fmt::format("pytest.param({}, id={})", cells, StrLiteral(table.ids[row].text));
}

// Returns a name for the expected value of one assertion among several.
std::string ExpectedName(const Assertion& assertion) {
  switch (assertion.kind) {
    case AssertionKind::kLength:
      return "expected_length";
    case AssertionKind::kText:
      return "expected_text";
    case AssertionKind::kOutput:
      return "expected_output";
    case AssertionKind::kErrorOutput:
      return "expected_errors";
    default:
      return assertion.attribute.empty() ? "expected"
                                         : "expected_" + SnakeCase(assertion.attribute);
  }
}

// Returns the longest case that fits on one line inside two brackets, with a comma after it.
int LongestRow(const Imports& imports) { return imports.style().columns - 8 - 1; }

class TableWriter {
 public:
  // Borrows all arguments. `test` is the test of the first case.
  TableWriter(const Subject& subject, const GeneratedTest& test, const Outlines& rows,
              const Imports& imports)
      : test_(test),
        rows_(rows),
        longest_row_(LongestRow(imports)),
        usage_(subject, test),
        names_(subject, test, usage_, ActOf(subject, test), imports.names()) {
    names_.Reserve("request");  // has a meaning in pytest
  }

  Table Write() && {
    const auto varying = VaryingSlots(rows_);
    expected_ = std::count_if(varying.begin(), varying.end(), [&](const auto& slots) {
      return rows_[0]->slots[slots[0]].kind == Slot::Kind::kExpected;
    });
    for (const auto& slots : varying) AddColumn(slots);
    Identify(varying);
    return std::move(table_);
  }

 private:
  void AddColumn(const std::vector<std::size_t>& slots) {
    Table::Column column;
    const Slot& first = rows_[0]->slots[slots[0]];
    column.is_argument = first.kind == Slot::Kind::kArgument || first.kind == Slot::Kind::kKeywords;
    column.name = NameOf(first);
    for (const Outline* row : rows_) column.cells.push_back(row->slots[slots[0]].text);
    for (const std::size_t slot : slots) Substitute(rows_[0]->slots[slot], column.name);
    table_.columns.push_back(std::move(column));
  }

  std::string NameOf(const Slot& slot) {
    switch (slot.kind) {
      case Slot::Kind::kArgument:
        return names_.TakeFor(slot.index);
      case Slot::Kind::kKeywords:
        return names_.Take(table_.substitutes.keywords.empty() ? "kwargs" : "other_kwargs");
      case Slot::Kind::kExpected:
        return names_.Take(expected_ == 1 ? "expected"
                                          : ExpectedName(test_.assertions[slot.index]));
      case Slot::Kind::kMatch:
        break;
    }
    return names_.Take("match");
  }

  void Substitute(const Slot& slot, const std::string& name) {
    switch (slot.kind) {
      case Slot::Kind::kArgument:
        table_.substitutes.statements[slot.index] = name;
        break;
      case Slot::Kind::kKeywords:
        table_.substitutes.keywords[slot.index] = name;
        break;
      case Slot::Kind::kExpected:
        table_.substitutes.assertions[slot.index] = name;
        break;
      case Slot::Kind::kMatch:
        table_.substitutes.match = name;
        break;
    }
  }

  void Identify(const std::vector<std::vector<std::size_t>>& varying) {
    std::set<std::string> seen;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::optional<std::string> id = PytestId(varying, r);
      const bool is_own = !id || !seen.insert(*id).second;
      table_.ids.push_back({is_own ? "" : *id, is_own});
    }
    NameScope scope;
    for (const std::string& id : seen) scope.Reserve(id);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (table_.ids[r].is_own) table_.ids[r].text = scope.Take(OwnId(varying, r), kLongestId);
    }
    // A few ids are written in their cases, if these stay on one line.
    std::size_t own = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (!table_.ids[r].is_own) continue;
      ++own;
      table_.has_list_of_ids =
          table_.has_list_of_ids || DisplayWidth(RowText(table_, r)) > longest_row_;
    }
    table_.has_list_of_ids = table_.has_list_of_ids || 2 * own > rows_.size();
  }

  // Returns pytest's own name for the case; nullopt if unknown or hard to read.
  std::optional<std::string> PytestId(const std::vector<std::vector<std::size_t>>& varying,
                                      std::size_t row) const {
    std::vector<std::string> parts;
    for (std::size_t c = 0; c < varying.size(); ++c) {
      const Slot& slot = rows_[row]->slots[varying[c][0]];
      if (!slot.id && !slot.is_object) return std::nullopt;
      parts.push_back(slot.id ? *slot.id : fmt::format("{}{}", table_.columns[c].name, row));
    }
    std::string id = fmt::format("{}", fmt::join(parts, "-"));
    const bool says_something = id.find_first_not_of('-') != std::string::npos;
    return says_something && id.size() <= kLongestId ? std::optional(std::move(id)) : std::nullopt;
  }

  // Returns an id from the arguments, if they have words, or else from the outcome. An object has
  // pytest's name for it.
  std::string OwnId(const std::vector<std::vector<std::size_t>>& varying, std::size_t row) const {
    std::vector<std::string> arguments;
    std::string outcome;
    for (std::size_t c = 0; c < varying.size(); ++c) {
      const Slot& slot = rows_[row]->slots[varying[c][0]];
      std::string words = slot.id && !slot.id->empty() ? *slot.id : slot.words;
      if (slot.is_object) words = fmt::format("{}{}", table_.columns[c].name, row);
      if (words.empty()) continue;
      if (table_.columns[c].is_argument) {
        arguments.push_back(words);
      } else if (outcome.empty()) {
        outcome = slot.words;
      }
    }
    if (!arguments.empty()) return fmt::format("{}", fmt::join(arguments, "-"));
    return outcome.empty() ? fmt::format("case_{}", row + 1) : outcome;
  }

  const GeneratedTest& test_;
  const Outlines& rows_;
  const int longest_row_;
  const Usage usage_;
  VariableNaming names_;
  std::ptrdiff_t expected_ = 0;  // number of columns with expected values
  Table table_;
};

// Returns whether the table is readable: few columns, not only expected values, few lines for each
// case, no two equal cases.
bool IsReadable(const Table& table, int line) {
  std::size_t signature = 0;
  bool has_argument = false;
  for (const Table::Column& column : table.columns) {
    signature += column.name.size() + 2;
    has_argument = has_argument || column.is_argument;
  }
  if (!has_argument || table.columns.size() > kMostColumns || signature > kLongestSignature) {
    return false;
  }
  std::set<std::string> seen;
  for (std::size_t r = 0; r < table.ids.size(); ++r) {
    const std::string cells = CellsText(table, r);
    if (DisplayWidth(cells) > kLongestRow * line || !seen.insert(cells).second) return false;
  }
  return true;
}

// Returns whether all cases of the table have the same outcome.
bool EndsAlike(const Table& table) {
  return std::ranges::all_of(table.columns, &Table::Column::is_argument);
}

// Puts tests with equal outlines into one group; indices of a group ascend.
std::vector<std::vector<std::size_t>> Group(const model::Suite& suite,
                                            const std::vector<std::size_t>& tests,
                                            const Subject& subject, const Imports& imports,
                                            Detail without) {
  Imports scratch = imports;  // for imports that the final text may not need
  Definitions definitions(subject, scratch);
  struct Alike {
    std::vector<std::size_t> tests;
    Outlines rows;
  };
  std::map<std::size_t, std::optional<Outline>> outlines;
  for (const std::size_t test : tests) {
    outlines[test] = OutlineOf(subject, suite[test], scratch, definitions, without);
  }
  std::vector<Alike> groups;
  std::map<std::string, std::vector<std::size_t>> by_shape;
  for (const std::size_t i : tests) {
    const Outline* outline = outlines[i] ? &*outlines[i] : nullptr;
    if (outline != nullptr) {
      auto& alike = by_shape[outline->shape];
      const auto fits = std::find_if(alike.begin(), alike.end(), [&](std::size_t g) {
        Outlines rows = groups[g].rows;
        rows.push_back(outline);
        return IsReadable(TableWriter(subject, suite[groups[g].tests[0]], rows, scratch).Write(),
                          LongestRow(scratch));
      });
      if (fits != alike.end()) {
        groups[*fits].tests.push_back(i);
        groups[*fits].rows.push_back(outline);
        continue;
      }
      alike.push_back(groups.size());
    }
    groups.push_back({{i}, {outline}});
  }

  std::vector<std::vector<std::size_t>> functions;
  for (Alike& group : groups) {
    const bool is_long =
        without == Detail::kValues && group.rows[0] != nullptr && group.rows[0]->lines >= kLongBody;
    const bool repeats =
        group.tests.size() > 1 &&
        EndsAlike(TableWriter(subject, suite[group.tests[0]], group.rows, scratch).Write());
    if (group.tests.size() >= (is_long || repeats ? kFewestRepetitions : kFewestRows)) {
      functions.push_back(std::move(group.tests));
    } else {
      for (const std::size_t test : group.tests) functions.push_back({test});
    }
  }
  return functions;
}

}  // namespace

std::vector<std::vector<std::size_t>> GroupTests(const model::Suite& suite, const Subject& subject,
                                                 const Imports& imports) {
  std::vector<std::size_t> alone(suite.size());
  std::iota(alone.begin(), alone.end(), 0);
  std::vector<std::vector<std::size_t>> functions;
  for (const Detail without : {Detail::kValues, Detail::kKeywords}) {
    std::vector<std::vector<std::size_t>> groups = Group(suite, alone, subject, imports, without);
    alone.clear();
    for (std::vector<std::size_t>& group : groups) {
      if (group.size() == 1) {
        alone.push_back(group[0]);
      } else {
        functions.push_back(std::move(group));
      }
    }
    std::ranges::sort(alone);
  }
  for (const std::size_t test : alone) functions.push_back({test});
  std::sort(functions.begin(), functions.end());
  return functions;
}

Table TableOf(const model::Suite& suite, const std::vector<std::size_t>& rows,
              const Subject& subject, Imports& imports, Definitions& definitions) {
  std::vector<Outline> outlines;
  for (const Detail without : {Detail::kValues, Detail::kKeywords}) {
    outlines.clear();
    for (const std::size_t row : rows) {
      outlines.push_back(*OutlineOf(subject, suite[row], imports, definitions, without));
    }
    const bool are_alike = std::ranges::all_of(
        outlines, [&](const Outline& other) { return other.shape == outlines[0].shape; });
    if (are_alike) break;
  }
  Outlines borrowed;
  for (const Outline& outline : outlines) borrowed.push_back(&outline);
  return TableWriter(subject, suite[rows[0]], borrowed, imports).Write();
}

std::string DecoratorText(const Table& table, Imports& imports) {
  std::vector<std::string> names, rows, ids;
  for (const Table::Column& column : table.columns) names.push_back(StrLiteral(column.name));
  for (std::size_t r = 0; r < table.ids.size(); ++r) {
    rows.push_back(RowText(table, r));
    ids.push_back(StrLiteral(table.ids[r].text));
  }
  return fmt::format(
      "@{}.mark.parametrize({}, {}{})", imports.Pytest(),
      names.size() == 1 ? names[0] : CollectionText(Collection::kTuple, names),
      CollectionText(Collection::kList, rows),
      table.has_list_of_ids ? ", ids=" + CollectionText(Collection::kList, ids) : "");
}

std::vector<uint32_t> RowLines(std::string_view decorator) {
  std::vector<uint32_t> lines;
  const std::vector<Span> arguments = ItemsOf(decorator, decorator.find('('));
  for (const Span& row : ItemsOf(decorator, arguments.at(1).begin)) {
    const std::string_view above = decorator.substr(0, row.begin);
    lines.push_back(1 + static_cast<uint32_t>(std::ranges::count(above, '\n')));
  }
  return lines;
}

}  // namespace skua::render
