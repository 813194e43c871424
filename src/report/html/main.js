// Which view is shown is said by the address: "#" all modules, "#module=parcel.money&line=12" one, with
// "&test=test_split" in place of the line one of its tests.

const main = document.getElementById("main");
const pairs = document.getElementById("pairs");  // rendered without scripts
const all = overview();
let view = null;
let scrolledTo = 0;

function show() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const module = modules.get(wanted.get("module"));
  if (pairs) pairs.hidden = Boolean(module);
  if (!module) {
    const last = view;
    view = null;
    main.replaceChildren(all);
    document.title = title;
    scrollTo(0, scrolledTo);
    const link = last && moduleTable.rows.get(last.module)?.querySelector("a");
    if (link) link.focus({ preventScroll: true });
    return;
  }
  if (!view) scrolledTo = scrollY;
  if (!view || view.module !== module) {
    view = new ModuleView(module);
    main.replaceChildren(view.element());
    document.title = `${module.name} – ${title}`;
  }
  const isShown = wanted.has("test") ? view.showTest(wanted.get("test")) : view.show(Number(wanted.get("line")));
  if (!isShown) {
    scrollTo(0, 0);
    view.heading.focus({ preventScroll: true });
  }
}

function onKey(event) {
  const isTyping = event.target.matches("input, textarea, select");
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && isTyping && moduleTable.search.value) {
    moduleTable.search.value = "";
    moduleTable.update();
  } else if (event.key === "Escape" && view) {
    location.hash = "";
  } else if (isTyping) {
    return;
  } else if (event.key === "/" && !view) {
    event.preventDefault();
    moduleTable.search.focus();
  } else if (view && (event.key === "n" || event.key === "p")) {
    view.goToGap(event.key === "n" ? 1 : -1);
  }
}

const title = document.title;
// Rendered without scripts, a pair's heading leads nowhere.
pairs?.querySelectorAll("h3").forEach((heading) => {
  const name = heading.textContent;
  if (modules.has(name)) heading.replaceChildren(h("a", { href: moduleLink(name) }, name));
});
document.getElementById("when").textContent =
  [run.started_unix_seconds && day(run.started_unix_seconds), duration(run.seconds_used)].filter(Boolean).join(", ");
document.getElementById("version").textContent =
  `Skua ${run.version}. Keys: / searches, n and p go to the next and previous gap of a source, Esc goes back.`;
addEventListener("hashchange", show);
addEventListener("keydown", onKey);
addEventListener("beforeprint", () => {
  moduleTable.isUnfolded = true;
  moduleTable.update();
  moduleTable.showMore(Infinity);
  document.querySelectorAll("#overview > section > details").forEach((each) => each.open = true);
});
show();
