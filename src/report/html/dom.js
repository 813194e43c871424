// Elements are made from text alone, never from markup: names and values come from code under test.

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

// h("td", {class: "number"}, "12"); a function among the attributes listens to the event.
const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

// The same for SVG.
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const data = (id) => {
  const block = document.getElementById(id);
  return block && JSON.parse(block.textContent);
};

// Rounded down, so that only all is 100 %, and up from nothing.
function percent(share) {
  if (share === null || share === undefined) return "–";
  const whole = Math.floor(share * 100 + 1e-9);
  return `${whole === 0 && share > 0 ? 1 : whole} %`;
}

function duration(seconds) {
  if (seconds >= 3600) {
    return `${Math.floor(seconds / 3600)}h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")}m`;
  }
  if (seconds >= 60) {
    return `${Math.floor(seconds / 60)}m ${String(Math.floor(seconds % 60)).padStart(2, "0")}s`;
  }
  if (seconds >= 10) return `${Math.round(seconds)} s`;
  if (seconds >= 0.1 || seconds === 0) return `${seconds.toFixed(seconds === 0 ? 0 : 1)} s`;
  return `${Math.max(1, Math.round(seconds * 1000))} ms`;
}

// "512 B", "3.4 KiB", "12 MiB"
function size(bytes) {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** power;
  return `${power > 0 && number < 10 ? number.toFixed(1) : Math.round(number)} ${["B", "KiB", "MiB", "GiB"][power]}`;
}

const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many || one + "s"}`;

const share = (part, whole) => (whole > 0 ? part / whole : null);

const day = (unixSeconds) => {
  const date = new Date(unixSeconds * 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}`;
};

const moduleLink = (name, line) =>
  `#module=${encodeURIComponent(name)}${line ? `&line=${line}` : ""}`;

// A section with a heading that the page's outline shows.
const section = (id, title, ...children) =>
  h("section", { id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title), ...children);

const table = (name, caption, heads, rows) =>
  h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": caption },
    h("table", { class: name },
      h("caption", { class: "unseen" }, caption),
      h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, rows)));
