// Motion that shows causes: a die tumbles, money flies, a tile comes down. Elements name their kind and a key;
// whatever has a key the page did not show before is moved once.

import { pace } from "./settings.js";

const MOST = 8;

/** Remember what the page shows. */
export function snapshot(root) {
  return new Set([...root.querySelectorAll("[data-anim-key]")].map((e) => e.dataset.animKey));
}

/** Move what is new since the snapshot. */
export function play(root, before) {
  const speed = pace();
  if (!speed) return;
  const fresh = { drop: [], tumble: [], coin: [], cue: [] };
  for (const element of root.querySelectorAll("[data-anim-key]")) {
    if (!before.has(element.dataset.animKey) && visible(element)) fresh[element.dataset.anim]?.push(element);
  }
  if (fresh.drop.length <= MOST) fresh.drop.forEach((e) => drop(e, speed));
  fresh.tumble.forEach((e) => tumble(e, speed));
  if (fresh.coin.length <= 2 * MOST) fresh.coin.forEach((e) => fly(e, speed));
  fresh.cue.forEach((e) => slide(e, speed));
}

function visible(element) {
  return element.getClientRects().length > 0;
}

function drop(element, speed) {
  element.animate(
    [
      { opacity: 0, transform: "translateY(-8px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: 260 * speed, easing: "cubic-bezier(.2,.8,.3,1.2)" },
  );
}

function tumble(element, speed) {
  [...element.children].forEach((die, i) => {
    die.animate(
      [
        { transform: "translateY(-14px) rotate(-200deg) scale(.8)", opacity: 0.4 },
        { transform: "translateY(0) rotate(14deg) scale(1.04)", opacity: 1, offset: 0.75 },
        { transform: "none" },
      ],
      { duration: (400 + 60 * i) * speed, easing: "ease-out" },
    );
  });
}

function slide(element, speed) {
  element.animate(
    [
      { opacity: 0, transform: "translateX(-18px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: 320 * speed, easing: "ease-out" },
  );
}

function fly(badge, speed) {
  const purse = [...document.querySelectorAll(`[data-purse="${CSS.escape(badge.dataset.purseOf)}"]`)].find(visible);
  if (!purse) return;
  const coin = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  coin.setAttribute("class", "coin");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", badge.dataset.coin ?? "#g-koku");
  coin.append(use);
  document.body.append(coin);
  const gain = badge.dataset.gain === "1";
  const ends = [badge, purse].map((e) => {
    const box = e.getBoundingClientRect();
    return { x: box.x + box.width / 2 - 11, y: box.y + box.height / 2 - 11 };
  });
  const [from, to] = gain ? ends : ends.reverse();
  const at = (p, dy = 0) => `translate(${p.x}px, ${p.y + dy}px)`;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const flight = coin.animate(
    [
      { transform: at(from), opacity: 1 },
      { transform: at(middle, -36), opacity: 1 },
      { transform: at(to), opacity: 0.2 },
    ],
    { duration: 420 * speed, delay: 160 * speed, easing: "ease-in-out", fill: "backwards" },
  );
  flight.onfinish = flight.oncancel = () => coin.remove();
}
