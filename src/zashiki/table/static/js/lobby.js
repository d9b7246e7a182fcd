// Start page and its neighbours: the form shows what goes with the chosen game and number of players.

import { change } from "./settings.js";

const form = document.querySelector(".new-table");

function settle() {
  const game = form.querySelector("[name=game]:checked")?.value;
  for (const part of form.querySelectorAll("[data-games]")) {
    const fits = part.dataset.games.split(" ").includes(game);
    part.hidden = !fits;
    for (const field of part.matches("select") ? [part] : part.querySelectorAll("input, select")) field.disabled = !fits;
  }
  let players = Number(form.querySelector("[name=players]:checked:enabled")?.value ?? 0);
  if (!players) {
    const first = form.querySelector("[name=players]:enabled");
    first.checked = true;
    players = Number(first.value);
  }
  for (const part of form.querySelectorAll("[data-only]")) {
    const fits = (part.dataset.only === "solo") === (players === 1);
    part.hidden = part.hidden || !fits;
    if (!part.dataset.games) part.hidden = !fits;
  }
  for (const row of form.querySelectorAll(".seat-row")) {
    const there = Number(row.dataset.seat) < players;
    row.hidden = !there;
    const bot = row.querySelector("[name$='.kind']").value === "bot";
    for (const select of row.querySelectorAll("[data-bot]")) {
      select.disabled = select.disabled || !there || !bot;
      select.hidden = select.disabled;
      if (there && bot && select.dataset.games.split(" ").includes(game)) select.disabled = select.hidden = false;
    }
  }
  for (const choice of form.querySelectorAll("[name=first] [data-seat]")) {
    const seat = Number(choice.dataset.seat);
    choice.hidden = choice.disabled = seat >= players;
    const name = form.elements[`seat${seat}.name`].value.trim();
    choice.textContent = name || choice.dataset.plain;
  }
}

if (form) {
  for (const choice of form.querySelectorAll("[name=first] [data-seat]")) choice.dataset.plain = choice.textContent;
  form.addEventListener("input", settle);
  settle();
  const name = form.elements["seat0.name"];
  try {
    if (!name.value) name.value = localStorage.getItem("zashiki.name") ?? "";
    form.addEventListener("submit", () => localStorage.setItem("zashiki.name", name.value));
  } catch {
    // a browser that keeps nothing
  }
}

const own = document.getElementById("own-tables");
if (own) {
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem("zashiki.tables") ?? "[]");
  } catch {
    // nothing kept, or not by us
  }
  const list = own.querySelector("ul");
  for (const { path, title, names } of kept) {
    if (typeof path !== "string" || !path.startsWith("/t/")) continue;
    const item = document.createElement("li");
    const what = Object.assign(document.createElement("span"), { className: "what" });
    what.append(Object.assign(document.createElement("b"), { textContent: title }));
    what.append(Object.assign(document.createElement("span"), { className: "who", textContent: names.join(", ") }));
    const link = Object.assign(document.createElement("a"), { className: "btn", href: path, textContent: list.dataset.word });
    item.append(what, link);
    list.append(item);
  }
  own.hidden = !list.children.length;
}

document.querySelector("[data-theme-next]")?.addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark");
  change("theme", dark ? "light" : "dark");
});
