#include "report/formats/pair_matrix.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "report/formats/plain_page.h"
#include "report/outcome/text.h"

namespace skua::report {
namespace {

using model::GoalPlace;
using model::ModuleOutcome;

// Most cells of one table.
constexpr std::size_t kMostCells = 20'000;

struct Branch {
  std::string code_object;
  uint32_t line = 0;
  bool outcome = true;
  auto operator<=>(const Branch&) const = default;
};

// The number of call sites that couple two branches, and at how many of them a test covers both.
struct MatrixCell {
  unsigned sites = 0, covered = 0;
};

struct Matrix {
  std::map<Branch, std::map<Branch, MatrixCell>> rows;  // by the caller's branch, then the callee's
  std::map<Branch, bool> columns;
  std::size_t covered = 0, total = 0;
};

Matrix MatrixOf(const model::GoalCoverage& goals) {
  Matrix matrix;
  for (std::size_t i = 0; i < goals.places.size() && i < goals.covered.size(); ++i) {
    const GoalPlace& place = goals.places[i];
    if (!place.coupled) continue;
    const Branch callee{place.coupled->callee_code_object, place.coupled->callee_line,
                        place.coupled->callee_outcome};
    MatrixCell& cell =
        matrix.rows[{place.code_object, place.line, place.coupled->caller_outcome}][callee];
    matrix.columns[callee] = true;
    ++cell.sites;
    ++matrix.total;
    cell.covered += goals.covered[i] ? 1 : 0;
    matrix.covered += goals.covered[i] ? 1 : 0;
  }
  return matrix;
}

std::string Label(const Branch& branch) {
  return fmt::format("{} {}", branch.line, branch.outcome ? "true" : "false");
}

// Returns the head of the table: functions of the callee, and below each its branches.
std::string Head(const Matrix& matrix) {
  std::string functions, branches;
  for (auto column = matrix.columns.begin(); column != matrix.columns.end();) {
    const std::string& name = column->first.code_object;
    std::size_t count = 0;
    for (; column != matrix.columns.end() && column->first.code_object == name; ++column, ++count) {
      branches += fmt::format("<th scope=\"col\">{}</th>", Label(column->first));
    }
    functions += fmt::format("<th scope=\"colgroup\" colspan=\"{}\">{}</th>", count,
                             HtmlText(OneLine(name)));
  }
  return fmt::format("<thead>\n<tr><td rowspan=\"2\"></td>{}</tr>\n<tr>{}</tr>\n</thead>\n",
                     functions, branches);
}

std::string CellText(const MatrixCell& cell) {
  const std::string sites =
      cell.sites > 1 ? fmt::format(" {}/{}", cell.covered, cell.sites) : std::string();
  return cell.covered > 0 ? fmt::format("<td class=\"covered\">✓{}</td>", sites)
                          : fmt::format("<td class=\"uncovered\">✗{}</td>", sites);
}

std::string MatrixTable(const Matrix& matrix, std::string_view name) {
  std::string text = fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">\n"
      "<table class=\"plain matrix\">\n<caption class=\"unseen\">{0}</caption>\n{1}<tbody>\n",
      name, Head(matrix));
  for (const auto& [caller, cells] : matrix.rows) {
    text += fmt::format("<tr><th scope=\"row\">{} {}</th>", HtmlText(OneLine(caller.code_object)),
                        Label(caller));
    for (const auto& [callee, unused] : matrix.columns) {
      const auto cell = cells.find(callee);
      text += cell == cells.end() ? "<td></td>" : CellText(cell->second);
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>\n</div>\n";
}

std::string Pair(const ModuleOutcome& pair) {
  const Matrix matrix = MatrixOf(Latest(pair).goals);
  if (matrix.total == 0) return "";
  const std::string name = HtmlText(OneLine(pair.module.name));
  std::string text = fmt::format("<h3>{}</h3>\n<p>{} of {} coupled branches are covered.</p>\n",
                                 name, matrix.covered, Latest(pair).goals.count);
  if (matrix.rows.size() * matrix.columns.size() > kMostCells) {
    return text + "<p>There are too many for a table; report.json has them all.</p>\n";
  }
  return text + MatrixTable(matrix, name);
}

}  // namespace

std::string PairMatrices(const model::RunOutcome& outcome) {
  std::string text;
  for (const ModuleOutcome& pair : outcome.pairs) text += Pair(pair);
  if (text.empty()) return "";
  return "<section id=\"pairs\" aria-labelledby=\"pairs-title\">\n"
         "<h2 id=\"pairs-title\">Tests of two modules together</h2>\n"
         "<p>A row for each branch of the caller that leads to a call, a column for each branch of "
         "the callee that this call may take, by line and outcome. ✓: some test takes both; with "
         "several calls, at how many of them. ✗: no test does, which may be impossible. Empty: no "
         "call connects the two.</p>\n" +
         text + "</section>\n";
}

}  // namespace skua::report
