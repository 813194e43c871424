// A server's answer: to a load, as control.h describes it, or to a fork. Whatever is believed must
// come back as it was, and no index may point outside of its list.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/fuzz.h"
#include "protocol/control.h"
#include "protocol/subject_record.h"
#include "protocol/wire.h"
#include "record/reader.h"
#include "record/writer.h"

using skua::fuzz::Require;
namespace model = skua::model;
namespace protocol = skua::protocol;
namespace record = skua::record;

namespace {

// Written and read again it says the same. Texts of bytes that are no UTF-8 cannot be in JSON.
void CheckComesBack(const model::Subject& subject) {
  const record::Json written = record::Write(subject);
  Require(record::Write(record::Read<model::Subject>(written)) == written);
}

// What the engine does with a subject without looking again.
void UseIndices(const model::Subject& subject) {
  for (const model::CodeObject& code_object : subject.code_objects) {
    uint32_t depth = 0;
    for (auto at = code_object.parent; at != model::kNoIndex;
         at = subject.code_objects[at].parent) {
      Require(at < subject.code_objects.size() && ++depth <= subject.code_objects.size());
    }
  }
  for (const model::Callable& callable : subject.callables) {
    Require(callable.result < subject.types.size());
    if (callable.kind == model::CallableKind::kConstructor) {
      Require(callable.class_index < subject.classes.size());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const protocol::LoadAnswer answer = protocol::LoadAnswerFromJson(text, {"m", "m.py"});
    UseIndices(answer.subject);
    if (!answer.subject.types.empty()) CheckComesBack(answer.subject);
    for (const model::TestCase& seed : answer.seeds) model::CheckWellFormed(seed, answer.subject);
    for (const model::Mutant& mutant : answer.mutants) {
      Require(mutant.code_object < answer.subject.code_objects.size());
    }
    skua::fuzz::Believe();
  } catch (const protocol::WireError&) {
  }
  try {
    const protocol::ChildAnswer answer = protocol::ChildAnswerFromJson(text);
    Require(!answer.pid || *answer.pid > 0);
    skua::fuzz::Believe();
  } catch (const protocol::WireError&) {
  }
  return 0;
}
