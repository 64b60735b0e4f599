// ---- details.js: all about what is chosen.

// An element with text, or with other elements, in it.
function make(tag, ...content) {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}
function link(text, follow) {
  const button = make("button", text);
  button.className = "link";
  button.addEventListener("click", follow);
  return button;
}
const spanLink = (span) => link(`${span.what} (${span.number})`, () => choose(span));

// A number, or a name: of an object it leads to the lifetime.
function valueOf(value) {
  const life = view.trace.lifespanOf.get(value);
  return life ? link(value, () => chooseLife(life)) : value === null ? "null" : String(value);
}
const valueList = (values) => values.flatMap((value, i) => (i ? [", ", valueOf(value)] : [valueOf(value)]));

// [["comm", "c1"], ...]; those of one name are one line.
function fieldList(title, fields) {
  if (fields.length === 0) return [];
  const byName = new Map();
  for (const [name, value] of fields) byName.set(name, [...(byName.get(name) ?? []), value]);
  return [make("h3", title), definitions([...byName].map(([name, values]) => [name, valueList(values)]))];
}
function definitions(list) {
  const result = document.createElement("dl");
  for (const [name, content] of list) if (content.length) result.append(make("dt", name), make("dd", ...content));
  return result;
}

// At most so many, and how many there are.
function linkList(title, all, toItem, most = 200) {
  if (all.length === 0) return [];
  const list = make("ul", ...all.slice(0, most).map((each) => make("li", ...toItem(each))));
  if (all.length > most) list.append(make("li", `… and ${all.length - most} more`));
  return [make("h3", `${title} (${all.length})`), list];
}

function whoCalled(span) {
  if (span.type === CALLBACK || span.by === BY_LIBRARY) return span.parent ? ["the library, in ", spanLink(span.parent)] : ["the library"];
  return span.parent ? ["the program, in ", spanLink(span.parent)] : ["the program"];
}

function showSpan(span) {
  const { times, hasTimes } = view.trace;
  const what = span.type === CALLBACK ? "callback" : "call";
  const ends = span.end ? `${span.number} to ${span.end}` : `${span.number}; it never returned`;
  const ended = [];
  if (span.error) ended.push(make("p", "error ", span.error));
  for (const each of ended) each.className = "bad";
  document.getElementById("details").replaceChildren(
    make("h2", span.what),
    ...ended,
    definitions([
      ["events", [ends]],
      ["kind", [what]],
      ["called by", whoCalled(span)],
      ["thread", [`${span.thread}, depth ${span.depth}`]],
      ["language", span.language ? [span.language] : []],
      ["begins at", hasTimes ? [duration(times[span.number])] : []],
      ["takes", hasTimes && span.end ? [duration(times[span.end] - times[span.number])] : []],
    ]),
    ...fieldList("Arguments", span.input),
    ...fieldList("Results", span.output),
    ...linkList("In it", span.children, (each) => [spanLink(each)]));
}

function eventLink(number) {
  const span = view.trace.spanOf.get(number);
  return span ? [spanLink(span)] : [String(number)];
}

const MARKS = ["set", "deleted", "callback"];

function showLife(life) {
  const around = life.made ? eventLink(life.from) : [`not in this trace; event ${life.from} is the first that shows it`];
  const other = ([, , name]) => (name ? [" with ", valueOf(name)] : []);
  document.getElementById("details").replaceChildren(
    make("h2", life.name),
    definitions([
      ["kind", [life.kind === "none" ? "predefined" : life.kind]],
      ["made by", life.name.startsWith("MPI") ? ["MPI: it is predefined"] : around],
      ["freed by", life.freed ? eventLink(life.freed) : ["nothing in this trace"]],
    ]),
    ...linkList("Values and callbacks", life.marks, (mark) => [`${MARKS[mark[1]]}: `, ...eventLink(mark[0]), ...other(mark)]),
    ...linkList("Named by", view.trace.naming.get(life.name) ?? [], (span) => [spanLink(span)]));
}
