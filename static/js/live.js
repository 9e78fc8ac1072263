// A table's page is alive over a WebSocket; without one it polls and posts the same partials over plain HTTP.
// Loaded before htmx, so that no event is missed.
//
// The server is heard from every two seconds at least. Four seconds of silence, and the line is down: the socket is given
// up (a half-open one says nothing for minutes), a new one is tried, and meanwhile the page asks over HTTP. A move goes
// out at once, says so on its button, and again with the same id until it is answered: so it is played once. It
// outlives a reload, as does what was chosen and not sent yet (kept.js), which the event `answered` makes forget it.
(() => {
  "use strict";
  // absent on plain http:// addresses, such as a host's laptop in the living room
  crypto.randomUUID ??= () => "10000000-1000-4000-8000-100000000000".replace(/[018]/g, digit =>
    (digit ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (digit / 4)))).toString(16));

  const live = document.getElementById("live");
  if (!live) return;
  const lesson = "lesson" in live.dataset;   // a prepared table: there is no line, and only the learner changes it
  const PATIENCE = 3000, SILENCE = 4200, UNANSWERED = 10000, GRACE = 1500, LOOK = 400, EVERY = 1500, TOAST = 7000, SOON = 150;
  const COME_BACK = 4408, LEAVING = 4012;
  const MOVES = "form[hx-ws\\:send]";
  let connected = false, polling = null, connection = null, number = 0, stamp = "", offset = -Infinity, toastTimer = null;
  let heardAt = Date.now(), place = {};             // at an evening: the table to which this page has been led

  // the server's clock as this page knows it, in milliseconds
  window.serverNow = () => Date.now() + (Number.isFinite(offset) ? offset : 0);

  const heard = message => {
    heardAt = Date.now();
    if (message.now) offset = Math.max(offset, message.now - Date.now());   // the quickest message tells best
    if (message.stamp) stamp = message.stamp;
    if (message.anew && JSON.stringify(message.anew) !== JSON.stringify(place)) {   // another table, or none
      place = message.anew;
      number = 0;                                    // its numbers begin anew
      for (const [id, move] of moves) if (move.table !== place.table) answered(id);   // what was meant for another
      document.dispatchEvent(new CustomEvent("anew", {detail: place}));
    }
    if (message.number !== undefined) {
      if (message.number < number) return false;                           // older than what is shown
      number = message.number;
    }
    return true;
  };

  const state = name => {
    if (document.documentElement.dataset.live === name) return;
    document.documentElement.dataset.live = name;
    const note = document.getElementById("line-down");
    if (note) note.hidden = name !== "lost";
    mark();
  };

  // ---------------------------------------------------------------- moves on their way
  const moves = new Map();          // request id -> {key: which form, body, pressed: which button, at, table}
  const sentAt = new Map();         // request id -> when it last went out over the socket
  const STORE = `sent:${location.pathname}`;
  const left = JSON.parse(sessionStorage.getItem(STORE) ?? "[]");   // by the page as it was before it was loaded anew
  const remember = () => sessionStorage.setItem(STORE, JSON.stringify([...moves]));

  // what a form asks for, however often the page is drawn anew: its hidden fields name the move and the card it is about
  const keyOf = form => [...form.elements]
    .filter(field => field.type === "hidden" && field.name !== "reaction")
    .map(field => `${field.name}=${field.value}`).join("&");
  window.moveOf = keyOf;
  // what is said to the table beside any move, and lost if nobody hears it
  window.whisper = said => {
    if (lesson) return;
    if (!connected) fetch(live.dataset.move, {method: "POST", body: new URLSearchParams(said), headers: {"X-CSRFToken": live.dataset.csrf}}).catch(() => {});
    else if (connection.socket.readyState === WebSocket.OPEN) connection.socket.send(JSON.stringify(said));
  };

  const go = (form, button) => {
    const key = keyOf(form), id = crypto.randomUUID(), at = Date.now();
    const body = Object.fromEntries(new FormData(form, button)), asked = JSON.stringify(body);
    const same = move => move.key === key && (at - move.at >= SOON || JSON.stringify(move.body) === asked);
    if ([...moves.values()].some(same)) return;                            // it is on its way
    const pressed = button ? `${button.name}=${button.value}` : "";
    moves.set(id, {key, body, pressed, at, table: place.table});
    remember();
    send(id);
    setTimeout(mark, SOON);
  };
  const about = id => ({"HX-Request-ID": id, ...(place.table && {Table: String(moves.get(id).table)})});
  const send = id => {
    if (!connected) post(id);
    else if (connection.socket.readyState === WebSocket.OPEN) {
      sentAt.set(id, Date.now());
      connection.socket.send(JSON.stringify({headers: about(id), body: moves.get(id).body}));
    }                                                                      // else it is closing: then it is posted
  };
  const answered = id => {
    const move = moves.get(id);
    if (!move) return;
    moves.delete(id);
    sentAt.delete(id);
    remember();
    mark();
    document.dispatchEvent(new CustomEvent("answered", {detail: move.key}));
  };

  // the button that was pressed says "Sending ..." itself if it is wide enough, else a line at the top does
  const mark = () => {
    const words = document.documentElement.dataset.live === "lost" ? live.dataset.kept : live.dataset.sending;
    const late = new Map([...moves.values()].filter(move => Date.now() - move.at >= SOON - 10).map(move => [move.key, move]));
    const note = document.getElementById("sending");
    let wide = false;
    for (const form of live.querySelectorAll(MOVES)) {
      const move = late.get(keyOf(form));
      if (!move && !form.hasAttribute("data-sent")) continue;
      for (const button of form.elements) {
        if (button.type !== "submit") continue;
        const pressed = move && `${button.name}=${button.value}` === move.pressed;
        if (move) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
        if (pressed && button.clientWidth > 100) { button.dataset.sending = words; wide = true; } else delete button.dataset.sending;
      }
      form.toggleAttribute("data-sent", Boolean(move));
    }
    if (!note) return;
    const text = late.size ? words : "";
    if (note.textContent !== text) note.textContent = text;
    note.classList.toggle("vh", wide || !late.size);
  };

  // ---------------------------------------------------------------- without a socket
  const apply = message => {
    if (heard(message) && message.content !== undefined) {
      htmx.swap({sourceElement: live, target: live, swap: "none", text: message.content, transition: false});
    }
  };
  // gives the answer's status, if there is one; what is not wanted any more when it arrives is not shown
  const ask = async (url, wanted, options = {}) => {
    try {
      const answer = await fetch(url, {credentials: "same-origin", signal: AbortSignal.timeout(SILENCE), ...options});
      if (answer.status === 404 || answer.status === 410) { location.reload(); return answer.status; }
      if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);   // it may go better later
      if (!answer.ok) return answer.status;
      const message = await answer.json();
      if (wanted()) apply(message);
      if (!connected) state(lesson ? "lesson" : "poll");
      return answer.status;
    } catch {
      if (!connected) state("lost");
      throw new Error("no answer");
    }
  };
  let skipped = 0, asking = 0;
  const poll = () => {
    if (asking || document.hidden && ++skipped % 10) return;               // a slow server is not asked more and more
    const mine = asking = Date.now();
    // once there is a line, it says everything: an answer that comes later than it may be of another table
    ask(`${live.dataset.poll}&stamp=${encodeURIComponent(stamp)}`, () => !connected)
      .catch(() => {}).finally(() => { if (asking === mine) asking = 0; });
  };
  const posting = new Set();
  const post = async id => {
    if (posting.has(id)) return;
    posting.add(id);
    for (let pause = 0; moves.has(id) && !connected; pause = Math.min(pause + 1000, 5000)) {
      try {
        const move = moves.get(id), status = await ask(live.dataset.move, () => move.table === place.table, {
          method: "POST", body: new URLSearchParams(move.body),
          headers: {"X-CSRFToken": live.dataset.csrf, ...about(id)},
        });
        if (status === 403 && !move.stale) {          // somebody has signed in, and the page's token is of before
          move.stale = true;
          remember();                                 // it goes out once more with the new one
          location.reload();
          break;
        }
        answered(id);
      } catch { await new Promise(done => setTimeout(done, pause)); }
    }
    posting.delete(id);
  };
  const down = () => {
    connected = false;
    if (!polling) { stamp = ""; poll(); polling = setInterval(poll, EVERY); }
    for (const id of moves.keys()) post(id);
  };
  const up = () => {
    connected = true;
    clearInterval(polling);
    polling = null;
    state("socket");
    for (const id of moves.keys()) send(id);
  };

  // ---------------------------------------------------------------- the line
  const giveUp = code => connection?.socket?.dispatchEvent(new CloseEvent("close", {code}));
  document.addEventListener("htmx:before:ws:connection", event => { connection = event.detail.connection; });
  document.addEventListener("htmx:after:ws:connection", () => { number = 0; });   // whatever comes now is the whole page
  let over;                         // the line that was closed last
  document.addEventListener("htmx:ws:close", event => {
    const line = event.detail.connection;
    if (line.socket === over) { clearTimeout(line.timer); line.attempt -= 1; }   // given up, and now closed by itself: one follows
    over = line.socket;
    // the server has closed so that we come back at once: the first try comes after 60 ms, the fourth after 500, as usual
    if ([LEAVING, COME_BACK].includes(event.detail.code)) line.attempt = -3;
    triedAt = Date.now();                           // the next is on its way: nothing is stuck before it had its time
    down();
  });
  document.addEventListener("htmx:before:ws:message", event => {
    const message = event.detail.message.json;
    if (!message) return;
    const fresh = heard(message);
    if (!connected) up();                           // a line is up when something is heard on it
    if (message.ping !== undefined) connection.socket.send(JSON.stringify({pong: message.ping}));
    answered(message["HX-Request-ID"]);
    if (!fresh || message.ping !== undefined) event.detail.message.cancelled = true;
  });

  let tried = null, triedAt = 0;
  const watch = () => {
    const now = Date.now(), socket = connection?.socket;
    if (socket !== tried) { tried = socket; triedAt = now; }
    const stuck = [...sentAt.values()].some(at => now - at > UNANSWERED);   // we hear the table, and it does not hear us
    if (connected && (now - heardAt > SILENCE || stuck)) {
      sentAt.clear();
      state("lost");
      giveUp(COME_BACK);
    } else if (!connected && socket && socket.readyState < WebSocket.CLOSING && now - triedAt > SILENCE) {
      triedAt = now;
      giveUp(1006);                                 // it opens into nothing: on with the next, after the usual pause
    }
    if (!connected && polling && !document.hidden && now - heardAt > SILENCE) state("lost");
  };
  // something has happened to the network or to this page: is anybody there?
  const doubt = () => {
    if (document.hidden) return;
    if (connected) {
      heardAt = Date.now() - SILENCE + GRACE;
      if (connection.socket.readyState === WebSocket.OPEN) connection.socket.send(JSON.stringify({ping: Date.now()}));
    } else if (polling) {
      asking = 0;                                   // nobody waits for what was asked over the line as it was
      poll();
      if (connection) { clearTimeout(connection.timer); giveUp(COME_BACK); }
    }
  };
  if (!lesson) {
    setTimeout(() => connected || down(), PATIENCE);  // a firewall that swallows the socket, or what is said on it, raises no event
    setInterval(watch, LOOK);
    for (const kind of ["online", "offline", "pageshow"]) addEventListener(kind, doubt);
    document.addEventListener("visibilitychange", doubt);
  }

  // ---------------------------------------------------------------- what the page shows
  // one event for the other scripts: something on the stage has changed
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    requestAnimationFrame(() => {
      told = false;
      document.documentElement.dataset.number = number;
      if (moves.size) mark();
      document.dispatchEvent(new Event("shown"));
      stage.takeRecords();                           // what the others fill in when they hear of it; else it would never end
    });
  };
  const stage = new MutationObserver(changes => {
    if (changes.some(change => !("left" in (change.target.dataset ?? {})))) tell();   // seconds that run down are no news
    if (changes.some(change => document.getElementById("toast")?.contains(change.target))) {
      clearTimeout(toastTimer);
      toastTimer = setTimeout(() => { document.getElementById("toast").hidden = true; }, TOAST);
    }
  });
  stage.observe(live, {subtree: true, childList: true, attributes: true, characterData: true,
                       attributeFilter: ["data-key", "data-deadline", "data-nonce"]});

  // what was sent before the page was loaded anew and is not played yet, for the page still asks for it; at an evening the
  // page is loaded empty, and the line brings what stands on it
  window.stageIsSet = () => Boolean(live.querySelector("#whole > :not(noscript)"));
  let resumed = false;
  const resume = () => {
    if (resumed || !window.stageIsSet()) return;
    resumed = true;
    const asked = new Set([...live.querySelectorAll(MOVES)].map(keyOf));
    for (const [id, move] of lesson ? [] : left) {
      if (!asked.has(move.key) || move.table !== place.table) continue;
      moves.set(id, move);
      if (connected || polling) send(id);
    }
    remember();
    mark();
  };
  document.addEventListener("shown", resume);

  // whoever presses a button before htmx is ready is served as soon as it is
  let ready = false;
  const early = [];
  document.addEventListener("submit", event => {
    if (ready || !(event.target.hasAttribute("hx-post") || event.target.matches(MOVES))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push([event.target, event.submitter]);
  }, true);

  document.addEventListener("DOMContentLoaded", () => {
    htmx.process(document.body);                    // the extension may have come too late for the first look at the page
    ready = true;
    // the last to hear of it, when every other script has filled in its fields; htmx does not
    document.addEventListener("submit", event => {
      if (!event.target.matches(MOVES)) return;
      event.preventDefault();
      event.stopPropagation();
      go(event.target, event.submitter);
    }, true);
    resume();
    early.forEach(([form, button]) => form.requestSubmit(button));
    tell();
  });
})();
