// The page one sees first: numbers, runs over time, what to look at, all modules, the budget.

// Covered now, or as far as is known from before when this run left the module alone.
const coverageOf = (module) => (module.after !== null ? module.after : module.before);

function coverageCell(module) {
  const now = coverageOf(module);
  if (now === null) return "–";
  const moved = module.before !== null && module.after !== null && percent(module.before) !== percent(now);
  return [
    h("span", { class: "bar", "aria-hidden": "true" }, h("span", { style: `width:${now * 100}%` })),
    moved ? `${percent(module.before).replace(" %", "")} → ${percent(now)}` : percent(now),
  ];
}

function noteCell(module) {
  const notes = [];
  const { reason, notes: remarks } = module.report;
  const { behaviourChanges, findings } = module;
  if (behaviourChanges.length > 0) {
    notes.push(h("strong", { class: "bad" }, count(behaviourChanges.length, "behaviour change")));
  }
  if (findings.length > 0) notes.push(h("strong", { class: "bad" }, count(findings.length, "finding")));
  if (reason) {
    notes.push(h("span", { class: isError(reason) ? "bad" : "", title: reason.detail || catalogue[reason.code].text },
      `${reason.code} ${reason.title}`));
  }
  for (const note of listed(remarks)) {
    notes.push(h("span", { title: note.detail }, note.title));
  }
  return notes.flatMap((note, i) => (i ? [", ", note] : [note]));
}

const columns = [
  { title: "Module", value: (m) => m.name, cell: (m) => h("a", { href: moduleLink(m.name) }, m.name), head: true },
  { title: "Change", minor: true, value: (m) => m.change, cell: (m) => h("span", { title: m.changeWhy }, m.change) },
  { title: "Branches", value: coverageOf, cell: coverageCell, number: true },
  { title: "Gain", minor: true, value: (m) => (m.after === null ? null : m.after - (m.before || 0)), number: true,
    cell: (m) => (m.after === null ? "–" : gainText(m.after - (m.before || 0))) },
  { title: "Mutants", minor: true, value: (m) => share(m.killed, m.judged), number: true,
    cell: (m) => (m.judged ? `${m.killed}/${m.judged}` : "–") },
  { title: "Tests", value: (m) => m.tests.length, cell: (m) => String(m.tests.length), number: true },
  { title: "Time", minor: true, value: (m) => m.seconds, cell: (m) => (m.seconds ? duration(m.seconds) : "–"), number: true },
  { title: "Note", cell: noteCell, worstFirst: true,
    value: (m) => m.behaviourChanges.length * 1e6 + m.findings.length * 1e3 + (m.isTroubled ? 2 : m.report.reason ? 1 : 0) },
];

// On a phone the minor columns are left out.
const classOf = ({ number, minor }) => [number && "number", minor && "minor"].filter(Boolean).join(" ") || null;

function gainText(gain) {
  const points = Math.round(gain * 100);
  return points === 0 ? "0" : `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
}

// Rows are made when they are first shown, the later ones while the browser has nothing to do.
class ModuleTable {
  constructor() {
    this.body = h("tbody");
    this.found = h("p", { role: "status" });
    this.search = h("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false",
      placeholder: "name, change or note", input: () => this.update() });
    this.troubled = h("input", { type: "checkbox", id: "troubled", change: () => this.update() });
    this.heads = columns.map((column, i) => h("th", { scope: "col", class: classOf(column) },
      h("button", { type: "button", click: () => this.sortBy(i) }, column.title,
        h("span", { class: "arrow", "aria-hidden": "true" }))));
    this.rows = new Map();
    this.texts = new Map(reports.map((m) => [m, [m.name, m.path, m.change, m.changeWhy,
      ...m.reasons.map((reason) => `${reason.code} ${reason.title} ${reason.detail || ""}`),
      m.findings.length ? "finding" : "", m.behaviourChanges.length ? "behaviour change" : ""].join("\n").toLowerCase()]));
    this.sorted = null;  // what needs a look first, then by name
    this.unfold = h("button", { type: "button", click: () => {
      this.isUnfolded = true;
      this.update();
    } });
    this.update();
  }

  element() {
    return section("modules", "Modules",
      h("div", { class: "tools" },
        h("label", { for: "search" }, "Search "), this.search,
        h("label", null, this.troubled, " Only those that need a look"), this.found),
      h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Modules" },
        h("table", { class: "modules" },
          h("caption", { class: "unseen" }, "Modules; the heads of the columns sort"),
          h("thead", null, h("tr", null, this.heads)), this.body)), this.unfold);
  }

  sortBy(column) {
    const again = this.sorted?.column === column;
    this.sorted = { column, ascending: again ? !this.sorted.ascending : !columns[column].number && !columns[column].worstFirst };
    this.update();
  }

  update() {
    const { column, ascending } = this.sorted || { column: -1, ascending: true };
    this.heads.forEach((head, i) => {
      if (i === column) head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = reports.filter((module) =>
      words.every((word) => this.texts.get(module).includes(word)) &&
      (!this.troubled.checked || module.isTroubled));
    const matching = this.shown.length;
    // Modules that the run did not reach are many and say nothing; a search finds them all the same.
    const folds = !this.isUnfolded && !this.sorted && words.length === 0;
    if (folds) this.shown = this.shown.filter((module) => !module.isUnreached);
    const folded = matching - this.shown.length;
    this.unfold.hidden = folded === 0;
    this.unfold.textContent = `Show ${count(folded, "module")} that the run did not reach`;
    const key = column < 0 ? (module) => !module.isTroubled : columns[column].value;
    const compare = (a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === null || other === null) return (one === null) - (other === null);  // unknown: last
      const order = one < other ? -1 : one > other ? 1 : 0;
      return ascending ? order : -order;
    };
    this.shown.sort((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1));
    this.found.textContent = matching === reports.length
      ? count(matching, "module")
      : `${matching} of ${count(reports.length, "module")}`;
    this.body.replaceChildren();
    this.next = 0;
    this.showMore(60);
  }

  showMore(most) {
    clearTimeout(this.timer);
    const more = this.shown.slice(this.next, this.next + most);
    this.body.append(...more.map((module) => this.row(module)));
    this.next += more.length;
    if (this.next < this.shown.length) this.timer = setTimeout(() => this.showMore(200), 30);
  }

  row(module) {
    if (!this.rows.has(module)) {
      this.rows.set(module, h("tr", null, columns.map((column) =>
        h(column.head ? "th" : "td", { scope: column.head && "row", class: classOf(column) },
          column.cell(module)))));
    }
    return this.rows.get(module);
  }
}

function tiles() {
  const sum = (numberOf) => reports.reduce((total, module) => total + numberOf(module), 0);
  const last = history.at(-1);
  const coverage = run.branch_coverage ?? null;  // of all modules, as every report tells it
  const notMeasured = (run.modules_unmeasured || 0) + listed(run.modules_unknown).length;
  const guarded = share(run.branches?.guarded || 0, run.branches?.total || 0);  // no part of the coverage
  const mutants = last || { mutants: sum((m) => m.judged), killed: sum((m) => m.killed) };
  const measured = reports.filter((module) => module.after !== null);
  const tests = measured.reduce((total, module) => total + module.tests.length - (module.report.tests_kept || 0), 0);
  const changes = sum((m) => m.behaviourChanges.length);
  const findings = sum((m) => m.findings.length);
  const tile = (name, value, remark, bad) => h("div", { class: bad ? "tile bad" : "tile" },
    h("dt", null, name), h("dd", null, h("span", { class: "value" }, value), remark && h("span", null, remark)));
  return h("dl", { class: "tiles" },
    tile("Branches covered", coverage === null ? "unknown" : percent(coverage / 100),
      [notMeasured > 0 && `${count(notMeasured, "module")} not measured`,
        guarded > 0 && `guards reach ${percent(guarded)} more`].filter(Boolean).join("; ")),
    tile("Mutants killed", percent(share(mutants.killed, mutants.mutants)),
      mutants.mutants > 0 && `${mutants.killed} of ${mutants.mutants}`),
    tile("Tests", (last ? last.tests : sum((m) => m.tests.length)).toLocaleString("en"), `${tests} of them from this run`),
    tile("Modules", String(reports.length), `${measured.length} tested in this run`),
    tile("Behaviour changes", String(changes), null, changes > 0),
    tile("Findings", String(findings), null, findings > 0),
    tile("Time", duration(run.seconds_used),
      run.seconds_budget ? `of ${duration(run.seconds_budget)} on ${count(run.jobs, "core")}` : `on ${count(run.jobs, "core")}`));
}

function overRuns() {
  const runs = history.slice(-100);
  if (runs.length === 0) return null;
  const labels = runs.map((each) => `#${each.number}`);
  const titles = runs.map((each) => `Run ${each.number}, ${day(each.started)}: goals ` +
    `${percent(share(each.covered, each.goals))}, mutants ${percent(share(each.killed, each.mutants))}`);
  const coverage = runs.map((each) => share(each.covered, each.goals));
  const killed = runs.map((each) => share(each.killed, each.mutants));
  return section("runs", "Over runs",
    h("div", { class: "charts" },
      h("figure", null, h("figcaption", null, h("span", { class: "key coverage" }), "Goals covered ",
        h("span", { class: "key killed" }), "Mutants killed"),
        lineChart("Shares of goals covered in the modules tested so far, and of mutants killed, over runs", labels, titles,
          [{ className: "coverage", values: coverage }, { className: "killed", values: killed }])),
      h("figure", null, h("figcaption", null, h("span", { class: "key used" }), "Time used ",
        h("span", { class: "key limit" }), "Budget"),
        barChart("Time used and budget, over runs", runs.map((each) => ({
          label: `#${each.number}`, value: each.used, limit: each.budget,
          title: `Run ${each.number}, ${day(each.started)}: ${duration(each.used)}` +
            (each.budget ? ` of ${duration(each.budget)}` : ""),
        })), duration))),
    h("details", null, h("summary", null, "The same as a table"),
      table("plain", "Runs", ["Run", "Started", "Goals", "Mutants", "Tests", "Modules run", "Time", "Budget"],
        [...runs].reverse().map((each) => h("tr", null,
          h("th", { scope: "row" }, `#${each.number}`), h("td", null, day(each.started)),
          [percent(share(each.covered, each.goals)), percent(share(each.killed, each.mutants)), each.tests,
            each.campaigns, each.interrupted ? `${duration(each.used)}, interrupted` : duration(each.used),
            each.budget ? duration(each.budget) : "–"].map((cell) => h("td", { class: "number" }, String(cell))))))));
}

const SHOWN_AT_ONCE = 5;  // so that the modules come into sight

function toLookAt() {
  const cards = (items) => h("ul", { class: "cards" }, items);
  const list = (id, title, items) => items.length > 0 && section(id, title, cards(items.slice(0, SHOWN_AT_ONCE)),
    items.length > SHOWN_AT_ONCE && h("details", null, h("summary", null, `${items.length - SHOWN_AT_ONCE} more`),
      cards(items.slice(SHOWN_AT_ONCE))));
  const all = (itemsOf, card) => reports.flatMap((module) => itemsOf(module).map((item) => card(module, item)));
  return [
    list("behaviour", "Behaviour changes", all((module) => module.behaviourChanges, changeCard)),
    list("findings", "Findings", all((module) => module.findings, findingCard)),
  ];
}

const MOST_LISTED = 100;
const LISTED_AT_ONCE = 10;

// The tests of all modules and pairs that take the longest, wherever they stand.
function slowestTests() {
  const all = [...reports, ...pairReports]
    .flatMap((module) => module.tests.map((test) => ({ module, test })))
    .sort((a, b) => b.test.seconds - a.test.seconds);
  if (all.length === 0) return null;
  const seconds = all.reduce((sum, { test }) => sum + test.seconds, 0);
  const items = all.slice(0, MOST_LISTED).map(({ module, test }) => h("li", null,
    h("a", { href: `${moduleLink(module.name)}&test=${encodeURIComponent(test.name)}` }, h("code", null, test.name)),
    h("span", { class: "place" }, ` ${costOf(test)}, ${module.name}`)));
  const list = (some, start) => h("ol", { start: String(start) }, some);
  return section("slowest", "Slowest tests",
    h("p", null, `${count(all.length, "test")} of all modules and pairs take ${duration(seconds)} together.`),
    list(items.slice(0, LISTED_AT_ONCE), 1),
    items.length > LISTED_AT_ONCE && h("details", null,
      h("summary", null, `${items.length - LISTED_AT_ONCE} more`), list(items.slice(LISTED_AT_ONCE), LISTED_AT_ONCE + 1)));
}

function budget() {
  if (run.timeline.length === 0) return null;
  return section("budget", "How the time was spent",
    h("p", null, `Campaigns over the ${duration(run.seconds_used)} of the run, a row for each core.`),
    timelineChart(run.timeline, run.seconds_used));
}

// Whether the run passed, and what each gate that it failed says of it.
function verdict() {
  if (run.failed_gates === null || run.failed_gates === undefined) return null;
  if (run.failed_gates.length === 0) return h("p", { class: "verdict good" }, h("strong", null, "Passed"));
  return run.failed_gates.map((gate) => h("p", { class: "verdict bad" }, h("strong", null, "Failed"), `: ${gate}`));
}

const moduleTable = new ModuleTable();

function overview() {
  const shard = run.shard.total > 1 && h("p", null, `Shard ${run.shard.index} of ${run.shard.total}.`);
  return h("div", { id: "overview" }, shard, verdict(),
    run.interrupted && h("p", { class: "remark" }, "The run was interrupted: this is what it had done by then."),
    run.notes.map((note) => h("p", { class: "remark" }, `${note.code} ${note.title}`,
      note.detail && `: ${note.detail}`)),
    tiles(), toLookAt(), moduleTable.element(), slowestTests(), overRuns(), budget());
}
