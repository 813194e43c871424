// One module, or a pair of modules as its caller: what changed, its source with what is covered, its tests, and what they miss.

// Lines of both texts as [sign, line], the shortest way from one to the other.
function lineDiff(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  if (a.length * b.length > 250000) return [...a.map((line) => ["−", line]), ...b.map((line) => ["+", line])];
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const lines = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([" ", a[i++]]);
      ++j;
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
      lines.push(["−", a[i++]]);
    } else {
      lines.push(["+", b[j++]]);
    }
  }
  return lines;
}

const diffClass = { "−": "before", "+": "after", " ": "" };

const diff = (expected, actual) => h("pre", { class: "diff" },
  lineDiff(expected, actual).map(([sign, line]) =>
    h(sign === "−" ? "del" : sign === "+" ? "ins" : "span", { class: diffClass[sign] }, `${sign} ${line}\n`)));

const goalText = {
  true: "taken when true",
  false: "taken when false",
  entered: "entered",
  block: "what follows, to its end",
};

// "taken when true", of coupled branches with the callee's and where the call stands
const textOf = (goal) => goal.callee
  ? `${goalText[goal.branch]}, and during the call ${goal.call?.line ? `in line ${goal.call.line} ` : ""}` +
    `line ${goal.callee.line} of ${goal.callee.code_object} ${goalText[goal.callee.branch]}`
  : goalText[kindOf(goal)];

// What is known of each line: its goals, whether it was executed, mutants that tests do not kill.
function linesOf(module) {
  const lines = new Map();
  const at = (number) => {
    if (!lines.has(number)) lines.set(number, { goals: [], mutants: [], hit: null });
    return lines.get(number);
  };
  module.goals().forEach((goal, index) => at(goal.line).goals.push({ ...goal, index }));
  if (!module.isPair) for (const mutant of module.mutants) if (mutant.fate === "survived") at(mutant.line).mutants.push(mutant);
  const { executed, missed } = module.latest.lines || { executed: [], missed: [] };
  for (const number of executed) at(number).hit = true;
  for (const number of missed) at(number).hit = false;
  for (const line of lines.values()) {
    const branches = line.goals.filter((goal) => !goal.block);
    const covered = branches.filter((goal) => goal.covered).length;
    if (branches.length === 0) line.state = line.hit === null ? "" : line.hit ? "covered" : "uncovered";
    else if (covered === branches.length) line.state = "covered";
    else line.state = covered > 0 || line.hit ? "partial" : "uncovered";
  }
  return lines;
}

const stateSign = { covered: "✓", partial: "◐", uncovered: "✗", "": "" };
const stateText = { covered: "covered", partial: "covered in part", uncovered: "not covered", "": "no goal" };

class ModuleView {
  constructor(module) {
    this.module = module;
    this.latest = module.latest;
    this.texts = data(`texts-${module.id}`);  // by path; null: left out
    this.goals = module.goals();
    this.lines = linesOf(module);
    this.testsOf = this.goals.map(() => []);  // by goal
    module.tests.forEach((test, i) => {
      for (const goal of listed(test.goals)) if (goal < this.testsOf.length) this.testsOf[goal].push(i);
    });
    this.heading = h("h2", { tabindex: "-1" }, module.name);
  }

  element() {
    const { module, latest } = this;
    const { discovery, seconds_searching: searching = 0 } = latest;
    return h("article", { class: "module" },
      h("p", null, h("a", { href: "#", class: "back" }, "← All modules")),
      this.heading,
      h("p", { class: "place" }, module.path, " — ", module.change, module.changeWhy && ` (${module.changeWhy})`),
      this.reasons(),
      latest !== module.report && h("p", { class: "remark" },
        "This run did not measure the module: what follows is from the last run that did",
        module.change === "unchanged" ? "." : ", and lines may have moved since."),
      this.facts(), this.behaviour(), this.findings(), this.source(), this.tests(),
      this.survivors(), discovery && section("discovery", "Search",
        h("p", null, `${count(latest.tests_executed || 0, "test")} tried; the last new goal after ` +
          `${duration(latest.seconds_to_last_gain || 0)} of ${duration(searching)}.`),
        discoveryChart(discovery, searching, this.goals.length || module.goalsTotal)));
  }

  reasons() {
    return this.module.reasons.map((reason) => {
      const entry = catalogue[reason.code];
      return h("div", { class: entry.is_error ? "remark bad" : "remark" },
        h("p", null, h("strong", null, `${reason.code} ${entry.title}`), reason.detail && `: ${reason.detail}`),
        h("p", null, `${entry.text} ${entry.advice}`));
    });
  }

  facts() {
    const { module, latest } = this;
    const { replayed = 0, dropped = 0 } = latest.seeds || {};
    const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
    return h("dl", { class: "facts" },
      !module.isPair && fact("Branches", coverageCell(module)),
      (module.isPair || module.after !== null) && fact(module.isPair ? "Coupled branches" : "Goals", `${module.goalsCovered} of ${module.goalsTotal}`),
      module.criteria.map((one) => fact(`Goals: ${one.criterion}`, `${one.covered} of ${one.total}`)),
      fact("Mutants killed", module.judged ? `${module.killed} of ${module.judged}` : "–"),
      fact("Tests", [String(module.tests.length), latest.file && [", ", h("code", null, latest.file)]]),
      latest.findings_file && fact("Findings", h("code", null, latest.findings_file)),
      fact("Time", `${duration(module.seconds)}${latest.seconds_given ? ` of ${duration(latest.seconds_given)}` : ""}` +
        (latest.seconds_searching ? `, ${duration(latest.seconds_searching)} of it searching` : "")),
      replayed + dropped > 0 && fact("From earlier runs",
        `${count(replayed, "test")} replayed, ${dropped} dropped`));
  }

  behaviour() {
    const changes = this.module.behaviourChanges;
    return changes.length > 0 && section("module-behaviour", "Behaviour changes",
      h("ul", { class: "cards" }, changes.map((change) => changeCard(this.module, change))));
  }

  findings() {
    const findings = listed(this.latest.findings);
    return findings.length > 0 && section("module-findings", "Findings",
      h("ul", { class: "cards" }, findings.map((finding) => findingCard(this.module, finding))));
  }

  source() {
    const text = this.texts?.[this.module.path];
    if (text === undefined) {
      return section("source", "Source", h("p", null, this.texts === null
        ? "Left out, for the page would become too large." : "The source could not be read, or is too large."));
    }
    const code = highlighted(text.replace(/\n$/, ""));
    const changed = code.filter((_, i) => this.module.isChanged(i + 1)).length;
    const states = [...this.lines.values()].map((line) => line.state);
    const key = (state) => h("li", { class: state }, h("span", { "aria-hidden": "true" }, stateSign[state]), " ",
      `${count(states.filter((other) => other === state).length, "line")} ${stateText[state]}`);
    this.gaps = [...this.lines].filter(([number, line]) => number > 0 && ["partial", "uncovered"].includes(line.state))
      .map(([number]) => number).sort((a, b) => a - b);
    const step = (by, title, shortcut) => h("button", { type: "button", "aria-keyshortcuts": shortcut,
      click: () => this.goToGap(by) }, title);
    return section("source", "Source",
      this.lines.size > 0 && h("div", { class: "tools" },
        h("ul", { class: "legend" }, ["covered", "partial", "uncovered"].map(key),
          changed > 0 && h("li", { class: "changed" }, `${count(changed, "line")} changed`)),
        this.gaps.length > 0 && [step(-1, "Previous gap", "p"), step(1, "Next gap", "n")]),
      h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Source" },
        h("table", { class: "source" }, h("caption", { class: "unseen" }, `Source of ${this.module.name}`),
          h("thead", { class: "unseen" }, h("tr", null,
            ["Line", "Coverage", "Code"].map((head) => h("th", { scope: "col" }, head)))),
          h("tbody", null, code.map((line, i) => this.sourceLine(i + 1, line))))));
  }

  sourceLine(number, code) {
    const line = this.lines.get(number) || { goals: [], mutants: [], state: "" };
    const missed = line.mutants.length > 0;
    const sign = [stateSign[line.state], missed && h("span", { class: "mutant" }, "m")];
    const name = `Line ${number}: ${stateText[line.state]}${missed ? `, ${count(line.mutants.length, "surviving mutant")}` : ""}`;
    const isChanged = this.module.isChanged(number);
    const row = h("tr", { id: `L${number}`, class: isChanged ? `${line.state} changed` : line.state },
      h("th", { scope: "row", class: "line" }, String(number), isChanged && h("span", { class: "unseen" }, " changed")),
      h("td", { class: "sign" }, line.goals.length > 0 || missed
        ? h("button", { type: "button", "aria-expanded": "false", "aria-label": name, title: name,
          click: (event) => this.toggle(event.currentTarget, row, line) }, sign)
        : line.state && h("span", { role: "img", "aria-label": stateText[line.state] }, sign)),
      h("td", { class: "code" }, code));
    return row;
  }

  // Shows or hides, below a line, which tests cover what of it.
  toggle(button, row, line) {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) row.nextSibling.remove();
    else row.after(h("tr", { class: "about" }, h("td", { colspan: "3" }, this.aboutLine(line))));
  }

  aboutLine(line) {
    return h("ul", null,
      line.goals.map((goal) => h("li", { class: goal.covered ? "covered" : "uncovered" },
        h("span", { "aria-hidden": "true" }, goal.covered ? "✓ " : "✗ "),
        kindOf(goal) === "entered" && [h("code", null, goal.code_object), " "],
        textOf(goal), ": ",
        this.testsOf[goal.index].length > 0
          ? this.testsOf[goal.index].flatMap((test, i) => [i > 0 && ", ", this.testLink(test)])
          : goal.covered ? "by importing the module" : "by no generated test",
        goal.why_open && ` (${goal.why_open})`,
        goal.covered_by_existing && (goal.covered ? "; also by hand-written tests" : "; hand-written ones do"))),
      line.mutants.map((mutant) => h("li", { class: "mutant" }, "survives: ", mutantText(mutant))));
  }

  testLink(index) {
    return h("button", { type: "button", class: "link", click: () => this.openTest(index) },
      this.module.tests[index].name);
  }

  openTest(index) {
    const test = document.getElementById(`test-${index}`);
    test.open = true;
    test.scrollIntoView({ block: "center" });
    test.querySelector("summary").focus();
  }

  tests() {
    const { tests } = this.module;
    const { goals, texts } = this;
    if (tests.length === 0) return null;
    const codeOf = (test) => test.line > 0 && texts?.[this.module.fileOf(test)];
    const about = (test) => [
      test.message && h("p", { class: "message" }, test.message),
      codeOf(test) && codeBlock(blockAround(codeOf(test), test.line)),
      h("p", null, "Covers ", listed(test.goals).filter((goal) => goal < goals.length).flatMap((goal, i) => {
        const { line } = goals[goal];
        return [i > 0 && ", ", h("a", { href: moduleLink(this.module.name, line) }, `line ${line}`),
          ` ${textOf(goals[goal])}`];
      })),
    ];
    const slowestFirst = tests.map((_, i) => i).sort((a, b) => tests[b].seconds - tests[a].seconds);
    const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
    const peaks = tests.map((test) => test.peak_bytes).filter((peak) => peak !== undefined);
    const most = peaks.length > 0 ? ` At most ${size(Math.max(...peaks))} are allocated at once.` : "";
    return section("tests", "Tests", h("p", null, `${duration(seconds)} together, the slowest first.${most}`),
      h("div", { class: "tests" }, slowestFirst.map((i) => {
      const test = tests[i];
      const isBad = !["passed", "expected_failure", "skipped"].includes(test.outcome);
      const element = h("details", { id: `test-${i}` },
        h("summary", null, h("code", null, test.name), h("span", { class: isBad ? "bad" : "place" },
          ` ${test.outcome.replace("_", " ")}, ${costOf(test)}, ${count(listed(test.goals).length, "goal")}`)));
      element.addEventListener("toggle", () => element.append(...about(test).filter(Boolean)), { once: true });
      return element;
    })));
  }

  survivors() {
    const list = this.module.mutants.filter((mutant) => mutant.fate !== "killed");
    const fates = ["survived", "not_reached", "not_run"]
      .map((fate) => [fate, list.filter((mutant) => mutant.fate === fate)]);
    const survived = fates[0][1];
    if (list.length === 0) return null;
    return section("mutants", this.module.isPair ? "Mutants of the callee that tests do not kill"
      : "Mutants that tests do not kill",
      h("p", null, fates.filter(([, those]) => those.length).map(([fate, those]) => `${those.length} ${fate.replace("_", " ")}`).join(", "), "."),
      survived.length > 0 && table("plain", "Surviving mutants", ["Line", "Kind", "Change"],
        survived.map((mutant) => h("tr", null,
          h("td", null, this.module.isPair ? String(mutant.line)
            : h("a", { href: moduleLink(this.module.name, mutant.line) }, String(mutant.line))),
          h("td", null, mutant.operator.replaceAll("_", " ")), h("td", null, mutantText(mutant))))));
  }

  showTest(name) {
    const index = this.module.tests.findIndex((test) => test.name === name);
    if (index >= 0) this.openTest(index);
    return index >= 0;
  }

  show(line) {
    const row = line && document.getElementById(`L${line}`);
    if (!row) return false;
    document.querySelectorAll("tr.here").forEach((other) => other.classList.remove("here"));
    row.classList.add("here");
    row.scrollIntoView({ block: "center" });
    const button = row.querySelector("button");
    if (button) button.focus({ preventScroll: true });
    this.at = line;
    return true;
  }

  goToGap(by) {
    if (!this.gaps || this.gaps.length === 0) return;
    const at = this.at || 0;
    const next = by > 0 ? this.gaps.find((line) => line > at) : this.gaps.findLast((line) => line < at);
    this.show(next || this.gaps.at(by > 0 ? 0 : -1));
  }
}

const mutantText = (mutant) => mutant.mutated
  ? [h("code", null, mutant.original), " became ", h("code", null, mutant.mutated)]
  : ["without ", h("code", null, mutant.original)];
