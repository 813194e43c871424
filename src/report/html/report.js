// The run as report.json tells it, a block for its head and one for each module, and what the page
// makes of that. The report leaves out what is empty, 0 or false.

const run = data("run");
const history = data("history");
const catalogue = data("reasons");  // by code
// Where the repository shows files, and by path the first and last lines of what changed.
const sources = data("sources");

const listed = (value) => value || [];
const isError = (reason) => Boolean(reason && catalogue[reason.code]?.is_error);

// The share of branches taken or, in a module without a branch, of lines executed; null: not measured.
const shareCovered = ({ branches, lines }) => {
  if (!branches || !lines) return null;
  if (branches.total > 0) return branches.taken / branches.total;
  return lines.executed.length / (lines.executed.length + lines.missed.length);
};

const placeOf = (module, path, line) => (path ? `${path}:${line || 0}` : module.path);

// What it costs to run: "3 ms, 12 KiB".
const costOf = (test) =>
  [duration(test.seconds), test.peak_bytes === undefined ? "" : size(test.peak_bytes)].filter(Boolean).join(", ");

const failed = ["failed", "error", "crashed", "timed_out"];

// What is known of a module: what this run says of it, and what the last run that measured it found.
class ModuleReport {
  constructor(id, report) {
    this.id = id;
    this.report = report;
    this.latest = report.earlier || report;
    this.name = report.module;
    this.path = report.path;
    this.isPair = id.startsWith("pair-");  // its path is the caller's, its mutants are the callee's
    this.change = report.change;
    this.changeWhy = report.change_why || "";
    this.reasons = [report.reason, ...listed(report.notes)].filter(Boolean);
    this.behaviourChanges = listed(report.behaviour_changes);
    this.findings = listed(report.findings);
    this.after = shareCovered(report);
    this.before = report.coverage_before ?? (this.after === null ? shareCovered(this.latest) : null);
    this.tests = listed(this.latest.tests);
    this.goalsTotal = this.latest.goals_total || 0;
    this.goalsCovered = this.latest.goals_covered || 0;
    this.criteria = listed(this.latest.criteria);
    this.mutants = listed(this.latest.mutants);
    this.judged = this.mutants.filter((mutant) => mutant.fate !== "not_run").length;
    this.killed = this.mutants.filter((mutant) => mutant.fate === "killed").length;
    this.seconds = report.seconds_used || 0;
    this.isUnreached = ["SKUA-N202", "SKUA-N203"].includes(report.reason?.code);  // the run ended before
    this.isTroubled = this.reasons.some(isError) || this.findings.length > 0 || this.behaviourChanges.length > 0 ||
      listed(report.tests).some((test) => failed.includes(test.outcome));
  }

  // Whether a line differs from what the run was compared with.
  isChanged(line) {
    return listed(sources.changed[this.path]).some(([first, last]) => first <= line && line <= last);
  }

  // The goals, where the report says at which line they stand.
  goals() {
    const goals = listed(this.latest.goals);
    return goals.length > 0 && goals[0].line !== undefined ? goals : [];
  }

  // The file of the project that holds the test, wherever the test was verified.
  fileOf(test) {
    const base = (path) => path.slice(path.lastIndexOf("/") + 1);
    const { file, findings_file: findingsFile } = this.latest;
    return [findingsFile, file].find((path) => path && base(path) === base(test.file)) || file || test.file;
  }
}

const reports = [...document.querySelectorAll("script[id^=module-]")].map((block) =>
  new ModuleReport(block.id.slice("module-".length), JSON.parse(block.textContent)));
const pairReports = [...document.querySelectorAll("script[id^=pair-]")].map((block) =>
  new ModuleReport(block.id, JSON.parse(block.textContent)));
const modules = new Map([...reports, ...pairReports].map((module) => [module.name, module]));

const kindOf = (goal) => goal.block ? "block" : goal.branch === undefined ? "entered" : String(goal.branch);
