// Marks over the board: a ring around each place a move concerns, its rank, and an arrow where it leads from one to another.

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 11;
const layer = document.getElementById("marks");
let shown = [];
let waiting = 0;

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}


/** The box of a place on the page, or null if it is not to be seen: scrolled out of a list, or under another pane. */
function box(selector) {
  const node = [...document.querySelectorAll(`#table ${selector}`)].find((found) => found.getClientRects().length > 0);
  if (!node) return null;
  const { left, top, width, height } = node.getBoundingClientRect();
  const inside = node.closest(".log-lines, .rows, .chs, .body");
  const frame = inside?.getBoundingClientRect();
  if (frame && (top + height / 2 < frame.top || top + height / 2 > frame.bottom)) return null;
  const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-pane]");
  if (over && !over.contains(node)) return null;
  return { x: left + scrollX, y: top + scrollY, width, height, key: `${left} ${top}` };
}

function places(mark) {
  const own = mark.text ? box(`[data-move="${CSS.escape(mark.text)}"]`) : null;
  const found = [own, ...mark.targets.map((target) => box(`:is([data-target="${CSS.escape(target)}"], [data-place="${CSS.escape(target)}"])`))].filter(Boolean);
  return found.filter((place, i) => found.findIndex((other) => other.key === place.key) === i);
}

function ring(place, mark) {
  const gap = 3;
  return element("rect", {
    class: `ring ${mark.kind}`,
    x: place.x - gap,
    y: place.y - gap,
    width: place.width + 2 * gap,
    height: place.height + 2 * gap,
    rx: Math.min(12, place.height / 2 + gap),
  });
}

/** Whether a point of the page is to be seen where it is scrolled to now, and not behind the panel. */
function inView(left, top) {
  const [x, y] = [left - scrollX, top - scrollY];
  const cover = document.getElementById("help").getBoundingClientRect();
  const behind = x > cover.left && x < cover.right && y > cover.top && y < cover.bottom;
  return !behind && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
}

const middleInView = (place) => inView(place.x + place.width / 2, place.y + place.height / 2);
const wholeInView = (place) => inView(place.x, place.y) && inView(place.x + place.width, place.y + place.height);

/** A mark's badge at the left corner of a place, or at the right one; never cut off by the edge of the page. */
function badge(place, mark, right) {
  const x = Math.min(Math.max(place.x - 2 + (right ? place.width + 4 : 0), RADIUS + 2), document.documentElement.clientWidth - RADIUS - 2);
  const group = element("g", { class: `rank ${mark.kind}`, transform: `translate(${x} ${Math.max(place.y - 2, RADIUS + 2)})` });
  group.append(element("circle", { r: RADIUS }), element("text", { y: 4.5 }, mark.label));
  return group;
}

/** From the edge of one box to the edge of another. */
function arrow(from, to, mark) {
  const [a, b] = [from, to].map((p) => ({ x: p.x + p.width / 2, y: p.y + p.height / 2, w: p.width / 2, h: p.height / 2 }));
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const long = Math.hypot(dx, dy);
  const reach = (p) => Math.min(p.w / Math.max(Math.abs(dx / long), 1e-6), p.h / Math.max(Math.abs(dy / long), 1e-6));
  const start = reach(a) + 4;
  const end = long - reach(b) - 8;
  if (end - start < 12) return null;
  const at = (d) => `${a.x + (dx * d) / long} ${a.y + (dy * d) / long}`;
  const bend = Math.min(40, long / 6);
  const middle = `${(a.x + b.x) / 2 - (dy / long) * bend} ${(a.y + b.y) / 2 + (dx / long) * bend}`;
  return element("path", { class: `arrow ${mark.kind}`, d: `M${at(start)}Q${middle} ${at(end)}`, "marker-end": "url(#tip-of-arrow)" });
}

function draw() {
  waiting = 0;
  layer.replaceChildren();
  if (!shown.length) return;
  layer.setAttribute("width", document.documentElement.scrollWidth);
  layer.setAttribute("height", document.documentElement.scrollHeight);
  const head = element("marker", { id: "tip-of-arrow", viewBox: "0 0 8 8", refX: 5, refY: 4, markerWidth: 4, markerHeight: 4, orient: "auto" });
  head.append(element("path", { class: "head", d: "M0 0L8 4L0 8Z" }));
  layer.append(head);
  const rings = new Map();
  const badges = [];
  for (const mark of shown) {
    const found = places(mark);
    for (const place of found) if (!rings.has(place.key)) rings.set(place.key, ring(place, mark));
    const line = found.length > 1 ? arrow(found[0], found.at(-1), mark) : null;
    if (line) layer.append(line);
    const taken = new Set(badges.map((b) => b.key));
    const near = found.filter(middleInView);
    const free = (near.length ? near : found).find((p) => !taken.has(p.key));
    const place = free ?? near[0] ?? found.at(-1);
    if (place) badges.push({ key: place.key, node: badge(place, mark, !free) });
  }
  layer.append(...rings.values(), ...badges.map((b) => b.node));
}

/** Whether any place of a mark is wholly to be seen now. */
export function visible(mark) {
  return places(mark).some(wholeInView);
}

function again() {
  if (shown.length && !waiting) waiting = requestAnimationFrame(draw);
}

/**
 * Show marks instead of those shown now.
 *
 * @param marks [{targets, text, label, kind}], the most important first; kind is best, other or played
 */
export function show(marks) {
  shown = marks;
  draw();
}

addEventListener("resize", again);
addEventListener("scroll", again, { passive: true, capture: true });
