// How much the engine costs for each candidate test: the time of a search less the time inside the
// executor, which is a fake one here. A module of 40 functions with 25 nested and sequential
// predicates each: 2,000 goals, most of which stay uncovered, so that ranking has its full load.
//
// Then what ranking and the archive cost of that, on the last two generations.
//
//   search_benchmark [generations] [algorithm]

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>

#include "search/evaluation/archive.h"
#include "search/evaluation/ranking.h"
#include "search/evaluation/targets.h"
#include "search/goals/fitness.h"
#include "search/search.h"

namespace skua {
namespace {

// Processor time: other work on the machine does not count.
std::chrono::nanoseconds Spent() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

constexpr uint32_t kFunctions = 40;
constexpr uint32_t kPredicates = 25;  // a function
constexpr std::size_t kPopulation = 50;

model::Subject MakeSubject() {
  using When = model::ControlFlowEdge::When;
  model::Subject subject;
  subject.types.resize(4);
  subject.types[1].kind = model::TypeKind::kInt;
  subject.types[2].kind = model::TypeKind::kStr;
  subject.types[3].kind = model::TypeKind::kList;
  subject.types[3].arguments = {1};
  subject.code_objects.resize(1);
  subject.code_objects[0].kind = model::CodeObjectKind::kModule;
  subject.import_code_objects = {0};
  for (uint32_t f = 0; f < kFunctions; ++f) {
    const auto code = static_cast<model::CodeObjectIndex>(subject.code_objects.size());
    auto& code_object = subject.code_objects.emplace_back();
    code_object.parent = 0;
    auto& graph = code_object.control_flow;
    graph.nodes = {model::kNoIndex, model::kNoIndex};
    uint32_t before = 0;
    for (uint32_t i = 0; i < kPredicates; ++i) {
      const auto node = static_cast<uint32_t>(graph.nodes.size());
      graph.nodes.push_back(static_cast<uint32_t>(subject.predicates.size()));
      subject.predicates.push_back(
          {model::PredicateKind::kCompare, code, 0, 0, true, true, {}, {}});
      graph.edges.push_back({before, node, i == 0 ? When::kAlways : When::kTrue});
      if (i > 0 && i % 3 == 0) graph.edges.push_back({before, node, When::kFalse});
      if (i > 0 && i % 3 != 0) graph.edges.push_back({before, 1, When::kFalse});
      before = node;
    }
    graph.edges.push_back({before, 1, When::kTrue});
    graph.edges.push_back({before, 1, When::kFalse});
    model::Callable callable;
    callable.name = callable.qualified_name = "function_" + std::to_string(f);
    callable.code_object = code;
    callable.parameters = {{"a", model::ParameterKind::kPositionalOrKeyword, false, 1},
                           {"b", model::ParameterKind::kPositionalOrKeyword, false, 2},
                           {"c", model::ParameterKind::kPositionalOrKeyword, true, 3}};
    subject.callables.push_back(callable);
  }
  return subject;
}

// Each call goes some way into its function, further for some arguments than for others.
class BenchmarkExecutor : public model::Executor {
 public:
  void Execute(std::span<const model::TestCase> tests, model::Isolation, const base::Deadline&,
               std::vector<model::Trace>& traces) override {
    const auto start = Spent();
    traces.resize(tests.size());
    for (std::size_t i = 0; i < tests.size(); ++i) Interpret(tests[i], traces[i]);
    statements += [&] {
      std::size_t sum = 0;
      for (const model::TestCase& test : tests) sum += test.size();
      return sum;
    }();
    executed += tests.size();
    if (tests.size() == kPopulation) {
      if (last_tests.size() >= 2 * kPopulation) {
        last_tests.erase(last_tests.begin(), last_tests.begin() + kPopulation);
        last_traces.erase(last_traces.begin(), last_traces.begin() + kPopulation);
      }
      last_tests.insert(last_tests.end(), tests.begin(), tests.end());
      last_traces.insert(last_traces.end(), traces.begin(), traces.end());
    }
    inside += Spent() - start;
  }
  std::vector<model::Observation> Observe(std::span<const model::TestCase> tests,
                                          const base::Deadline&) override {
    return std::vector<model::Observation>(tests.size());
  }
  void Retire(std::span<const model::PredicateIndex>) override {}

  uint64_t executed = 0;
  uint64_t statements = 0;
  std::chrono::nanoseconds inside{};
  std::vector<model::TestCase> last_tests;  // of full generations, at most two
  std::vector<model::Trace> last_traces;

 private:
  static void Interpret(const model::TestCase& test, model::Trace& trace) {
    trace.verdict = model::Verdict::kPassed;
    trace.executed_statements = static_cast<uint16_t>(test.size());
    trace.code_objects.clear();
    trace.predicates.clear();
    trace.operands.clear();
    trace.result_classes.assign(test.size(), model::kNoIndex);
    uint64_t called = 0;
    for (const model::Statement& statement : test.statements) {
      if (statement.kind == model::StatementKind::kCall) called |= 1ull << statement.target;
    }
    for (uint32_t f = 0; f < kFunctions; ++f) {
      if ((called >> f & 1) == 0) continue;
      trace.code_objects.push_back(f + 1);
      for (const model::Statement& statement : test.statements) {
        if (statement.kind != model::StatementKind::kCall || statement.target != f) continue;
        const int64_t a = test.statements[statement.operands[0]].integer;
        const std::string& b = test.statements[statement.operands[1]].text;
        for (uint32_t p = 0; p < kPredicates; ++p) {
          const double distance = static_cast<double>(std::abs(a - 1000 * p * f) % 4096);
          trace.predicates.push_back({f * kPredicates + p, distance, distance == 0 ? 1.0 : 0.0});
          if (p < 4) {
            model::OperandPair& pair = trace.operands.emplace_back();
            pair.predicate = f * kPredicates + p;
            pair.left.kind = pair.right.kind = model::ValueKind::kStr;
            pair.left.text = b;
            pair.right.text = "constant";
          }
          if (p % 3 != 2 && distance > 1000 + 100 * p) break;
        }
        break;
      }
    }
  }
};

// Processor time of one call of `work`, in microseconds.
template <typename Work>
double Time(Work work) {
  constexpr int kTimes = 200;
  const auto start = Spent();
  for (int i = 0; i < kTimes; ++i) work();
  return static_cast<double>((Spent() - start).count()) / 1000 / kTimes;
}

// For MOSA and DynaMOSA; two generations of offspring stand for parents and offspring.
void PrintShares(const model::Subject& subject, const search::SearchResult& result,
                 BenchmarkExecutor& executor, double engine, search::Targets::Selection selection) {
  const search::GoalSet goals(subject);
  const std::vector<bool> entered(subject.code_objects.size(), true);
  search::Targets targets(goals, selection);
  targets.Update(result.covered, entered);
  search::Fitness fitness(goals);
  const std::size_t count = executor.last_tests.size();
  std::vector<std::vector<search::FitnessEntry>> entries(count);
  const auto fill = [&] {
    for (std::size_t i = kPopulation; i < count; ++i) {
      const model::Trace& trace = executor.last_traces[i];
      fitness.Load(trace.code_objects, trace.predicates);
      targets.FillRow(fitness, trace.code_objects, entries[i]);
    }
  };
  fill();
  std::vector<search::FitnessRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const model::Trace& trace = executor.last_traces[i];
    fitness.Load(trace.code_objects, trace.predicates);
    targets.FillRow(fitness, trace.code_objects, entries[i]);
    rows.push_back({entries[i], executor.last_tests[i].size()});
  }
  search::Ranking ranking;
  std::vector<double> distances;
  const double per_test = 1.0 / kPopulation;
  const auto print = [&](const char* what, double microseconds) {
    fmt::print("{}: {:.2f} us a test, {:.0f} % of the engine\n", what, microseconds * per_test,
               100 * microseconds * per_test / engine);
  };
  print("fitness", Time(fill));
  print("ranking", Time([&] {
          for (const auto& front : ranking.PreferenceSort(rows, targets.size(), kPopulation)) {
            ranking.SubvectorDominance(rows, front, distances);
          }
        }));
  search::Archive archive(goals, executor);
  const base::SteadyClock clock;
  const base::Deadline deadline(clock);
  const std::span<const model::TestCase> tests(executor.last_tests.data() + kPopulation,
                                               kPopulation);
  const std::span<const model::Trace> traces(executor.last_traces.data() + kPopulation,
                                             kPopulation);
  archive.Update(std::vector(tests.begin(), tests.end()), std::vector(traces.begin(), traces.end()),
                 deadline);
  print("archive", Time([&] { archive.Update(tests, traces, deadline); }));
}

int Main(int argc, char** argv) {
  const model::Subject subject = MakeSubject();
  BenchmarkExecutor executor;
  search::SearchOptions options;
  options.population = kPopulation;
  options.stagnation = 0;
  options.max_generations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  if (argc > 2) options.algorithm = argv[2];
  const base::SteadyClock clock;
  base::Rng rng(1);
  const auto start = Spent();
  const auto result = search::Search(subject, executor, options, {}, rng, base::Deadline(clock));
  const auto total = Spent() - start;
  const auto inside = executor.inside;
  const double tests = static_cast<double>(executor.executed);
  const auto covered = std::count(result.covered.begin(), result.covered.end(), true);
  fmt::print("{}: {} generations, {} tests of {:.1f} statements, {} of {} goals covered\n",
             options.algorithm, result.generations, executor.executed,
             static_cast<double>(executor.statements) / tests, covered, result.covered.size());
  fmt::print("engine {:.2f} us a test, fake executor {:.2f} us a test\n",
             static_cast<double>((total - inside).count()) / 1000 / tests,
             static_cast<double>(inside.count()) / 1000 / tests);
  const bool is_ranking = options.algorithm == "dynamosa" || options.algorithm == "mosa";
  if (is_ranking && executor.last_tests.size() == 2 * kPopulation) {
    const auto selection = options.algorithm == "dynamosa" ? search::Targets::Selection::kDynamic
                                                           : search::Targets::Selection::kAll;
    const double engine = static_cast<double>((total - inside).count()) / 1000 / tests;
    PrintShares(subject, result, executor, engine, selection);
  }
  return 0;
}

}  // namespace
}  // namespace skua

int main(int argc, char** argv) { return skua::Main(argc, argv); }
