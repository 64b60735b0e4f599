// ---- start.js: from the page's elements, keys and mouse to the functions.

const byId = (id) => document.getElementById(id);
const elements = [...document.querySelectorAll("script.trace")];

const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

function showTrace(number) {
  const element = elements[number];
  element.read ??= readTrace(element);
  view.trace = element.read;
  view.chosen = view.life = null;
  view.naming = new Set();
  byId("trace").selectedIndex = number;
  byId("by-time").disabled = !view.trace.hasTimes;
  view.byTime = view.byTime && view.trace.hasTimes;
  byId("by-time").checked = view.byTime;
  const { title, eventCount, spans, lifespans, ending } = view.trace;
  const callbacks = spans.filter((span) => span.type === CALLBACK).length;
  const counts = [[eventCount, "event"], [spans.length - callbacks, "call"], [callbacks, "callback"], [lifespans.length, "object"]];
  byId("info").textContent = `${title}: ${counts.map(([count, what]) => counted(count, what)).join(", ")}; ${ending}`;
  const kinds = [...new Set(lifespans.map((it) => it.kind))].sort();
  byId("kind").replaceChildren(...["", ...kinds].map((kind) => new Option(kind === "none" ? "predefined" : kind || "all kinds", kind)));
  chooseKind("");
  find(byId("search").value);
  showAll();
}

function setByTime(byTime) {
  const centre = view.chosen ?? view.trace.spans.find((span) => endOf(span) >= (view.from + view.to) / 2);
  const wasWhole = view.to - view.from >= 0.99 * limits()[1];
  view.byTime = byTime && view.trace.hasTimes;
  byId("by-time").checked = view.byTime;
  showAll();
  if (centre && !wasWhole) reveal(beginOf(centre), endOf(centre));
}

// A drag moves, a click chooses.
function listen(canvas, click) {
  let begin = null;
  canvas.addEventListener("pointerdown", (event) => {
    begin = { x: event.clientX, from: view.from, to: view.to, moved: false };
    try { canvas.setPointerCapture(event.pointerId); } catch { /* a synthetic event has none */ }
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!begin) return;
    const by = event.clientX - begin.x;
    begin.moved ||= Math.abs(by) > 4;
    const units = (by / (view.width - GUTTER)) * (begin.to - begin.from);
    if (begin.moved) setView(begin.from - units, begin.to - units);
  });
  canvas.addEventListener("pointercancel", () => { begin = null; });
  canvas.addEventListener("pointerup", (event) => {
    const isClick = begin && !begin.moved;
    begin = null;
    const box = canvas.getBoundingClientRect();
    if (isClick) click(event.clientX - box.left, event.clientY - box.top);
  });
}

function wheel(event) {
  const zooms = event.currentTarget === byId("timeline") || event.ctrlKey;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) move(0.001 * (event.deltaX || event.deltaY));
  else if (zooms) zoom(1.0015 ** event.deltaY, positionAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  else return; // the box scrolls
  event.preventDefault();
}

function clickLife(x, y) {
  const life = lifeAt(y);
  const number = life && x >= GUTTER ? lifeEventAt(life, x) : 0;
  if (number) choose(view.trace.spanOf.get(number));
  else chooseLife(life);
}

const KEYS = {
  "+": () => zoom(0.7), "=": () => zoom(0.7), w: () => zoom(0.7), "-": () => zoom(1.4), s: () => zoom(1.4),
  a: () => move(-0.2), d: () => move(0.2), 0: showAll, t: () => setByTime(!view.byTime),
  n: () => step(1), N: () => step(-1), "/": () => byId("search").focus(),
};
function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  const isArrow = event.key.startsWith("Arrow");
  if (isArrow && event.target === byId("lifetimes-box")) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    chooseLife(lives[Math.max((view.life ? view.life.row : -1) + by, 0)]);
  } else if (isArrow && event.target === byId("timeline")) choose(neighbour(event.key));
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
}

function resize() {
  view.width = Math.max(byId("timeline-box").clientWidth, 3 * GUTTER);
  redraw();
}

function start() {
  readColours();
  byId("trace").replaceChildren(...elements.map((element) => new Option(element.dataset.title)));
  byId("trace-label").hidden = elements.length < 2;
  byId("trace").addEventListener("change", () => showTrace(byId("trace").selectedIndex));
  byId("kind").addEventListener("change", () => chooseKind(byId("kind").value));
  byId("search").addEventListener("input", () => find(byId("search").value));
  byId("search").addEventListener("keydown", (event) => { if (event.key === "Enter") step(event.shiftKey ? -1 : 1); });
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("by-time").addEventListener("change", () => setByTime(byId("by-time").checked));
  byId("in").addEventListener("click", () => zoom(0.7));
  byId("out").addEventListener("click", () => zoom(1.4));
  byId("whole").addEventListener("click", showAll);
  listen(byId("timeline"), (x, y) => choose(spanAt(x, y)));
  listen(byId("lifetimes"), clickLife);
  for (const id of ["timeline", "lifetimes-box"]) byId(id).addEventListener("wheel", wheel, { passive: false });
  byId("lifetimes-box").addEventListener("scroll", redraw);
  document.addEventListener("keydown", key);
  window.addEventListener("resize", resize);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); redraw(); });
  const asked = new URLSearchParams(location.hash.slice(1));
  resize();
  showTrace(Math.min(Number(asked.get("trace")) || 0, elements.length - 1));
  resize(); // a scroll bar may have come
  if (asked.has("event")) choose(view.trace.spanOf.get(Number(asked.get("event"))));
  if (asked.has("object")) chooseLife(view.trace.lifespanOf.get(asked.get("object")));
}
start();
