// The one tooltip: what a place is, what pressing it would change, or why it cannot be pressed.

const tip = document.getElementById("tip");
let owner = null;
let timer = 0;

/** Words for the tooltip: `**...**` is bold. */
function fill(node, text) {
  for (const [i, part] of text.split("**").entries()) {
    if (!part) continue;
    if (i % 2) {
      const bold = document.createElement("b");
      bold.textContent = part;
      node.append(bold);
    } else node.append(part);
  }
}

/** Show at an element: {head, text, warn}. */
export function show(element, { head = "", text = "", warn = "" }) {
  if (!head && !text && !warn) return hide();
  owner = element;
  tip.replaceChildren();
  for (const [name, words] of [["head", head], ["", text], ["warn", warn]]) {
    if (!words) continue;
    const line = document.createElement("span");
    if (name) line.className = name;
    fill(line, words);
    tip.append(line);
  }
  tip.hidden = false;
  const at = element.getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  const below = at.bottom + 8 + box.height <= innerHeight - 4 || at.top - 8 - box.height < 4;
  const x = Math.min(Math.max(8, at.left + at.width / 2 - box.width / 2), innerWidth - box.width - 8);
  const y = below ? at.bottom + 8 : at.top - 8 - box.height;
  tip.style.left = `${x + scrollX}px`;
  tip.style.top = `${y + scrollY}px`;
}

export function hide() {
  clearTimeout(timer);
  owner = null;
  tip.hidden = true;
}

/** Watch an area; `words(element)` gives what an element's tooltip says, or null. */
export function watch(root, words) {
  root.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const element = event.target.closest("[data-tip], [data-target]");
    if (element === owner) return;
    hide();
    if (!element) return;
    timer = setTimeout(() => {
      const said = element.isConnected && words(element, false);
      if (said) show(element, said);
    }, 220);
  });
  root.addEventListener("pointerleave", hide);
  root.addEventListener("focusin", (event) => {
    const element = event.target.closest("[data-tip], [data-target]");
    if (!element?.matches(":focus-visible")) return;
    const said = words(element, true);
    if (said) show(element, said);
  });
  root.addEventListener("focusout", hide);
  addEventListener("scroll", hide, { passive: true });
}
