// What else follows from the records of the protocol: Python's types and tables, which the runtime
// uses, and JSON Schemas, by which its tests judge what it sends.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "model/written_classes.h"
#include "protocol/answer_record.h"
#include "protocol/observation_record.h"
#include "record/python.h"
#include "record/schema.h"
#include "support/golden.h"

namespace skua::protocol {
namespace {

std::string ClassTable(std::string_view name, bool if_plain) {
  std::string text = fmt::format("\n{} = frozenset(\n    {{\n", name);
  for (const model::WrittenClass& one : model::kWrittenClasses) {
    if (one.if_plain == if_plain) text += fmt::format("        \"{}:{}\",\n", one.module, one.name);
  }
  return text + "    }\n)\n";
}

TEST(PythonRecords, AreWhatTheRuntimeHas) {
  record::PythonWriter writer;
  writer.Add<LoadRecord>();
  writer.Add<ChildAnswer>();
  writer.Add<model::Observation>();
  const std::string text =
      "\"\"\"Types of the JSON that the engine reads, as src/protocol/*_record.h declares it.\n\n"
      "tests/unit/protocol/python_records_test.cc writes this file, with "
      "UPDATE_GOLDEN=1.\n\"\"\"\n\n"
      "# fmt: off\n"
      "from typing import Literal, TypedDict, Union\n" +
      writer.text() +
      "\n# Classes whose repr is a call that makes an equal object (model/written_classes.h).\n"
      "# fmt: on" +
      ClassTable("WRITTEN_AS_REPR", false) +
      "# Containers whose repr is such a call if all items are plain." +
      ClassTable("WRITTEN_IF_PLAIN", true);
  EXPECT_TRUE(testing::MatchesGolden(text, "../../src/runtime/skua_runtime/records.py"));
}

TEST(ProtocolSchemas, AreWhatTheRuntimesTestsUse) {
  EXPECT_TRUE(testing::MatchesGoldenJson(record::SchemaOf<LoadRecord>("load").dump(1) + "\n", 1,
                                         "protocol/load.schema.json"));
  EXPECT_TRUE(
      testing::MatchesGoldenJson(record::SchemaOf<model::Observation>("observation").dump(1) + "\n",
                                 1, "protocol/observation.schema.json"));
}

}  // namespace
}  // namespace skua::protocol
