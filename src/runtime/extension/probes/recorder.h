// Records what a test executes: entered code objects, and the smallest branch distances at each
// predicate, in dense arrays and bit sets, so that recording is a few stores, and reading and
// clearing take time only for touched entries, in ascending order. Also counts executed probes, a
// limit that does not depend on time, and the cost of the executed code.
#pragma once

#include <Python.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "model/trace.h"
#include "protocol/trace_limits.h"
#include "runtime/extension/distance/distance.h"
#include "runtime/extension/lazy/lazy_uses.h"

namespace skua::runtime {

class Recorder {
 public:
  // Most operand pairs of a test, and of a predicate in a test.
  static constexpr std::size_t kPairsOfTest = protocol::kMostOperandPairs;
  static constexpr uint8_t kPairsOfPredicate = 4;
  // Most close examinations of a predicate's operands in a test.
  static constexpr uint8_t kLooksOfPredicate = 16;
  // Swallowed Timeouts at the probe limit after which a test is ended with the process, far more
  // than unwinding a deep recursion through handlers needs.
  static constexpr uint64_t kSwallowedRaises = 100'000;

  // The cost of a stretch of code each time that it is entered, as costs.py counted it.
  struct Stretch {
    uint16_t statements = 0;
    uint8_t objects = 0;  // objects made
    uint8_t cycles = 0;   // cycles of a loop; 0 or 1
  };
  // Most cycles of a loop that are counted at once, so that no count overflows.
  static constexpr uint64_t kMostCycles = 1 << 20;

  explicit Recorder(PyObject* timeout_type) : timeout_type_(timeout_type) {}

  // Clears everything. Arrays never shrink, so earlier probes stay valid.
  void Configure(uint32_t code_objects, uint32_t predicates);
  uint32_t code_objects() const { return code_object_count_; }
  uint32_t predicates() const { return static_cast<uint32_t>(entries_.size()); }

  // Set the cost of entering a code object, and of an outcome of a predicate. Return false if it
  // does not exist. REQUIRES: called after Configure; until then nothing has a cost.
  bool SetEntryCost(uint32_t code_object, Stretch stretch);
  bool SetOutcomeCost(uint32_t predicate, bool outcome, Stretch stretch);

  // For a pair of modules: the first numbers of the callee's code objects and predicates, and the
  // number of their copies: one for calls outside of all call sites, then one for each call site.
  // Probes have the numbers of the first copy; they record into the current one.
  struct CalleeCopies {
    uint32_t first_code_object = model::kNoIndex, code_objects = 0;
    uint32_t first_predicate = model::kNoIndex, predicates = 0;
    uint32_t copies = 1;
  };
  void Couple(const CalleeCopies& callee) {
    callee_ = callee;
    copy_ = 0;
  }
  uint32_t call_sites() const { return callee_.copies - 1; }
  // Makes the copy current, and returns the previous one; 0: no call site is on the stack.
  uint32_t EnterCopy(uint32_t copy) { return std::exchange(copy_, copy); }

  void Retire(uint32_t predicate) {
    if (predicate < entries_.size()) entries_[predicate].retired = true;
  }

  void StartTest(uint64_t probe_limit, bool collect_operands) {
    executed_ = 0;
    limit_ = probe_limit;
    collect_operands_ = collect_operands;
    copy_ = 0;
    lazy_.Begin();
  }
  // Ends the limits. Returns the number of probes executed since the start.
  uint64_t StopTest() {
    limit_ = kNoLimit;
    collect_operands_ = false;
    return executed_;
  }
  bool IsTimeout(PyObject* exception_type) const { return exception_type == timeout_type_; }
  bool limit_reached() const { return executed_ > limit_; }
  uint64_t executed() const { return executed_; }
  // Stops counting for code that runs during a test and is not part of it.
  uint64_t SetAside() { return std::exchange(executed_, 0); }
  void TakeUp(uint64_t executed) { executed_ = executed; }

  // Counts a probe. Returns false with Timeout past the limit.
  bool Tick() { return ++executed_ <= limit_ || RaiseTimeout(); }

  void Enter(uint32_t code_object) {
    ++calls_;
    EnterElement(code_object);
  }
  // Records that a comprehension makes an element.
  void EnterElement(uint32_t code_object) {
    const uint32_t copied = code_object < callee_.first_code_object
                                ? code_object
                                : code_object + copy_ * callee_.code_objects;
    Add(entry_costs_[code_object], 1, Mark(entered_, copied));
  }
  // Adds the cost of the outcome, entered `times` times. REQUIRES: times > 0.
  void Count(uint32_t predicate, bool outcome, uint64_t times = 1) {
    Add(entries_[predicate].costs[outcome], times, Mark(outcomes_, 2 * predicate + outcome));
  }
  // Counts a cycle of a loop that no predicate ends.
  void CountEndless() { ++loops_; }

  // Returns whether a distance to this outcome could still change the record.
  bool Wants(uint32_t predicate) const {
    const Entry& entry = entries_[Copied(predicate)];
    return !entry.retired && (entry.to_true != 0 || entry.to_false != 0);
  }
  void Record(uint32_t predicate, Distances distances) {
    predicate = Copied(predicate);
    Mark(executed_predicates_, predicate);
    Entry& entry = entries_[predicate];
    entry.to_true = std::min(entry.to_true, distances.to_true);
    entry.to_false = std::min(entry.to_false, distances.to_false);
  }
  void RecordOutcome(uint32_t predicate, bool outcome) {
    if (Wants(predicate)) Record(predicate, OutcomeDistances(outcome));
  }

  // Returns whether an operand pair is wanted for this predicate, whose outcome was just recorded.
  bool WantsPair(uint32_t predicate) const {
    const Entry& entry = entries_[Copied(predicate)];
    return collect_operands_ && entry.pairs < kPairsOfPredicate && pairs_.size() < kPairsOfTest &&
           (entry.to_true != 0 || entry.to_false != 0);
  }
  // Returns whether to compute an expensive distance again in this test.
  bool MayLookInto(uint32_t predicate) {
    Entry& entry = entries_[Copied(predicate)];
    return entry.looks < kLooksOfPredicate && ++entry.looks > 0;
  }
  // Keeps the pair if both are primitive and short.
  void AddPair(uint32_t predicate, PyObject* left, PyObject* right);

  // Called before the test's own statements.
  void BeginStatements() {
    in_statements_ = true;
    reached_out_ = false;
  }
  // Called after the test's own statements. Returns whether they reached outside of the process.
  bool EndStatements() {
    in_statements_ = false;
    return reached_out_;
  }
  // Called before an effect outside of the process. Returns false if no test is running.
  bool ReachOut() {
    reached_out_ = reached_out_ || in_statements_;
    return in_statements_;
  }

  LazyUses& lazy() { return lazy_; }

  // Moves the record into the trace's lists, ascending, and clears it.
  void MoveTo(model::Trace& trace);
  void Clear();
  PyObject* ToPython() const;
  // Returns the cost of the code executed since the last clearing.
  model::ExecutionCost cost() const;

 private:
  struct Entry {
    double to_true = kUnknown;
    double to_false = kUnknown;
    uint8_t pairs = 0, looks = 0;
    bool retired = false;
    std::array<Stretch, 2> costs;  // by outcome
  };
  using Bits = std::vector<uint64_t>;
  static constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

  uint32_t Copied(uint32_t predicate) const {
    return predicate < callee_.first_predicate ? predicate : predicate + copy_ * callee_.predicates;
  }
  // Returns whether the bit was set before.
  static bool Mark(Bits& bits, uint32_t index) {
    uint64_t& word = bits[index >> 6];
    const uint64_t before = word;
    word |= uint64_t{1} << (index & 63);
    return word == before;
  }
  // The first execution in a test costs no cycles and objects (Grano et al., §3.1, I1 and I4): a
  // test that covers the code needs it.
  void Add(Stretch stretch, uint64_t times, bool again) {
    const uint64_t repeated = times - !again;
    statements_ += times * stretch.statements;
    objects_ += repeated * stretch.objects;
    loops_ += repeated * stretch.cycles;
  }
  template <typename Visit>
  static void ForEach(const Bits& bits, Visit visit) {
    for (uint32_t word = 0; word < bits.size(); ++word) {
      for (uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<uint32_t>(std::countr_zero(rest)));
      }
    }
  }
  bool RaiseTimeout();

  CalleeCopies callee_;
  uint32_t copy_ = 0;
  PyObject* timeout_type_;  // borrowed; immortal, like the recorder
  uint32_t code_object_count_ = 0;
  Bits entered_, executed_predicates_;
  Bits outcomes_;                     // two bits for each predicate
  std::vector<Stretch> entry_costs_;  // by code object
  std::vector<Entry> entries_;        // by predicate
  std::vector<model::OperandPair> pairs_;
  LazyUses lazy_;
  uint64_t executed_ = 0;
  uint64_t loops_ = 0, calls_ = 0, objects_ = 0, statements_ = 0;
  uint64_t limit_ = kNoLimit;
  bool collect_operands_ = false;
  bool in_statements_ = false;
  bool reached_out_ = false;
};

}  // namespace skua::runtime
