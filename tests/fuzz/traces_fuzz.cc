// What executing tests showed. The input is
//   code objects, predicates, classes:u16 of the subject  tests:u8
//   for each test {statements:u8 lazy:u64}   (the bits of the statements that are lazy arguments)
//   and the body of a frame of traces.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz.h"
#include "protocol/trace_check.h"
#include "protocol/trace_frame.h"

using skua::fuzz::Require;
namespace model = skua::model;
namespace protocol = skua::protocol;

namespace {

// Larger subjects and tests would only take time.
constexpr std::size_t kMostOfAKind = 512;
constexpr std::size_t kMostStatements = 64;

model::TestCase TestOf(protocol::Reader& in) {
  model::TestCase test;
  test.statements.resize(in.Get<uint8_t>() % kMostStatements);
  const auto lazy = in.Get<uint64_t>();
  for (std::size_t i = 0; i < test.size(); ++i) {
    const bool is_lazy = (lazy >> i & 1) != 0;
    test.statements[i].kind = is_lazy ? model::StatementKind::kLazy : model::StatementKind::kNone;
  }
  return test;
}

std::string Written(uint32_t first_test, std::span<const model::Trace> traces) {
  std::string frame;
  protocol::TraceWriter writer(frame);
  writer.Begin(first_test);
  for (const model::Trace& trace : traces) writer.Add(trace);
  writer.End();
  return frame.substr(protocol::kHeaderSize);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  try {
    protocol::Reader in(std::string_view(reinterpret_cast<const char*>(data), size));
    model::Subject subject;
    subject.code_objects.resize(in.Get<uint16_t>() % kMostOfAKind);
    subject.predicates.resize(in.Get<uint16_t>() % kMostOfAKind);
    subject.classes.resize(in.Get<uint16_t>() % kMostOfAKind);
    std::vector<model::TestCase> tests(in.Get<uint8_t>());
    for (model::TestCase& test : tests) test = TestOf(in);
    const std::string_view body = in.TakeRest();
    std::vector<model::Trace> traces(tests.size());
    const auto first_test = protocol::Reader(body).Get<uint32_t>();
    const std::size_t count = protocol::ReadTraces(body, first_test, traces);
    Require(0 < count && count <= tests.size());
    traces.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      protocol::CheckTrace(traces[i], tests[i], subject);
      Require(traces[i].executed_statements <= tests[i].size());
    }
    // Written and read again they say the same.
    const std::string written = Written(first_test, traces);
    std::vector<model::Trace> again(count);
    Require(protocol::ReadTraces(written, first_test, again) == count);
    Require(Written(first_test, again) == written);
    skua::fuzz::Believe();
  } catch (const protocol::WireError&) {
  }
  return 0;
}
