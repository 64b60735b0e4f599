// Runs inside a page that `moot show --html` made, and tells in its text what is so: timeline_page_test.py adds it, and reads that.
// `expected` is what the traces have.

const told = [];
function check(what, holds, ...detail) {
  told.push({ what, holds: Boolean(holds), detail: detail.map(String).join(" ") });
}

// The colour of a pixel of a picture, and of a colour's name.
function colourAt(id, x, y) {
  const canvas = byId(id);
  const ratio = window.devicePixelRatio || 1;
  return canvas.getContext("2d").getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1).data.join();
}
function rgb(colour) {
  const context = document.createElement("canvas").getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.join();
}

function click(id, x, y) {
  const box = byId(id).getBoundingClientRect();
  const at = { bubbles: true, clientX: box.left + x, clientY: box.top + y, pointerId: 1 };
  byId(id).dispatchEvent(new PointerEvent("pointerdown", at));
  byId(id).dispatchEvent(new PointerEvent("pointerup", at));
  drawNow();
}
function clickLink(text) {
  [...document.querySelectorAll("#details button")].find((it) => it.textContent === text).click();
  drawNow();
}
function type(text) {
  byId("search").value = text;
  byId("search").dispatchEvent(new Event("input", { bubbles: true }));
  drawNow();
}
function press(id, key) {
  byId(id).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  drawNow();
}
const details = () => byId("details").textContent;
const heading = () => document.querySelector("#details h2")?.textContent;

function checkEvents(trace) {
  showAll();
  drawNow();
  check("every call and callback is there", view.trace.spans.length === trace.spans, view.trace.spans.length);
  check("every event is told", view.trace.eventCount === trace.events, view.trace.eventCount);
  for (const span of view.trace.spans) {
    const { x, y, width } = boxOf(span);
    check(`${span.what} ${span.number} is drawn`, width >= 1 && colourAt("timeline", x + width / 2, y + 2) === rgb(colourOf(span)));
  }
}

function checkClicks(trace) {
  for (const { number, what, says } of trace.clicks) {
    const { x, y, width, height } = boxOf(view.trace.spanOf.get(number));
    click("timeline", x + width / 2, y + height / 2);
    check(`a click on ${number} shows it`, heading() === what, heading());
    for (const each of says) check(`details of ${number} say ${each}`, details().includes(each), details());
    check("what is chosen has an outline", colourAt("timeline", x + width / 2, y) === rgb(colours.chosen));
  }
}

function checkSearch(trace) {
  for (const { text, numbers } of trace.searches) {
    type(text);
    check(`search for ${text}`, search.list.map((span) => span.number).join() === numbers.join(), search.list.map((span) => span.number));
    check(`${text} is counted`, byId("found").textContent === (numbers.length ? `${numbers.length} found` : "nothing found"));
    view.chosen = null;
    showAll();
    drawNow();
    for (const number of numbers) {
      const { x, y, width } = boxOf(view.trace.spanOf.get(number));
      check(`match ${number} has the colour`, colourAt("timeline", x + width / 2, y + 2) === rgb(colours.match));
    }
    numbers.slice(0, 30).forEach((number, i) => {
      press("search", "Enter");
      check(`step to ${number}`, view.chosen?.number === number && byId("found").textContent === `${i + 1} of ${numbers.length}`);
    });
  }
  type("");
}

function checkLifetimes(trace) {
  showAll();
  chooseKind("");
  drawNow();
  check("each object has a lifetime", lives.map((it) => it.name).join() === trace.objects.join(), lives.map((it) => it.name));
  for (const life of lives) {
    byId("lifetimes-box").scrollTop = Math.max(life.row * LIFE_ROW - 40, 0);
    drawNow();
    const { x, y, width } = lifeBox(life);
    check(`the bar of ${life.name} is drawn`, width > 0 && colourAt("lifetimes", x + width / 2, y + 1) === rgb(colours.life));
    click("lifetimes", 20, y + 4);
    check(`a click on ${life.name} shows it`, heading() === life.name, heading());
  }
  for (const { name, made, freed, marks } of trace.lifetimes) {
    showAll();
    chooseLife(view.trace.lifespanOf.get(name));
    for (const each of [made, freed, ...marks]) check(`details of ${name} say ${each}`, details().includes(each), details());
    drawNow();
    for (const span of view.trace.naming.get(name) ?? []) {
      const { x, y, width, height } = boxOf(span);
      check(`${span.number} is shown to name ${name}`, colourAt("timeline", x + width / 2, y + height - 1) === rgb(colours.chosen));
    }
    if (!made.endsWith(")")) continue;
    clickLink(made);
    check(`from ${name} to what made it`, view.chosen && `${heading()} (${view.chosen.number})` === made, heading());
    clickLink(name);
    check(`and back to ${name}`, view.life?.name === name && heading() === name);
  }
}

// In the bars: what was found, marks, and what a keyval still does after it was freed.
function checkBars(trace) {
  for (const [text, names] of trace.foundBars) {
    type(text);
    byId("lifetimes-box").scrollTop = 0;
    drawNow();
    for (const life of lives) {
      const { x, y, width } = lifeBox(life);
      const wanted = names.includes(life.name) ? colours.match : colours.life;
      check(`the bar of ${life.name}, when ${text} is sought`, colourAt("lifetimes", x + width / 2, y + 1) === rgb(wanted));
    }
  }
  type("");
  for (const life of lives) {
    const { y, height } = lifeBox(life);
    for (const [number] of life.marks)
      check(`the mark of ${number} on ${life.name}`, colourAt("lifetimes", pixel(place(number, 0)), y + height / 2) === rgb(colours.text));
  }
  for (const [name, number, isThere] of trace.afterlife) {
    const { y, height } = lifeBox(view.trace.lifespanOf.get(name));
    check(`after ${name} was freed`, (colourAt("lifetimes", pixel(place(number, 0)), y + height / 2 - 0.5) === rgb(colours.life)) === isThere);
  }
}

function drag(id, by) {
  const { left, top } = byId(id).getBoundingClientRect();
  [["pointerdown", 0], ["pointermove", by / 2], ["pointermove", by], ["pointerup", by]].forEach(([type, x]) =>
    byId(id).dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: left + 400 + x, clientY: top + AXIS + 5, pointerId: 1 })));
}

function checkDrag() {
  view.chosen = view.life = null;
  setView(4, 12);
  drag("timeline", 200);
  check("a drag moves", view.from < 4 && view.to - view.from === 8, view.from);
  check("a drag chooses nothing", view.chosen === null);
  press("lifetimes-box", "ArrowDown");
  check("an arrow key chooses a lifetime", view.life === lives[0]);
  press("lifetimes-box", "ArrowDown");
  check("and the next", view.life === lives[1]);
}

// What has changed is drawn with the browser's next frame: here, the one that the page asks for.
function checkThatItDraws() {
  showAll();
  drawNow();
  const before = byId("timeline").toDataURL();
  const frames = [];
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (draw) => frames.push(draw);
  for (let i = 0; i < 3; ++i) zoom(0.8);
  window.requestAnimationFrame = ask;
  check("the page asks for one frame", frames.length === 1, frames.length);
  frames.forEach((draw) => draw());
  check("the page draws what has changed", byId("timeline").toDataURL() !== before);
}

// Of another kind than those that are shown.
function checkReveal() {
  chooseKind(lives[0].kind);
  const other = view.trace.lifespans.findLast((it) => it.kind !== lives[0].kind);
  chooseLife(other);
  const { x, width } = lifeBox(other);
  check("its bar is seen", x < view.width && width >= 6, x, width);
  showAll();
  drawNow();
  const marked = [...view.naming].map(boxOf).map(({ x, y, height }) => colourAt("timeline", x, y + height - 1));
  check("what names it is seen from afar", marked.length > 0 && marked.every((it) => it === rgb(colours.chosen)), marked);
  check("an object of a kind that is not shown is shown", view.kind === "" && isSeen(other));
}

function checkMoving() {
  showAll();
  const size = view.to - view.from;
  press("timeline", "+");
  check("+ zooms", view.to - view.from < size);
  byId("timeline").dispatchEvent(new WheelEvent("wheel", { deltaY: -200, clientX: 500, cancelable: true }));
  check("the wheel zooms", view.to - view.from < 0.7 * size);
  const from = view.from;
  press("timeline", "d");
  check("d moves", view.from > from);
  press("timeline", "0");
  check("0 shows all", view.to - view.from === size);
  choose(view.trace.spans[0]);
  press("timeline", "ArrowRight");
  check("arrows go on", view.chosen === view.trace.spans[1]);
  choose(view.trace.naming.get(lives[lives.length - 1].name)[0]);
  check("an object that is named is seen", [...relatedTo(view.chosen)].some(isSeen));
  press("timeline", "t");
  check("t counts by time, if times are known", view.byTime === view.trace.hasTimes);
  press("timeline", "0");
  const { x, y, width } = boxOf(view.trace.spans[0]);
  check("by time it is drawn, too", colourAt("timeline", x + width / 2, y + 2) !== rgb(colours.page));
  setByTime(false);
}

function checkTraces(traces) {
  traces.forEach((trace, i) => {
    byId("trace").selectedIndex = i;
    byId("trace").dispatchEvent(new Event("change"));
    check("its title", byId("info").textContent.includes(trace.title), byId("info").textContent);
    const began = performance.now();
    drawNow();
    check("it is drawn in time", performance.now() - began < 1000, performance.now() - began);
    if (!trace.isLarge) {
      checkEvents(trace);
      checkClicks(trace);
      checkLifetimes(trace);
      checkBars(trace);
    }
    checkSearch(trace);
    if (trace.spans === 1) return;
    checkThatItDraws();
    checkMoving();
    checkReveal();
    if (!trace.isLarge) checkDrag();
  });
}

try {
  checkTraces(expected);
} catch (error) {
  check(`no exception: ${error.stack}`, false);
}
check("no error", errors.length === 0, errors);
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
