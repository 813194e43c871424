#include "render/module/standing_module.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "render/body/test_body.h"
#include "render/module/findings_module.h"
#include "render/module/unittest_module.h"

namespace skua::render {
namespace {

bool IsKnown(const model::GeneratedTest& test) { return !test.test.statements.empty(); }

uint32_t TargetOf(const model::Subject& subject, const model::GeneratedTest& test) {
  return test.test.statements[ActOf(subject, test)].target;
}

class StandingModule {
 public:
  StandingModule(const StandingFile& standing, const model::Subject& subject,
                 const model::Suite& suite, const RenderOptions& options, FileKind kind)
      : file_(standing), subject_(subject), suite_(suite), options_(options), kind_(kind) {
    for (std::size_t i = 0; i < suite.size(); ++i) {
      if (suite[i].name.empty()) added_.push_back(i);
    }
  }

  RenderedModule Write() && {
    const bool dropped = DropOthers();
    RenderedParts parts;
    if (dropped || !added_.empty()) {
      parts = RenderAddedTests();
      file_.SetImports(parts.imports);
      for (NamedText& definition : parts.definitions) file_.AddDefinition(std::move(definition));
    }
    AddFunctions(parts.functions);
    file_.Stamp(options_.version, options_.fingerprint, CommentAbove(options_.above));
    return {file_.Text(), TellTests(parts.functions)};
  }

 private:
  // Drops the tests that the suite does not have. Returns whether there were any.
  bool DropOthers() {
    std::set<std::string> kept;
    for (const model::GeneratedTest& test : suite_) kept.insert(test.name);
    bool dropped = false;
    for (const std::string& test : file_.Tests()) {
      if (kept.contains(test)) continue;
      file_.DropTest(test);
      dropped = true;
    }
    if (dropped) file_.DropUnusedDefinitions();
    return dropped;
  }

  RenderedParts RenderAddedTests() const {
    model::Suite added;
    for (const std::size_t test : added_) added.push_back(suite_[test]);
    if (file_.is_unittest()) return RenderAddedMethods(subject_, added, options_, kind_, &file_);
    return kind_ == FileKind::kFindings ? RenderAddedFindings(subject_, added, options_, &file_)
                                        : RenderAdded(subject_, added, options_, file_);
  }

  void AddFunctions(const std::vector<RenderedFunction>& functions) {
    // By callable and section: the last function that tests the callable.
    std::map<std::pair<uint32_t, FileSection>, std::string> last;
    std::map<std::string, uint32_t> targets;
    for (const model::GeneratedTest& test : suite_) {
      if (test.name.empty() || !IsKnown(test)) continue;
      targets.emplace(FunctionOf(test.name), TargetOf(subject_, test));
    }
    for (const NamedText& function : file_.functions()) {
      const auto target = targets.find(function.name);
      if (target != targets.end()) last[{target->second, function.section}] = function.name;
    }
    for (const RenderedFunction& function : functions) {
      std::string behind;
      if (kind_ == FileKind::kTests) {
        const model::GeneratedTest& test = suite_[added_[function.tests.front().first]];
        std::string& place = last[{TargetOf(subject_, test), function.text.section}];
        behind = std::exchange(place, function.text.name);
      }
      file_.AddAfter(behind, function.text);
    }
  }

  std::vector<RenderedTest> TellTests(const std::vector<RenderedFunction>& functions) const {
    std::vector<RenderedTest> tests(suite_.size());
    for (const RenderedFunction& function : functions) {
      const uint32_t above = file_.FirstLineOf(function.text.name) - 1;
      for (const auto& [test, rendered] : function.tests) {
        tests[added_[test]] = MovedDown(rendered, above);
      }
    }
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      const std::string& name = suite_[i].name;
      if (name.empty()) continue;
      tests[i].name = file_.NameNow(name);
      tests[i].line = file_.LineOfTest(name);
    }
    if (kind_ == FileKind::kFindings) TellCalls(tests);
    return tests;
  }

  // Sets the calls, which reports show for findings.
  void TellCalls(std::vector<RenderedTest>& tests) const {
    model::Suite standing;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < suite_.size(); ++i) {
      if (suite_[i].name.empty() || !IsKnown(suite_[i])) continue;
      standing.push_back(suite_[i]);
      places.push_back(i);
    }
    const RenderedParts parts = RenderAddedFindings(subject_, standing, options_, nullptr);
    for (const RenderedFunction& function : parts.functions) {
      for (const auto& [test, rendered] : function.tests) tests[places[test]].call = rendered.call;
    }
  }

  StandingFile file_;
  const model::Subject& subject_;
  const model::Suite& suite_;
  const RenderOptions& options_;
  const FileKind kind_;
  std::vector<std::size_t> added_;  // indices of the new tests in the suite
};

}  // namespace

RenderedModule RenderInto(const StandingFile& standing, const model::Subject& subject,
                          const model::Suite& suite, const RenderOptions& options, FileKind kind) {
  return StandingModule(standing, subject, suite, options, kind).Write();
}

}  // namespace skua::render
