// Quizterix Standard: one thumb on the timeline, the Major System card, and how long somebody took in a panic.
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
    const cards = [...document.querySelectorAll("#hand .line > li:not(.after)")];
    const year = card => {
      const shown = card?.querySelector(".year");
      return shown ? shown.textContent.trim() : "?";
    };
    thumb.querySelector("[data-gap-number]").textContent = at < 0 ? "" : `${at + 1} / ${all.length}`;
    thumb.querySelector("[data-gap-years]").textContent =
      at < 0 ? "" : `${at > 0 ? year(cards[at - 1]) : "·"} – ${at < cards.length ? year(cards[at]) : "·"}`;
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

  // ---------------------------------------------------------------- the Major System card
  const SOUNDS = [
    [/^(sch|sh|ch|tch|j|dg)/, "6"], [/^(ph|ff?|vv?)/, "8"], [/^(th|tt?|dd?)/, "1"], [/^(ck|kk?|qu?)/, "7"],
    [/^c(?=[eiy])/, "0"], [/^cc?/, "7"], [/^g(?=[ei])/, "6"], [/^gg?/, "7"], [/^x/, "70"],
    [/^(ss?|zz?|ß|ç)/, "0"], [/^kn/, "2"], [/^nn?/, "2"], [/^mm?/, "3"], [/^rr?/, "4"], [/^ll?/, "5"], [/^(pp?|bb?)/, "9"],
  ];
  const digits = word => {
    let rest = word.toLowerCase(), found = "";
    while (rest) {
      const sound = SOUNDS.find(([pattern]) => pattern.test(rest));
      const length = sound ? rest.match(sound[0])[0].length : 1;
      if (sound) found += sound[1];
      rest = rest.slice(length);
    }
    return found;
  };
  document.addEventListener("input", event => {
    const field = event.target.closest("[data-major]");
    if (!field) return;
    const card = field.closest("dialog"), text = field.value.trim();
    const number = /^\d+$/.test(text) ? text : digits(text);
    for (const row of card.querySelectorAll("[data-digit]")) {
      row.classList.toggle("lit", number.includes(row.dataset.digit));
    }
    const sounds = digit => card.querySelector(`[data-digit="${digit}"] [data-sounds]`).textContent;
    const words = (digit, which) => card.querySelector(`[data-digit="${digit}"] [data-words]`).textContent.split(", ")[0].split(" ")[which];
    let told = "";
    if (/^\d+$/.test(text)) {
      told = [...text].map(sounds).join(" · ");
      if (text.length >= 2) told += ` → ${words(text.at(-2), 0)} ${words(text.at(-1), 1)}`;
    } else if (text) {
      told = `${text} = ${number || "–"}`;
    }
    card.querySelector("[data-major-told]").textContent = told;
  });
})();
