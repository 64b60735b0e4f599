// ---- search.js: what has the words in it that were asked for.

const search = { text: "", list: [], set: new Set(), names: new Set(), at: -1 };

// "c1" is found where it is a whole name, everything else also inside of words.
function find(text) {
  const wanted = text.trim().toLowerCase();
  const { spans, naming, lifespans, lifespanOf } = view.trace;
  search.text = wanted;
  if (!wanted) search.list = [];
  else if (/^[a-z]\d+$/.test(wanted)) search.list = naming.get(wanted) ?? [];
  else search.list = spans.filter((span) => textOf(span).includes(wanted));
  search.set = new Set(search.list);
  if (lifespanOf.has(wanted)) search.names = new Set([wanted]);
  else search.names = new Set(wanted.length > 2 ? lifespans.map((it) => it.name).filter((name) => name.toLowerCase().includes(wanted)) : []);
  search.at = -1;
  tellFound();
  redraw();
}

// Goes to the next match, or to the one before; round and round.
function step(by) {
  const count = search.list.length;
  if (count === 0) return;
  search.at = search.at < 0 ? (by > 0 ? 0 : count - 1) : (search.at + by + count) % count;
  choose(search.list[search.at]);
  tellFound();
}

function tellFound() {
  const count = search.list.length;
  const found = document.getElementById("found");
  if (!search.text) found.textContent = "";
  else if (count === 0) found.textContent = "nothing found";
  else found.textContent = search.at < 0 ? `${count} found` : `${search.at + 1} of ${count}`;
}
