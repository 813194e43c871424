// First all values of a test at once become the plainest of their kind, then halves, quarters and
// so on of them: most values do not matter. Then each statement is treated by itself, from the end
// to the beginning, until a whole pass changes nothing: arguments and elements are left out in
// chunks of ever smaller size (the complements of ddmin), then characters; odd characters are
// replaced in the same way; numbers are tried from the plainest up; values that need not differ
// become equal. With a vocabulary, a text that is not natural is exchanged for one that is, if one
// will do, there or wherever the test has it, and natural ones are left whole; at the end single
// letters are spelled out. Other candidates that are not plainer than the test are not asked about,
// nor is any asked about twice, so the search ends.
#include "search/shrinking/value_minimiser.h"

#include <algorithm>
#include <utility>

#include "model/parameter_types.h"
#include "search/making/environment_statements.h"
#include "search/shrinking/fuller_objects.h"
#include "search/shrinking/passed_kinds.h"
#include "search/shrinking/value_minimisation.h"

namespace skua::search {

using model::TestCase;

std::vector<TestCase> MinimiseValues(const model::Subject& subject, std::vector<TestCase> tests,
                                     const Keeps& keeps, const Keeps& confirms,
                                     const base::Deadline& deadline,
                                     const ValueMinimiserOptions& options) {
  const Environment environment(subject);
  FullerObjects objects(subject, options.vocabulary);
  const model::ParameterTypes types(subject);
  const PassedKinds passed(
      subject, options.suite.empty() ? std::span<const TestCase>(tests) : options.suite);
  for (const TestCase& test : options.suite) objects.Learn(test);
  std::vector<ValueMinimisation> minimisations;
  for (const TestCase& test : tests) {
    minimisations.emplace_back(subject, environment, objects, types, passed, test, options);
  }
  // All tests take part in a round before the next begins, so that a deadline is fair to them.
  std::vector<bool> active(tests.size(), true);
  const auto each = [&](auto minimise) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (!active[i]) continue;
      const ValueMinimisation::Ask ask = [&](std::span<const TestCase> candidates) {
        return deadline.Expired() ? std::vector<bool>(candidates.size(), false)
                                  : keeps(i, candidates);
      };
      active[i] = minimise(minimisations[i], ask) && !deadline.Expired();
    }
  };
  if (!options.only_texts) {
    each([](ValueMinimisation& it, const auto& ask) { return it.MinimiseTogether(ask), true; });
  }
  while (std::find(active.begin(), active.end(), true) != active.end()) {
    for (const ValueMinimisation& it : minimisations) objects.Learn(it.test());
    each([](ValueMinimisation& it, const auto& ask) { return it.MinimiseEach(ask); });
  }
  std::vector<TestCase> unspelled;
  if (options.vocabulary != nullptr && !options.only_texts) {
    for (const ValueMinimisation& it : minimisations) unspelled.push_back(it.test());
    active.assign(tests.size(), true);
    each([](ValueMinimisation& it, const auto& ask) { return it.SpellOut(ask), true; });
  }
  const auto is_settled = [&](std::size_t i, const TestCase& plain) {
    if (plain == tests[i]) return true;
    if (confirms && !confirms(i, {&plain, 1})[0]) return false;
    tests[i] = plain;
    return true;
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (is_settled(i, minimisations[i].test())) continue;
    if (!unspelled.empty()) {
      if (is_settled(i, unspelled[i])) continue;
    }
    if (!unspelled.empty() && options.tries_unnatural) {
      // What is natural was refused in the end; what is only plain may do.
      ValueMinimiserOptions plain_options = options;
      plain_options.vocabulary = nullptr;
      ValueMinimisation plain(subject, environment, objects, types, passed, tests[i],
                              plain_options);
      const ValueMinimisation::Ask ask = [&](std::span<const TestCase> candidates) {
        return deadline.Expired() ? std::vector<bool>(candidates.size(), false)
                                  : keeps(i, candidates);
      };
      plain.MinimiseTogether(ask);
      while (plain.MinimiseEach(ask) && !deadline.Expired()) {
      }
      if (is_settled(i, plain.test())) continue;
    }
    // What was tried was too plain in the end; a step on the way to it may do. Each step makes that
    // less likely, so the last that will do is found by halving.
    const std::vector<TestCase>& earlier = minimisations[i].earlier();
    for (std::size_t done = 0, refused = earlier.size(); refused - done > 1;) {
      const std::size_t middle = done + (refused - done) / 2;
      (is_settled(i, earlier[middle]) ? done : refused) = middle;
    }
  }
  return tests;
}

}  // namespace skua::search
