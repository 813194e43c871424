// The page one sees first: numbers, runs over time, what to look at, all modules, the budget.

const run = data("run");
const modules = new Map(run.modules.map((module) => [module.name, module]));
const titleOf = (reason) => (run.reasons[reason.id] || { title: reason.id }).title;

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
  const entry = run.reasons[module.reason.id];
  if (module.behaviour_changes) {
    notes.push(h("strong", { class: "bad" }, count(module.behaviour_changes, "behaviour change")));
  }
  if (module.findings) notes.push(h("strong", { class: "bad" }, count(module.findings, "finding")));
  if (entry) {
    notes.push(h("span", { class: entry.is_error ? "bad" : "", title: module.reason.detail || entry.text },
      `${module.reason.id} ${entry.title}`));
  }
  for (const note of module.notes) {
    notes.push(h("span", { title: note.detail }, titleOf(note)));
  }
  return notes.flatMap((note, i) => (i ? [", ", note] : [note]));
}

const columns = [
  { title: "Module", value: (m) => m.name, cell: (m) => h("a", { href: moduleLink(m.name) }, m.name), head: true },
  { title: "Change", value: (m) => m.change, cell: (m) => h("span", { title: m.change_why }, m.change) },
  { title: "Branches", value: coverageOf, cell: coverageCell, number: true },
  { title: "Gain", value: (m) => (m.after === null ? null : m.after - (m.before || 0)), number: true,
    cell: (m) => (m.after === null ? "–" : gainText(m.after - (m.before || 0))) },
  { title: "Mutants", value: (m) => share(m.killed, m.mutants), number: true,
    cell: (m) => (m.mutants ? `${m.killed}/${m.mutants}` : "–") },
  { title: "Tests", value: (m) => m.tests, cell: (m) => String(m.tests), number: true },
  { title: "Time", value: (m) => m.seconds, cell: (m) => (m.seconds ? duration(m.seconds) : "–"), number: true },
  { title: "Note", cell: noteCell, worstFirst: true,
    value: (m) => m.behaviour_changes * 1e6 + m.findings * 1e3 + (m.is_troubled ? 2 : m.reason.id ? 1 : 0) },
];

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
    this.heads = columns.map((column, i) => h("th", { scope: "col", class: column.number && "number" },
      h("button", { type: "button", click: () => this.sortBy(i) }, column.title,
        h("span", { class: "arrow", "aria-hidden": "true" }))));
    this.rows = new Map();
    this.texts = new Map(run.modules.map((m) => [m, [m.name, m.path, m.change, m.change_why,
      ...[m.reason, ...m.notes].map((reason) => `${reason.id} ${reason.id && titleOf(reason)} ${reason.detail}`),
      m.findings ? "finding" : "", m.behaviour_changes ? "behaviour change" : ""].join("\n").toLowerCase()]));
    this.sorted = { column: 0, ascending: true };
    this.update();
  }

  element() {
    return section("modules", "Modules",
      h("div", { class: "tools" },
        h("label", { for: "search" }, "Search "), this.search,
        h("label", null, this.troubled, " Only those that need a look"), this.found),
      h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Modules" },
        h("table", { class: "modules" },
          h("caption", { class: "unseen" }, "Modules; the heads of the columns sort"),
          h("thead", null, h("tr", null, this.heads)), this.body)));
  }

  sortBy(column) {
    const again = this.sorted.column === column;
    this.sorted = { column, ascending: again ? !this.sorted.ascending : !columns[column].number && !columns[column].worstFirst };
    this.update();
  }

  update() {
    const { column, ascending } = this.sorted;
    this.heads.forEach((head, i) => {
      if (i === column) head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = run.modules.filter((module) =>
      words.every((word) => this.texts.get(module).includes(word)) &&
      (!this.troubled.checked || module.is_troubled || module.behaviour_changes > 0));
    const key = columns[column].value;
    const compare = (a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === null || other === null) return (one === null) - (other === null);  // unknown: last
      const order = one < other ? -1 : one > other ? 1 : 0;
      return ascending ? order : -order;
    };
    this.shown.sort((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1));
    this.found.textContent = this.shown.length === run.modules.length
      ? count(this.shown.length, "module")
      : `${this.shown.length} of ${count(run.modules.length, "module")}`;
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
        h(column.head ? "th" : "td", { scope: column.head && "row", class: column.number && "number" },
          column.cell(module)))));
    }
    return this.rows.get(module);
  }
}

function tiles() {
  const sum = (key) => run.modules.reduce((total, module) => total + module[key], 0);
  const last = run.history.at(-1);
  const before = run.history.at(-2);
  const now = last ? share(last.covered, last.goals) : share(sum("covered"), sum("goals"));
  const then = before ? share(before.covered, before.goals) : null;
  const mutants = last || { mutants: sum("mutants"), killed: sum("killed") };
  const measured = run.modules.filter((module) => module.after !== null);
  const tests = measured.reduce((total, module) => total + module.tests, 0);
  const tile = (name, value, remark, bad) => h("div", { class: bad ? "tile bad" : "tile" },
    h("dt", null, name), h("dd", null, h("span", { class: "value" }, value), remark && h("span", null, remark)));
  return h("dl", { class: "tiles" },
    tile("Branches covered", percent(now), then !== null && `${percent(then)} after the run before`),
    tile("Mutants killed", percent(share(mutants.killed, mutants.mutants)),
      mutants.mutants > 0 && `${mutants.killed} of ${mutants.mutants}`),
    tile("Tests", (last ? last.tests : sum("tests")).toLocaleString("en"), `${tests} of them from this run`),
    tile("Modules", String(run.modules.length), `${measured.length} tested in this run`),
    tile("Behaviour changes", String(run.behaviour_changes.length), null, run.behaviour_changes.length > 0),
    tile("Findings", String(run.findings.length), null, run.findings.length > 0),
    tile("Time", duration(run.used),
      run.budget > 0 ? `of ${duration(run.budget)} on ${count(run.jobs, "core")}` : `on ${count(run.jobs, "core")}`));
}

function overRuns() {
  const runs = run.history.slice(-100);
  if (runs.length === 0) return null;
  const labels = runs.map((each) => `#${each.number}`);
  const titles = runs.map((each) => `Run ${each.number}, ${day(each.started)}: branches ` +
    `${percent(share(each.covered, each.goals))}, mutants ${percent(share(each.killed, each.mutants))}`);
  const coverage = runs.map((each) => share(each.covered, each.goals));
  const killed = runs.map((each) => share(each.killed, each.mutants));
  return section("runs", "Over runs",
    h("div", { class: "charts" },
      h("figure", null, h("figcaption", null, h("span", { class: "key coverage" }), "Branches covered ",
        h("span", { class: "key killed" }), "Mutants killed"),
        lineChart("Shares of branches covered and of mutants killed, over runs", labels, titles,
          [{ className: "coverage", values: coverage }, { className: "killed", values: killed }])),
      h("figure", null, h("figcaption", null, h("span", { class: "key used" }), "Time used ",
        h("span", { class: "key limit" }), "Budget"),
        barChart("Time used and budget, over runs", runs.map((each) => ({
          label: `#${each.number}`, value: each.used, limit: each.budget,
          title: `Run ${each.number}, ${day(each.started)}: ${duration(each.used)}` +
            (each.budget ? ` of ${duration(each.budget)}` : ""),
        })), duration))),
    h("details", null, h("summary", null, "The same as a table"),
      table("plain", "Runs", ["Run", "Started", "Branches", "Mutants", "Tests", "Modules run", "Time", "Budget"],
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
  return [
    list("behaviour", "Behaviour changes", run.behaviour_changes.map((change) => h("li", null,
      h("a", { href: moduleLink(change.module, change.place_line) }, change.text), " ",
      h("span", { class: "place" }, change.place), diff(change.expected, change.actual)))),
    list("findings", "Findings", run.findings.map((finding) => h("li", null,
      h("a", { href: moduleLink(finding.module) }, finding.text), " ",
      h("span", { class: "place" }, finding.place),
      finding.message && h("p", { class: "message" }, finding.message)))),
  ];
}

function budget() {
  if (run.timeline.length === 0) return null;
  return section("budget", "How the time was spent",
    h("p", null, `Campaigns over the ${duration(run.used)} of the run, a row for each core.`),
    timelineChart(run.timeline, run.used));
}

const moduleTable = new ModuleTable();

function overview() {
  const shard = run.shard.total > 1 && h("p", null, `Shard ${run.shard.index} of ${run.shard.total}.`);
  return h("div", { id: "overview" }, shard,
    run.interrupted && h("p", { class: "remark" }, "The run was interrupted: this is what it had done by then."),
    run.notes.map((note) => h("p", { class: "remark" }, `${note.id} ${titleOf(note)}`,
      note.detail && `: ${note.detail}`)),
    tiles(), toLookAt(), moduleTable.element(), overRuns(), budget());
}
