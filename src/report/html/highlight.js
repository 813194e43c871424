// Python's tokens, coarsely: what a reader tells apart at a glance. Unknown text stays as it is.

const pythonToken = new RegExp([
  String.raw`(?<text>(?<!\w)[rRbBfFuU]{0,2}(?:(?<quote>"""|''')(?:\\[^]|(?!\k<quote>)[^\\])*(?:\k<quote>|$)` +
    String.raw`|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))`,
  String.raw`(?<comment>#[^\n]*)`,
  String.raw`(?<number>\b\d[\w.]*)`,
  String.raw`(?<keyword>\b(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|` +
    String.raw`finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b)`,
].join("|"), "g");

// The lines of a source as Python counts them, each a list of texts and elements.
function highlighted(text) {
  const source = text.replace(/\r\n?/g, "\n");
  const lines = [[]];
  const add = (text, kind) => text.split("\n").forEach((part, i) => {
    if (i > 0) lines.push([]);
    if (part) lines.at(-1).push(kind ? h("span", { class: kind }, part) : part);
  });
  let end = 0;
  for (const match of source.matchAll(pythonToken)) {
    add(source.slice(end, match.index));
    const { text, comment, number } = match.groups;
    add(match[0], text ? "py-text" : comment ? "py-comment" : number ? "py-number" : "py-keyword");
    end = match.index + match[0].length;
  }
  add(source.slice(end));
  return lines;
}

const codeBlock = (source) => h("pre", { tabindex: "0" }, highlighted(source).map((line) => [line, "\n"]));
