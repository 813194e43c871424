#include "search/polish/polish.h"

#include <algorithm>
#include <memory>
#include <set>
#include <unordered_set>
#include <utility>

#include "model/internal_callable.h"
#include "search/making/environment_statements.h"
#include "search/making/test_edits.h"
#include "search/polish/expectations.h"

namespace skua::search {

using model::TestCase;

namespace {

// A test on its way to a lower measure.
struct State {
  TestCase test;
  Outcome outcome;
  Measure measure;
  std::size_t asked = 0;
  std::vector<TestCase> earlier = {};       // what it was, the first first
  std::unordered_set<uint64_t> known = {};  // fingerprints of versions that were refused
};

class Loop {
 public:
  Loop(const model::Subject& subject, const Keeps& keeps, const base::Deadline& deadline,
       const PolishOptions& options, std::span<const TestCase> suite)
      : environment_(subject),
        types_(subject),
        expectations_(subject, types_, suite),
        readers_{subject, types_, expectations_},
        keeps_(keeps),
        deadline_(deadline),
        options_(options) {}

  std::vector<State> Run(std::span<const TestCase> tests) {
    std::vector<State> states;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      const Outcome outcome = options_.outcomes.empty() ? Outcome{} : options_.outcomes[i];
      states.push_back({tests[i], outcome, Measure(readers_, tests[i], outcome)});
    }
    std::vector<bool> active(tests.size(), true);
    while (std::ranges::find(active, true) != active.end() && !deadline_.Expired()) {
      std::vector<bool> gained(tests.size(), false);
      for (const Pass& pass : options_.passes) {
        for (std::size_t i = 0; i < tests.size(); ++i) {
          if (active[i] && TakePass(pass, i, states[i])) gained[i] = true;
        }
      }
      active = std::move(gained);
      for (State& state : states) expectations_.Learn(state.test);
    }
    return states;
  }

 private:
  bool IsOver(const State& state) const {
    return state.asked >= options_.max_versions || deadline_.Expired();
  }

  bool TakePass(const Pass& pass, std::size_t index, State& state) {
    bool gained = false;
    for (std::size_t place = state.test.size(); place > environment_.PrefixOf(state.test);) {
      --place;
      while (!IsOver(state)) {
        const std::size_t size = state.test.size();
        if (!TakeOne(pass, index, place, state)) break;
        gained = true;
        // Goes on at the same statement: others nearly always come or go before it.
        const std::size_t behind = size - std::min(size, place);
        place = state.test.size() - std::min(state.test.size(), behind);
        if (place >= state.test.size()) place = state.test.size() - 1;
      }
    }
    return gained;
  }

  // Takes the first version that the pass proposes at the place if its measure is lower than the
  // test's and `keeps_` accepts it. Returns whether there was one.
  bool TakeOne(const Pass& pass, std::size_t index, std::size_t place, State& state) {
    Proposals proposals;
    {
      const UseMap uses(readers_.subject, types_, state.test);
      pass.propose(
          {readers_, environment_, state.test, uses, state.outcome, options_.observe, place},
          proposals);
    }
    std::vector<TestCase> versions;
    std::vector<Outcome> outcomes;
    std::unordered_set<uint64_t> listed;
    for (Proposal& proposal : proposals) {
      const uint64_t fingerprint = FingerprintOf(proposal.test);
      const bool is_known = state.known.contains(fingerprint) || !listed.insert(fingerprint).second;
      if (is_known || proposal.test.statements.empty()) continue;
      const Outcome outcome = proposal.outcome.value_or(state.outcome);
      if (!(Measure(readers_, proposal.test, outcome) < state.measure)) continue;
      versions.push_back(std::move(proposal.test));
      outcomes.push_back(outcome);
    }
    versions.resize(std::min(versions.size(), options_.max_versions - state.asked));
    for (std::size_t first = 0; first < versions.size(); first += options_.batch) {
      if (deadline_.Expired()) return false;
      const std::size_t count = std::min(options_.batch, versions.size() - first);
      const std::vector<bool> kept = keeps_(index, {versions.data() + first, count});
      state.asked += count;
      const auto taken = std::ranges::find(kept, true);
      // Versions after the taken one need not have been judged.
      for (std::size_t k = 0; k < static_cast<std::size_t>(taken - kept.begin()); ++k) {
        state.known.insert(FingerprintOf(versions[first + k]));
      }
      if (taken == kept.end()) continue;
      const std::size_t at = first + static_cast<std::size_t>(taken - kept.begin());
      state.earlier.push_back(std::exchange(state.test, std::move(versions[at])));
      state.outcome = outcomes[at];
      state.measure = Measure(readers_, state.test, state.outcome);
      return true;
    }
    return false;
  }

  const Environment environment_;
  const model::ParameterTypes types_;
  Expectations expectations_;
  const Readers readers_;
  const Keeps& keeps_;
  const base::Deadline& deadline_;
  const PolishOptions& options_;
};

}  // namespace

Polished Polish(const model::Subject& subject, std::vector<TestCase> tests, const Keeps& keeps,
                const Keeps& confirms, const base::Deadline& deadline,
                const PolishOptions& options) {
  const std::span<const TestCase> suite =
      options.suite.empty() ? std::span<const TestCase>(tests) : options.suite;
  const std::vector<State> states = Loop(subject, keeps, deadline, options, suite).Run(tests);
  Polished polished{std::move(tests)};
  const auto is_settled = [&](std::size_t i, const TestCase& version) {
    if (version == polished.tests[i]) return true;
    if (confirms && !confirms(i, {&version, 1})[0]) return false;
    polished.tests[i] = version;
    return true;
  };
  for (std::size_t i = 0; i < states.size(); ++i) {
    polished.is_complete = polished.is_complete && states[i].asked < options.max_versions;
    if (is_settled(i, states[i].test)) continue;
    // The last version went too far; a step on the way to it may do. Each step makes that less
    // likely, so the last that will do is found by halving.
    const std::vector<TestCase>& earlier = states[i].earlier;
    for (std::size_t done = 0, refused = earlier.size(); refused - done > 1;) {
      const std::size_t middle = done + (refused - done) / 2;
      (is_settled(i, earlier[middle]) ? done : refused) = middle;
    }
  }
  polished.is_complete = polished.is_complete && !deadline.Expired();
  return polished;
}

std::vector<std::vector<TestCase>> WithFewerCalls(const model::Subject& subject,
                                                  std::span<const TestCase> tests,
                                                  const Observe& observe) {
  const Environment environment(subject);
  const model::ParameterTypes types(subject);
  const Expectations expectations(subject, types, tests);
  const auto calls_of = [](const TestCase& test) {
    return std::ranges::count(test.statements, model::StatementKind::kCall,
                              &model::Statement::kind);
  };
  std::vector<std::vector<TestCase>> versions(tests.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const UseMap uses(subject, types, tests[i]);
    Proposals proposals;
    for (const auto propose : {SkipDetours, PassLiterals, LeaveOutStatements}) {
      for (std::size_t place = tests[i].size(); place-- > 0;) {
        propose({{subject, types, expectations}, environment, tests[i], uses, {}, observe, place},
                proposals);
      }
    }
    for (Proposal& proposal : proposals) {
      const bool has_fewer =
          proposal.test.size() > 0 && calls_of(proposal.test) < calls_of(tests[i]) &&
          proposal.test.statements.back().target == tests[i].statements.back().target;
      if (has_fewer) versions[i].push_back(std::move(proposal.test));
    }
  }
  return versions;
}

struct FarFetched::Knowledge {
  Knowledge(const model::Subject& subject, std::span<const TestCase> suite)
      : types(subject),
        expectations(subject, types, suite),
        readers{subject, types, expectations} {}

  const model::ParameterTypes types;
  const Expectations expectations;
  const Readers readers;
  std::set<model::CallableIndex> internal = {};  // that tests of the suite call
};

FarFetched::FarFetched(const model::Subject& subject, std::span<const TestCase> suite)
    : knowledge_(std::make_unique<Knowledge>(subject, suite)) {
  for (const TestCase& test : suite) {
    for (const model::Statement& it : test.statements) {
      if (it.kind == model::StatementKind::kCall) knowledge_->internal.insert(it.target);
    }
  }
}

FarFetched::~FarFetched() = default;

bool FarFetched::Is(const TestCase& test) const {
  const model::Subject& subject = knowledge_->readers.subject;
  const auto is_left_alone = [&](const model::Statement& it) {
    return it.kind == model::StatementKind::kCall &&
           model::IsInternal(subject.callables[it.target]) &&
           !knowledge_->internal.contains(it.target);
  };
  if (std::ranges::any_of(test.statements, is_left_alone)) return true;
  const model::Statement& act = test.statements.back();
  const bool checks_types =
      act.kind == model::StatementKind::kCall &&
      std::ranges::count(subject.callables[act.target].declared_exceptions, "TypeError") > 0;
  return !checks_types && Measure(knowledge_->readers, test, Outcome{}).contradictions() > 0;
}

uint64_t FarFetched::CostOf(const TestCase& test) const {
  return Measure(knowledge_->readers, test, Outcome{}).unexpected();
}

}  // namespace skua::search
