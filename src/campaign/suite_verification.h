// Has pytest verify the suite that a campaign made, and leaves out of it what may not be written:
// tests that hold a secret, that fail, or that take too long.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign_context.h"
#include "campaign/standing_tests.h"
#include "campaign/suite/suite_maker.h"
#include "campaign/suite/suite_time.h"
#include "model/reason.h"
#include "model/suite.h"
#include "oracle/verification/verification.h"

namespace skua::campaign {

class SuiteVerification {
 public:
  // Borrows all. `maker` has made the suite `made`.
  SuiteVerification(CampaignContext& context, StandingTests& standing, const SuiteMaker& maker,
                    const model::Suite& made)
      : context_(context), standing_(standing), maker_(maker), made_(made) {}

  // Returns false when nothing is to be written; the outcome then says why.
  bool Run();
  // Returns whether that was for a reason that another run may not have: then the tests are worth
  // keeping for it.
  bool is_for_later() const { return is_for_later_; }

  // The tests that are not worth writing.
  const model::Suite& guards() const { return guards_; }
  // The part of the suite that may be written.
  oracle::VerifiedSuite& verified() { return verified_; }
  // Judges the mutants by the verified suite.
  std::vector<model::JudgedMutant> JudgedMutants();
  // Returns whether the files have the texts already that would be written.
  bool IsWrittenAlready() const;

 private:
  bool ForLater(model::Reason reason);
  // Divides the suite into tests to write and guards, and removes tests that cannot fail.
  model::Suite Split(model::Suite suite);
  // Takes tests that hold a secret out of the suite; false when nothing else is in it.
  void ExplainDropped() const;
  bool LeaveOutSecrets(model::Suite& suite);
  oracle::VerifiedSuite Verify(model::Suite suite) const;
  // Leaves tests out of the verified suite that take too long for budget.suite_time.
  void FitSuiteTime();
  // Verifies the suite without these tests. Returns the note on them.
  std::string LeaveOut(const std::vector<std::size_t>& too_slow,
                       const std::vector<TimedTest>& tests, std::string what);
  std::vector<TimedTest> TimedTests();
  // Returns for each test of the suite as made the mutants that it kills. Finds them out once.
  const std::vector<std::vector<model::MutantIndex>>& AllKills();
  // Adds the names of all tests that kill a mutant. `names` are the names of the tests in `suite`.
  void NameAllKillers(const model::Suite& suite, const std::vector<std::string>& names,
                      std::vector<model::JudgedMutant>& judged);
  // Returns whether verification leaves all tests of the tree that hold in the files. Else the
  // result is that of these tests alone.
  bool KeepsWhatHolds();
  std::vector<std::string> LostBy(const oracle::VerifiedSuite& verified) const;
  void TellWhatIsMissing(std::size_t unverified, const SuiteMaker::OtherImports& imports);

  CampaignContext& context_;
  StandingTests& standing_;
  const SuiteMaker& maker_;
  const model::Suite& made_;
  std::optional<std::vector<std::vector<model::MutantIndex>>> all_kills_;
  model::Suite guards_;
  oracle::VerifiedSuite verified_;
  bool is_for_later_ = false;
};

}  // namespace skua::campaign
