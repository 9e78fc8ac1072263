// A table's page is alive over a WebSocket; without one it polls and posts the same partials over plain HTTP.
// Loaded before htmx, so that no event is missed.
(() => {
  "use strict";
  // absent on plain http:// addresses, such as a host's laptop in the living room
  crypto.randomUUID ??= () => "10000000-1000-4000-8000-100000000000".replace(/[018]/g, digit =>
    (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16));

  const live = document.getElementById("live");
  if (!live) return;
  const lesson = "lesson" in live.dataset;   // a prepared table: there is no line, and only the learner changes it
  const PATIENCE = 3000, EVERY = 1500, TOAST = 7000;
  const waiting = new Map();        // moves on their way: request id -> {form, body}
  let connected = false, polling = null, socket = null, number = 0, stamp = "", offset = -Infinity, toastTimer = null;

  // the server's clock as this page knows it, in milliseconds
  window.serverNow = () => Date.now() + (Number.isFinite(offset) ? offset : 0);

  const heard = message => {
    if (message.now) offset = Math.max(offset, message.now - Date.now());   // the quickest message tells best
    if (message.stamp) stamp = message.stamp;
    if (message.number !== undefined) {
      if (message.number < number) return false;                           // older than what is shown
      number = message.number;
    }
    return true;
  };

  const state = name => {
    document.documentElement.dataset.live = name;
    const note = document.getElementById("line");
    if (note) note.hidden = name !== "lost";
  };

  // ---------------------------------------------------------------- without a socket
  const apply = message => {
    if (heard(message) && message.content !== undefined) {
      htmx.swap({sourceElement: live, target: live, swap: "none", text: message.content, transition: false});
    }
  };
  const ask = async (url, options) => {
    try {
      const answer = await fetch(url, {credentials: "same-origin", ...options});
      if (answer.status === 404 || answer.status === 410) { location.reload(); return; }
      if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);   // it may go better later
      if (!answer.ok) return;
      apply(await answer.json());
      if (!connected) state(lesson ? "lesson" : "poll");
    } catch {
      if (!connected) state("lost");
      throw new Error("no answer");
    }
  };
  const poll = () => {
    if (!document.hidden) ask(`${live.dataset.poll}&stamp=${encodeURIComponent(stamp)}`, {}).catch(() => {});
  };
  const post = async (body, id) => {
    const send = () => ask(live.dataset.move, {
      method: "POST", body: new URLSearchParams(body),
      headers: {"X-CSRFToken": live.dataset.csrf, "HX-Request-ID": id},
    });
    for (let pause = 0; ; pause = Math.min(pause + 1000, 5000)) {   // until it is answered: with the same id it is played once
      await new Promise(done => setTimeout(done, pause));
      try { await send(); return; } catch { /* once more */ }
    }
  };
  const down = () => {
    connected = false;
    if (!polling) { stamp = ""; poll(); polling = setInterval(poll, EVERY); }
    for (const [id, {body}] of waiting) { waiting.delete(id); post(body, id); }
  };
  const up = () => {
    connected = true;
    clearInterval(polling);
    polling = null;
    state("socket");
  };
  document.addEventListener("htmx:after:ws:connection", event => {
    socket = event.detail.connection.socket;
    number = 0;                                     // whatever comes now is the whole page
  });
  document.addEventListener("htmx:ws:close", event => {
    // the server has closed so that we come back at once: the first try comes after 60 ms, the fourth after 500, as usual
    if ([4012, 4408].includes(event.detail.code)) event.detail.connection.attempt = -3;
    down();
  });
  if (!lesson) setTimeout(() => connected || down(), PATIENCE);  // a firewall that swallows the socket, or what is said on it, raises no event

  document.addEventListener("submit", event => {
    if (connected || !event.target.hasAttribute("hx-ws:send")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const body = Object.fromEntries(new FormData(event.target, event.submitter));
    post(body, crypto.randomUUID());
  }, true);

  // ---------------------------------------------------------------- with one
  document.addEventListener("htmx:before:ws:request", event =>
    waiting.set(event.detail.headers["HX-Request-ID"], {form: event.target, body: event.detail.body}));
  document.addEventListener("htmx:before:ws:message", event => {
    const message = event.detail.message.json;
    if (!message) return;
    if (!connected) up();                           // a line is up when something is heard on it
    if (message.ping !== undefined) {
      socket?.send(JSON.stringify({pong: message.ping}));
      event.detail.message.cancelled = true;
      return;
    }
    waiting.delete(message["HX-Request-ID"]);
    if (!heard(message)) event.detail.message.cancelled = true;
  });

  // ---------------------------------------------------------------- what the page shows
  // one event for the other scripts: something on the stage has changed
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    requestAnimationFrame(() => {
      told = false;
      document.documentElement.dataset.number = number;
      document.dispatchEvent(new Event("shown"));
    });
  };
  new MutationObserver(changes => {
    tell();
    if (changes.some(change => document.getElementById("toast")?.contains(change.target))) {
      clearTimeout(toastTimer);
      toastTimer = setTimeout(() => { document.getElementById("toast").hidden = true; }, TOAST);
    }
  }).observe(live, {subtree: true, childList: true, attributes: true, characterData: true,
                    attributeFilter: ["data-key", "data-deadline", "data-nonce"]});

  // whoever presses a button before htmx is ready is served as soon as it is
  let ready = false;
  const early = [];
  document.addEventListener("submit", event => {
    if (ready || !event.target.hasAttribute("hx-post")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push([event.target, event.submitter]);
  }, true);

  // the extension may have come too late for the first look at the page
  document.addEventListener("DOMContentLoaded", () => {
    htmx.process(document.body);
    ready = true;
    early.forEach(([form, button]) => form.requestSubmit(button));
    tell();
  });
})();
