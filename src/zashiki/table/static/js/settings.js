// What a person has chosen for this browser: colours, motion, when to ask.

const root = document.documentElement;
const DEFAULTS = { theme: "system", motion: "normal", confirm: "ask" };

export function setting(name) {
  try {
    return localStorage.getItem(`zashiki.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export function change(name, value) {
  try {
    localStorage.setItem(`zashiki.${name}`, value);
  } catch {
    // a browser that keeps nothing: the choice holds for this page
  }
  if (name === "theme") {
    if (value === "system") delete root.dataset.theme;
    else root.dataset.theme = value;
  }
  if (name === "motion") root.dataset.motion = value;
}

/** How long motion takes: 0 is none, 1 is normal. */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, fast: 0.5, normal: 1 }[root.dataset.motion] ?? 1;
}
