// ---- draw.js: what both pictures are made of.

let colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "text", "faint", "line", "call", "callback", "library", "error", "match", "chosen", "tint", "life"])
    colours[name] = style.getPropertyValue("--" + name).trim();
}

// The canvas, empty, in the pixels of the screen.
function canvasContext(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.page;
  context.fillRect(0, 0, width, height);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  return context;
}

// The first of a row's spans, in their order, that ends after the position.
function firstAfter(row, position) {
  let low = 0, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(row[middle]) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rowName(context, text, y, height) {
  context.fillStyle = colours.page;
  context.fillRect(0, y, GUTTER - 2, height);
  context.fillStyle = colours.text;
  context.fillText(text, 6, y + height / 2, GUTTER - 12);
}

// Round steps along the axis.
function drawAxis(context, height) {
  const size = view.to - view.from;
  let step = 10 ** Math.floor(Math.log10(size / 5));
  for (const factor of [2, 2.5, 2]) if (size / step > 10) step *= factor;
  if (!view.byTime) step = Math.max(1, Math.round(step));
  for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step) {
    const x = pixel(at);
    context.fillStyle = colours.line;
    context.fillRect(x, 0, 1, height);
    context.fillStyle = colours.faint;
    if (x < view.width - 40) context.fillText(view.byTime ? duration(Math.round(at)) : String(at), x + 3, 8);
  }
  rowName(context, view.byTime ? "time" : "event", 0, AXIS);
}
