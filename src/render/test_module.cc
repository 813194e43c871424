#include "render/test_module.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/definitions.h"
#include "render/environment_text.h"
#include "render/exception_text.h"
#include "render/file_header.h"
#include "render/layout.h"
#include "render/test_body.h"
#include "render/test_name.h"

namespace skua::render {

RenderedModule RenderPytest(const model::Subject& subject, const model::Suite& suite,
                            const RenderOptions& options) {
  std::set<std::string> first_party = options.first_party;
  first_party.insert(subject.module.name.substr(0, subject.module.name.find('.')));
  Imports imports(std::move(first_party));
  Definitions definitions(subject, imports);
  // Once for the names that the tests import: no variable may take one of them.
  for (const model::GeneratedTest& test : suite) {
    RenderDecorator(test, imports);
    RenderBody(subject, test, imports, definitions);
  }

  const FileHeader header{options.version, subject.module.name, options.fingerprint, true};
  RenderedModule module;
  std::string& text = module.text;
  text = HeaderText(header);
  if (const std::string lines = imports.Text(); !lines.empty()) text += "\n" + lines;
  text += definitions.Text();
  const std::vector<std::string> names = NameTests(subject, suite);
  auto next_line = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    const std::string decorator = RenderDecorator(suite[i], imports);
    const std::string above = "\n\n" + (decorator.empty() ? "" : LayOut(decorator, 0));
    TestBody body = RenderBody(subject, suite[i], imports, definitions);
    RenderedTest rendered;
    rendered.name = names[i];
    rendered.line = next_line + static_cast<uint32_t>(std::count(above.begin(), above.end(), '\n'));
    rendered.call = std::move(body.call);
    for (const uint32_t line : body.assertion_lines) {
      rendered.assertion_lines.push_back(line == 0 ? 0 : rendered.line + line);
    }
    const std::string function =
        fmt::format("{}def {}({}):\n{}", above, names[i], FixturesOf(subject, suite[i]), body.text);
    next_line += static_cast<uint32_t>(std::count(function.begin(), function.end(), '\n'));
    text += function;
    module.tests.push_back(std::move(rendered));
  }
  text = Sealed(std::move(text), header);
  return module;
}

}  // namespace skua::render
