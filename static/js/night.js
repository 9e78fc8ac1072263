// An evening: the page changes from the night to a table and back, calls to a table, and lets two taps swap two people.
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

  // ---------------------------------------------------------------- the call: it goes by itself
  let called = "";
  const sit = () => { const call = document.getElementById("n-call"); if (call) call.hidden = true; };
  document.addEventListener("click", event => { if (event.target.closest("[data-sit]")) sit(); });
  document.addEventListener("shown", () => {
    const call = document.querySelector("[data-call]");
    if (!call || called === call.dataset.call) return;
    called = call.dataset.call;
    call.querySelector("[data-sit]")?.focus();
    setTimeout(sit, 1000 * Number(call.dataset.seconds));
  });

  // ---------------------------------------------------------------- two taps swap two people
  document.addEventListener("change", event => {
    const form = event.target.closest("[data-swap]");
    if (!form) return;
    const picked = [...form.querySelectorAll("input[name=guest]:checked")];
    if (picked.length < 2) return;
    form.requestSubmit();
    for (const one of picked) one.checked = false;
  });

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
