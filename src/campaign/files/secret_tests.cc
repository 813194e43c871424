#include "campaign/files/secret_tests.h"

#include <algorithm>
#include <utility>

namespace skua::campaign {
namespace {

bool HoldsSecret(const SuiteWriter& writer, const TestFiles& files, const model::Suite& suite) {
  const SuiteWriter::Files written = writer.Write(suite);
  return std::ranges::any_of(written.texts,
                             [&](const auto& file) { return files.HoldsSecret(file.second); });
}

}  // namespace

model::Suite TakeSecretTests(const SuiteWriter& writer, const TestFiles& files,
                             model::Suite& suite) {
  model::Suite taken;
  if (!files.KeepsSecrets() || suite.empty() || !HoldsSecret(writer, files, suite)) return taken;
  model::Suite kept;
  for (model::GeneratedTest& test : suite) {
    const bool is_secret = HoldsSecret(writer, files, {test});
    (is_secret ? taken : kept).push_back(std::move(test));
  }
  suite = std::move(kept);
  return taken;
}

}  // namespace skua::campaign
