// The frames of tests and traces, there and back, whole and broken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "protocol/batch.h"
#include "protocol/trace_frame.h"
#include "support/sample_subject.h"

namespace skua::protocol {
namespace {

using model::StatementKind;
using model::Trace;
using model::ValueKind;
using testing::SampleSubject;
using testing::TestCaseBuilder;

std::string_view BodyOf(std::string_view frame) { return frame.substr(kHeaderSize); }

FrameHeader HeaderOf(const std::string& frame) {
  char bytes[kHeaderSize];
  frame.copy(bytes, kHeaderSize);
  return ParseHeader(bytes);
}

// Every kind of statement.
model::TestCase AllStatements() {
  TestCaseBuilder it;
  const auto none = it.None();
  const auto number = it.Int(-5);
  model::Statement large{.kind = StatementKind::kInt, .text = "123456789012345678901234567890"};
  it.Add(large);
  it.Bool(true);
  it.Float(-0.0);
  model::Statement complex{.kind = StatementKind::kComplex, .real = 1.5, .imaginary = -2};
  it.Add(complex);
  const auto text = it.Str("Grüße\n");
  it.Text(StatementKind::kBytes, std::string("\0\xff", 2));
  for (const auto kind : {StatementKind::kList, StatementKind::kTuple, StatementKind::kSet,
                          StatementKind::kFrozenSet, StatementKind::kDict}) {
    it.Collection(kind, {none, number});
  }
  it.Member(testing::kZoneClass, 1);
  it.ClassItself(testing::kRowClass);
  const auto table = it.Call(testing::kRateTable, {{0, text}});
  it.Call(testing::kAdd, {{0, number}, {1, number}}, {table});
  it.Call(testing::kQuote, {{0, number}, {3, none}});
  it.Function(testing::kPriceFor, {table});
  it.Lambda({number});
  it.Lambda();
  model::Statement lazy{.kind = StatementKind::kLazy, .integer = 42};
  it.Add(lazy);
  return it.test();
}

TEST(BatchFrame, ComesBackAsItWas) {
  const model::Subject subject = SampleSubject();
  const std::vector<model::TestCase> tests = {AllStatements(), {}, AllStatements()};
  BatchOptions options{.time_limit_us = 1234,
                       .probe_limit = 99,
                       .active_mutant = 3,
                       .flush_each = true,
                       .collect_operands = false};
  std::string frame = "before";
  WriteBatch(FrameKind::kObserve, tests, subject, options, frame);
  frame.erase(0, 6);
  EXPECT_EQ(HeaderOf(frame).kind, static_cast<uint16_t>(FrameKind::kObserve));
  EXPECT_EQ(HeaderOf(frame).length, frame.size() - kHeaderSize);

  BatchReader reader(BodyOf(frame));
  EXPECT_EQ(reader.options().time_limit_us, 1234u);
  EXPECT_EQ(reader.options().probe_limit, 99u);
  EXPECT_EQ(reader.options().active_mutant, 3u);
  EXPECT_TRUE(reader.options().flush_each);
  EXPECT_FALSE(reader.options().collect_operands);
  ASSERT_EQ(reader.tests(), tests.size());
  WireStatement read;
  for (const model::TestCase& test : tests) {
    ASSERT_EQ(reader.BeginTest(), test.size());
    for (std::size_t i = 0; i < test.size(); ++i) {
      const model::Statement& written = test.statements[i];
      reader.ReadStatement(read);
      ASSERT_EQ(read.kind, written.kind) << i;
      EXPECT_TRUE(std::ranges::equal(read.operands, written.operands)) << i;
      EXPECT_EQ(read.text_form, written.kind == StatementKind::kInt && !written.text.empty());
      if (!written.text.empty()) {
        EXPECT_EQ(read.text, written.text) << i;
      }
      if (read.kind == StatementKind::kInt && !read.text_form) {
        EXPECT_EQ(read.integer, written.integer);
      }
      if (read.kind == StatementKind::kBool || read.kind == StatementKind::kLazy ||
          read.kind == StatementKind::kEnumMember) {
        EXPECT_EQ(read.integer, written.integer);
      }
      if (read.kind == StatementKind::kFloat || read.kind == StatementKind::kComplex) {
        EXPECT_EQ(read.real, written.real);
        EXPECT_EQ(std::signbit(read.real), std::signbit(written.real));
      }
      if (read.kind == StatementKind::kComplex) {
        EXPECT_EQ(read.imaginary, written.imaginary);
      }
      if (read.kind != StatementKind::kCall) continue;
      EXPECT_EQ(read.target, written.target);
      const model::Callable& callable = subject.callables[written.target];
      EXPECT_EQ(read.has_receiver, model::HasReceiver(callable));
      ASSERT_EQ(read.arguments.size(), written.parameters.size());
      for (std::size_t a = 0; a < read.arguments.size(); ++a) {
        EXPECT_EQ(read.arguments[a].parameter, written.parameters[a]);
        EXPECT_EQ(read.arguments[a].passing, model::PassingOf(callable, written, a));
      }
    }
  }
}

// Reads a whole batch, as a worker does.
void Walk(std::string_view body) {
  BatchReader reader(body);
  WireStatement statement;
  for (uint32_t test = 0; test < reader.tests(); ++test) {
    for (uint16_t left = reader.BeginTest(); left > 0; --left) reader.ReadStatement(statement);
  }
}

TEST(BatchFrame, IsRefusedWhenItEndsTooEarlyOrNamesAnUnknownStatement) {
  const model::TestCase test = AllStatements();
  std::string frame;
  WriteBatch(FrameKind::kBatch, {&test, 1}, SampleSubject(), {}, frame);
  const std::string_view body = BodyOf(frame);
  EXPECT_NO_THROW(Walk(body));
  for (std::size_t size = 0; size < body.size(); ++size) {
    EXPECT_THROW(Walk(body.substr(0, size)), WireError) << size;
  }
  constexpr std::size_t kFirstStatement = 4 + 4 + 4 + 1 + 4 + 2;
  std::string unknown(body);
  unknown[kFirstStatement] = 0x7f;
  EXPECT_THROW(Walk(unknown), WireError);
}

model::Value Text(ValueKind kind, std::string text) {
  return {.kind = kind, .text = std::move(text)};
}

Trace FullTrace() {
  Trace trace{
      .verdict = model::Verdict::kRaised,
      .executed_statements = 7,
      .nanoseconds = uint64_t{1} << 40,
      .cost = {1, 2, 3, 0xffffffff},
      .code_objects = {0, 3},
      .predicates = {{1, 0, std::numeric_limits<double>::infinity()}, {4, 2.5, 0}},
      .operands = {{1, testing::IntValue(-7), Text(ValueKind::kInt, "12345678901234567890")},
                   {4, testing::FloatValue(0.25), Text(ValueKind::kBytes, "\xff")},
                   {4, testing::NoneValue(), testing::BoolValue(true)}},
      .result_classes = {model::kNoIndex, 2},
      .result_values = {model::ValueClass::kNaN, model::ValueClass::kOther},
      .exception = "builtins:KeyError",
      .raised_in = "quote",
      .raised_at = 12,
      .reached_out = true,
      .left_state = true};
  model::LazyUse& use = trace.lazy_uses.emplace_back();
  use.variable = 5;
  use.operations = model::LazyUse::kTruth | model::LazyUse::kIndexed;
  use.operands = {testing::StrValue("key"), testing::IntValue(3)};
  use.classes = {1};
  use.builtins = model::LazyUse::kInt;
  use.given = testing::StrValue("given");
  model::LazyUse& part = trace.lazy_uses.emplace_back();
  part.parent = 0;
  part.part = model::LazyUse::Part::kAttribute;
  part.name = "size";
  part.key = testing::IntValue(1);
  return trace;
}

void ExpectEqual(const Trace& a, const Trace& b) {
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.executed_statements, b.executed_statements);
  EXPECT_EQ(a.nanoseconds, b.nanoseconds);
  EXPECT_EQ(a.cost, b.cost);
  EXPECT_EQ(a.code_objects, b.code_objects);
  ASSERT_EQ(a.predicates.size(), b.predicates.size());
  for (std::size_t i = 0; i < a.predicates.size(); ++i) {
    EXPECT_EQ(a.predicates[i].predicate, b.predicates[i].predicate);
    EXPECT_EQ(a.predicates[i].to_true, b.predicates[i].to_true);
    EXPECT_EQ(a.predicates[i].to_false, b.predicates[i].to_false);
  }
  ASSERT_EQ(a.operands.size(), b.operands.size());
  for (std::size_t i = 0; i < a.operands.size(); ++i) {
    EXPECT_EQ(a.operands[i].predicate, b.operands[i].predicate);
    EXPECT_EQ(a.operands[i].left, b.operands[i].left);
    EXPECT_EQ(a.operands[i].right, b.operands[i].right);
  }
  EXPECT_EQ(a.result_classes, b.result_classes);
  EXPECT_EQ(a.result_values, b.result_values);
  EXPECT_EQ(a.exception, b.exception);
  EXPECT_EQ(a.raised_in, b.raised_in);
  EXPECT_EQ(a.raised_at, b.raised_at);
  EXPECT_EQ(a.reached_out, b.reached_out);
  EXPECT_EQ(a.left_state, b.left_state);
  ASSERT_EQ(a.lazy_uses.size(), b.lazy_uses.size());
  for (std::size_t i = 0; i < a.lazy_uses.size(); ++i) {
    const model::LazyUse &one = a.lazy_uses[i], &other = b.lazy_uses[i];
    EXPECT_EQ(one.parent, other.parent);
    EXPECT_EQ(one.part, other.part);
    EXPECT_EQ(one.variable, other.variable);
    EXPECT_EQ(one.name, other.name);
    EXPECT_EQ(one.key, other.key);
    EXPECT_EQ(one.operations, other.operations);
    EXPECT_EQ(one.operands, other.operands);
    EXPECT_EQ(one.classes, other.classes);
    EXPECT_EQ(one.builtins, other.builtins);
    EXPECT_EQ(one.given, other.given);
  }
}

std::string FrameOf(uint32_t first_test, const std::vector<Trace>& traces) {
  std::string frame;
  TraceWriter writer(frame);
  writer.Begin(first_test);
  for (const Trace& trace : traces) writer.Add(trace);
  writer.End();
  return frame;
}

TEST(TraceFrame, ComesBackAsItWas) {
  const std::string frame = FrameOf(7, {FullTrace(), Trace{}});
  EXPECT_EQ(HeaderOf(frame).kind, static_cast<uint16_t>(FrameKind::kTraces));
  EXPECT_EQ(HeaderOf(frame).length, frame.size() - kHeaderSize);
  std::vector<Trace> traces(3);
  traces[2].exception = "of another frame";
  EXPECT_EQ(ReadTraces(BodyOf(frame), 7, traces), 2u);
  ExpectEqual(traces[0], FullTrace());
  ExpectEqual(traces[1], Trace{});
  EXPECT_EQ(traces[2].exception, "of another frame");
}

TEST(TraceFrame, LeavesNothingOfWhatWasInItsPlace) {
  std::vector<Trace> traces = {FullTrace()};
  ReadTraces(BodyOf(FrameOf(0, {Trace{}})), 0, traces);
  ExpectEqual(traces[0], Trace{});
}

TEST(TraceFrame, IsRefusedWhenItEndsTooEarlyOrHoldsMoreThanWasAskedFor) {
  const std::string frame = FrameOf(0, {FullTrace()});
  const std::string_view body = BodyOf(frame);
  for (std::size_t size = 0; size < body.size(); ++size) {
    std::vector<Trace> traces(1);
    EXPECT_THROW(ReadTraces(body.substr(0, size), 0, traces), WireError) << size;
  }
  std::vector<Trace> traces(1);
  EXPECT_THROW(ReadTraces(std::string(body) + '\0', 0, traces), WireError);
  EXPECT_THROW(ReadTraces(BodyOf(FrameOf(0, {})), 0, traces), WireError);
  EXPECT_THROW(ReadTraces(BodyOf(FrameOf(0, {Trace{}, Trace{}})), 0, traces), WireError);
}

TEST(TraceFrame, IsRefusedWhenItAnswersForOtherTests) {
  std::vector<Trace> traces(2);
  EXPECT_THROW(ReadTraces(BodyOf(FrameOf(0, {Trace{}})), 1, traces), WireError);
  EXPECT_THROW(ReadTraces(BodyOf(FrameOf(2, {Trace{}})), 1, traces), WireError);
}

// What a few bytes stand for may take much memory.
TEST(TraceFrame, IsRefusedWhenItHoldsMoreThanATestLeaves) {
  const auto is_refused = [](const Trace& trace) {
    std::vector<Trace> traces(1);
    try {
      ReadTraces(BodyOf(FrameOf(0, {trace})), 0, traces);
      return false;
    } catch (const WireError&) {
      return true;
    }
  };
  Trace trace;
  trace.operands.resize(kMostOperandPairs);
  trace.lazy_uses.resize(kMostLazyUses);
  trace.lazy_uses[0].operands.resize(kMostLazyOperands);
  trace.lazy_uses[0].classes.resize(kMostLazyClasses);
  EXPECT_FALSE(is_refused(trace));
  for (const auto add : {+[](Trace& it) { it.operands.emplace_back(); },
                         +[](Trace& it) { it.lazy_uses.emplace_back(); },
                         +[](Trace& it) { it.lazy_uses[0].operands.emplace_back(); },
                         +[](Trace& it) { it.lazy_uses[0].classes.emplace_back(); }}) {
    Trace more = trace;
    add(more);
    EXPECT_TRUE(is_refused(more));
  }
}

TEST(FrameHeader, IsRefusedByItsKindAndSize) {
  const auto parse = [](FrameKind kind, uint32_t length) {
    std::string frame;
    Writer out(frame);
    const std::size_t place = out.BeginFrame(kind);
    out.Patch(place + 8, length);
    return HeaderOf(frame).length;
  };
  for (const FrameKind kind : {FrameKind::kControl, FrameKind::kBatch, FrameKind::kTraces,
                               FrameKind::kObserve, FrameKind::kObservation, FrameKind::kRetire}) {
    EXPECT_EQ(parse(kind, LargestBody(kind)), LargestBody(kind));
    EXPECT_THROW(parse(kind, LargestBody(kind) + 1), WireError);
  }
  EXPECT_THROW(parse(static_cast<FrameKind>(0), 0), WireError);
  EXPECT_THROW(parse(static_cast<FrameKind>(7), 0), WireError);
}

}  // namespace
}  // namespace skua::protocol
