// What a behaviour change or a finding says: the call, what was expected, what came, the test, and how to run it.

// Around a line of a test file: the function or table that it stands in, between blank lines.
function blockAround(text, line) {
  const lines = text.split("\n");
  const isGap = (i) => lines[i] === "" && lines[i + 1] === "";
  let first = Math.min(line, lines.length) - 1;
  let last = first;
  while (first > 0 && !isGap(first - 1)) --first;
  while (last + 1 < lines.length && !isGap(last + 1)) ++last;
  return lines.slice(first, last + 1).join("\n").trim();
}

// A word of a shell's command line.
const shellWord = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// Runs the test; of a suite in JSON, all of its tests.
const commandOf = (file, test) => (file.endsWith(".json") ? `skua check ${shellWord(file)}`
  : `python -m pytest ${shellWord(`${file}::${test}`)}`);

// The place in the source, here and where the repository is shown.
function placeLinks(module, path, line) {
  const isHere = path === module.path && line > 0;
  const text = placeOf(module, path, line);
  return [
    isHere ? h("a", { class: "place", href: moduleLink(module.name, line) }, text) : h("span", { class: "place" }, text),
    sources.url && path && [" ", h("a", { class: "place", rel: "noreferrer",
      href: `${sources.url}${path.split("/").map(encodeURIComponent).join("/")}${line > 0 ? `#L${line}` : ""}` },
      "in the repository")],
  ];
}

function remarkCard(module, { title, path, line, facts, test, file, testLine, more }) {
  const source = data(`texts-${module.id}`)?.[file];
  return h("li", null, title, " ", placeLinks(module, path, line),
    h("dl", { class: "case" }, facts.filter(([, value]) => value).map(([name, value]) =>
      h("div", null, h("dt", null, name), h("dd", null, h("code", null, value))))),
    more,
    source !== undefined && testLine > 0 && h("details", null, h("summary", null, "The test that says so"),
      codeBlock(blockAround(source, testLine))),
    test && file && h("p", { class: "command" }, h("code", null, commandOf(file, test))));
}

const link = (module, text, line) => h("a", { href: moduleLink(module.name, line) }, text);

const changeCard = (module, change) => remarkCard(module, {
  title: link(module, change.text, change.path_line), path: change.path, line: change.path_line,
  facts: [["Input", change.call], ["Open", change.age]],
  test: change.test, file: change.file, testLine: change.line,
  more: [diff(change.expected, change.actual),
    change.message && h("details", null, h("summary", null, "What pytest said"), h("pre", { tabindex: "0" }, change.message))],
});

const endings = { crashed: "the process crashed", timed_out: "it did not end" };

function findingCard(module, finding) {
  const file = module.latest.findings_file || module.latest.file;
  const test = module.tests.find((one) => one.name === finding.test && module.fileOf(one) === file);
  const type = finding.exception?.replace(/^builtins:/, "").replace(":", ".");
  const raised = [type, finding.message].filter(Boolean).join(": ");
  return remarkCard(module, {
    title: link(module, finding.text, finding.path === module.path ? finding.line : 0), path: finding.path, line: finding.line,
    facts: [["Input", finding.call], ["Expected", "a result, or an exception that the code raises on purpose or documents"],
      ["Outcome", raised ? `raises ${raised}` : endings[finding.verdict] || finding.verdict]],
    test: finding.test, file, testLine: test?.line || 0,
    more: finding.frames && h("details", null, h("summary", null, "Traceback"), h("pre", { tabindex: "0" },
      finding.frames.map((frame) => `${frame.path}:${frame.line} in ${frame.function || ""}\n    ${frame.text || ""}\n`))),
  });
}
