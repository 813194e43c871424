#include "report/formats/plain_page.h"

#include <fmt/format.h>

#include <optional>

#include "report/outcome/coverage.h"
#include "report/outcome/remark.h"
#include "report/outcome/text.h"
#include "report/outcome/verdict.h"
#include "report/outcome/wording.h"

namespace skua::report {
namespace {

using model::ModuleOutcome;

constexpr std::size_t kLongestDetails = 2000;  // bytes

std::string Verdict(const model::RunOutcome& outcome) {
  std::string text = fmt::format("<h2>{}</h2>\n", HeadlineOf(outcome));
  if (outcome.failed_gates) {
    for (const std::string& gate : *outcome.failed_gates) {
      text += fmt::format("<p class=\"verdict bad\"><strong>Failed</strong>: {}</p>\n",
                          HtmlText(OneLine(gate)));
    }
  }
  return text + fmt::format("<p>{}, branches {}.</p>\n", GistOf(outcome),
                            HtmlText(Describe(CoverageOf(outcome))));
}

// Returns the remark's place; a link if the repository shows it.
std::string LinkedPlace(const Remark& remark, const SourceView& sources) {
  const std::string place = HtmlText(
      OneLine(remark.line > 0 ? fmt::format("{}:{}", remark.path, remark.line) : remark.path));
  const std::string address = AddressOf(sources, remark.path, remark.line);
  return address.empty()
             ? place
             : fmt::format("<a rel=\"noreferrer\" href=\"{}\">{}</a>", HtmlText(address), place);
}

std::string Item(const Remark& remark, const SourceView& sources) {
  std::string text =
      fmt::format("<li><strong>{}</strong>: {} ({}{})", TitleOf(remark.kind),
                  HtmlText(OneLine(remark.text)), LinkedPlace(remark, sources),
                  remark.age.empty() ? "" : ", open " + HtmlText(OneLine(remark.age)));
  if (!remark.details.empty()) {
    text += fmt::format("\n<pre>{}</pre>", HtmlText(XmlText(remark.details, kLongestDetails)));
  }
  if (const std::string command = CommandOf(remark); !command.empty()) {
    text += fmt::format("\n<p class=\"command\"><code>{}</code></p>", HtmlText(OneLine(command)));
  }
  return text + "</li>\n";
}

std::string Remarks(const model::RunOutcome& outcome, const SourceView& sources) {
  std::string text;
  for (const Remark& remark : RemarksOfRun(outcome)) text += Item(remark, sources);
  return text.empty() ? ""
                      : fmt::format("<h2>To look at</h2>\n<ul class=\"cards\">\n{}</ul>\n", text);
}

std::string Row(const ModuleOutcome& module) {
  const std::optional<double> share = MeasuredShare(module);
  const bool has_reason = module.reason.code != model::ReasonCode::kNone;
  const std::string why = has_reason ? fmt::format("{} {}", model::EntryOf(module.reason.code).id,
                                                   Describe(module.reason))
                                     : "";
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
      HtmlText(OneLine(module.module.name)), model::NameOf(module.change),
      share ? FormatShare(*share) : "–", MutationScore(StandingOf(module)),
      StandingOf(module).written.suite.size(), HtmlText(OneLine(why)));
}

}  // namespace

std::string HtmlText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string PlainPage(const model::RunOutcome& outcome, const SourceView& sources) {
  std::string page = Verdict(outcome) + Remarks(outcome, sources);
  page +=
      "<h2>Modules</h2>\n<table>\n<tr><th>Module</th><th>Change</th><th>Branches</th>"
      "<th>Mutants</th><th>Tests</th><th>Note</th></tr>\n";
  for (const ModuleOutcome& module : outcome.modules) {
    if (module.change != model::Change::kDeleted) page += Row(module);
  }
  return page + "</table>\n<p>With scripts, this page shows sources and charts too.</p>\n";
}

}  // namespace skua::report
