// An archived suite, which the state holds, or a file of a person's. What is taken of it fits the
// subject, and written and read again it says the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/fuzz.h"
#include "model/test_case.h"
#include "render/file/suite_json.h"
#include "support/sample_subject.h"

using skua::fuzz::Require;
namespace model = skua::model;
namespace render = skua::render;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  static const model::Subject subject = skua::testing::SampleSubject();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const render::ArchivedSuite archived = render::SuiteFromJson(text, subject);
  for (const model::GeneratedTest& test : archived.suite) {
    model::CheckWellFormed(test.test, subject);
    for (const model::Assertion& assertion : test.assertions) {
      Require(assertion.after_statement < test.test.size());
      Require(assertion.variable < test.test.size());
    }
  }
  const std::string written = render::SuiteToJson(subject, archived.suite);
  const render::ArchivedSuite again = render::SuiteFromJson(written, subject);
  Require(again.readable && again.dropped.empty());
  Require(render::SuiteToJson(subject, again.suite) == written);
  for (const model::TestCase& object : render::ObjectsFromJson(text, subject)) {
    model::CheckWellFormed(object, subject);
  }
  if (archived.readable && !archived.suite.empty()) skua::fuzz::Believe();
  return 0;
}
