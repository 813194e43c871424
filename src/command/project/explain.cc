#include "command/project/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

#include "base/error.h"
#include "config/suggest.h"
#include "report/console/console_table.h"
#include "report/outcome/text.h"

namespace skua::command {
namespace {

constexpr std::string_view kPrefix = "SKUA-";

void PrintList(const ExplainOptions& options, std::ostream& out) {
  report::Table table({{"code"}, {"reason", false, 20}});
  for (const model::ReasonEntry& entry : model::ReasonCatalogue()) {
    table.Add({{std::string(entry.id), report::Style::kBold}, {std::string(entry.title)}});
  }
  out << table.Render(options.width, options.color);
}

std::string Nearest(std::string_view code) {
  std::string name;
  std::transform(code.begin(), code.end(), std::back_inserter(name),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (!name.starts_with(kPrefix)) name.insert(0, kPrefix);
  const auto catalogue = model::ReasonCatalogue();
  return std::string(
      std::min_element(catalogue.begin(), catalogue.end(), [&](const auto& a, const auto& b) {
        return config::EditDistance(name, a.id) < config::EditDistance(name, b.id);
      })->id);
}

// Breaks `text` at spaces into lines of at most `width` columns.
std::string Wrapped(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    const std::size_t word_width = report::DisplayWidth(word);
    if (column > 0 && column + 1 + word_width > width) {
      out += '\n';
      column = 0;
    }
    if (column > 0) out += ' ', ++column;
    out += word;
    column += word_width;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return out + '\n';
}

}  // namespace

void Explain(std::string_view code, std::span<const ReasonCase> cases,
             const ExplainOptions& options, std::ostream& out) {
  if (code.empty()) {
    PrintList(options, out);
    return;
  }
  const model::ReasonEntry* entry = model::FindReason(code);
  if (entry == nullptr) {
    PrintList(options, out);
    throw base::Error(fmt::format("there is no reason code '{}'; did you mean {}?",
                                  report::OneLine(code), Nearest(code)));
  }

  const std::size_t width = options.width == 0 ? 100 : std::min<std::size_t>(options.width, 100);
  out << report::Styled(entry->id, report::Style::kBold, options.color) << "  " << entry->title
      << '\n'
      << Wrapped(entry->text, width);
  for (const ReasonCase& met : cases) {
    if (met.reason.code != entry->code) continue;
    const std::string detail = report::OneLine(met.reason.detail);
    out << "  " << report::OneLine(met.module) << (detail.empty() ? "" : ": ") << detail << '\n';
  }
  out << Wrapped(fmt::format("Try: {}", entry->advice), width);
}

}  // namespace skua::command
