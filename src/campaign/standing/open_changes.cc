#include "campaign/standing/open_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "render/file/file_header.h"

namespace skua::campaign {
namespace {

using model::BehaviourChange;
using model::ChangeEnd;
using render::Expectation;
using render::TestPlace;

constexpr std::size_t kLongestReason = 160;  // of a mark

// Returns the callee: "quote" of "quote(weight=0)", and of "after quote(weight=0), table.limit".
std::string_view CalleeOf(const BehaviourChange& change) {
  std::string_view call = change.call;
  if (model::IsLookedAtAfterCall(change)) call.remove_prefix(call.find(' ') + 1);
  return call.substr(0, call.find('('));
}

std::string ReasonFor(const BehaviourChange& change) {
  std::string what = model::DescribeChange(change);
  // Control characters would make the literal harder to read than the change.
  std::ranges::replace_if(
      what, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\\'; }, ' ');
  if (what.size() > kLongestReason) {
    std::size_t end = kLongestReason;
    while (end > 0 && (static_cast<unsigned char>(what[end]) & 0xC0) == 0x80) --end;
    what = what.substr(0, end) + "…";
  }
  return render::ReasonOfMark(SinceOf(change), what);
}

// Reads the text of ReasonFor(), as far as the mark has it.
BehaviourChange ChangeOfReason(std::string_view reason) {
  const auto [since, what] = render::ReadReasonOfMark(reason);
  BehaviourChange change;
  const bool is_day = since.find('-') != std::string::npos;
  (is_day ? change.day : change.commit) = since;
  change.message = what;
  const std::size_t now = what.rfind(", now ");
  change.call = what;  // until it is known where it ends
  const std::string_view verb = model::IsLookedAtAfterCall(change) ? " was " : " gave ";
  change.call.clear();
  const std::size_t raised = what.find(" raised "), gave = what.find(verb);
  const std::size_t before = std::min(raised, gave);
  if (now == std::string::npos || before >= now) return change;
  const std::size_t text = what.find(' ', before + 1) + 1;
  change.call = what.substr(0, before);
  change.expected = (raised < gave ? "raises " : "") + what.substr(text, now - text);
  if (change.expected == "raises nothing") change.expected = "no exception";
  change.actual = what.substr(now + 6);
  return change;
}

class Settlement {
 public:
  Settlement(const ChangesBefore& before, const BehaviourReport* seen, OnBehaviourChange policy,
             const RunStamp& now)
      : before_(before),
        seen_(seen),
        policy_(policy),
        now_(now),
        text_(before.text),
        was_(before.archived_for),
        standing_(render::ExpectationsIn(before.text)),
        is_taken_(standing_.size(), false) {
    if (const auto header = render::ParseHeader(before.text)) was_ = header->fingerprint;
    if (seen != nullptr) {
      settled_.was_run = seen->runnable;
      settled_.passed = seen->passed;
      settled_.misfits = seen->misfits;
      settled_.outdated = seen->outdated;
    }
  }

  SettledChanges Settle() && {
    for (const BehaviourChange& change : before_.open) SettleKnown(change);
    AddMarked();
    AddFresh();
    if (policy_ == OnBehaviourChange::kAccept) {
      for (Open& open : open_) End(std::move(open), ChangeEnd::kAccepted);
      open_.clear();
    }
    MarkAll();
    Drop();
    for (Open& open : open_) settled_.open.push_back(std::move(open.change));
    if (text_ != before_.text) settled_.text = std::move(text_);
    return std::move(settled_);
  }

 private:
  struct Open {
    BehaviourChange change;
    const Expectation* standing = nullptr;  // null: it does not stand
  };

  // The test that expects so, as long as no other change has it.
  const Expectation* Take(const BehaviourChange& change) {
    for (const bool by_name : {true, false}) {
      for (std::size_t i = 0; i < standing_.size(); ++i) {
        const bool fits =
            !by_name || standing_[i].place.function == render::FunctionOf(change.test);
        if (!fits || is_taken_[i] || standing_[i].hash != change.expectation) continue;
        is_taken_[i] = true;
        return &standing_[i];
      }
    }
    return nullptr;
  }

  // The place in `seen_->changes` of the failure of the test; nothing when it did not fail.
  std::optional<std::size_t> FailureAt(const TestPlace& place) const {
    if (seen_ == nullptr) return std::nullopt;
    const auto found = std::ranges::find(seen_->places, place);
    if (found == seen_->places.end()) return std::nullopt;
    return static_cast<std::size_t>(found - seen_->places.begin());
  }

  bool Passes(const TestPlace& place) const {
    return seen_ != nullptr &&
           std::ranges::find(seen_->passed_places, place) != seen_->passed_places.end();
  }

  void SettleKnown(BehaviourChange change) {
    if (!before_.archived_for.empty()) change.expectation.clear();  // nobody took the test out
    if (change.expectation.empty()) {  // nothing stands that could tell, but the same code does
      Open open{std::move(change), nullptr};
      if (open.change.fingerprint == before_.fingerprint) {
        End(std::move(open), ChangeEnd::kBack);
      } else {
        open_.push_back(std::move(open));
      }
      return;
    }
    const Expectation* standing = Take(change);
    // `seen_` is null where the tests need not run: the file was written for this very code. Then
    // only a mark can say that a test of it shows an open change.
    const bool is_back = seen_ == nullptr && standing != nullptr && standing->reason.empty() &&
                         !change.fingerprint.empty() && change.fingerprint == before_.fingerprint;
    Open open{std::move(change), standing};
    if (standing == nullptr) {
      End(std::move(open), ChangeEnd::kEdited);
    } else if (is_back || Passes(standing->place)) {
      End(std::move(open), ChangeEnd::kBack);
    } else {
      if (const auto failure = FailureAt(standing->place)) Renew(*failure, open.change);
      open_.push_back(std::move(open));
    }
  }

  // The test fails in another way now.
  void Renew(std::size_t failure, BehaviourChange& change) const {
    BehaviourChange renewed = seen_->changes[failure];
    renewed.expectation = std::move(change.expectation);
    renewed.fingerprint = std::move(change.fingerprint);
    renewed.run = change.run;
    renewed.commit = std::move(change.commit);
    renewed.day = std::move(change.day);
    change = std::move(renewed);
  }

  // Marks tell of changes that the state does not know: it was lost, or is another machine's.
  void AddMarked() {
    for (std::size_t i = 0; i < standing_.size(); ++i) {
      const Expectation& standing = standing_[i];
      if (is_taken_[i] || standing.reason.empty()) continue;
      is_taken_[i] = true;
      BehaviourChange change = ChangeOfReason(standing.reason);
      change.test = standing.place.function;
      change.file = before_.file;
      change.expectation = standing.hash;
      if (Passes(standing.place)) {
        End({std::move(change), &standing}, ChangeEnd::kBack);
      } else {
        open_.push_back({std::move(change), &standing});
      }
    }
  }

  void AddFresh() {
    if (seen_ == nullptr) return;
    for (std::size_t i = 0; i < seen_->changes.size(); ++i) {
      const auto standing = std::ranges::find(standing_, seen_->places[i], &Expectation::place);
      const bool stands = standing != standing_.end();
      const std::size_t at = static_cast<std::size_t>(standing - standing_.begin());
      if (stands && is_taken_[at]) continue;
      if (stands) is_taken_[at] = true;
      if (stands &&
          (ExpectsWhatEnded(seen_->changes[i]) || ExpectsWhatWasOpen(seen_->changes[i]))) {
        to_drop_.push_back(standing->place);
        ++settled_.outdated;
        continue;
      }
      BehaviourChange change = seen_->changes[i];
      change.expectation = stands ? standing->hash : "";
      // The code of an affected module is the same as before, so that its fingerprint tells
      // nothing.
      if (was_ != before_.fingerprint) change.fingerprint = was_;
      change.run = now_.run;
      change.commit = now_.commit;
      change.day = now_.day;
      open_.push_back({std::move(change), stands ? &*standing : nullptr});
    }
  }

  // Tests that were written while a change was open expect what the code did then. When it goes
  // back they fail, which is no news.
  bool ExpectsWhatEnded(const BehaviourChange& change) const {
    return std::ranges::any_of(settled_.ended, [&](const model::EndedChange& ended) {
      return ended.end == ChangeEnd::kBack && CalleeOf(ended.change) == CalleeOf(change);
    });
  }

  // Returns whether the change goes back on one that is still open: it has the same call, and what
  // the earlier change gave is what this one expects.
  bool ExpectsWhatWasOpen(const BehaviourChange& change) const {
    return std::ranges::any_of(before_.open, [&](const BehaviourChange& open) {
      return !open.call.empty() && open.call == change.call && open.actual == change.expected;
    });
  }

  void End(Open open, ChangeEnd end) {
    if (open.standing != nullptr && end == ChangeEnd::kAccepted) {
      to_accept_.push_back(open.standing->place);
    } else if (open.standing != nullptr && !open.standing->reason.empty()) {
      Take(render::WithoutMark(text_, open.standing->place));
    }
    settled_.ended.push_back({std::move(open.change), end});
  }

  void MarkAll() {
    if (policy_ != OnBehaviourChange::kReport) return;
    for (const Open& open : open_) {
      if (open.standing == nullptr || !open.standing->reason.empty()) continue;
      Take(render::WithMark(text_, open.standing->place, ReasonFor(open.change)));
    }
  }

  void Drop() {
    if (to_drop_.empty() && to_accept_.empty()) return;
    Take(render::WithoutTests(text_, std::move(to_drop_), std::move(to_accept_)));
  }

  // Nullopt: the file was edited, and stays as it is.
  void Take(std::optional<std::string> text) {
    if (text) text_ = *std::move(text);
  }

  const ChangesBefore& before_;
  const BehaviourReport* seen_;
  const OnBehaviourChange policy_;
  const RunStamp& now_;
  std::string text_;
  std::string was_;  // the fingerprint for which the file was written
  const std::vector<Expectation> standing_;
  std::vector<bool> is_taken_;  // beside `standing_`: it belongs to a change that is known
  std::vector<Open> open_;
  std::vector<TestPlace> to_drop_, to_accept_;
  SettledChanges settled_;
};

}  // namespace

std::string SinceOf(const BehaviourChange& change) {
  return change.commit.empty() ? change.day : change.commit;
}

void TellChanges(const SettledChanges& settled, OnBehaviourChange policy,
                 model::ModuleOutcome& outcome) {
  outcome.behaviour_changes = settled.open;
  outcome.ended_changes = settled.ended;
  const auto accepted =
      std::ranges::count(settled.ended, ChangeEnd::kAccepted, &model::EndedChange::end);
  if (accepted > 0) {
    outcome.notes.push_back({model::ReasonCode::kBehaviourAccepted,
                             fmt::format("{} tests expected something else", accepted)});
  }
  if (!settled.open.empty() && policy == OnBehaviourChange::kFail) {
    outcome.reason = {model::ReasonCode::kBehaviourChanged,
                      "files left as they were; on_behaviour_change is fail"};
  }
}

std::optional<std::string> WithAccepted(const std::string& text,
                                        const std::vector<BehaviourChange>& changes) {
  std::vector<TestPlace> places;
  for (const Expectation& standing : render::ExpectationsIn(text)) {
    const bool is_meant = std::ranges::any_of(changes, [&](const BehaviourChange& change) {
      return change.expectation == standing.hash &&
             render::FunctionOf(change.test) == standing.place.function;
    });
    if (is_meant) places.push_back(standing.place);
  }
  if (places.empty()) return std::nullopt;
  return render::WithoutTests(text, {}, std::move(places));
}

SettledChanges Settle(const ChangesBefore& before, const BehaviourReport* seen,
                      OnBehaviourChange policy, const RunStamp& now) {
  return Settlement(before, seen, policy, now).Settle();
}

}  // namespace skua::campaign
