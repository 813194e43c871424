#include "render/module/style.h"

#include <stdexcept>
#include <utility>

#include "render/file/suite_file.h"
#include "render/module/unittest_module.h"

namespace skua::render {

Style StyleFromName(std::string_view name) {
  if (name == "pytest") return Style::kPytest;
  if (name == "unittest") return Style::kUnittest;
  if (name == "json") return Style::kJson;
  throw std::logic_error("no such style: " + std::string(name));
}

RenderedModule RenderTests(const model::Subject& subject, const model::Suite& suite,
                           const RenderOptions& options) {
  return options.style == Style::kUnittest ? RenderUnittest(subject, suite, options)
                                           : RenderPytest(subject, suite, options);
}

FileKind FileKindOf(Style style) {
  return style == Style::kJson ? FileKind::kSuite : FileKind::kTests;
}

std::string TextToWrite(const model::Subject& subject, const model::Suite& suite,
                        const RenderOptions& options, std::string verified,
                        std::string_view standing) {
  return options.style == Style::kJson ? RenderSuiteFile(subject, suite, options, standing)
                                       : std::move(verified);
}

}  // namespace skua::render
