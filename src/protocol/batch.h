// The body of kBatch and kObserve: tests as data. Has the writer and the reader.
//
//   batch     = time_limit_us:u32  probe_limit:u32  active_mutant:u32  flags:u8  world:u8
//               list(test)
//   test      = statements:u16  statement*
//   statement = kind:u8 (StatementKind; | kTextForm for an int given as decimal digits)  payload
//   payload   = kNone: -              kBool: u8         kInt: i64, or text
//             | kFloat: f64           kComplex: f64 f64 kStr, kBytes: text
//             | collections: operands                   kClass: class:u32
//             | kEnumMember: class:u32 member:u32
//             | kCall: callable:u32  has_receiver:u8  operands  {parameter:u16 passing:u8}*
//             | kFunction: callable:u32 operands      kLambda: answering:u8 operands   kLazy: i64
//   operands  = count:u16  variable:u16*        (of a call: receiver first;
//               then a pair for each argument)
#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/mutant.h"
#include "model/test_case.h"
#include "protocol/wire.h"

namespace skua::protocol {

struct BatchOptions {
  uint32_t time_limit_us = 500'000;  // for each test
  // Executed probes for each test: a limit that does not depend on a clock.
  uint32_t probe_limit = 5'000'000;
  model::MutantIndex active_mutant = model::kNoIndex;  // while the tests run
  // Sends a traces frame after each test, so that a crash can be assigned to its test.
  bool flush_each = false;
  bool collect_operands = true;
  uint8_t world = 0;  // the world whose answers the process gives, if it varies them
};

inline constexpr uint8_t kTextForm = 0x80;
inline constexpr uint8_t kFlushEach = 1;
inline constexpr uint8_t kCollectOperands = 2;

// Visits the parts of a statement's payload in their order: `parts` writes or reads each.
template <typename Statement, typename Parts>
void VisitPayload(Statement& statement, bool text_form, Parts& parts) {
  using model::StatementKind;
  switch (statement.kind) {
    case StatementKind::kNone:
      return;
    case StatementKind::kBool:
      return parts.template Number<uint8_t>(statement.integer);
    case StatementKind::kInt:
      return text_form ? parts.Text(statement.text)
                       : parts.template Number<int64_t>(statement.integer);
    case StatementKind::kFloat:
      return parts.template Number<double>(statement.real);
    case StatementKind::kComplex:
      parts.template Number<double>(statement.real);
      return parts.template Number<double>(statement.imaginary);
    case StatementKind::kStr:
    case StatementKind::kBytes:
      return parts.Text(statement.text);
    case StatementKind::kEnumMember:
      parts.template Number<uint32_t>(statement.target);
      return parts.template Number<uint32_t>(statement.integer);
    case StatementKind::kClass:
      return parts.template Number<uint32_t>(statement.target);
    case StatementKind::kLazy:
      return parts.template Number<int64_t>(statement.integer);
    case StatementKind::kLambda:
      parts.template Number<uint8_t>(statement.integer);
      return parts.Operands(statement);
    case StatementKind::kFunction:
      parts.template Number<uint32_t>(statement.target);
      return parts.Operands(statement);
    case StatementKind::kCall:
      parts.template Number<uint32_t>(statement.target);
      return parts.Call(statement);
    default:  // collections
      return parts.Operands(statement);
  }
}

class PayloadWriter {
 public:
  // Borrows both.
  PayloadWriter(Writer& out, const model::Subject& subject) : out_(out), subject_(subject) {}

  void Write(const model::Statement& statement) {
    const bool text_form = statement.kind == model::StatementKind::kInt && !statement.text.empty();
    out_.Put(
        static_cast<uint8_t>(static_cast<uint8_t>(statement.kind) | (text_form ? kTextForm : 0)));
    VisitPayload(statement, text_form, *this);
  }

  template <typename Wire, typename Part>
  void Number(Part part) {
    out_.Put(static_cast<Wire>(part));
  }
  void Text(std::string_view text) { out_.PutText(text); }
  void Operands(const model::Statement& statement) {
    out_.Put(static_cast<uint16_t>(statement.operands.size()));
    for (model::VariableIndex operand : statement.operands) out_.Put(operand);
  }
  void Call(const model::Statement& call) {
    const model::Callable& callable = subject_.callables[call.target];
    out_.Put(static_cast<uint8_t>(model::HasReceiver(callable)));
    Operands(call);
    for (std::size_t i = 0; i < call.parameters.size(); ++i) {
      out_.Put(call.parameters[i]);
      out_.Put(model::PassingOf(callable, call, i));
    }
  }

 private:
  Writer& out_;
  const model::Subject& subject_;
};

// Appends a whole frame of `kind`.
inline void WriteBatch(FrameKind kind, std::span<const model::TestCase> tests,
                       const model::Subject& subject, const BatchOptions& options,
                       std::string& buffer) {
  Writer out(buffer);
  const std::size_t frame = out.BeginFrame(kind);
  out.Put(options.time_limit_us);
  out.Put(options.probe_limit);
  out.Put(options.active_mutant);
  out.Put(static_cast<uint8_t>((options.flush_each ? kFlushEach : 0) |
                               (options.collect_operands ? kCollectOperands : 0)));
  out.Put(options.world);
  out.Put(static_cast<uint32_t>(tests.size()));
  PayloadWriter payload(out, subject);
  for (const model::TestCase& test : tests) {
    out.Put(static_cast<uint16_t>(test.size()));
    for (const model::Statement& statement : test.statements) payload.Write(statement);
  }
  out.EndFrame(frame);
}

// One statement in the frame; its strings point into the frame's body.
struct WireStatement {
  struct Argument {
    uint16_t parameter;
    model::Passing passing;
  };
  model::StatementKind kind{};
  bool text_form = false;
  bool has_receiver = false;
  uint32_t target = 0;
  int64_t integer = 0;
  double real = 0, imaginary = 0;
  std::string_view text;
  std::vector<model::VariableIndex> operands;  // reused for the next statement
  std::vector<Argument> arguments;
};

// Reads a batch: options, then for each test its size and its statements.
class BatchReader {
 public:
  explicit BatchReader(std::string_view body) : in_(body) {
    options_.time_limit_us = in_.Get<uint32_t>();
    options_.probe_limit = in_.Get<uint32_t>();
    options_.active_mutant = in_.Get<uint32_t>();
    const auto flags = in_.Get<uint8_t>();
    options_.flush_each = (flags & kFlushEach) != 0;
    options_.collect_operands = (flags & kCollectOperands) != 0;
    options_.world = in_.Get<uint8_t>();
    tests_ = in_.Get<uint32_t>();
  }
  const BatchOptions& options() const { return options_; }
  uint32_t tests() const { return tests_; }

  // Returns the number of statements of the next test.
  uint16_t BeginTest() { return in_.Get<uint16_t>(); }

  void ReadStatement(WireStatement& statement) {
    const auto kind = in_.Get<uint8_t>();
    statement.kind = static_cast<model::StatementKind>(kind & ~kTextForm);
    statement.text_form = (kind & kTextForm) != 0;
    statement.operands.clear();
    statement.arguments.clear();
    if (statement.kind > model::StatementKind::kLazy) throw WireError("an unknown statement");
    VisitPayload(statement, statement.text_form, *this);
  }

  // For VisitPayload().
  template <typename Wire, typename Part>
  void Number(Part& part) {
    part = static_cast<Part>(in_.Get<Wire>());
  }
  void Text(std::string_view& text) { text = in_.GetText(); }
  void Operands(WireStatement& statement) {
    statement.operands.resize(in_.Get<uint16_t>());
    for (model::VariableIndex& operand : statement.operands)
      operand = in_.Get<model::VariableIndex>();
  }
  void Call(WireStatement& call) {
    call.has_receiver = in_.Get<uint8_t>() != 0;
    Operands(call);
    const std::size_t arguments = call.operands.size() - (call.has_receiver ? 1 : 0);
    for (std::size_t i = 0; i < arguments; ++i) {
      const auto parameter = in_.Get<uint16_t>();
      call.arguments.push_back({parameter, in_.Get<model::Passing>()});
    }
  }

 private:
  Reader in_;
  BatchOptions options_;
  uint32_t tests_ = 0;
};

}  // namespace skua::protocol
