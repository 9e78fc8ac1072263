// Quizterix Standard: one thumb on the timeline, and how long somebody took in a panic.
(() => {
  "use strict";

  // ---------------------------------------------------------------- earlier, later: the gaps under one thumb
  const gaps = () => [...document.querySelectorAll("#hand input[name=gap]")];
  const tellGap = () => {
    const thumb = document.querySelector("[data-thumb]");
    if (!thumb) return;
    const all = gaps();
    const at = all.findIndex(input => input.checked);
    thumb.hidden = all.length === 0;
    const cards = document.querySelectorAll("#hand .line > li:not(.after) .card");
    thumb.querySelector("[data-gap-words]").textContent = 
      at < 0 ? "" : all[at].closest("label").querySelector(".vh").firstChild.data.trim().replace(/[:：]$/, "");
    for (const [place, side] of [[at - 1, "left"], [at, "right"]]) {          // what lies to both sides, as a picture
      const copy = cards[place]?.cloneNode(true);
      copy?.querySelectorAll("[id], .vh").forEach(one => one.remove());
      thumb.querySelector(`[data-${side}]`).replaceChildren(...(copy ? [copy] : []));
    }
  };
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-gap-step]");
    if (!button) return;
    const all = gaps();
    const at = all.findIndex(input => input.checked) + Number(button.dataset.gapStep);
    const next = all[Math.max(0, Math.min(all.length - 1, at))];
    if (next) {
      next.checked = true;
      next.closest("li").scrollIntoView({block: "nearest"});
      tellGap();
    }
  });
  document.addEventListener("change", event => {
    tellGap();
    const name = document.getElementById("act-name");                 // a card chosen to be named: here is where
    if (name && event.target.matches("#hand .line input[name=place]")) name.open = true;
  });
  document.addEventListener("shown", tellGap);
  document.addEventListener("DOMContentLoaded", tellGap);

  // ---------------------------------------------------------------- who was faster (QS-D6.6)
  // time runs from the moment a panic, or a mnemonic, is painted in this browser
  let moment = null, painted = null;
  document.addEventListener("shown", () => {
    const field = document.querySelector("#hand [data-reaction]");
    if (!field) { moment = painted = null; return; }
    if (field.dataset.reaction === moment) return;
    moment = field.dataset.reaction;
    painted = null;
    requestAnimationFrame(() => requestAnimationFrame(time => { painted = time; }));
  });
  document.addEventListener("submit", event => {
    const field = event.target.querySelector("[data-reaction]");
    if (field && painted !== null) field.value = Math.min(86400000, Math.max(0, Math.round(performance.now() - painted)));
  }, true);
})();
