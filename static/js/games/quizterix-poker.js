// Poker at the table: what a raise costs, beans that slide into the pot and out of it, a trick that slides to its winner.
(() => {
  "use strict";
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // ---------------------------------------------------------------- the raise
  const tell = slider => {
    const by = Number(slider.value), form = slider.form;
    form.querySelector("[data-by]").textContent = by;
    form.querySelector("[data-pays]").textContent = by + Number(slider.dataset.owes);
    form.querySelector("[data-less]").disabled = by <= Number(slider.min);
    form.querySelector("[data-more]").disabled = by >= Number(slider.max);
  };
  let asked = null;
  const look = () => {
    const slider = document.getElementById("raise-by");
    if (!slider) { asked = null; return; }
    if (asked !== slider.dataset.key) { asked = slider.dataset.key; slider.value = 1; }   // another bid, another raise
    tell(slider);
  };
  document.addEventListener("input", event => { if (event.target.id === "raise-by") tell(event.target); });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-less], [data-more]");
    if (!button) return;
    const slider = button.form.elements.by;
    if ("less" in button.dataset) slider.stepDown(); else slider.stepUp();
    tell(slider);
  });

  // ---------------------------------------------------------------- things that fly
  const middle = element => {
    const box = element.getBoundingClientRect();
    return {x: box.left + box.width / 2, y: box.top + box.height / 2};
  };
  const fly = (piece, from, to, delay) => {
    document.body.append(piece);
    const box = piece.getBoundingClientRect();
    piece.style.left = `${from.x - box.width / 2}px`;
    piece.style.top = `${from.y - box.height / 2}px`;
    const way = {x: to.x - from.x, y: to.y - from.y};
    piece.animate([
      {transform: "none", opacity: 1},
      {transform: `translate(${way.x / 2}px, ${way.y / 2 - 24}px)`, opacity: 1, offset: .5},
      {transform: `translate(${way.x}px, ${way.y}px) scale(${to.scale ?? 1})`, opacity: to.opacity ?? 1},
    ], {duration: 420, delay, easing: "ease-in-out", fill: "backwards"}).finished.finally(() => piece.remove());
  };

  // where a [data-beans] has changed, as many beans slide into the pot, or out of it
  const MOST = 12;
  const counted = new Map();
  const beans = first => {
    const pot = document.querySelector("#pot :is(.heap, .beans)");
    for (const place of document.querySelectorAll("[data-beans]")) {
      const before = counted.get(place.id), now = Number(place.dataset.beans);
      counted.set(place.id, now);
      if (first || before === undefined || before === now || still.matches || !pot) continue;
      const bean = place.querySelector(".bean");
      for (let number = 0; number < Math.min(MOST, Math.abs(now - before)); number += 1) {
        const piece = bean.cloneNode(true);
        piece.classList.add("flying");
        const [from, to] = now < before ? [middle(place), middle(pot)] : [middle(pot), middle(place)];
        fly(piece, from, to, number * 60);
      }
    }
  };

  // the open trick is remembered where it lay; when it has been taken, its cards slide to the winner
  let lay = null;
  const trick = () => {
    const table = document.getElementById("trick");
    if (!table) return;
    if (table.classList.contains("shown")) {
      const cards = [...table.querySelectorAll(".turned > .flipped")];
      lay = {key: table.dataset.key, winner: table.dataset.winner, cards: cards.map(card => ({
        card: card.cloneNode(true), at: middle(card), width: card.getBoundingClientRect().width,
      }))};
    } else if (lay) {
      const pile = document.getElementById(`pile-of-${lay.winner}`);
      if (pile && !still.matches) {
        for (const [number, {card, at, width}] of lay.cards.entries()) {
          card.classList.add("leaving");
          card.setAttribute("aria-hidden", "true");
          card.style.setProperty("--card-w", `${width}px`);
          fly(card, at, {...middle(pile), scale: .15, opacity: .6}, number * 50);
        }
      }
      lay = null;
    }
  };

  document.addEventListener("shown", () => { look(); beans(false); trick(); });
  document.addEventListener("DOMContentLoaded", () => { look(); beans(true); trick(); });
  document.addEventListener("animationend", trick);                   // the cards have turned: now they lie where they lie
})();
