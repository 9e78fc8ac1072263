// A card that has been moved flies from where it lay to where it lies now, slowly enough for attentive eyes (IQ-4).
(() => {
  "use strict";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const FLIGHT = 1100, GLOW = 2600;
  const known = new Map();          // card -> where it lies, and its box on the page
  const where = card => {
    const box = card.getBoundingClientRect();
    return {lies: card.dataset.lies, left: box.left + scrollX, top: box.top + scrollY};
  };
  const fly = () => {
    let turn = 0;
    for (const card of document.querySelectorAll("[data-card]")) {
      const before = known.get(card.id), now = where(card);
      if (!before || before.lies === now.lies) continue;
      card.classList.add("moved");
      setTimeout(() => card.classList.remove("moved"), GLOW);
      if (still.matches || document.hidden) continue;
      const x = before.left - now.left, y = before.top - now.top;
      card.animate([
        {transform: `translate(${x}px, ${y}px)`, zIndex: 5, offset: 0},
        {transform: `translate(${x}px, ${y - 14}px) scale(1.12)`, zIndex: 5, offset: 0.18, easing: "cubic-bezier(.45, .05, .3, 1)"},
        {transform: "translate(0, -14px) scale(1.12)", zIndex: 5, offset: 0.86},
        {transform: "none", zIndex: 5, offset: 1},
      ], {duration: FLIGHT, delay: turn * 250, fill: "backwards"});
      turn += 1;
    }
    remember();
  };
  const remember = () => {
    for (const card of document.querySelectorAll("[data-card]")) known.set(card.id, where(card));
  };
  document.addEventListener("shown", fly);
  document.addEventListener("DOMContentLoaded", remember);
  addEventListener("resize", remember);
})();
