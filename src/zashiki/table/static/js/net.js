// Talking to the server: pieces of the page, posts, and the stream that says "there is something new".

const body = document.body;
export const base = body.dataset.base;
export const api = body.dataset.api;
const token = body.dataset.token;

/** An answer of the server that was no success; `message` is for people. */
export class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function refusal(response) {
  let told = {};
  try {
    told = (await response.json()).error ?? {};
  } catch {
    // an answer that is not ours, of a proxy for instance
  }
  return new Refusal(response.status, told.code ?? "", told.message ?? `${response.status} ${response.statusText}`);
}

/** The table as HTML, now or after `at` steps. */
export async function fetchBody(at, signal) {
  const response = await fetch(`${base}/body${at === null ? "" : `?at=${at}`}`, { signal, headers: { Accept: "text/html" } });
  if (!response.ok) throw await refusal(response);
  return response.text();
}

/** Advice or a review as HTML, as far as it has been thought out. */
export async function fetchHelp(address, signal) {
  const headers = token ? { Accept: "text/html", Authorization: `Bearer ${token}` } : { Accept: "text/html" };
  const response = await fetch(address, { signal, headers });
  if (!response.ok) throw await refusal(response);
  return response.text();
}

/** Post JSON; the answer is HTML of the table, or data if `as` is "json". */
export async function post(path, data, as = "html", tries = 1) {
  for (let round = 1; ; round++) {
    let response;
    try {
      response = await fetch(api + path, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: as === "json" ? "application/json" : "text/html",
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(data),
      });
    } catch (error) {
      if (round >= tries) throw error;
      await new Promise((done) => setTimeout(done, 400 * round));
      continue;
    }
    if (!response.ok) throw await refusal(response);
    return as === "json" ? response.json() : response.text();
  }
}

/** Call `heard(version)` whenever the table has changed; `closed()` when the link no longer holds. */
export function follow(heard, closed) {
  if (!token) return;
  const stream = new EventSource(`${api}/events?token=${encodeURIComponent(token)}`);
  stream.addEventListener("message", (event) => heard(JSON.parse(event.data).version));
  stream.addEventListener("closed", () => {
    stream.close();
    closed();
  });
  window.addEventListener("pagehide", () => stream.close());
}

/** An id nobody else makes. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}
