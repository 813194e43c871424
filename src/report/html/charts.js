// Charts are drawn anew for the width they have, so that their texts keep their size.
function responsive(height, label, draw) {
  const box = h("div", { class: "chart" });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.max(260, Math.floor(box.clientWidth));
    if (width === drawn) return;
    drawn = width;
    box.replaceChildren(
      svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": label },
        draw(width)));
  }).observe(box);
  box.style.minHeight = `${height}px`;
  return box;
}

// Round steps, about `most` of them, from 0 up to at least `top`.
function ticks(top, most) {
  const raw = top / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw);
  const list = [];
  for (let i = 0; (i - 1) * step < top - 1e-9; ++i) list.push(i * step);
  return list;
}

const left = 56;
const right = 12;
const top = 12;
const bottom = 26;

function verticalAxis(width, height, values, y, text) {
  return values.map((value) => [
    svg("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, text(value)),
  ]);
}

// Below the chart, as many as there is room for, the last one always.
function horizontalAxis(width, height, x, labels) {
  const every = Math.ceil(labels.length / Math.max(1, Math.floor((width - left - right) / 64)));
  return labels.map((label, i) => (labels.length - 1 - i) % every === 0 &&
    svg("text", { x: x(i), y: height - 8, "text-anchor": "middle" }, label));
}

// series: [{name, className, values: [share or null]}], beside `labels` and `titles`.
function lineChart(label, labels, titles, series) {
  const height = 220;
  return responsive(height, label, (width) => {
    const span = width - left - right - 16;
    const x = (i) => left + 8 + (labels.length > 1 ? (i * span) / (labels.length - 1) : span / 2);
    const y = (value) => top + (1 - value) * (height - top - bottom);
    return [
      verticalAxis(width, height, [0, 0.25, 0.5, 0.75, 1], y, percent),
      horizontalAxis(width, height, x, labels),
      series.map(({ className, values }) => {
        const known = values.map((value, i) => ({ value, i })).filter(({ value }) => value !== null);
        return [
          svg("polyline", { class: className, points: known.map(({ value, i }) => `${x(i)},${y(value)}`).join(" ") }),
          known.map(({ value, i }) =>
            svg("circle", { class: className, cx: x(i), cy: y(value), r: 3.5 }, svg("title", null, titles[i]))),
        ];
      }),
    ];
  });
}

// bars: [{label, title, value, limit}]; a limit, where there is one, is drawn as a frame.
function barChart(label, bars, text) {
  const height = 220;
  const most = Math.max(...bars.map((bar) => Math.max(bar.value, bar.limit)), 1e-3);
  return responsive(height, label, (width) => {
    const scale = ticks(most, 4);
    const step = (width - left - right) / bars.length;
    const bar = Math.min(48, step * 0.7);
    const x = (i) => left + (i + 0.5) * step;
    const y = (value) => top + (1 - value / scale.at(-1)) * (height - top - bottom);
    const box = (className, i, value) =>
      svg("rect", { class: className, x: x(i) - bar / 2, width: bar, y: y(value), height: y(0) - y(value) });
    return [
      verticalAxis(width, height, scale, y, text),
      horizontalAxis(width, height, x, bars.map((each) => each.label)),
      bars.map((each, i) => svg("g", null, svg("title", null, each.title),
        box("used", i, each.value), each.limit > 0 && box("limit", i, each.limit))),
    ];
  });
}

// How much was covered after so much searching: of `goals`.
function discoveryChart(points, seconds, goals) {
  const height = 160;
  const end = Math.max(seconds, points.at(-1).seconds, 1e-3);
  return responsive(height, "Goals covered over the time of the search", (width) => {
    const x = (value) => left + (value / end) * (width - left - right);
    const y = (value) => top + (1 - value / Math.max(goals, 1)) * (height - top - bottom);
    let path = `M${x(0)},${y(0)}`;
    for (const { seconds: at, covered } of points) path += `H${x(at)}V${y(covered)}`;
    return [
      verticalAxis(width, height, [0, goals], y, String),
      [0, end / 2, end].map((value, i) => svg("text",
        { x: x(value), y: height - 8, "text-anchor": ["start", "middle", "end"][i] }, duration(value))),
      svg("path", { class: "coverage", d: `${path}H${x(end)}` }),
    ];
  });
}

// Which core worked on which module when; each stretch leads to its module.
function timelineChart(slices, seconds) {
  const row = 30;
  const jobs = Math.max(...slices.map((slice) => slice.job)) + 1;
  const colours = new Map();
  for (const { module } of slices) if (!colours.has(module)) colours.set(module, colours.size % 4);
  const height = top + jobs * row + bottom;
  const end = Math.max(seconds, ...slices.map((slice) => slice.end));
  return responsive(height, "Campaigns over time, a row for each core", (width) => {
    const x = (value) => left + (value / end) * (width - left - right);
    return [
      ticks(end, Math.max(2, Math.floor(width / 120))).filter((value) => value <= end).map((value) => [
        svg("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: height - bottom }),
        svg("text", { x: x(value), y: height - 8, "text-anchor": "middle" }, duration(value)),
      ]),
      Array.from({ length: jobs }, (_, job) =>
        svg("text", { x: left - 6, y: top + job * row + 19, "text-anchor": "end" }, String(job + 1))),
      slices.map((slice) => {
        const room = x(slice.end) - x(slice.start);
        const fits = Math.floor((room - 8) / 7);
        const name = slice.module.length <= fits ? slice.module : `…${slice.module.slice(1 - fits)}`;
        const y = top + slice.job * row;
        return svg("a", { href: moduleLink(slice.module), class: `slice colour-${colours.get(slice.module)}` },
          svg("title", null, `${slice.module}: ${duration(slice.start)} to ${duration(slice.end)}`),
          svg("rect", { x: x(slice.start), y: y + 2, width: Math.max(1.5, room - 1), height: row - 6, rx: 2 }),
          fits > 4 && svg("text", { x: x(slice.start) + 4, y: y + 19 }, name));
      }),
    ];
  });
}
