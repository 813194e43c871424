#include "report/console/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <vector>

#include "report/console/progress.h"
#include "report/console/run_table.h"
#include "report/outcome/coverage.h"
#include "report/outcome/coverage_split.h"
#include "report/outcome/criteria.h"
#include "report/outcome/needed_budget.h"
#include "report/outcome/next_step.h"
#include "report/outcome/skipped.h"
#include "report/outcome/verdict.h"
#include "report/outcome/wording.h"
#include "report/outcome/wrap.h"

namespace skua::report {
namespace {

using model::Change;
using model::ModuleOutcome;
using model::RunOutcome;

constexpr std::size_t kLabelWidth = 11;
constexpr std::size_t kNarrowest = 9;  // narrowest wrapped text beside a label
constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr auto kHeartbeatInterval = std::chrono::seconds(10);
constexpr std::size_t kPlaceGap = 3;  // columns between a text and its place
constexpr const char* kPage = "index.html";
constexpr double kHintShare = 0.9;
constexpr std::size_t kFilesNamed = 3;
constexpr std::size_t kFindingsTold = 10;
constexpr std::size_t kChangesTold = 10;

std::size_t WidthOf(int descriptor, const char* columns) {
  std::size_t width = 0;
  if (columns != nullptr) {
    const std::string_view text = columns;
    std::from_chars(text.data(), text.data() + text.size(), width);
  }
  winsize size{};
  if (width == 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width == 0 ? 80 : std::max<std::size_t>(width, 20);
}

// "54.2 of 60 s", "12 s of 5m 00s"
std::string UsedOf(base::Duration used, base::Duration budget) {
  const double used_seconds = std::chrono::duration<double>(used).count();
  const double budget_seconds = std::chrono::duration<double>(budget).count();
  if (budget_seconds < 99.5 && used_seconds < 99.5) {
    return fmt::format("{:.1f} of {:g} s", used_seconds, budget_seconds);
  }
  return fmt::format("{} of {}", FormatDuration(used), FormatDuration(budget));
}

// Returns "tests/generated/test_a.py, test_b.py and 4 more": names a folder once for the files in
// it.
std::string FileList(const std::vector<std::string>& files) {
  std::string text;
  std::string folder;
  for (std::size_t i = 0; i < files.size() && i < kFilesNamed; ++i) {
    const std::size_t slash = files[i].rfind('/') + 1;  // 0 without a slash
    const std::string here = files[i].substr(0, slash);
    text += (i == 0 ? "" : ", ") + (i > 0 && here == folder ? files[i].substr(slash) : files[i]);
    folder = here;
  }
  if (files.size() > kFilesNamed) text += fmt::format(" and {} more", files.size() - kFilesNamed);
  return OneLine(text);
}

// Returns the columns for text beside a label; 0: no limit.
std::size_t TextWidth(const ConsoleOptions& options) {
  if (options.width == 0) return 0;
  return std::max(options.width, kLabelWidth + kNarrowest) - kLabelWidth;
}

// Returns the label and lines of text beside it, all with the same indentation.
std::string Labelled(std::string_view label, const std::vector<std::string>& lines, Style style,
                     bool color) {
  const std::string padding(kLabelWidth - label.size(), ' ');
  return Styled(label, style, color) + padding +
         fmt::format("{}", fmt::join(lines, "\n" + std::string(kLabelWidth, ' ')));
}

// Returns the paths of reports below their folder, the HTML page first.
std::vector<std::string> PathsOf(const Console::Reports& reports) {
  std::vector<std::string> paths;
  for (const std::string& file : reports.files) {
    const std::string path = reports.folder.empty() ? file : reports.folder + "/" + file;
    paths.insert(file == kPage ? paths.begin() : paths.end(), path);
  }
  return paths;
}

// The order of the counts of changes: "modified 2" comes first.
constexpr Change kTold[] = {Change::kModified, Change::kNew,     Change::kRenamed,
                            Change::kAffected, Change::kDeleted, Change::kUnchanged};

// Returns the modules, then pairs of modules, that the console lists.
std::vector<std::reference_wrapper<const ModuleOutcome>> Listed(const RunOutcome& outcome) {
  std::vector<std::reference_wrapper<const ModuleOutcome>> told;
  for (const auto* outcomes : {&outcome.modules, &outcome.pairs}) {
    told.insert(told.end(), outcomes->begin(), outcomes->end());
  }
  return told;
}

}  // namespace

ConsoleOptions DetectConsole(int descriptor,
                             const std::function<const char*(const char*)>& environment) {
  const auto is_set = [&](const char* name) {
    const char* value = environment(name);
    return value != nullptr && *value != '\0';
  };
  constexpr const char* kCiVariables[] = {"CI",        "GITHUB_ACTIONS", "JENKINS_URL",
                                          "GITLAB_CI", "TF_BUILD",       "TEAMCITY_VERSION"};
  const bool is_dumb = is_set("TERM") && std::string_view(environment("TERM")) == "dumb";
  ConsoleOptions options;
  options.is_terminal = isatty(descriptor) == 1 && !is_dumb;
  options.is_ci = std::any_of(std::begin(kCiVariables), std::end(kCiVariables), is_set);
  // https://no-color.org: the variable is set and not empty. It takes precedence over variables
  // that force colour.
  options.color = !is_set("NO_COLOR") && (options.is_terminal || is_set("FORCE_COLOR"));
  // A CI runner may have a terminal, but shows its output as a log.
  const bool has_width = isatty(descriptor) == 1 && !options.is_ci;
  options.width = has_width ? WidthOf(descriptor, environment("COLUMNS")) : 0;
  return options;
}

std::string PlanTable(std::span<const PlanRow> rows, const ConsoleOptions& options) {
  Table table({{"module", false, 16, Cut::kStart}, {"share", true}, {"why", false, 20}});
  for (const PlanRow& row : rows) {
    const Style style = row.share ? Style::kPlain : Style::kDim;
    table.Add({{OneLine(row.module), style},
               {row.share ? FormatDuration(*row.share) : "–", style},
               {OneLine(row.why), style}});
  }
  return table.Render(options.width, options.color);
}

Console::~Console() {
  ClearProgress();
  out_ << std::flush;
}

void Console::Workspace(std::span<const WorkspaceChange> changes, base::Duration elapsed) {
  const std::lock_guard lock(mutex_);
  if (options_.quiet) return;
  const auto count = [&](Change change) {
    return static_cast<std::size_t>(std::count_if(
        changes.begin(), changes.end(), [&](const auto& c) { return c.change == change; }));
  };
  const std::size_t present = changes.size() - count(Change::kDeleted);
  std::string text = Count(present, "module");
  const char* separator = ": ";
  for (Change change : kTold) {
    const std::size_t number = count(change);
    if (number == 0) continue;
    text += separator;
    text += number == present && present > 1 && change != Change::kDeleted
                ? fmt::format("all {}", model::NameOf(change))
                : fmt::format("{} {}", number, model::NameOf(change));
    separator = ", ";
    // One change is shown as an example; `skua plan` shows all of them.
    const auto example = std::find_if(changes.begin(), changes.end(), [&](const auto& c) {
      return c.change == change && !c.why.empty();
    });
    if (example != changes.end() && (change == Change::kAffected || change == Change::kRenamed)) {
      text += fmt::format(" ({} {}{})", example->module, example->why, number > 1 ? ", …" : "");
    }
  }
  LineWithPlace("Workspace", text, FormatDuration(elapsed));
}

void Console::LeftOut(const std::vector<std::string>& files) {
  const std::lock_guard lock(mutex_);
  if (!options_.quiet && !files.empty()) Line("Left out", FileList(files));
}

void Console::Restored(std::size_t files) {
  const std::lock_guard lock(mutex_);
  if (options_.quiet) return;
  Line("Restored", Count(files, "test file") + " of earlier runs");
}

void Console::Missing(std::size_t files) {
  const std::lock_guard lock(mutex_);
  if (options_.quiet || files == 0) return;
  Line("Missing", Count(files, "test file") + " of earlier runs, to be made again");
}

void Console::Plan(const PlanSummary& plan) {
  const std::lock_guard lock(mutex_);
  if (options_.quiet) return;
  if (plan.modules == 0 && plan.pairs == 0) {
    Line("Plan", "nothing to do");
    return;
  }
  std::string text = Count(plan.modules, "module");
  if (plan.pairs > 0 || plan.seeks_coupled) {
    text += " and " + (plan.pairs > 0 ? Count(plan.pairs, "pair") : std::string("no pair"));
    if (plan.seeks_coupled) text += " for coupled-branch";
  }
  if (plan.going_on > 0) {
    text += fmt::format(" ({} unchanged, with something to gain)", plan.going_on);
  }
  if (plan.budget) text += ", " + FormatDuration(*plan.budget);
  if (plan.iterations) text += fmt::format(", {} each", Count(*plan.iterations, "iteration"));
  text += " on " + Count(plan.jobs, "core");
  if (!plan.note.empty()) text += ", " + plan.note;
  Line("Plan", text);
}

void Console::Sandbox(const model::Sandbox& sandbox) {
  const std::lock_guard lock(mutex_);
  if (sandbox.grade == model::SandboxGrade::kStrict) return;
  Line("Sandbox", fmt::format("{}: {}", NameOf(sandbox.grade), ConsequencesOf(sandbox)),
       Style::kYellow);
}

void Console::Note(const model::Reason& reason) {
  const std::lock_guard lock(mutex_);
  SayNote(reason);
}

void Console::Tick(base::TimePoint now, const ProgressSnapshot& progress) {
  const std::lock_guard lock(mutex_);
  if (options_.quiet) return;
  const bool redraws = options_.is_terminal && !options_.is_ci;
  if (!redraws) {
    if (last_tick_ && now - *last_tick_ < kHeartbeatInterval) return;
    if (last_tick_) out_ << HeartbeatLine(progress) << '\n' << std::flush;
    last_tick_ = now;
    return;
  }
  if (last_tick_ && now - *last_tick_ < kRedrawInterval) return;
  last_tick_ = now;
  // The last column stays empty, because some terminals wrap after it.
  out_ << "\r\x1b[2K" << ProgressLine(progress, options_.width - 1, options_.color) << std::flush;
  progress_shown_ = true;
}

static bool WentWrong(const RunOutcome& outcome) {
  const bool has_failed = outcome.failed_gates && !outcome.failed_gates->empty();
  return outcome.interrupted || has_failed || std::ranges::any_of(outcome.modules, IsTroubled);
}

void Console::Tables(const RunOutcome& outcome) {
  const std::string table = RunTable(outcome, options_);
  if (!table.empty()) out_ << (options_.quiet ? "" : "\n") << table << '\n';
  if (const std::string pairs = PairTable(outcome, options_); !pairs.empty()) out_ << pairs << '\n';
  if (options_.quiet) return;
  for (const std::string& line : SkippedModules(outcome).Lines()) Line("Skipped", line);
}

void Console::Close(const RunOutcome& outcome, const Reports& reports) {
  const std::lock_guard lock(mutex_);
  ClearProgress();
  for (const model::Reason& note : outcome.notes) SayNote(note);
  if (options_.quiet && !WentWrong(outcome)) return;

  Verdict(outcome);
  Tables(outcome);
  BehaviourChanges(outcome);
  Findings(outcome);
  if (!options_.quiet) CoverageOfAll(outcome);
  if (const CoverageSplit split = SplitOf(outcome); split.is_known()) {
    Line("Covered", Describe(split));
  }
  Advice(outcome);
  const std::vector<std::string> paths = PathsOf(reports);
  const bool has_page = !paths.empty() && paths.front().ends_with(kPage);
  if (const std::string next = NextStep(outcome, has_page ? paths.front() : ""); !next.empty()) {
    Line("Next", next);
  }
  if (!options_.quiet) Written(outcome, reports);
  if (outcome.interrupted)
    Line("Stopped", "interrupted; what was done until then is kept", Style::kYellow);
  if (!options_.quiet) Budget(outcome);
  out_ << std::flush;
}

void Console::Line(std::string_view label, std::string_view text, Style style) {
  ClearProgress();
  out_ << Labelled(label, Wrapped(OneLine(text), TextWidth(options_)), style, options_.color)
       << '\n'
       << std::flush;  // shows each line of a build log at once
}

// Writes `place` at the right edge of 100 columns or of the terminal; if there is no room, after
// the text or on a line of its own.
void Console::LineWithPlace(std::string_view label, std::string_view text, std::string_view place) {
  std::vector<std::string> lines = Wrapped(OneLine(text), TextWidth(options_));
  const std::string at = OneLine(place);
  const std::size_t edge = options_.width == 0 ? 100 : std::min<std::size_t>(options_.width, 100);
  std::size_t used = kLabelWidth + DisplayWidth(lines.back()) + DisplayWidth(at);
  const bool fits = used + kPlaceGap <= edge;
  if (!fits && options_.width > 0) {
    lines.emplace_back();
    used = edge;  // the place is indented like the text
  }
  const std::size_t gap = fits ? edge - used : options_.width > 0 ? 0 : kPlaceGap;
  lines.back() += std::string(gap, ' ') + Styled(at, Style::kDim, options_.color);
  const bool is_worrying = label == "Finding" || label == "Behaviour";
  const Style style = is_worrying ? Style::kYellow : Style::kBold;
  ClearProgress();
  out_ << Labelled(label, lines, style, options_.color) << '\n' << std::flush;
}

void Console::ClearProgress() {
  if (progress_shown_) out_ << "\r\x1b[2K";
  progress_shown_ = false;
}

void Console::SayNote(const model::Reason& reason) {
  const std::string text = fmt::format("{} {}", model::EntryOf(reason.code).id, Describe(reason));
  if (std::find(said_.begin(), said_.end(), text) != said_.end()) return;
  said_.push_back(text);
  Line("Note", text, Style::kYellow);
}

void Console::Verdict(const RunOutcome& outcome) {
  if (!outcome.failed_gates) {
    if (outcome.shard.total == 1 || options_.quiet) return;
    out_ << '\n';
    Line("Shard", fmt::format("{} of {}: skua merge judges the gates, of all shards together",
                              outcome.shard.index, outcome.shard.total));
    return;
  }
  if (!options_.quiet) out_ << '\n';
  for (const std::string& gate : *outcome.failed_gates) Line("Failed", gate, Style::kRed);
  if (!outcome.failed_gates->empty() || options_.quiet) return;
  const std::string_view headline = HeadlineOf(outcome);
  if (headline == "passed") {
    Line("Passed", GistOf(outcome), Style::kGreen);
  } else if (headline == "to review") {
    Line("To review", GistOf(outcome), Style::kYellow);
  } else {
    Line("Untested", fmt::format("no module: {}", GistOf(outcome)), Style::kYellow);
  }
}

void Console::BehaviourChanges(const RunOutcome& outcome) {
  std::size_t told = 0;
  std::size_t left = 0;
  bool any = false;
  for (const ModuleOutcome& module : Listed(outcome)) {
    for (const model::BehaviourChange& change : module.behaviour_changes) {
      any = any || !model::IsSeenByGuard(change) ||
            module.reason.code == model::ReasonCode::kBehaviourChanged;
      if (told == kChangesTold) {
        ++left;
        continue;
      }
      const std::string age = change.runs_ago > 0 || change.run == 0 ? AgeOf(change) : "";
      LineWithPlace("Behaviour",
                    Describe(module, change) + (age.empty() ? "" : fmt::format(" ({})", age)),
                    PlaceOf(module, change));
      ++told;
    }
  }
  if (left > 0) Line("", fmt::format("{} more in tests.xml", left), Style::kPlain);
  if (any) Line("", "where it is meant: skua accept MODULE; skua accept lists them", Style::kPlain);
  for (const ModuleOutcome& module : Listed(outcome)) {
    for (const model::EndedChange& ended : module.ended_changes) {
      if (ended.end == model::ChangeEnd::kAccepted) continue;  // a note counts these
      Line("Ended", Describe(module, ended), Style::kPlain);
    }
  }
}

// Lists the weightiest finding of each module, then the second of each, and so on.
void Console::Findings(const RunOutcome& outcome) {
  std::size_t told = 0;
  std::size_t left = 0;
  std::vector<std::string> files;  // files of the findings that are not listed
  for (std::size_t rank = 0, at_this_rank = 1; at_this_rank > 0; ++rank) {
    at_this_rank = 0;
    for (const ModuleOutcome& module : Listed(outcome)) {
      if (rank >= module.findings.size()) continue;
      ++at_this_rank;
      if (told < kFindingsTold) {
        const model::Finding& finding = module.findings[rank];
        LineWithPlace("Finding", Describe(module, finding), PlaceOf(module, finding));
        ++told;
        continue;
      }
      ++left;
      const std::string& file =
          module.written.findings_file.empty() ? module.written.file : module.written.findings_file;
      const bool is_known = file.empty() || std::ranges::find(files, file) != files.end();
      if (!is_known) files.push_back(file);
    }
  }
  if (left == 0) return;
  Line("", fmt::format("{} more{}", left, files.empty() ? "" : " in " + FileList(files)),
       Style::kPlain);
}

void Console::CoverageOfAll(const RunOutcome& outcome) {
  const Coverage coverage = CoverageOf(outcome);
  if (coverage.modules == 0) return;
  std::string text = fmt::format("branches {}", Describe(coverage));
  if (!coverage.unknown.empty()) {
    text += fmt::format("; not known of {}", FewOf(coverage.unknown));
  }
  Line("Coverage", text);
  if (const auto criteria = CriteriaOf(outcome); !criteria.empty()) {
    Line("Criteria", Describe(criteria));
  }
}

void Console::Advice(const RunOutcome& outcome) {
  std::vector<std::string> codes;
  for (const ModuleOutcome& module : outcome.modules) {
    if (module.reason.code == model::ReasonCode::kNone) continue;
    const model::ReasonEntry& entry = model::EntryOf(module.reason.code);
    const bool is_named = std::find(codes.begin(), codes.end(), entry.id) != codes.end();
    if (entry.is_error && !is_named) codes.emplace_back(entry.id);
  }
  if (codes.size() == 1) Line("Advice", "skua explain " + codes.front());
  if (codes.size() > 1) {
    Line("Advice", fmt::format("skua explain CODE, of {}", fmt::join(codes, ", ")));
  }
}

void Console::Written(const RunOutcome& outcome, const Reports& reports) {
  if (!outcome.files_written.empty()) Line("Wrote", FileList(outcome.files_written));
  if (!outcome.files_removed.empty()) Line("Removed", FileList(outcome.files_removed));
  if (!reports.files.empty()) Line("Reports", FileList(PathsOf(reports)));
}

void Console::Budget(const RunOutcome& outcome) {
  if (outcome.budget == base::Duration::zero()) {
    Line("Time", FormatDuration(outcome.used) + ", bounded by iterations");
    return;
  }
  std::string text = UsedOf(outcome.used, outcome.budget) + " used";
  const auto not_reached = static_cast<std::size_t>(std::count_if(
      outcome.modules.begin(), outcome.modules.end(),
      [](const ModuleOutcome& m) { return m.reason.code == model::ReasonCode::kNoBudgetLeft; }));
  // An interruption cuts searches short, so their numbers mean nothing.
  if (not_reached > 0 && !outcome.interrupted) {
    text += fmt::format("; {} not reached", Count(not_reached, "module"));
  } else if (const auto needed = EstimateNeededBudget(outcome, kHintShare);
             needed && !outcome.interrupted) {
    if (needed->budget < outcome.used * 9 / 10) {
      text +=
          fmt::format("; 90 % of the goals found need about {}", FormatDuration(needed->budget));
    }
    if (needed->still_gaining > 0) {
      text += fmt::format("; {} still gained at the end", Count(needed->still_gaining, "module"));
    }
  }
  Line("Budget", text);
}

}  // namespace skua::report
