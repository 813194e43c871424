#include "oracle/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace skua::oracle {
namespace {

using model::PytestRequest;
using model::PytestResult;
using Outcome = PytestResult::Outcome;

// The conditions of one run, and how a report names them.
struct Conditions {
  PytestRequest request;
  std::string_view name;
};

std::vector<Conditions> AllConditions(const VerificationOptions& options) {
  std::vector<Conditions> all;
  for (std::size_t i = 0; i < options.hash_seeds.size(); ++i) {
    Conditions conditions;
    conditions.request.files = options.other_files;
    conditions.request.hash_seed = options.hash_seeds[i];
    conditions.request.project_settings = i == 0;
    if (i > 0) conditions.request.shuffle_seed = options.shuffle_seed + i - 1;
    conditions.name = i == 0 ? "fails with the project's settings" : "fails when shuffled";
    all.push_back(std::move(conditions));
  }
  return all;
}

// A failure in one line: "E   assert 3 == 4" where there is such a line, else the first.
std::string_view GistOf(std::string_view message) {
  std::string_view first;
  while (!message.empty()) {
    const auto end = std::min(message.find('\n'), message.size());
    std::string_view line = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    if (line.starts_with("E ")) {
      line.remove_prefix(std::min(line.find_first_not_of(' ', 1), line.size()));
      return line;
    }
    if (first.empty()) first = line;
  }
  return first;
}

std::string_view LastLineOf(std::string_view output) {
  const auto last = output.find_last_not_of(" \n");
  if (last == std::string_view::npos) return "it said nothing";
  const auto break_before = output.rfind('\n', last);
  const auto begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  return output.substr(begin, last + 1 - begin);
}

// The line in `file` at which an assert failed, from "file.py:12: AssertionError" at the end of a
// traceback or "file.py:12: assert 3 == 4" in a summary.
std::optional<uint32_t> FailedAssertLine(std::string_view message, std::string_view file) {
  const std::string mark = fmt::format("{}:", file);
  for (auto at = message.find(mark); at != std::string_view::npos;
       at = message.find(mark, at + 1)) {
    const std::string_view rest = message.substr(at + mark.size());
    uint32_t line = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    const std::string_view what = rest.substr(static_cast<std::size_t>(end.ptr - rest.data()));
    const bool asserts = what.starts_with(": AssertionError") || what.starts_with(": assert ");
    if (end.ec == std::errc() && asserts) return line;
  }
  return std::nullopt;
}

// What is wrong with one test, from one run.
struct Fault {
  std::string why;
  std::optional<std::size_t> assertion;  // the only thing at fault
};

class Verification {
 public:
  Verification(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
               const base::Deadline& deadline, const VerificationOptions& options)
      : write_(write), pytest_(pytest), deadline_(deadline), options_(options) {
    verified_.suite = std::move(suite);
  }

  VerifiedSuite Run() && {
    for (unsigned round = 0; round < options_.rounds && !verified_.suite.empty(); ++round) {
      const WrittenSuite written = write_(verified_.suite);
      const auto faults = FaultsOf(written);
      if (!faults) {
        return deadline_.Expired() && KeepProven() ? std::move(verified_) : GiveUp(reason_);
      }
      if (faults->empty()) {
        verified_.text = written.text;
        return std::move(verified_);
      }
      Drop(written, *faults);
    }
    if (deadline_.Expired()) return GiveUp(OutOfTime());
    return GiveUp({model::ReasonCode::kNothingStable,
                   verified_.dropped.empty() ? "there was no test" : verified_.dropped.back().why});
  }

 private:
  using Faults = std::map<std::size_t, Fault>;  // by the test's place in the suite

  static model::Reason OutOfTime() {
    return {model::ReasonCode::kNoBudgetLeft, "no time was left to verify the tests"};
  }

  VerifiedSuite GiveUp(model::Reason reason) {
    verified_.suite.clear();
    verified_.text.clear();
    verified_.tests.clear();
    verified_.reason = std::move(reason);
    return std::move(verified_);
  }

  // When no time is left to run a suite again that became smaller: those of its tests that passed
  // every run beside what was dropped. False when there are none.
  bool KeepProven() {
    model::Suite kept;
    std::vector<PytestResult::Test> results;
    for (std::size_t i = 0; i < proven_.size(); ++i) {
      if (!proven_[i]) continue;
      kept.push_back(std::move(verified_.suite[i]));
      results.push_back(std::move(*proven_[i]));
    }
    if (kept.empty()) return false;
    verified_.suite = std::move(kept);
    const WrittenSuite written = write_(verified_.suite);
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i].name = written.tests[i].name;
      results[i].line = written.tests[i].line;
    }
    verified_.tests = std::move(results);
    verified_.text = written.text;
    return true;
  }

  // Nothing when pytest did not run to its end: reason_ says why.
  std::optional<Faults> FaultsOf(const WrittenSuite& written) {
    Faults faults;
    bool first = true;
    for (Conditions& conditions : AllConditions(options_)) {
      if (deadline_.Expired()) {
        reason_ = OutOfTime();
        return std::nullopt;
      }
      conditions.request.files[options_.file_name] = written.text;
      const PytestResult result = pytest_.Run(conditions.request, deadline_);
      if (!result.completed) {
        reason_ = deadline_.Expired()
                      ? OutOfTime()
                      : model::Reason{model::ReasonCode::kNothingStable,
                                      fmt::format("pytest did not run to its end: {}",
                                                  LastLineOf(result.output))};
        return std::nullopt;
      }
      Compare(written, result, conditions.name, faults);
      if (std::exchange(first, false)) verified_.tests = InOrder(written, result);
    }
    return faults;
  }

  void Compare(const WrittenSuite& written, const PytestResult& result, std::string_view name,
               Faults& faults) const {
    for (std::size_t i = 0; i < written.tests.size(); ++i) {
      const PytestResult::Test* seen = Find(result, written.tests[i].name);
      const bool finding = verified_.suite[i].is_finding;
      if (seen != nullptr &&
          seen->outcome == (finding ? Outcome::kExpectedFailure : Outcome::kPassed)) {
        continue;
      }
      Fault fault;
      const std::string_view gist =
          seen == nullptr ? "pytest did not run it" : GistOf(seen->message);
      fault.why = gist.empty() ? std::string(name) : fmt::format("{}: {}", name, gist);
      if (seen != nullptr && seen->outcome == Outcome::kFailed) {
        fault.assertion = AssertionAtFault(written.tests[i], seen->message);
      }
      // A test that fails in two ways is dropped whole.
      const auto [known, is_new] = faults.emplace(i, fault);
      if (!is_new && known->second.assertion != fault.assertion) {
        known->second.assertion.reset();
      }
    }
  }

  const PytestResult::Test* Find(const PytestResult& result, const std::string& name) const {
    const auto test = std::find_if(result.tests.begin(), result.tests.end(), [&](const auto& t) {
      return t.name == name && t.file == options_.file_name;
    });
    return test == result.tests.end() ? nullptr : &*test;
  }

  std::optional<std::size_t> AssertionAtFault(const WrittenSuite::Test& test,
                                              std::string_view message) const {
    const auto line = FailedAssertLine(message, options_.file_name);
    if (!line) return std::nullopt;
    std::optional<std::size_t> fault;
    for (std::size_t a = 0; a < test.assertion_lines.size(); ++a) {
      const uint32_t begins = test.assertion_lines[a];
      if (begins == 0 || begins > *line) continue;
      if (!fault || begins > test.assertion_lines[*fault]) fault = a;
    }
    return fault;
  }

  void Drop(const WrittenSuite& written, const Faults& faults) {
    model::Suite kept;
    proven_.clear();
    for (std::size_t i = 0; i < verified_.suite.size(); ++i) {
      model::GeneratedTest& test = verified_.suite[i];
      const auto fault = faults.find(i);
      if (fault == faults.end()) {
        kept.push_back(std::move(test));
        proven_.push_back(*std::ranges::find(verified_.tests, written.tests[i].name,
                                             &PytestResult::Test::name));  // else a fault
        continue;
      }
      // A test is worth keeping for its coverage only while it still asserts something.
      const auto& [why, assertion] = fault->second;
      const bool assertion_only = assertion && test.assertions.size() > 1;
      verified_.dropped.push_back({written.tests[i].name, why, assertion_only});
      if (!assertion_only) continue;
      test.assertions.erase(test.assertions.begin() + static_cast<std::ptrdiff_t>(*assertion));
      kept.push_back(std::move(test));
      proven_.emplace_back();
    }
    verified_.suite = std::move(kept);
  }

  // The results of our own tests, in the order of the file.
  std::vector<PytestResult::Test> InOrder(const WrittenSuite& written,
                                          const PytestResult& result) const {
    std::vector<PytestResult::Test> tests;
    for (const WrittenSuite::Test& test : written.tests) {
      if (const auto* seen = Find(result, test.name)) tests.push_back(*seen);
    }
    return tests;
  }

  const Writer& write_;
  model::PytestRunner& pytest_;
  const base::Deadline& deadline_;
  const VerificationOptions& options_;
  VerifiedSuite verified_;
  // By the tests of the suite: the result, when it passed every run as it is.
  std::vector<std::optional<PytestResult::Test>> proven_;
  model::Reason reason_;
};

}  // namespace

VerifiedSuite Verify(model::Suite suite, const Writer& write, model::PytestRunner& pytest,
                     const base::Deadline& deadline, const VerificationOptions& options) {
  return Verification(std::move(suite), write, pytest, deadline, options).Run();
}

}  // namespace skua::oracle
