// ---- trace.js: what the page shows. timeline_page.cpp writes it.

const CALL = 0, CALLBACK = 1, END = 2;
const BY_LIBRARY = 2;

function pairs(flat) {
  const result = [];
  for (let i = 0; i < flat.length; i += 2) result.push([flat[i], flat[i + 1]]);
  return result;
}

// Calls and callbacks, each from its beginning to its end; `lanes` are the threads, with a row for each depth.
function readTrace(element) {
  const data = JSON.parse(element.textContent);
  const trace = {
    title: element.dataset.title, ending: data.ending, hasTimes: data.times, lifespans: data.lifespans, spans: [], lanes: [],
    eventCount: data.events.length, times: new Float64Array(data.events.length + 2), spanOf: new Map(), naming: new Map(),
    lifespanOf: new Map(data.lifespans.map((it) => [it.name, it])),
  };
  const lanes = new Map();
  data.events.forEach((event, i) => {
    trace.times[i + 1] = event[2];
    if (!lanes.has(event[1])) lanes.set(event[1], { thread: event[1], rows: [], open: [] });
    const lane = lanes.get(event[1]);
    if (event[0] === END) close(trace, lane, event, i + 1);
    else open(trace, lane, event, i + 1);
  });
  trace.times[trace.eventCount + 1] = trace.times.reduce((a, b) => Math.max(a, b), 0);
  trace.lanes = [...lanes.values()].sort((a, b) => a.thread - b.thread);
  trace.lifespans.forEach((it, row) => { it.row = row; });
  return trace;
}

function open(trace, lane, [type, thread, , what, by, language, fields], number) {
  const depth = lane.open.length;
  const span = {
    number, end: 0, type, thread, depth, what, by, language, input: pairs(fields), output: [], error: "",
    parent: lane.open[depth - 1] ?? null, children: [],
  };
  span.parent?.children.push(span);
  lane.open.push(span);
  (lane.rows[depth] ??= []).push(span);
  trace.spans.push(span);
  trace.spanOf.set(number, span);
  index(trace, span, span.input);
}

function close(trace, lane, [, , , error, fields], number) {
  const span = lane.open.pop();
  if (!span) return;
  span.end = number;
  span.error = error;
  span.output = pairs(fields);
  trace.spanOf.set(number, span);
  index(trace, span, span.output);
}

// Which calls and callbacks name an object.
function index(trace, span, fields) {
  for (const [, value] of fields) {
    if (typeof value !== "string") continue;
    const known = trace.naming.get(value);
    if (!known) trace.naming.set(value, [span]);
    else if (known[known.length - 1] !== span) known.push(span);
  }
}

// All that can be found of it, in small letters.
function textOf(span) {
  span.text ??= [span.what, span.error, ...span.input.flat(), ...span.output.flat()].join(" ").toLowerCase();
  return span.text;
}

function duration(ns) {
  if (ns < 1e3) return `${ns} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toPrecision(4)} µs`;
  if (ns < 1e9) return `${(ns / 1e6).toPrecision(4)} ms`;
  return `${(ns / 1e9).toPrecision(4)} s`;
}
