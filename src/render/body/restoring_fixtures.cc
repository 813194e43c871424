#include "render/body/restoring_fixtures.h"

#include <fmt/format.h>

#include "render/body/environment_text.h"
#include "render/body/restored_text.h"
#include "render/python/layout.h"
#include "render/python/literal.h"
#include "render/python/naming.h"

namespace skua::render {
namespace {

// Returns "restored_calls" for a name `_calls`.
std::string FixtureName(const model::GeneratedTest& test) {
  const model::RestoredState* only = nullptr;
  for (const model::RestoredState& restored : test.restored) {
    if (restored.by == model::RestoredBy::kDatabase) continue;
    if (only != nullptr) return "restored_state";
    only = &restored;
  }
  if (only->by == model::RestoredBy::kFolder) return "restored_folder";
  if (only->by == model::RestoredBy::kApart) return "own_folder";
  const std::string name = SnakeCase(only->path.substr(only->path.rfind('.') + 1));
  if (only->by == model::RestoredBy::kAbsent || only->by == model::RestoredBy::kUnset) {
    return "without_" + name;
  }
  return "restored_" + (name.empty() ? "state" : name);
}

}  // namespace

std::vector<std::string> RestoringLines(const model::Subject& subject,
                                        const model::GeneratedTest& test, Imports& imports) {
  std::vector<std::string> lines;
  for (const model::RestoredState& restored : test.restored) {
    if (restored.by == model::RestoredBy::kDatabase) continue;  // the fixture `db` restores it
    if (restored.by == model::RestoredBy::kFolder) {
      lines.emplace_back("monkeypatch.chdir(\".\")");
      continue;
    }
    if (restored.by == model::RestoredBy::kAbsent) {
      lines.push_back(fmt::format("monkeypatch.setitem({}.modules, {}, None)",
                                  imports.Module("sys"), AbsentPackage(restored)));
      continue;
    }
    if (const auto callable = CallableSaying(restored)) {
      lines.push_back(EnvironmentText(*callable, SaidOf(restored), imports));
      continue;
    }
    const RestoredName name = RestoredText(restored, subject, imports);
    lines.push_back(fmt::format("monkeypatch.setattr({}, {}, {}{})", name.owner,
                                StrLiteral(name.name), name.value,
                                name.is_new ? ", raising=False" : ""));
  }
  return lines;
}

RestoringFixtures::RestoringFixtures(const model::Subject& subject, Imports& imports,
                                     Definitions& definitions)
    : subject_(subject), imports_(imports), definitions_(definitions) {}

void RestoringFixtures::Count(const model::GeneratedTest& test) {
  ++functions_[RestoringLines(subject_, test, imports_)];
}

std::string RestoringFixtures::For(const model::GeneratedTest& test) {
  const std::vector<std::string> lines = RestoringLines(subject_, test, imports_);
  if (lines.empty()) return "";
  std::string body;
  for (const std::string& line : lines) body += LayOut(line, 1, imports_.style().columns);
  return definitions_.Fixture(FixtureName(test), body, functions_[lines] > 1);
}

}  // namespace skua::render
