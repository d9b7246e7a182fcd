// Advice: a hint at one's own decision, the analysis of any position shown, the review of a finished game.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.js";
import * as marks from "./marks.js";
import { api, fetchHelp, Refusal } from "./net.js";

const panel = document.getElementById("help");
const body = document.getElementById("help-body");
const words = JSON.parse(panel.dataset.words);
const ASK_AGAIN = 350;
const MARKED = 3;

let mode = null;
let asked = "";
let pinned = null;
let revealed = false;
let timer = 0;
let asking = null;

/** Move the panel out of the way by its head; on a small screen it lies at the bottom. */
function drag(event) {
  if (event.target.closest("button") || matchMedia("(max-width: 760px)").matches) return;
  const head = event.currentTarget;
  const { right, bottom } = panel.getBoundingClientRect();
  const [dx, dy] = [innerWidth - right + event.clientX, innerHeight - bottom + event.clientY];
  const move = (moved) => {
    panel.style.right = `${Math.min(Math.max(0, dx - moved.clientX), innerWidth - panel.offsetWidth)}px`;
    panel.style.bottom = `${Math.min(Math.max(0, dy - moved.clientY), innerHeight - panel.offsetHeight)}px`;
  };
  head.setPointerCapture(event.pointerId);
  head.addEventListener("pointermove", move);
  head.addEventListener("lostpointercapture", () => head.removeEventListener("pointermove", move), { once: true });
}

/**
 * @param table {data(): page data, looked(): step shown or null, look(step), play(text): compose a move,
 *   reveal(targets): bring places into view, say(text): for screen readers}
 * @returns {changed()}: to be called when the page shows something else
 */
export function setUpHelp(table) {
  const place = () => `${table.data().version} ${table.looked()} ${table.data().draft.moves.join(",")}`;
  const over = () => table.data().status === "over";
  const reviewing = () => mode === "review";

  function open(wanted) {
    if (!table.data().help) return;
    mode = wanted ?? (over() && table.looked() === null ? "review" : "advice");
    pinned = null;
    revealed = false;
    panel.hidden = false;
    body.replaceChildren();
    marks.show([]);
    ask();
  }

  function close() {
    stop();
    mode = null;
    panel.hidden = true;
    marks.show([]);
    settle();
  }

  function stop() {
    clearTimeout(timer);
    asking?.abort();
  }

  /** What the page's buttons say about the panel. */
  function settle() {
    for (const button of document.querySelectorAll("[data-help][aria-expanded]")) {
      button.setAttribute("aria-expanded", String(mode !== null));
    }
    const title = reviewing() ? words.review : table.data().decides ? words.hint : words.analysis;
    document.getElementById("help-title").textContent = title;
    panel.querySelector('[data-help="review"]').hidden = !over() || reviewing();
    panel.querySelector('[data-help="advice"]').hidden = !reviewing() || table.looked() === null;
  }

  async function ask() {
    stop();
    settle();
    asked = place();
    asking = new AbortController();
    const at = table.looked();
    const path = reviewing() ? "/review" : `/advice${at === null ? "" : `?at=${at}`}`;
    document.getElementById("help-thinking").hidden = false;
    try {
      const html = await fetchHelp(api + path, asking.signal);
      const first = !body.firstElementChild;
      Idiomorph.morph(body, html, { morphStyle: "innerHTML" });
      const done = body.firstElementChild.dataset.done === "true";
      document.getElementById("help-thinking").hidden = done;
      if (!done) timer = setTimeout(ask, ASK_AGAIN);
      if (first || done) tell();
      mark();
    } catch (error) {
      if (error.name === "AbortError") return;
      document.getElementById("help-thinking").hidden = true;
      if (error instanceof Refusal && error.status < 500) {
        const told = document.createElement("p");
        told.textContent = error.message;
        body.replaceChildren(told);
      } else timer = setTimeout(ask, 4 * ASK_AGAIN);
    }
  }

  function tell() {
    const best = body.querySelector(".advised:not(.losses) .w b");
    if (best) table.say(`${document.getElementById("help-title").textContent}: ${best.textContent}`);
  }

  function read(button, kind, targets) {
    const label = kind === "played" ? "×" : (button.dataset.advised ?? "✓");
    return { kind, label, text: button.dataset.text, targets: JSON.parse(button.dataset[targets]) };
  }

  /** Marks of the best moves, or of the one somebody points at; of a loss, once its position is shown. */
  function mark() {
    if (reviewing()) {
      const loss = pinned !== null && table.looked() === pinned ? body.querySelector(`[data-loss="${pinned}"]`) : null;
      for (const button of body.querySelectorAll("[data-loss]")) button.classList.toggle("on", button === loss);
      if (loss && !revealed && table.data().at.step === pinned) {
        revealed = true;
        // The last place of a move is the one on the board it leads to.
        table.reveal(["better", "played"].flatMap((which) => JSON.parse(loss.dataset[which]).reverse()));
      }
      marks.show(loss ? [read(loss, "best", "better"), read(loss, "played", "played")] : []);
      return showNow();
    }
    const all = [...body.querySelectorAll("[data-advised]")];
    const one = all.find((button) => button.matches(":hover, :focus-visible"));
    const chosen = one ? [one] : all.slice(0, MARKED).filter((button) => Number(button.dataset.share) >= 0.05);
    const marked = chosen.map((button) => read(button, button.dataset.advised === "1" ? "best" : "other", "targets"));
    if (marked.length && !revealed && body.firstElementChild.dataset.done === "true") {
      revealed = true;
      // Another seat's decision may lie on its board, which is not the one shown, or behind the panel.
      if (!marks.visible(marked[0])) table.reveal([...marked[0].targets].reverse());
    }
    marks.show(marked);
  }

  /** The step shown, in the curve. */
  function showNow() {
    const curve = body.querySelector(".curve");
    const now = curve?.querySelector(".now");
    if (!now) return;
    now.toggleAttribute("hidden", table.looked() === null);
    const x = (Number(curve.dataset.wide) * (table.looked() ?? 0)) / Math.max(1, Number(curve.dataset.steps));
    now.setAttribute("transform", `translate(${x} 0)`);
  }

  function pressCurve(curve, event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(curve.getScreenCTM().inverse());
    const steps = Number(curve.dataset.steps);
    pinned = null;
    table.look(Math.round(Math.min(1, Math.max(0, point.x / Number(curve.dataset.wide))) * steps));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-help]");
    if (button) {
      const wanted = button.dataset.help;
      if (wanted === "close" || (!wanted && mode !== null)) return close();
      return open(wanted || undefined);
    }
    const loss = event.target.closest("[data-loss]");
    if (loss) {
      pinned = Number(loss.dataset.loss);
      revealed = false;
      return table.look(pinned);
    }
    const advised = event.target.closest("[data-advised]");
    if (advised && body.firstElementChild.dataset.hint === "true" && table.looked() === null) return table.play(advised.dataset.text);
    const curve = event.target.closest(".curve");
    if (curve) pressCurve(curve, event);
  });
  panel.querySelector("header").addEventListener("pointerdown", drag);
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) {
    body.addEventListener(kind, () => mode === "advice" && requestAnimationFrame(mark));
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea")) return;
    if (event.key.toLowerCase() === "h") mode === null ? open() : close();
    else if (event.key === "Escape" && mode !== null) close();
  });

  return {
    /** The page shows something else: a hint has done its work; an analysis goes with the page. */
    changed() {
      if (mode === null) return;
      if (!table.data().help || (mode === "advice" && over() && table.looked() === null)) return close();
      settle();
      if (reviewing() || place() === asked) return mark();
      if (table.data().decides) return close();
      revealed = false;
      body.replaceChildren();
      marks.show([]);
      ask();
    },
  };
}
