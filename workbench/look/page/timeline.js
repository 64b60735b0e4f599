// ---- timeline.js: calls and callbacks, nested, a lane for each thread.

const AXIS = 18, ROW = 20, LANE_GAP = 6;

// Where a lane begins, from above.
function laneTop(lane) {
  let top = AXIS;
  for (const each of view.trace.lanes) {
    if (each === lane) break;
    top += each.rows.length * ROW + LANE_GAP;
  }
  return top;
}
function timelineHeight() {
  return view.trace.lanes.reduce((height, lane) => height + lane.rows.length * ROW + LANE_GAP, AXIS);
}

function colourOf(span) {
  if (search.set.has(span)) return colours.match;
  if (span.type === CALLBACK) return colours.callback;
  return span.by === BY_LIBRARY ? colours.library : colours.call;
}

// From which pixel to which a span is drawn: at least one.
function pixelsOf(span) {
  const left = Math.floor(Math.max(pixel(beginOf(span)), GUTTER));
  return [left, Math.max(Math.floor(Math.min(pixel(endOf(span)), view.width)), left + 1)];
}

// Where a span is drawn.
function boxOf(span) {
  const lane = view.trace.lanes.find((it) => it.thread === span.thread);
  const [left, right] = pixelsOf(span);
  return { x: left, y: laneTop(lane) + span.depth * ROW + 1, width: right - left, height: ROW - 2 };
}

function drawTimeline() {
  const canvas = document.getElementById("timeline");
  const height = timelineHeight();
  const context = canvasContext(canvas, view.width, height);
  drawAxis(context, height);
  for (const lane of view.trace.lanes) {
    const top = laneTop(lane);
    lane.rows.forEach((row, depth) => drawRow(context, row, top + depth * ROW));
    rowName(context, `thread ${lane.thread}`, top, lane.rows.length * ROW);
  }
  if (view.chosen) outline(context, boxOf(view.chosen), colours.chosen, 2);
}

// Of what falls on one pixel, the first is drawn; or what was found, or names the object that is chosen.
function drawRow(context, row, y) {
  let drawn = 0; // up to this pixel,
  let drawnMarked = 0; // and those up to this one
  for (let i = firstAfter(row, view.from); i < row.length; ++i) {
    const span = row[i];
    const isMarked = search.set.has(span) || view.naming.has(span);
    const [begin, right] = pixelsOf(span);
    if (begin >= view.width) break;
    const left = Math.max(begin, isMarked ? drawnMarked : drawn);
    if (right <= left) continue;
    const box = { x: left, y: y + 1, width: right - left, height: ROW - 2 };
    context.fillStyle = colourOf(span);
    context.fillRect(box.x, box.y, box.width, box.height);
    if (span.error) outline(context, box, colours.error, 1);
    if (view.naming.has(span)) underline(context, box);
    if (box.width > 24) label(context, span, box);
    drawn = right;
    if (isMarked) drawnMarked = right;
  }
}

function outline(context, { x, y, width, height }, colour, thickness) {
  context.strokeStyle = colour;
  context.lineWidth = thickness;
  context.strokeRect(x + 0.5, y + 0.5, Math.max(width - 1, 1), height - 1);
}

// It names the object that is chosen.
function underline(context, { x, y, width, height }) {
  context.fillStyle = colours.chosen;
  context.fillRect(x, y + height - 2, width, 2);
}

function label(context, span, { x, y, width, height }) {
  const names = [...span.input, ...(span.output.length ? [["", "→"]] : []), ...span.output].map(([, value]) => value);
  context.save();
  context.beginPath();
  context.rect(x, y, width - 2, height);
  context.clip();
  context.fillStyle = colours.text;
  context.fillText(`${span.what.replace(/^MPI_/, "")} ${names.join(" ")}`, x + 4, y + height / 2);
  context.restore();
}

// What is drawn there; something two pixels away is near enough.
function spanAt(x, y) {
  for (const lane of view.trace.lanes) {
    const row = lane.rows[Math.floor((y - laneTop(lane)) / ROW)];
    if (!row || y < laneTop(lane)) continue;
    const near = row[firstAfter(row, positionAt(x - 2))];
    return near && beginOf(near) <= positionAt(x + 2) ? near : null;
  }
  return null;
}

// Scrolls to it, where there are many threads.
function revealRow(span) {
  const box = document.getElementById("timeline-box");
  const { y } = boxOf(span);
  if (y < box.scrollTop || y + ROW > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
}

// The one from which an arrow key leads to another.
function neighbour(key) {
  const spans = view.trace.spans;
  const at = view.chosen;
  if (!at) return spans[0];
  if (key === "ArrowUp") return at.parent;
  if (key === "ArrowDown") return at.children[0];
  return spans[spans.indexOf(at) + (key === "ArrowLeft" ? -1 : 1)];
}
