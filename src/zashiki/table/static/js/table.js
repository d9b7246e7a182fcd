// The page of a table: shows what the server sends, narrows the legal moves by what is pressed, sends what is composed.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.js";
import { setUpDialogs } from "./dialogs.js";
import { setUpHelp } from "./help.js";
import * as motion from "./motion.js";
import { fetchBody, follow, newId, post, Refusal } from "./net.js";
import { setting } from "./settings.js";
import { having, open, press } from "./targets.js";
import * as tips from "./tips.js";

const words = JSON.parse(document.body.dataset.words);
let data = readData();
let picked = [];
let looked = data.at.live ? null : data.at.step;
let heard = data.version;
let playing = 0;
let busy = Promise.resolve();
const panes = new Map();
const EDGE = 14;

function table() {
  return document.getElementById("table");
}

function readData() {
  return JSON.parse(document.getElementById("page-data").textContent);
}

// -- showing

function morph(html) {
  const before = motion.snapshot(table());
  const old = data;
  tips.hide();
  Idiomorph.morph(table(), html, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: mustChange } });
  data = readData();
  picked = [];
  if (data.seat !== old.seat || (data.decides && !old.decides)) {
    panes.delete("city");
    panes.delete("board");
  }
  settle();
  if (data.at.step !== old.at.step || data.at.live !== old.at.live) showInLog();
  motion.play(table(), before);
  help.changed();
  announce(old);
  document.title = document.title.replace(/^● /, "");
  if (data.decides && document.hidden) document.title = `● ${document.title}`;
}

/** What is the same stays as it is; so does a slider under somebody's finger. */
function mustChange(node, wanted) {
  return !(node.isEqualNode(wanted) || (node.id === "scrub" && node === document.activeElement));
}

/** Put back what the server does not know: panes chosen, targets lit, where the slider is. */
function settle() {
  for (const [group, name] of panes) showPane(group, name);
  const scrub = document.getElementById("scrub");
  if (scrub) {
    scrub.max = data.at.steps;
    if (looked === (data.at.live ? null : data.at.step)) scrub.value = data.at.step;
    scrub.setAttribute("aria-valuetext", `${data.at.step} / ${data.at.steps}`);
  }
  light();
}

/** Bring the last line told at the looked-at moment into the view of the log; only the log itself scrolls. */
function showInLog() {
  const lines = table().querySelector(".log-lines");
  if (!lines) return;
  if (data.at.live) lines.scrollTop = 0;
  else {
    const told = [...lines.querySelectorAll("[data-step]")].filter((line) => Number(line.dataset.step) <= data.at.step);
    const last = told.reduce((a, b) => (Number(b.dataset.step) >= Number(a.dataset.step) ? b : a), told[0]);
    if (!last) lines.scrollTop = lines.scrollHeight;
    else {
      const [box, line] = [lines.getBoundingClientRect(), last.getBoundingClientRect()];
      if (line.top < box.top || line.bottom > box.bottom) {
        lines.scrollTop += line.top - box.top - (box.height - line.height) / 2;
      }
    }
  }
}

function light() {
  const lit = open(data, picked);
  for (const element of table().querySelectorAll("[data-target]")) {
    const target = element.dataset.target;
    element.classList.toggle("lit", lit.has(target));
    element.classList.toggle("picked", picked.includes(target));
  }
  const offered = data.moves.length ? data.moves : data.alternatives.filter((m) => m.back === 1);
  const left = new Set(having(offered, picked).map((m) => m.text));
  for (const element of table().querySelectorAll("[data-move]")) {
    element.classList.toggle("lit", left.has(element.dataset.move));
  }
  table().classList.toggle("narrowed", picked.length > 0);
  number();
}

/** Number what a list of moves still offers, so that keys choose from it; some lists only once they are narrowed. */
function number() {
  for (const list of table().querySelectorAll("[data-numbered]")) {
    const counted = list.dataset.numbered !== "narrowed" || picked.length > 0;
    let count = 0;
    for (const item of list.querySelectorAll("[data-move]")) {
      const next = item.classList.contains("lit") && count < 9;
      const key = !counted ? (item.dataset.ownKey ?? "") : next ? String(++count) : "";
      if (key) item.dataset.key = key;
      else delete item.dataset.key;
      item.querySelector("kbd").textContent = key;
    }
  }
}

function announce(old) {
  const said = [];
  if (data.log > old.log) said.push(...data.news.slice(-Math.min(data.log - old.log, data.news.length)));
  if (data.composed && data.composed !== old.composed) said.push(data.composed);
  if (data.question !== old.question || data.decides !== old.decides) said.push(data.question);
  if (said.length) say(said.join(" "));
}

function say(text) {
  document.getElementById("say").textContent = text;
}

let toastTimer = 0;
function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), 4200);
}

function showPane(group, name) {
  const all = table().querySelectorAll(`[data-pane^="${group}:"]`);
  const chosen = `${group}:${name}`;
  if (![...all].some((p) => p.dataset.pane === chosen)) return;
  for (const pane of all) pane.classList.toggle("on", pane.dataset.pane === chosen);
  for (const tab of table().querySelectorAll(`[data-pane-to^="${group}:"]`)) {
    tab.setAttribute("aria-selected", String(tab.dataset.paneTo === chosen));
  }
}

/** Show a pane somebody asked for; where it lies in another that is not shown, that one as well. */
function goTo(wanted) {
  const [group, name] = wanted.split(":");
  panes.set(group, name);
  showPane(group, name);
  const around = table().querySelector(`[data-pane="${wanted}"]`)?.parentElement.closest("[data-pane]");
  if (around && !around.getClientRects().length) goTo(around.dataset.pane);
}

/** Bring places into view, all of them or else the first: the pane it lies in, then as much scrolling as it takes. */
function reveal(targets) {
  const shown = (element) => element.getClientRects().length > 0;
  const found = targets
    .map((target) => CSS.escape(target))
    .map((target) => [...table().querySelectorAll(`:is([data-target="${target}"], [data-place="${target}"])`)])
    .filter((elements) => elements.length);
  if (!found.length) return;
  if (!found[0].some(shown)) {
    const pane = found[0].map((element) => element.closest("[data-pane]")).find(Boolean);
    if (pane) goTo(pane.dataset.pane);
  }
  const seen = found.map((elements) => elements.find(shown)).filter(Boolean);
  const cover = document.getElementById("help").getBoundingClientRect();
  const below = cover.width > innerWidth / 2 ? Math.max(0, innerHeight - cover.top) : 0;
  for (const element of seen.reverse()) {
    element.style.scrollMargin = `${EDGE}px ${EDGE}px ${below + EDGE}px`;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    element.style.scrollMargin = "";
  }
}

// -- talking

/** Do one thing at a time, in order; refusals are told and the page is fetched anew. */
function inTurn(work) {
  busy = busy.then(work).catch(async (error) => {
    if (error?.name === "AbortError") return;
    toast(error instanceof Refusal ? error.message : words.offline);
    if (error instanceof Refusal) morph(await fetchBody(looked));
  }).catch(() => toast(words.offline));
  return busy;
}

function refresh() {
  return inTurn(async () => {
    if (heard !== data.version) morph(await fetchBody(looked));
  });
}

async function compose(move, replace) {
  const only = data.moves.length === 1 && !replace;
  const sure = only && (data.draft.moves.length === 0 || compose.sure);
  compose.sure = sure;
  const message = { version: data.version, move: move.text, length: data.draft.moves.length };
  if (replace) message.replace = true;
  morph(await post("/draft", message));
  const when = setting("confirm");
  if (data.draft.complete && (when === "never" || (when === "sure" && sure))) await confirm(data.draft.moves);
}

async function confirm(moves) {
  const message = { version: data.version, id: newId(), moves };
  morph(await post("/moves", message, "html", 4));
  heard = Math.max(heard, data.version);
}

function takeBack(count) {
  if (!data.draft.moves.length) return;
  inTurn(async () => morph(await post("/draft", { version: data.version, take_back: count })));
}

// -- pressing

function pressTarget(target, element) {
  inTurn(async () => {
    if (looked !== null) return toast(words.lookingBack);
    const meant = press(data, picked, target);
    if (meant.kind === "move") {
      picked = [];
      return data.mover === "*" ? confirm([meant.move.text]) : compose(meant.move, false);
    }
    if (meant.kind === "replace") return compose(meant.move, true);
    if (meant.kind === "narrow") {
      picked = picked.includes(target) ? picked.filter((t) => t !== target) : meant.picked;
      light();
      return;
    }
    if (meant.kind === "none") whyNot(target, element);
  });
}

/** Play or compose one whole move, or put it in place of the draft's last step. */
function playMove(text) {
  inTurn(async () => {
    if (looked !== null) return toast(words.lookingBack);
    const move = data.moves.find((m) => m.text === text);
    if (move) return data.mover === "*" ? confirm([text]) : compose(move, false);
    const other = data.alternatives.find((m) => m.back === 1 && m.text === text);
    if (other && text !== data.draft.moves.at(-1)) return compose(other, true);
  });
}

function whyNot(target, element) {
  if (!element?.isConnected) return;
  const reason = data.blocked[target];
  tips.show(element, { head: reason ?? "", text: described(element) });
  if (reason) say(reason);
}

/** What a place is: its own words, or those a screen reader has. */
function described(element) {
  return element.dataset.tip || (element.matches(".sq") && element.getAttribute("aria-label")) || "";
}

function tipWords(element) {
  const target = element.dataset.target;
  const own = described(element);
  if (element.classList.contains("fresh")) return null;
  if (target === undefined || looked !== null) return own ? { text: own } : null;
  const lit = having(data.moves, [...picked, target]);
  const left = lit.length ? lit : having(data.alternatives, [target]);
  const preview = left.length === 1 ? left[0].preview : left.find((m) => m.text === data.draft.moves.at(-1))?.preview;
  if (preview?.words) return { text: preview.words, warn: preview.warn ?? preview.last_turn ?? "" };
  if (data.blocked[target]) return { head: data.blocked[target], text: own };
  return own ? { text: own } : null;
}

function hint(target) {
  const left = target ? having(data.moves.length ? data.moves : data.alternatives, [target]) : [];
  const partners = new Set(left.length && left.length < 7 ? left.flatMap((m) => m.targets) : []);
  partners.delete(target);
  for (const element of table().querySelectorAll(".sq[data-target]")) {
    element.classList.toggle("hint", partners.has(element.dataset.target));
  }
}

// -- looking back

let looking = null;
function look(step) {
  looking?.abort();
  looking = new AbortController();
  const { signal } = looking;
  const last = data.at.steps;
  looked = step === null || step >= last ? null : Math.max(0, step);
  inTurn(async () => morph(await fetchBody(looked, signal)));
}

function stopPlaying() {
  clearInterval(playing);
  playing = 0;
}

function playThrough() {
  if (playing) return stopPlaying();
  if (looked === null) look(0);
  playing = setInterval(() => {
    if (looked === null) stopPlaying();
    else look(looked + 1);
  }, 900);
}

const ACTIONS = {
  "take-back": (button) => takeBack(Number(button.dataset.count ?? 1)),
  "take-back-all": () => takeBack("all"),
  confirm: () => inTurn(async () => data.draft.complete && confirm(data.draft.moves)),
  finish: (button) =>
    inTurn(async () => {
      const last = data.moves.find((m) => m.text === button.dataset.text);
      if (looked !== null || !last) return;
      await (last.preview.goes_on ? compose(last) : confirm([...data.draft.moves, last.text]));
    }),
  need: (button) => toast(button.textContent.trim()),
  tell: (button) => tips.show(button, { text: button.dataset.tip }),
  live: () => (stopPlaying(), look(null)),
  "scrub-first": () => (stopPlaying(), look(0)),
  "scrub-prev": () => (stopPlaying(), look((looked ?? data.at.steps) - 1)),
  "scrub-next": () => (stopPlaying(), look(looked === null ? null : looked + 1)),
  "scrub-play": playThrough,
  again: () =>
    inTurn(async () => {
      location.href = data.again ?? (await post("/again", {}, "json")).url;
    }),
};

// -- events

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-move], [data-target], [data-do], [data-step], [data-pane-to]");
  if (!element || !table().contains(element)) return;
  if (element.dataset.move) playMove(element.dataset.move);
  else if (element.dataset.do) ACTIONS[element.dataset.do](element);
  else if (element.dataset.step) look(Number(element.dataset.step));
  else if (element.dataset.paneTo) (goTo(element.dataset.paneTo), help.changed());
  else pressTarget(element.dataset.target, element);
});

document.addEventListener("input", (event) => {
  if (event.target.id === "scrub") (stopPlaying(), look(Number(event.target.value)));
});

document.addEventListener("pointerover", (event) => hint(event.target.closest?.(".card, .spc")?.dataset.target));
document.addEventListener("focusin", (event) => hint(event.target.closest?.(".card, .spc")?.dataset.target));

const KEYS = {
  Backspace: (event) => takeBack(event.shiftKey ? "all" : 1),
  ",": () => ACTIONS["scrub-prev"](),
  ".": () => ACTIONS["scrub-next"](),
  l: () => ACTIONS.live(),
  Escape: () => {
    tips.hide();
    picked = [];
    light();
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const active = document.activeElement;
  if (active.matches("input, select, textarea")) return;
  const place = active.closest("[data-target]");
  if (active.dataset.step && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    const lines = [...table().querySelectorAll(".log [data-step]")];
    lines[lines.indexOf(active) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  } else if (event.key.startsWith("Arrow") && (place || active === document.body || active.closest(".act"))) {
    event.preventDefault();
    walk(event.key.slice(5), active);
  } else if (event.key === "Enter" || (event.key === " " && place)) {
    if (place) {
      event.preventDefault();
      choose(place);
    } else if (active === document.body || (active.dataset.move ?? null) === data.draft.moves.at(-1)) {
      event.preventDefault();
      primary()?.click();
    }
  } else if (KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key](event);
  } else if (event.key.length === 1) {
    const keyed = [...table().querySelectorAll(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)].filter(
      (e) => !e.dataset.move || e.getClientRects().length,
    );
    const meant = keyed.find((e) => e.classList.contains("lit")) ?? keyed[0];
    if (meant) {
      event.preventDefault();
      if (meant.dataset.move) playMove(meant.dataset.move);
      else {
        meant.focus({ preventScroll: true });
        pressTarget(meant.dataset.target, meant);
      }
    }
  }
});

function primary() {
  return table().querySelector("[data-enter]");
}

/** Enter on a place: press it; where that changes nothing, or it is a step of the draft, it means the main button. */
function choose(place) {
  const target = place.dataset.target;
  const meant = press(data, picked, target);
  const main = primary();
  const composed = data.alternatives.some((m) => m.text === data.draft.moves.at(-m.back) && m.targets.includes(target));
  const same = meant.kind === "same" || (composed && meant.kind !== "move");
  if (main && (same || (meant.kind === "none" && !data.blocked[target]))) main.click();
  else pressTarget(target, place);
}

/** Move the focus to the nearest place in a direction. */
function walk(direction, from) {
  const places = [...table().querySelectorAll("[data-target], .act button")].filter(
    (e) => e !== from && e.getClientRects().length,
  );
  if (!places.length) return;
  const start = from.closest("[data-target], .act button");
  if (!start) {
    (places.find((e) => e.classList.contains("lit")) ?? places[0]).focus();
    return;
  }
  const a = start.getBoundingClientRect();
  const across = direction === "Left" || direction === "Right";
  const sign = direction === "Left" || direction === "Up" ? -1 : 1;
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const b = place.getBoundingClientRect();
    const dx = b.x + b.width / 2 - a.x - a.width / 2;
    const dy = b.y + b.height / 2 - a.y - a.height / 2;
    const along = sign * (across ? dx : dy);
    const aside = Math.abs(across ? dy : dx);
    if (along < 4 || aside > along * 2.2) continue;
    const far = along + 2.5 * aside;
    if (far < least) [best, least] = [place, far];
  }
  best?.focus();
}

/** Keep the way back to a table one plays at, for the start page of this browser. */
function keep() {
  if (!data.seats.length) return;
  try {
    const path = document.body.dataset.base;
    const kept = JSON.parse(localStorage.getItem("zashiki.tables") ?? "[]").filter((t) => t.path !== path);
    const entry = { path, title: document.querySelector(".top h1").textContent, names: data.names };
    localStorage.setItem("zashiki.tables", JSON.stringify([entry, ...kept].slice(0, 12)));
  } catch {
    // a browser that keeps nothing
  }
}

keep();
const help = setUpHelp({ data: () => data, looked: () => looked, look: (step) => (stopPlaying(), look(step)), play: playMove, reveal, say });
tips.watch(document.body, tipWords);
setUpDialogs({
  data: () => data,
  choose: (move, replace) => inTurn(() => (data.mover === "*" ? confirm([move.text]) : compose(move, replace))),
  change: (path, message) => inTurn(async () => morph(await post(path, message))),
  reload: (path, message) => inTurn(async () => post(path, message, "json").then((page) => (data.links = page.table.links))),
});

follow(
  (version) => {
    heard = version;
    if (version !== data.version) refresh();
  },
  () => toast(words.closed),
);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    document.title = document.title.replace(/^● /, "");
    refresh();
  }
});
light();
document.documentElement.classList.add("ready");
