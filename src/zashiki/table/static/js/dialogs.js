// Dialogs beside the table: rules, settings, the list of moves, seats and links.

import { post } from "./net.js";
import { change, setting } from "./settings.js";

const dialog = (name) => document.getElementById(`dialog-${name}`);

/**
 * @param table {data(): page data, choose(move, replace): compose it, change(path, message): post and show}
 */
export function setUpDialogs(table) {
  let hovered = null;
  document.addEventListener("pointerover", (event) => (hovered = event.target.closest?.("[data-rules]") ?? null));

  function openDialog(name) {
    const box = dialog(name);
    if (!box || box.open) return;
    for (const other of document.querySelectorAll("dialog[open]")) other.close();
    const wanted = (document.activeElement.closest?.("[data-rules]") ?? hovered)?.dataset.rules;
    box.showModal();
    OPEN[name]?.(box, wanted);
  }

  const OPEN = {
    rules: (_box, anchor) => showRules(anchor),
    settings: (box) => {
      for (const input of box.querySelectorAll("input[type=radio]")) input.checked = setting(input.name) === input.value;
      for (const input of box.querySelectorAll("input[type=checkbox]")) input.checked = table.data()[input.name];
    },
    moves: () => listMoves(table),
    seats: () => listSeats(table),
  };

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) return openDialog(opener.dataset.open);
    const box = event.target.closest("dialog");
    if (event.target.closest("[data-close]") || event.target === box) box?.close();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (event.key === "?") openDialog("rules");
    else if (event.key.toLowerCase() === "m" && !document.querySelector("dialog[open]")) openDialog("moves");
    else if (dialog("moves").open && /^[1-9]$/.test(event.key)) {
      document.querySelectorAll("#moves-list button")[Number(event.key) - 1]?.click();
    }
  });

  document.getElementById("settings-form").addEventListener("change", (event) => {
    const { name, type, value, checked } = event.target;
    if (type === "radio") change(name, value);
    else table.change("/settings", { [name]: checked });
  });
}

let rulesShown = null;
async function showRules(anchor) {
  const body = document.getElementById("rules-body");
  rulesShown ??= fetch(`${document.body.dataset.rulebook}&fragment=1`).then(async (response) => {
    if (!response.ok) throw new Error(response.statusText);
    body.innerHTML = await response.text();
  });
  try {
    await rulesShown;
    if (anchor) body.querySelector(`#${CSS.escape(anchor)}`)?.scrollIntoView({ block: "start" });
  } catch {
    rulesShown = null;
  }
}

function listMoves(table) {
  const data = table.data();
  const list = document.getElementById("moves-list");
  const instead = data.moves.length ? [] : data.alternatives.filter((m) => m.text !== data.draft.moves.at(-1));
  const moves = [...data.moves, ...instead];
  document.getElementById("moves-none").hidden = moves.length > 0;
  list.replaceChildren(
    ...moves.map((move, i) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      if (i < 9) button.append(Object.assign(document.createElement("kbd"), { textContent: String(i + 1) }));
      button.append(Object.assign(document.createElement("span"), { textContent: move.words.replaceAll("**", "") }));
      const income = move.preview?.income?.words;
      if (income) button.append(Object.assign(document.createElement("small"), { textContent: income }));
      button.addEventListener("click", () => {
        dialog("moves").close();
        table.choose(move, instead.includes(move));
      });
      item.append(button);
      return item;
    }),
  );
}

// -- seats and links (the host's)

async function listSeats(table) {
  const body = document.getElementById("seats-body");
  const page = await fetchPage();
  drawSeats(body, page, table);
}

async function fetchPage() {
  const { api, token } = document.body.dataset;
  const response = await fetch(api, { headers: { Authorization: `Bearer ${token}`, Accept: "application/json" } });
  return response.json();
}

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function drawSeats(body, page, table) {
  const words = JSON.parse(body.dataset.words);
  const bots = body.dataset.bots.split(" ").filter(Boolean);
  const redraw = async (path, message) => {
    const fresh = await post(path, message, "json").catch((error) => {
      body.prepend(make("p", { className: "why", textContent: error.message }));
      return null;
    });
    if (!fresh) return;
    if (message.role === "host") location.href = fresh.table.links.host;
    else drawSeats(body, fresh, table);
  };
  const linkRow = (label, path, role, seat) => {
    const address = path ? new URL(path, location.href).href : "";
    const field = make("input", { value: address, readOnly: true, placeholder: "–" });
    field.setAttribute("aria-label", label);
    const copy = make("button", { className: "btn", type: "button", textContent: words.copy, disabled: !address });
    copy.addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(address);
        copy.textContent = words.copied;
      } catch {
        // not allowed here: the address is selected, ready to be copied by hand
      }
    });
    const renew = make("button", { className: "btn", type: "button", textContent: words.renew });
    const order = { role, action: "new", ...(seat === undefined ? {} : { seat }) };
    renew.addEventListener("click", () => redraw("/links", order));
    return make("div", { className: "link-row" }, make("b", { textContent: label }), field, copy, renew);
  };
  const rows = page.table.seats.map((seat) => {
    const name = make("input", { value: seat.name, maxLength: 40 });
    name.setAttribute("aria-label", words.rename);
    name.addEventListener("change", () => redraw(`/seats/${seat.seat}`, { name: name.value }));
    const kind = make("select");
    kind.setAttribute("aria-label", seat.name);
    const kinds = [["person", words.person], ["link", words.link], ...bots.map((b) => [`bot:${b}`, b])];
    for (const [value, label] of kinds) kind.append(make("option", { value, textContent: label }));
    kind.value = seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind;
    kind.addEventListener("change", () => {
      const [what, bot] = kind.value.split(/:(.*)/s);
      redraw(`/seats/${seat.seat}`, bot ? { kind: what, bot } : { kind: what });
    });
    const mon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    mon.setAttribute("class", "mon");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#mon-${seat.colour}`);
    mon.append(use);
    return make("div", { className: "seat-form" }, mon, name, kind);
  });
  const links = page.table.links;
  const addresses = page.table.seats
    .filter((seat) => seat.kind === "link")
    .map((seat) => linkRow(seat.name, links.seats[seat.seat], "seat", seat.seat));
  addresses.push(linkRow(words.spectators, links.spectator, "spectator"));
  if (links.host) addresses.push(linkRow(words.host, links.host, "host"));
  body.replaceChildren(...rows, make("hr"), make("div", { className: "links" }, ...addresses));
}
