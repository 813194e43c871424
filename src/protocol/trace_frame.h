// The body of kTraces: results of tests of a batch, in the batch's order. Has the writer, which
// reuses its buffer so that traces do not allocate, and the reader.
//
//   traces  = first_test:u32  count:u32  trace*  (first_test: tests that the child ran before)
//   trace   = verdict:u8  executed_statements:u16  nanoseconds:u64
//             loops:u32  calls:u32  objects:u32  statements:u32
//             list(code_object:u32)  list(predicate:u32 to_true:f64 to_false:f64)
//             list(predicate:u32 value value)  list(result_class:u32)  list(result_value:u8)
//             exception:text  raised_in:text  raised_at:u32
//             reached_out:u8  left_state:u8  list(use)
//   use     = parent:u32  part:u8  variable:u16  name:text  key:value  operations:u32  list(value)
//             list(class:u32)  builtins:u32  given:value
//   value   = kind:u8 (ValueKind of a primitive)  i64 | f64 | text | -    (an int outside i64:
//             text, with kind | kTextForm)
#pragma once

#include <span>

#include "model/trace.h"
#include "protocol/batch.h"
#include "protocol/trace_limits.h"
#include "protocol/wire.h"

namespace skua::protocol {

// Writes a value of kNone, kBool, kInt, kFloat, kStr or kBytes.
inline void WriteValue(Writer& out, const model::Value& value) {
  using model::ValueKind;
  const bool text_form = value.kind == ValueKind::kInt && !value.text.empty();
  out.Put(static_cast<uint8_t>(static_cast<uint8_t>(value.kind) | (text_form ? kTextForm : 0)));
  switch (value.kind) {
    case ValueKind::kBool:
    case ValueKind::kInt:
      text_form ? out.PutText(value.text) : out.Put(value.integer);
      break;
    case ValueKind::kFloat:
      out.Put(value.real);
      break;
    case ValueKind::kStr:
    case ValueKind::kBytes:
      out.PutText(value.text);
      break;
    default:
      break;
  }
}

inline void ReadValue(Reader& in, model::Value& value) {
  using model::ValueKind;
  const auto kind = in.Get<uint8_t>();
  value.kind = static_cast<ValueKind>(kind & ~kTextForm);
  value.text.clear();
  value.integer = 0;
  value.real = 0;
  switch (value.kind) {
    case ValueKind::kNone:
      return;
    case ValueKind::kBool:
    case ValueKind::kInt:
      if ((kind & kTextForm) != 0) {
        value.text = in.GetText();
      } else {
        value.integer = in.Get<int64_t>();
      }
      return;
    case ValueKind::kFloat:
      value.real = in.Get<double>();
      return;
    case ValueKind::kStr:
    case ValueKind::kBytes:
      value.text = in.GetText();
      return;
    default:
      throw WireError("an operand that is no primitive");
  }
}

class TraceWriter {
 public:
  explicit TraceWriter(std::string& buffer) : out_(buffer), buffer_(&buffer) {}

  // Begins a frame whose first trace is of the child's test `first_test`.
  void Begin(uint32_t first_test) {
    frame_ = out_.BeginFrame(FrameKind::kTraces);
    out_.Put(first_test);
    count_place_ = out_.size();
    out_.Put(count_ = 0);
  }
  void Add(const model::Trace& trace) {
    out_.Put(trace.verdict);
    out_.Put(trace.executed_statements);
    out_.Put(trace.nanoseconds);
    out_.Put(trace.cost.loops);
    out_.Put(trace.cost.calls);
    out_.Put(trace.cost.objects);
    out_.Put(trace.cost.statements);
    out_.Put(static_cast<uint32_t>(trace.code_objects.size()));
    for (model::CodeObjectIndex code_object : trace.code_objects) out_.Put(code_object);
    out_.Put(static_cast<uint32_t>(trace.predicates.size()));
    for (const model::PredicateDistance& distance : trace.predicates) {
      out_.Put(distance.predicate);
      out_.Put(distance.to_true);
      out_.Put(distance.to_false);
    }
    out_.Put(static_cast<uint32_t>(trace.operands.size()));
    for (const model::OperandPair& pair : trace.operands) {
      out_.Put(pair.predicate);
      WriteValue(out_, pair.left);
      WriteValue(out_, pair.right);
    }
    out_.Put(static_cast<uint32_t>(trace.result_classes.size()));
    for (model::ClassIndex result_class : trace.result_classes) out_.Put(result_class);
    out_.Put(static_cast<uint32_t>(trace.result_values.size()));
    for (model::ValueClass value : trace.result_values) out_.Put(value);
    out_.PutText(trace.exception);
    out_.PutText(trace.raised_in);
    out_.Put(trace.raised_at);
    out_.Put(static_cast<uint8_t>(trace.reached_out));
    out_.Put(static_cast<uint8_t>(trace.left_state));
    out_.Put(static_cast<uint32_t>(trace.lazy_uses.size()));
    for (const model::LazyUse& use : trace.lazy_uses) Add(use);
    ++count_;
  }
  uint32_t count() const { return count_; }
  void End() {
    out_.Patch(count_place_, count_);
    out_.EndFrame(frame_);
  }
  std::size_t size() const { return buffer_->size(); }

 private:
  void Add(const model::LazyUse& use) {
    out_.Put(use.parent);
    out_.Put(use.part);
    out_.Put(use.variable);
    out_.PutText(use.name);
    WriteValue(out_, use.key);
    out_.Put(use.operations);
    out_.Put(static_cast<uint32_t>(use.operands.size()));
    for (const model::Value& operand : use.operands) WriteValue(out_, operand);
    out_.Put(static_cast<uint32_t>(use.classes.size()));
    for (model::ClassIndex a_class : use.classes) out_.Put(a_class);
    out_.Put(use.builtins);
    WriteValue(out_, use.given);
  }

  Writer out_;
  std::string* buffer_;
  std::size_t frame_ = 0;
  std::size_t count_place_ = 0;
  uint32_t count_ = 0;
};

// Reads the length of a list whose items take more memory than their bytes in the frame; throws
// above `most`.
inline uint32_t GetCount(Reader& in, std::size_t most) {
  const auto count = in.Get<uint32_t>();
  if (count > most) throw WireError("more than any test leaves");
  return count;
}

inline void ReadLazyUse(Reader& in, model::LazyUse& use) {
  use.parent = in.Get<uint32_t>();
  use.part = in.Get<model::LazyUse::Part>();
  use.variable = in.Get<uint16_t>();
  use.name = in.GetText();
  ReadValue(in, use.key);
  use.operations = in.Get<uint32_t>();
  for (auto n = GetCount(in, kMostLazyOperands); n > 0; --n) {
    ReadValue(in, use.operands.emplace_back());
  }
  for (auto n = GetCount(in, kMostLazyClasses); n > 0; --n)
    use.classes.push_back(in.Get<uint32_t>());
  use.builtins = in.Get<uint32_t>();
  ReadValue(in, use.given);
}

// Fills `traces`, from the first, with those of a body; returns their number. Throws WireError if
// the body does not begin with the trace of the child's test `first_test`, or has more traces than
// fit. CheckTrace (trace_check.h) then checks each trace against its test.
inline std::size_t ReadTraces(std::string_view body, uint32_t first_test,
                              std::span<model::Trace> traces) {
  Reader in(body);
  if (in.Get<uint32_t>() != first_test) throw WireError("traces of other tests");
  const auto count = in.Get<uint32_t>();
  if (count == 0) throw WireError("no traces at all");
  if (count > traces.size()) throw WireError("more traces than tests");
  for (model::Trace& trace : traces.first(count)) {
    trace.verdict = in.Get<model::Verdict>();
    trace.executed_statements = in.Get<uint16_t>();
    trace.nanoseconds = in.Get<uint64_t>();
    trace.cost.loops = in.Get<uint32_t>();
    trace.cost.calls = in.Get<uint32_t>();
    trace.cost.objects = in.Get<uint32_t>();
    trace.cost.statements = in.Get<uint32_t>();
    trace.code_objects.clear();
    for (auto n = in.Get<uint32_t>(); n > 0; --n) trace.code_objects.push_back(in.Get<uint32_t>());
    trace.predicates.clear();
    for (auto n = in.Get<uint32_t>(); n > 0; --n) {
      model::PredicateDistance distance;
      distance.predicate = in.Get<uint32_t>();
      distance.to_true = in.Get<double>();
      distance.to_false = in.Get<double>();
      trace.predicates.push_back(distance);
    }
    trace.operands.clear();
    for (auto n = GetCount(in, kMostOperandPairs); n > 0; --n) {
      model::OperandPair& pair = trace.operands.emplace_back();
      pair.predicate = in.Get<uint32_t>();
      ReadValue(in, pair.left);
      ReadValue(in, pair.right);
    }
    trace.result_classes.clear();
    for (auto n = in.Get<uint32_t>(); n > 0; --n)
      trace.result_classes.push_back(in.Get<uint32_t>());
    trace.result_values.clear();
    for (auto n = in.Get<uint32_t>(); n > 0; --n)
      trace.result_values.push_back(in.Get<model::ValueClass>());
    trace.exception = in.GetText();
    trace.raised_in = in.GetText();
    trace.raised_at = in.Get<uint32_t>();
    trace.reached_out = in.Get<uint8_t>() != 0;
    trace.left_state = in.Get<uint8_t>() != 0;
    trace.lazy_uses.clear();
    for (auto n = GetCount(in, kMostLazyUses); n > 0; --n) {
      ReadLazyUse(in, trace.lazy_uses.emplace_back());
    }
  }
  if (!in.done()) throw WireError("more than traces");
  return count;
}

}  // namespace skua::protocol
