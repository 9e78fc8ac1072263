// An evening: the page changes from the night to a table and back, calls to a table, lets two taps swap two people,
// and finds a guest by their name.
(() => {
  "use strict";
  // ---------------------------------------------------------------- another table, or none
  document.addEventListener("anew", event => {
    const {game, you} = event.detail;
    for (const sheet of document.querySelectorAll("link[data-game]")) sheet.media = sheet.dataset.game === game ? "all" : "not all";
    const kept = [...document.body.classList].filter(name => !/^(game|you)-/.test(name));
    document.body.className = [...kept, ...(game ? [`game-${game}`] : []), ...(you >= 0 ? [`you-${you}`] : [])].join(" ");
    if (you >= 0) document.body.dataset.you = you; else delete document.body.dataset.you;
    document.getElementById("menu-dialog")?.close();
    scrollTo(0, 0);
  });

  // ---------------------------------------------------------------- the call: it goes by itself, and comes once
  const answered = () => sessionStorage.getItem("called");
  const sit = () => {
    const call = document.querySelector("[data-call]");
    if (!call) return;
    sessionStorage.setItem("called", call.dataset.call);
    call.hidden = true;
  };
  let waiting = "";
  const ring = () => {
    const call = document.querySelector("[data-call]");
    if (!call || call.hidden) return;
    if (answered() === call.dataset.call) { call.hidden = true; return; }
    if (waiting === call.dataset.call) return;
    const key = waiting = call.dataset.call;
    call.querySelector("[data-sit]")?.focus();
    setTimeout(() => { if (document.querySelector("[data-call]")?.dataset.call === key) sit(); }, 1000 * Number(call.dataset.seconds));
  };
  document.addEventListener("click", event => { if (event.target.closest("[data-sit]")) sit(); });
  document.addEventListener("shown", ring);
  // a line that comes back brings the call once more: nothing but that it is to be seen has changed then
  const calls = document.getElementById("n-call")?.parentElement;
  if (calls) new MutationObserver(ring).observe(calls, {subtree: true, attributes: true, attributeFilter: ["hidden"]});

  // ---------------------------------------------------------------- two taps swap two people
  document.addEventListener("change", event => {
    const form = event.target.closest("[data-swap]");
    if (!form) return;
    const picked = [...form.querySelectorAll("input[name=guest]:checked")], said = document.querySelector("[data-picked]");
    said.textContent = picked.length === 1 ? said.dataset.picked.replace("%n", () => picked[0].parentElement.textContent.trim()) : said.dataset.usual;
    if (picked.length < 2) return;
    form.requestSubmit();
    for (const one of picked) one.checked = false;
  });

  // ---------------------------------------------------------------- a button that leads to another tab
  document.addEventListener("click", event => {
    const {tab, field} = event.target.closest("[data-tab]")?.dataset ?? {};
    if (!tab) return;
    document.getElementById(`tab-${tab}`).checked = true;
    document.getElementById(field).focus();
  });

  // ---------------------------------------------------------------- a guest is found by their name
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const find = () => {
    const form = document.querySelector("[data-find]");
    if (!form) return;
    const asked = plain(form.elements.name.value), lines = [...document.querySelectorAll(".glist > [data-name]")];
    for (const line of lines) line.toggleAttribute("data-unasked", !plain(line.dataset.name).includes(asked));
    const found = lines.filter(line => !line.hasAttribute("data-unasked")), said = document.getElementById("n-found");
    const text = !asked ? "" : found.length ? said.dataset.some.replace("%n", found.length) : said.dataset.none;
    if (said.textContent !== text) said.textContent = text;
    return found;
  };
  document.addEventListener("input", event => { if (event.target.closest("[data-find]")) find(); });
  document.addEventListener("shown", find);
  document.addEventListener("submit", event => {          // Enter opens the first who was found
    if (!event.target.matches("[data-find]")) return;
    event.preventDefault();
    const details = find()[0]?.querySelector("details");
    if (!details) return;
    details.open = true;
    details.querySelector("summary").focus();
  });

  // ---------------------------------------------------------------- what has been done is not done twice by a second tap
  document.addEventListener("htmx:after:request", event => {
    const {sourceElement: form, response} = event.detail.ctx;
    if (response.status !== 204) return;
    if (form.matches("[data-once]")) form.reset();
    if (!form.closest(".guest-acts")) return;
    document.querySelector("[data-find]").reset();            // whoever was looked for may be called otherwise, or be gone
    find();
    form.closest("details").scrollIntoView({block: "nearest"});
  });

  // ---------------------------------------------------------------- a button that nobody has heard says so
  for (const trouble of ["htmx:error", "htmx:response:error"]) {
    document.addEventListener(trouble, event => {
      if (!event.detail.ctx?.sourceElement?.matches("form")) return;
      const toast = document.getElementById("toast");
      toast.textContent = document.getElementById("live").dataset.unheard;
      toast.hidden = false;
    });
  }

  // ---------------------------------------------------------------- the standing: points count up as their row flies
  const counted = new WeakMap();   // a row's points -> what they have been counted up to; "" while they are
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const count = () => {
    for (const one of document.querySelectorAll("[data-had]")) {
      const text = one.textContent, had = Number(one.dataset.had), now = Number(text);
      if (["", text].includes(counted.get(one)) || still.matches || Number.isNaN(now)) continue;
      counted.set(one, "");
      const from = performance.now() + 900;
      let shown = text;
      const step = at => {
        const part = Math.min(1, Math.max(0, (at - from) / 900));
        if (part === 1 || one.textContent !== shown) counted.set(one, text);     // done, or told anew meanwhile
        if (one.textContent !== shown || !one.isConnected) return;
        shown = one.textContent = part < 1 ? String(Math.round((had + (now - had) * part) * 10) / 10) : text;
        if (part < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }
  };
  document.addEventListener("shown", count);

  // ---------------------------------------------------------------- how long already
  const tick = () => {
    const now = window.serverNow ? window.serverNow() : Date.now();
    for (const one of document.querySelectorAll("[data-since]")) {
      const seconds = Math.max(0, Math.floor((now - Number(one.dataset.since)) / 1000));
      const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (one.textContent !== text) one.textContent = text;
    }
  };
  setInterval(tick, 500);
  document.addEventListener("shown", tick);
})();
