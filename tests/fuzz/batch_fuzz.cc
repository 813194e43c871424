// What the engine sends a child to execute, as the body of a frame. No text lies outside of it, and
// what it holds is walked to its end.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/fuzz.h"
#include "protocol/batch.h"

using skua::fuzz::Require;
namespace protocol = skua::protocol;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  try {
    protocol::BatchReader batch(body);
    protocol::WireStatement statement;
    for (uint32_t test = 0; test < batch.tests(); ++test) {
      const uint16_t statements = batch.BeginTest();
      for (uint16_t i = 0; i < statements; ++i) {
        statement.text = {};
        batch.ReadStatement(statement);
        Require(statement.operands.size() * sizeof(skua::model::VariableIndex) <= size);
        Require(statement.arguments.size() <= statement.operands.size());
        Require(statement.text.empty() ||
                (statement.text.data() >= body.data() &&
                 statement.text.data() + statement.text.size() <= body.data() + body.size()));
      }
    }
    skua::fuzz::Believe();
  } catch (const protocol::WireError&) {
  }
  return 0;
}
