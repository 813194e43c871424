// The tests of a module in the tree, for one campaign: reads them, finds out which changes they
// show, and measures what they cover. If tests are artefacts and their files are gone from the
// tree, the tests that the state has for this very code take their place.
#pragma once

#include <string>
#include <vector>

#include "campaign/campaign_context.h"
#include "campaign/files/suite_writer.h"
#include "campaign/files/test_files.h"
#include "campaign/standing/open_changes.h"
#include "campaign/standing/standing.h"
#include "campaign/standing/suite_check.h"
#include "model/suite.h"
#include "search/goals/goal_set.h"

namespace skua::campaign {

class StandingTests {
 public:
  // Borrows the context.
  explicit StandingTests(CampaignContext& context);

  // Reads the tests, and learns what nothing but their text tells. REQUIRES: the module is loaded,
  // for this and for all that follows.
  void Read();
  // Reports the changes that the earlier tests show, and the results of changes that were open.
  // Returns false if the campaign is over.
  bool LookBack();
  // Measures which goals the tests of the tree cover.
  void Measure();
  // Finds the places of the files anew. Returns false when somebody edited one meanwhile: who edits
  // a file while it is worked on is not to find it changed.
  bool PlaceAnew();
  // Takes tests out that are not to come back. `goes` is asked about each.
  template <typename Predicate>
  void Leave(const Predicate& goes) {
    std::erase_if(standing_.suite, goes);
  }

  bool any() const { return standing_.any(); }
  // Returns whether they are in the state alone.
  bool only_archived() const { return only_archived_; }
  bool has_unknown() const { return standing_.has_unknown(); }
  const model::Suite& suite() const { return standing_.suite; }
  std::size_t gone() const { return standing_.gone.size(); }
  // Returns the tests of which only the text is known, or that show an open change.
  model::Suite Unjudged() const;
  // The earlier tests that show behaviour changes, open ones or such as this run accepts, as far as
  // more is known of them than their text.
  model::Suite OfChanges() const;
  StandingFiles TakeFiles() { return std::move(standing_.files); }

  const std::string& file() const { return file_; }  // of tests, which may not exist yet
  const TestFiles::Place& place() const { return place_; }
  const TestFiles::Place& findings() const { return findings_; }
  // Returns a writer into the files of the tree.
  SuiteWriter Writer() const;
  // The module's files that somebody edited.
  const std::vector<std::string>& edited() const { return edited_; }
  // Returns the goals that its tests, or those of edited files, cover.
  const std::vector<model::GoalIndex>& goals() const { return goals_; }
  bool HasFreshChanges() const;
  // Returns whether the file of tests passes as it is in the tree; runs it unless it ran already.
  bool StillPasses() const;
  bool was_seen_to_pass() const { return passed_; }

 private:
  bool is_json() const { return context_.options().render.style == render::Style::kJson; }
  SettledChanges SettleNow();
  // Does the same with a suite in JSON, whose tests a worker runs as data.
  SettledChanges SettleSuite(ChangesBefore before) const;
  CheckedSuite Check(const std::string& text) const;
  void WriteEarlier(const std::string& text);
  std::string TextInStyle(const std::string& file) const;
  // Returns whether the files of tests for this very code are gone, and nothing else is.
  bool AreGone() const;
  void StandAsArchived();
  void AskUnknown();
  void MeasureKnown(const search::GoalSet& goals);
  void MeasureUnknown();
  std::vector<bool> CoveredByEdited();
  void Cover(const std::vector<bool>& covered);

  CampaignContext& context_;
  const std::string file_;
  TestFiles::Place place_, findings_;
  Standing standing_;
  std::vector<std::string> edited_;
  std::vector<model::GoalIndex> goals_;
  bool passed_ = false;  // the file passed when it was looked at
  bool only_archived_ = false;
};

}  // namespace skua::campaign
