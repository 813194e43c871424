#include "campaign/files/suite_writer.h"

#include <filesystem>
#include <utility>

#include "render/module/findings_module.h"
#include "render/module/standing_module.h"
#include "render/module/style.h"

namespace skua::campaign {
namespace {

// The name under which pytest finds the file in a folder of its own.
std::string RunnableName(const std::string& path) {
  return std::filesystem::path(path).filename().replace_extension(".py").string();
}

}  // namespace

render::RenderedModule SuiteWriter::Render(const model::Suite& suite, render::FileKind kind) const {
  const bool of_findings = kind == render::FileKind::kFindings;
  if (!of_findings && standing_.only_marked) return RenderBesideMarked(suite);
  const auto& standing = of_findings ? standing_.findings : standing_.tests;
  if (standing) return render::RenderInto(*standing, subject_, suite, options_, kind);
  return of_findings ? render::RenderFindings(subject_, suite, options_)
                     : render::RenderTests(subject_, suite, options_);
}

render::RenderedModule SuiteWriter::RenderBesideMarked(const model::Suite& tests) const {
  // The writer knows nothing of a marked test but its name.
  model::Suite all = tests;
  for (model::GeneratedTest& test : all) test.name.clear();
  for (std::string& name : standing_.tests->Tests()) {
    model::GeneratedTest marked;
    marked.name = std::move(name);
    all.push_back(std::move(marked));
  }
  render::RenderedModule module =
      render::RenderInto(*standing_.tests, subject_, all, options_, render::FileKind::kTests);
  module.tests.resize(tests.size());
  return module;
}

SuiteWriter::Files SuiteWriter::WriteRunnable(const model::Suite& suite) const {
  model::Suite parts[2];  // [0]: tests, [1]: findings
  for (const model::GeneratedTest& test : suite) parts[test.is_finding].push_back(test);
  render::RenderedModule rendered[2];
  if (!parts[0].empty() || standing_.only_marked)
    rendered[0] = Render(parts[0], render::FileKind::kTests);
  if (!parts[1].empty()) rendered[1] = Render(parts[1], render::FileKind::kFindings);
  Files files;
  std::size_t next[2] = {0, 0};
  for (const model::GeneratedTest& test : suite) {
    const bool finding = test.is_finding;
    files.tests.push_back({finding ? findings_file_ : tests_file_,
                           std::move(rendered[finding].tests[next[finding]++])});
  }
  if (!rendered[0].text.empty()) files.texts[tests_file_] = std::move(rendered[0].text);
  if (!parts[1].empty()) files.texts[findings_file_] = std::move(rendered[1].text);
  return files;
}

SuiteWriter::Files SuiteWriter::Write(const model::Suite& suite) const {
  Files files = WriteRunnable(suite);
  if (files.texts.contains(tests_file_) || !standing_.suite.empty()) {
    model::Suite named = suite;
    for (std::size_t i = 0; i < named.size(); ++i) named[i].name = files.tests[i].rendered.name;
    std::string& text = files.texts[tests_file_];
    text = render::TextToWrite(subject_, named, options_, std::move(text), standing_.suite);
  }
  return files;
}

oracle::WrittenSuite SuiteWriter::WriteForVerification(const model::Suite& suite) const {
  Files files = WriteRunnable(suite);
  oracle::WrittenSuite written;
  for (auto& [file, text] : files.texts) written.files[RunnableName(file)] = std::move(text);
  for (Test& test : files.tests) {
    written.tests.push_back({RunnableName(test.file), std::move(test.rendered.name),
                             test.rendered.line, std::move(test.rendered.assertion_lines)});
  }
  return written;
}

}  // namespace skua::campaign
