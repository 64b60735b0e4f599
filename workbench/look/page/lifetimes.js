// ---- lifetimes.js: a bar for each object. Only the rows that are seen are drawn.

const LIFE_ROW = 18;
const SET = 0, DELETED = 1, CALLED = 2;

const shownLives = () => view.trace.lifespans.filter((it) => !view.kind || it.kind === view.kind);
let lives = []; // that are shown

function layOutLives() {
  lives = shownLives();
  lives.forEach((life, row) => { life.row = row; });
}

function lifeBox(life) {
  const x = Math.max(pixel(place(life.from, -0.4)), GUTTER);
  const right = Math.min(pixel(place(life.to || view.trace.eventCount + 1, 0.4)), view.width);
  return { x, y: life.row * LIFE_ROW - document.getElementById("lifetimes-box").scrollTop + 3, width: Math.max(right - x, 0), height: LIFE_ROW - 6 };
}

// The objects that a call or callback names.
function relatedTo(span) {
  const names = new Set(span ? [...span.input, ...span.output].map(([, value]) => value) : []);
  return new Set([...names].map((name) => view.trace.lifespanOf.get(name)).filter(Boolean));
}

function drawLifetimes() {
  const box = document.getElementById("lifetimes-box");
  const height = box.clientHeight;
  const context = canvasContext(document.getElementById("lifetimes"), view.width, height);
  document.getElementById("lifetimes-height").style.height = `${Math.max(lives.length * LIFE_ROW - height, 0)}px`;
  const related = relatedTo(view.chosen);
  const first = Math.floor(box.scrollTop / LIFE_ROW);
  for (let row = first; row < lives.length && row * LIFE_ROW < box.scrollTop + height; ++row)
    drawLife(context, lives[row], related.has(lives[row]));
  if (view.chosen) { // when what is chosen happens
    context.fillStyle = colours.chosen;
    context.fillRect(Math.max(pixel(beginOf(view.chosen)), GUTTER), 0, 1, height);
  }
}

function drawLife(context, life, isRelated) {
  const { x, y, width, height } = lifeBox(life);
  if (isRelated) {
    context.fillStyle = colours.tint;
    context.fillRect(0, y - 3, view.width, LIFE_ROW);
  }
  context.fillStyle = search.names.has(life.name) ? colours.match : colours.life;
  if (width > 0) context.fillRect(x, y, Math.max(width, 1), height);
  drawAfterlife(context, life, y + height / 2);
  context.fillStyle = colours.text;
  for (const [exists, at] of [[life.made, place(life.from, -0.4)], [life.freed, place(life.to, 0.4)]])
    if (exists && pixel(at) >= GUTTER && pixel(at) <= view.width) context.fillRect(pixel(at) - 1, y - 2, 2, height + 4);
  drawMarks(context, life, y + height / 2);
  if (view.life === life) outline(context, { x, y: y - 1, width, height: height + 2 }, colours.chosen, 2);
  context.fillStyle = isRelated ? colours.tint : colours.page;
  context.fillRect(0, y - 3, GUTTER - 2, LIFE_ROW);
  context.fillStyle = colours.text;
  context.fillText(life.name, 6, y + height / 2, GUTTER - 12);
}

// A keyval that was freed goes on, as long as there are values under it.
function drawAfterlife(context, life, y) {
  const last = life.marks[life.marks.length - 1]?.[0] ?? 0;
  if (!life.to || last <= life.to) return;
  const x = Math.max(pixel(place(life.to, 0.4)), GUTTER);
  context.fillRect(x, y - 1, Math.max(Math.min(pixel(place(last, 0)), view.width) - x, 0), 2);
}

function drawMarks(context, life, y) {
  let drawn = -10;
  for (const [number, type] of life.marks) {
    const x = pixel(place(number, 0));
    if (x < GUTTER || x > view.width || x - drawn < 2) continue;
    drawn = x;
    context.beginPath();
    if (type === CALLED) context.arc(x, y, 3, 0, 2 * Math.PI);
    const tip = type === SET ? -4 : 4;
    if (type !== CALLED) for (const [dx, dy] of [[-4, -tip], [4, -tip], [0, tip]]) context.lineTo(x + dx, y + dy);
    context.fillStyle = colours.text;
    context.fill();
  }
}

const lifeAt = (y) => lives[Math.floor((y + document.getElementById("lifetimes-box").scrollTop) / LIFE_ROW)] ?? null;

// The event of a mark, or of an end of the bar, that is drawn there.
function lifeEventAt(life, x) {
  const near = (at) => Math.abs(pixel(at) - x) <= 4;
  const mark = life.marks.find(([number]) => near(place(number, 0)));
  if (mark) return mark[0];
  if (life.freed && near(place(life.to, 0.4))) return life.freed;
  return life.made && near(place(life.from, -0.4)) ? life.from : 0;
}

function isSeen(life) {
  const box = document.getElementById("lifetimes-box");
  const y = life.row * LIFE_ROW;
  return y >= box.scrollTop && y + LIFE_ROW <= box.scrollTop + box.clientHeight;
}
function revealLife(life) {
  const box = document.getElementById("lifetimes-box");
  if (!isSeen(life)) box.scrollTop = life.row * LIFE_ROW - box.clientHeight / 2;
}
// Of the objects that it names, one at least.
function revealRelated(span) {
  const related = [...relatedTo(span)].filter((life) => lives.includes(life));
  if (related.length && !related.some(isSeen)) revealLife(related[0]);
}

function chooseKind(kind) {
  view.kind = kind;
  document.getElementById("kind").value = kind;
  layOutLives();
  document.getElementById("lifetimes-box").scrollTop = 0;
  drawNow(); // it can be scrolled then
}
