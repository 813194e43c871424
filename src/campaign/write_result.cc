#include "campaign/write_result.h"

#include <utility>

#include "render/file/behaviour_mark.h"
#include "render/file/suite_json.h"
#include "render/module/style.h"

namespace skua::campaign {

std::string FileOf(const CampaignTools& tools, const model::ModuleId& module) {
  return tools.files.PlaceFor(module, render::FileKindOf(tools.options.render.style)).file;
}

SuiteWriter WriterFor(const CampaignTools& tools, const model::Subject& subject,
                      const std::string& tests_file, const std::string& findings_file,
                      const std::string& fingerprint, StandingFiles standing) {
  render::RenderOptions rendering = tools.options.render;
  rendering.fingerprint = fingerprint;
  for (const render::Expectation& test : render::ExpectationsIn(standing.suite)) {
    if (!test.reason.empty()) rendering.taken.push_back(test.place.function);
  }
  return SuiteWriter(subject, tests_file, findings_file, rendering, std::move(standing));
}

void WriteResult(const CampaignTools& tools, CampaignResult& result) {
  model::ModuleOutcome& outcome = result.outcome;
  const SuiteWriter writer =
      WriterFor(tools, result.subject, outcome.written.file, outcome.written.findings_file,
                outcome.fingerprint, result.standing);
  const SuiteWriter::Files files = writer.Write(outcome.written.suite);
  outcome.written.texts.clear();
  for (std::string* file : {&outcome.written.file, &outcome.written.findings_file}) {
    if (file->empty()) continue;  // there was no test for it before, either
    const auto text = files.texts.find(*file);
    if (text != files.texts.end()) {
      tools.files.Write(*file, text->second);
      outcome.written.texts.insert(*text);
    } else {
      tools.files.Remove(*file);
      file->clear();
    }
  }
  const bool is_json = tools.options.render.style == render::Style::kJson;
  tools.files.RemoveUnedited(outcome.module,
                             is_json ? render::FileKind::kTests : render::FileKind::kSuite);
  outcome.findings.clear();
  outcome.written.kept = 0;
  for (std::size_t i = 0; i < outcome.written.suite.size(); ++i) {
    model::GeneratedTest& test = outcome.written.suite[i];
    const render::RenderedTest& rendered = files.tests[i].rendered;
    outcome.written.tests[i].file = files.tests[i].file;
    outcome.written.tests[i].name = rendered.name;
    outcome.written.tests[i].line = rendered.line;
    outcome.written.kept += test.name.empty() ? 0 : 1;
    test.name = rendered.name;
    if (test.is_finding) {
      outcome.findings.push_back({rendered.name, rendered.call, test.verdict,
                                  test.exception.value_or(model::RaisedException{})});
    }
  }
  outcome.written.json = render::SuiteToJson(result.subject, outcome.written.suite);
}

}  // namespace skua::campaign
