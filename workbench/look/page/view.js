// ---- view.js: which part of which trace is seen, and what is chosen in it.

const GUTTER = 104; // pixels, for the names of rows

const view = {
  trace: null,
  byTime: false,
  from: 0, to: 1, // in events, or in ns
  chosen: null,   // a call or callback
  life: null,     // or a lifespan,
  naming: new Set(), // and what names that
  kind: "",       // of which lifetimes are shown; "": all
  width: 800,     // pixels, with the gutter
};

// Where an event lies. By events, a call reaches a bit beyond its two ends, so that a short one is seen.
function place(number, offset) {
  if (view.byTime) return view.trace.times[Math.min(number, view.trace.eventCount + 1)];
  return number + offset;
}
const beginOf = (span) => place(span.number, -0.4);
const endOf = (span) => place(span.end || view.trace.eventCount + 1, 0.4);

function pixel(position) {
  return GUTTER + ((position - view.from) / (view.to - view.from)) * (view.width - GUTTER);
}
function positionAt(x) {
  return view.from + ((x - GUTTER) / (view.width - GUTTER)) * (view.to - view.from);
}

function limits() {
  const last = view.trace.eventCount + 1;
  if (!view.byTime) return [0, last, 4];
  return [0, Math.max(view.trace.times[last], 1) * 1.01, 20];
}

// As near to what is asked as there is something to see.
function setView(from, to) {
  const [first, last, least] = limits();
  const size = Math.min(Math.max(to - from, least), last - first);
  const middle = (from + to) / 2;
  view.from = Math.min(Math.max(middle - size / 2, first), last - size);
  view.to = view.from + size;
  redraw();
}
const showAll = () => setView(...limits());
const move = (part) => setView(view.from + part * (view.to - view.from), view.to + part * (view.to - view.from));
function zoom(factor, around = (view.from + view.to) / 2) {
  const [, last, least] = limits();
  const size = view.to - view.from;
  const scale = Math.min(Math.max(size * factor, least), last) / size;
  setView(around - (around - view.from) * scale, around + (view.to - around) * scale);
}

// Moves, and zooms in if it is too small to be seen.
function reveal(from, to) {
  const size = view.to - view.from;
  const least = 6 / (view.width - GUTTER); // of what is seen
  if (to - from < size * least) {
    const wanted = Math.max((to - from) * 20, view.byTime ? 20 : 40);
    setView((from + to) / 2 - wanted / 2, (from + to) / 2 + wanted / 2);
  } else if (from < view.from || to > view.to) {
    const wanted = Math.max(size, (to - from) * 1.2);
    setView((from + to) / 2 - wanted / 2, (from + to) / 2 + wanted / 2);
  }
}

function choose(span) {
  if (!span) return;
  view.chosen = span;
  view.life = null;
  view.naming = new Set();
  reveal(beginOf(span), endOf(span));
  revealRow(span);
  revealRelated(span);
  showSpan(span);
  changed();
}

function chooseLife(life) {
  if (!life) return;
  view.life = life;
  view.chosen = null;
  view.naming = new Set(view.trace.naming.get(life.name));
  if (view.kind && view.kind !== life.kind) chooseKind("");
  reveal(place(life.from, -0.4), place(life.to || view.trace.eventCount + 1, 0.4));
  revealLife(life);
  showLife(life);
  changed();
}

// What is chosen stands in the page's address.
function changed() {
  const trace = document.getElementById("trace").selectedIndex;
  const what = view.chosen ? `event=${view.chosen.number}` : view.life ? `object=${view.life.name}` : "";
  try {
    history.replaceState(null, "", `#trace=${trace}${what ? "&" + what : ""}`);
  } catch { /* some places forbid it */ }
  redraw();
}

let asked = false;
function redraw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(drawNow);
}
function drawNow() {
  asked = false;
  drawTimeline();
  drawLifetimes();
}
