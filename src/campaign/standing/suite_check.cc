#include "campaign/standing/suite_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oracle/assertions/agreement.h"
#include "oracle/assertions/expectation.h"
#include "oracle/build_suite.h"
#include "render/body/exception_text.h"
#include "render/body/test_body.h"
#include "render/body/value_text.h"
#include "render/file/standing_suite.h"
#include "render/file/suite_json.h"
#include "render/module/test_module.h"
#include "render/python/naming.h"

namespace skua::campaign {
namespace {

using model::AssertionKind;
using model::GeneratedTest;
using model::Observation;
using model::Verdict;
using Result = CheckedTest::Result;

constexpr std::size_t kLongestText = 200;

bool HasCall(const GeneratedTest& test) {
  return std::ranges::any_of(test.test.statements, [](const model::Statement& statement) {
    return statement.kind == model::StatementKind::kCall;
  });
}

// "Qualified.name" of "module:Qualified.name".
std::string NameIn(const std::string& type_name) {
  return type_name.substr(type_name.find(':') + 1);
}

std::string TextOf(const model::Value& value) {
  render::Imports imports({});
  const render::Approximation exact{
      [](const model::Value&, const std::string& literal) { return literal; }, nullptr};
  std::string text = render::ExpectedText(value, imports, exact)
                         .value_or(fmt::format("<{}>", NameIn(value.type_name)));
  if (text.size() <= kLongestText) return text;
  std::size_t end = kLongestText;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string Raising(const model::RaisedException& exception) {
  return fmt::format("raises {}{}{}", NameIn(exception.type_name),
                     exception.message.empty() ? "" : ": ", exception.message);
}

// Describes one difference for a reader.
class Description {
 public:
  Description(const GeneratedTest& test, const model::Subject& subject, const Observation& seen)
      : test_(test), subject_(subject), seen_(seen), act_(render::ActOf(subject, test)) {}

  model::BehaviourChange Of(const oracle::Difference& difference) {
    model::BehaviourChange change;
    if (difference.assertion) {
      Describe(test_.assertions[*difference.assertion], difference.seen, change);
    } else {
      DescribeEnd(change);
    }
    SetPlace(change);
    change.message = model::DescribeChange(change);
    return change;
  }

 private:
  static std::string CallOf(const model::Subject& subject, const GeneratedTest& test) {
    return render::RenderPytest(subject, {test}, {}).tests.front().call;
  }

  void Describe(const model::Assertion& assertion, const std::optional<model::Value>& seen,
                model::BehaviourChange& change) const {
    change.call = LookedAt(assertion);
    const bool is_type = assertion.kind == AssertionKind::kIsInstance;
    const auto text = [&](const model::Value& value) {
      return is_type ? "an instance of " + NameIn(value.type_name) : TextOf(value);
    };
    change.expected = text(assertion.expected);
    change.actual = seen ? text(*seen) : "something else";
  }

  // Returns "quote(7)", "len(quote(7))", "quote(7).limit" or, for effects of the call on other
  // objects, "after Table.add(2), table.limit".
  std::string LookedAt(const model::Assertion& assertion) const {
    const std::string call = CallOf(subject_, test_);
    const auto after = [&](std::string_view what) {
      return fmt::format("after {}, {}", call, what);
    };
    switch (assertion.kind) {
      case AssertionKind::kGlobal:
      case AssertionKind::kFile:
        return after(assertion.attribute);
      case AssertionKind::kOutput:
        return after("the output");
      case AssertionKind::kErrorOutput:
        return after("the error output");
      case AssertionKind::kLog:
        return after("the log");
      default:
        break;
    }
    const bool is_result = assertion.variable == act_;
    const bool is_element = assertion.attribute.empty() || assertion.attribute.starts_with('[');
    std::string looked = (is_result ? call : NameOf(assertion.variable)) + (is_element ? "" : ".") +
                         assertion.attribute;
    if (const std::string_view builtin = model::BuiltinOf(assertion); !builtin.empty()) {
      looked = fmt::format("{}({})", builtin, looked);
    }
    return is_result ? looked : after(looked);
  }

  std::string NameOf(model::VariableIndex variable) const {
    const model::Statement& statement = test_.test.statements[variable];
    if (statement.kind == model::StatementKind::kLambda) return "the calls";
    if (statement.kind != model::StatementKind::kCall) return "argument";
    return render::SnakeCase(subject_.callables[statement.target].name);
  }

  void DescribeEnd(model::BehaviourChange& change) const {
    const std::size_t executed = seen_.statements.size();
    GeneratedTest ended = test_;
    const bool raises_earlier =
        executed < act_ && test_.test.statements[executed].kind == model::StatementKind::kCall;
    if (raises_earlier) {
      ended.test.statements.resize(executed + 1);
      ended.exception = seen_.exception;
    }
    change.call = CallOf(subject_, ended);
    change.expected = test_.exception  ? Raising(*test_.exception)
                      : raises_earlier ? "no exception"
                                       : ExpectedResult();
    change.actual = Ending();
  }

  // Returns the value that the test asserts for the result of its last call.
  std::string ExpectedResult() const {
    const auto result = std::ranges::find_if(test_.assertions, [&](const auto& assertion) {
      return assertion.kind == AssertionKind::kEquals && assertion.variable == act_ &&
             assertion.attribute.empty();
    });
    return result == test_.assertions.end() ? "no exception" : TextOf(result->expected);
  }

  std::string Ending() const {
    switch (seen_.verdict) {
      case Verdict::kRaised:
        return Raising(seen_.exception);
      case Verdict::kTimedOut:
        return "does not end";
      case Verdict::kCrashed:
        return "ends the process";
      case Verdict::kOutOfMemory:
        return "runs out of memory";
      default:
        return act_ < seen_.statements.size() ? "returns " + TextOf(seen_.statements[act_].result)
                                              : "raises nothing";
    }
  }

  // The place that raised, or else where the function that was called begins.
  void SetPlace(model::BehaviourChange& change) const {
    if (seen_.verdict == Verdict::kRaised && !seen_.exception.path.empty()) {
      change.path = seen_.exception.path;
      change.path_line = seen_.exception.line;
      return;
    }
    const model::Callable& callee = subject_.callables[test_.test.statements[act_].target];
    if (!callee.in_subject || callee.code_object >= subject_.code_objects.size()) return;
    change.path = subject_.module.path;
    change.path_line = subject_.code_objects[callee.code_object].first_line;
  }

  const GeneratedTest& test_;
  const model::Subject& subject_;
  const Observation& seen_;
  const std::size_t act_;
};

class SuiteCheck {
 public:
  SuiteCheck(const std::string& text, const LoadObserver& load, const base::Deadline& deadline)
      : text_(text), load_(load), deadline_(deadline) {}

  CheckedSuite Run() && {
    const model::LoadedSubject first = LoadAs(0);
    if (first.failure) {
      checked_.failure = first.failure;
      return std::move(checked_);
    }
    Place(first.subject);
    const std::vector<Observation> seen = Observe(first, tests_);
    std::vector<std::size_t> differing;  // places in `tests_`
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      if (seen[i].verdict == Verdict::kNotRun) continue;
      checked_.tests[tests_[i].place].result = Result::kHolds;
      if (Differs(i, first.subject, seen[i])) differing.push_back(i);
    }
    if (!differing.empty()) LookAgain(first.subject, seen, differing);
    checked_.now = render::SuiteToJson(first.subject, Now());
    return std::move(checked_);
  }

 private:
  struct Test {
    std::size_t place = 0;  // in the file
    GeneratedTest test;
  };

  model::LoadedSubject LoadAs(std::size_t observer) const {
    return load_({.instrument = false, .hash_seed = model::kObserverHashSeeds[observer]});
  }

  // Reads the tests in the terms of the subject.
  void Place(const model::Subject& subject) {
    render::ArchivedSuite archived = render::SuiteFromJson(text_, subject, /*goals_valid=*/false);
    checked_.tests.resize(archived.suite.size() + archived.dropped.size());
    for (const render::ArchivedSuite::Dropped& dropped : archived.dropped) {
      checked_.tests[dropped.test].result = Result::kMisfit;
      checked_.tests[dropped.test].change.message = dropped.why;
    }
    std::size_t place = 0;
    for (GeneratedTest& test : archived.suite) {
      while (checked_.tests[place].result == Result::kMisfit) ++place;
      CheckedTest& checked = checked_.tests[place];
      checked.is_open = test.is_open_change;
      if (test.is_finding) {
        checked.result = Result::kFinding;
      } else if (!HasCall(test)) {
        checked.result = Result::kMisfit;
        checked.change.message = "it calls nothing";
      } else {
        tests_.push_back({place, std::move(test)});
      }
      ++place;
    }
  }

  std::vector<Observation> Observe(const model::LoadedSubject& observer,
                                   const std::vector<Test>& which) const {
    std::vector<model::TestCase> tests;
    for (const Test& test : which) tests.push_back(test.test.test);
    return oracle::ObserveAll(tests, *observer.executor, deadline_);
  }

  std::optional<oracle::Difference> Differs(std::size_t i, const model::Subject& subject,
                                            const Observation& seen) const {
    return oracle::DifferenceOf(tests_[i].test, subject, seen, render::MatchableText);
  }

  model::Suite Now() const {
    model::Suite suite;
    for (const Test& test : tests_) {
      const CheckedTest& checked = checked_.tests[test.place];
      if (checked.now) {
        suite.push_back(*checked.now);
      } else if (checked.result == Result::kHolds || checked.result == Result::kUnchecked) {
        suite.push_back(test.test);
      }
    }
    return suite;
  }

  // Observes again in another process, which separates chance from behaviour.
  void LookAgain(const model::Subject& subject, const std::vector<Observation>& seen,
                 const std::vector<std::size_t>& differing) {
    for (const std::size_t i : differing) {
      checked_.tests[tests_[i].place].result = Result::kUnchecked;
    }
    const model::LoadedSubject second = LoadAs(1);
    if (second.failure) return;
    std::vector<Test> again;
    for (const std::size_t i : differing) again.push_back(tests_[i]);
    const std::vector<Observation> seen_again = Observe(second, again);
    for (std::size_t d = 0; d < differing.size(); ++d) {
      const std::size_t i = differing[d];
      CheckedTest& checked = checked_.tests[tests_[i].place];
      if (seen_again[d].verdict == Verdict::kNotRun) continue;
      if (!Differs(i, subject, seen_again[d])) {
        checked.result = Result::kUnsteady;
        continue;
      }
      checked.result = Result::kDiffers;
      const bool is_alike = oracle::EndsAlike(seen[i], seen_again[d]);
      std::size_t unstable = 0;
      const Observation agreed =
          is_alike ? oracle::Agreed(seen[i], seen_again[d], unstable) : seen_again[d];
      checked.change = Description(tests_[i].test, subject, agreed)
                           .Of(Differs(i, subject, agreed).value_or(oracle::Difference{}));
      if (is_alike) checked.now = oracle::UpToDate(tests_[i].test, subject, agreed);
    }
  }

  const std::string& text_;
  const LoadObserver& load_;
  const base::Deadline& deadline_;
  std::vector<Test> tests_;  // those that can be run
  CheckedSuite checked_;
};

}  // namespace

CheckedSuite CheckSuite(const std::string& text, const std::string& file, const LoadObserver& load,
                        const base::Deadline& deadline) {
  CheckedSuite checked = SuiteCheck(text, load, deadline).Run();
  const std::vector<std::string> names = render::TestNamesIn(text);
  checked.tests.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    checked.tests[i].name = checked.tests[i].change.test = names[i];
    checked.tests[i].change.file = file;
  }
  return checked;
}

BehaviourReport ReportOf(const CheckedSuite& checked, const std::string& text,
                         const base::Log& log) {
  BehaviourReport report;
  report.runnable = !checked.failure;
  render::StandingSuite suite = *render::StandingSuite::Read(text);
  report.passed = report.runnable;
  for (std::size_t i = 0; i < checked.tests.size(); ++i) {
    const CheckedTest& test = checked.tests[i];
    const Result expected = test.is_open ? Result::kDiffers : Result::kHolds;
    report.passed = report.passed && (test.result == expected || test.result == Result::kFinding);
    switch (test.result) {
      case Result::kHolds:
        report.passed_places.push_back(suite.places()[i]);
        break;
      case Result::kDiffers:
        report.changes.push_back(test.change);
        report.places.push_back(suite.places()[i]);
        suite.Note(i, test.now ? &*test.now : nullptr);
        break;
      case Result::kMisfit:
        report.misfits.push_back(test.name);
        ++report.outdated;
        break;
      case Result::kUnsteady:
        log.Say(base::Topic::kExplain, "{}: {} differs in one process of two", test.change.file,
                test.name);
        break;
      default:
        break;
    }
  }
  if (!report.changes.empty()) report.text = suite.Text();
  return report;
}

}  // namespace skua::campaign
