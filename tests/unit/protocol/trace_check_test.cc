#include "protocol/trace_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "protocol/wire.h"
#include "support/error_of.h"
#include "support/sample_subject.h"

namespace skua::protocol {
namespace {

using model::LazyUse;
using model::Trace;
using model::ValueKind;
using model::Verdict;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

model::Subject Subject() {
  model::Subject subject = testing::SampleSubject();
  subject.code_objects.resize(3);
  subject.code_objects[0].kind = model::CodeObjectKind::kFunction;
  subject.code_objects[2].kind = model::CodeObjectKind::kComprehension;
  subject.predicates.resize(4);
  return subject;
}

// An argument that finds out what it must be, a number, and a call of both.
model::TestCase Test() {
  testing::TestCaseBuilder it;
  model::Statement lazy{.kind = model::StatementKind::kLazy};
  const auto argument = it.Add(lazy);
  const auto number = it.Int(3);
  it.Call(testing::kQuote, {{0, argument}, {1, number}});
  return it.test();
}

Trace Full() {
  Trace trace{.verdict = Verdict::kPassed, .executed_statements = 3, .code_objects = {0, 2}};
  trace.cost.calls = 1;  // a comprehension is not called
  trace.predicates = {{1, 0, kInfinity}, {3, 2.5, 0}};
  trace.operands = {{1, testing::IntValue(-7), testing::StrValue("a")}};
  trace.result_classes = {model::kNoIndex, model::kNoIndex, 1};
  trace.result_values.assign(3, model::ValueClass::kNone);
  LazyUse& use = trace.lazy_uses.emplace_back();
  use.operations = LazyUse::kTruth | LazyUse::kClassAsked;
  use.builtins = LazyUse::kType;
  use.classes = {3};
  use.operands = {testing::FloatValue(NAN)};
  LazyUse& part = trace.lazy_uses.emplace_back();
  part.parent = 0;
  part.part = LazyUse::Part::kAttribute;
  part.name = "size";
  part.given = testing::BoolValue(true);
  return trace;
}

std::string ErrorOfTrace(const Trace& trace) {
  return test::ErrorOf<WireError>([&] { CheckTrace(trace, Test(), Subject()); });
}

TEST(TraceCheck, TakesWhatWorkersTell) {
  EXPECT_EQ(ErrorOfTrace(Full()), "no error");
  Trace trace;
  for (const Verdict verdict : {Verdict::kRaised, Verdict::kTimedOut, Verdict::kOutOfMemory}) {
    trace.verdict = verdict;
    EXPECT_EQ(ErrorOfTrace(trace), "no error");
  }
  trace = Full();
  trace.verdict = Verdict::kTimedOut;
  EXPECT_EQ(ErrorOfTrace(trace), "no error");
  trace = Full();
  trace.operands[0].left.text = "-123456789012345678901234567890";
  EXPECT_EQ(ErrorOfTrace(trace), "no error");
}

TEST(TraceCheck, RefusesWhatDoesNotFitTestAndSubject) {
  using Damage = void (*)(Trace&);
  const std::pair<const char*, Damage> changes[] = {
      {"crashed", [](Trace& it) { it.verdict = Verdict::kCrashed; }},
      {"not run", [](Trace& it) { it.verdict = Verdict::kNotRun; }},
      {"more than a day", [](Trace& it) { it.nanoseconds = 86'400'000'000'001; }},
      {"no verdict", [](Trace& it) { it.verdict = static_cast<Verdict>(200); }},
      {"passed in part",
       [](Trace& it) {
         it.executed_statements = 2;
         it.result_classes.pop_back();
         it.result_values.pop_back();
       }},
      {"raised behind the end", [](Trace& it) { it.verdict = Verdict::kRaised; }},
      {"out of memory behind the end", [](Trace& it) { it.verdict = Verdict::kOutOfMemory; }},
      {"more than all",
       [](Trace& it) {
         it.verdict = Verdict::kTimedOut;
         it.executed_statements = 4;
         it.result_classes.push_back(0);
         it.result_values.push_back(model::ValueClass::kNone);
       }},
      {"fewer results", [](Trace& it) { it.result_classes.pop_back(); }},
      {"more results", [](Trace& it) { it.result_classes.push_back(0); }},
      {"fewer values", [](Trace& it) { it.result_values.pop_back(); }},
      {"more values", [](Trace& it) { it.result_values.push_back(model::ValueClass::kNone); }},
      {"unknown value",
       [](Trace& it) { it.result_values[0] = static_cast<model::ValueClass>(10); }},
      {"unknown class", [](Trace& it) { it.result_classes[0] = 4; }},
      {"entered without a call", [](Trace& it) { it.cost.calls = 0; }},
      {"unknown code object", [](Trace& it) { it.code_objects[1] = 3; }},
      {"disorder of code objects",
       [](Trace& it) {
         it.code_objects = {2, 0};
       }},
      {"a code object twice",
       [](Trace& it) {
         it.code_objects = {2, 2};
       }},
      {"unknown predicate", [](Trace& it) { it.predicates[1].predicate = 4; }},
      {"a predicate twice", [](Trace& it) { it.predicates[1].predicate = 1; }},
      {"a distance below 0", [](Trace& it) { it.predicates[0].to_false = -1; }},
      {"a distance of minus infinity", [](Trace& it) { it.predicates[0].to_true = -kInfinity; }},
      {"a distance of NaN", [](Trace& it) { it.predicates[0].to_true = NAN; }},
      {"operands of no predicate", [](Trace& it) { it.operands[0].predicate = 4; }},
      {"digits that are code", [](Trace& it) { it.operands[0].left.text = "1+f()"; }},
      {"no digits", [](Trace& it) { it.operands[0].left.text = "-"; }},
      {"a long text", [](Trace& it) { it.operands[0].right.text.assign(300, 'a'); }},
      {"half a truth", [](Trace& it) { it.lazy_uses[1].given.integer = 2; }},
      {"a truth in words", [](Trace& it) { it.lazy_uses[1].given.text = "1"; }},
      {"an argument that is none", [](Trace& it) { it.lazy_uses[0].variable = 1; }},
      {"an argument beyond", [](Trace& it) { it.lazy_uses[0].variable = 3; }},
      {"an argument of another", [](Trace& it) { it.lazy_uses[0].parent = 0; }},
      {"a part of itself", [](Trace& it) { it.lazy_uses[1].parent = 1; }},
      {"a part of nothing", [](Trace& it) { it.lazy_uses[1].parent = model::kNoIndex; }},
      {"an unknown part", [](Trace& it) { it.lazy_uses[1].part = static_cast<LazyUse::Part>(5); }},
      {"an unknown operation", [](Trace& it) { it.lazy_uses[0].operations = 1u << 21; }},
      {"an unknown builtin", [](Trace& it) { it.lazy_uses[0].builtins = 1u << 13; }},
      {"a class that is none", [](Trace& it) { it.lazy_uses[0].classes = {4}; }},
  };
  for (const auto& [name, change] : changes) {
    Trace trace = Full();
    change(trace);
    EXPECT_NE(ErrorOfTrace(trace), "no error") << name;
  }
}

}  // namespace
}  // namespace skua::protocol
