// Klondike with a finger, a mouse or the arrow keys. Everything here is an extra: a card is a radio button, a place a
// submit button, and without this script they do the same.
(() => {
  "use strict";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const page = document.documentElement;
  page.classList.add("kl-scripted");
  const board = () => document.getElementById("board");
  const picked = () => board()?.querySelector("input[name=card]:checked") ?? null;
  const places = input => (input?.dataset.to ?? "").split(" ").filter(Boolean);
  const target = place => board()?.querySelector(`.kl-target[value="${place}"]`);

  // ---------------------------------------------------------------- touching a card
  let choice = null; // the card that is touched: a page that arrives meanwhile does not take it out of the hand
  const show = () => {
    choice = picked()?.value ?? null;
    const input = picked(), touched = document.getElementById("kl-touched");
    for (const unlock of document.querySelectorAll("[data-unlock]")) {
      const open = input?.dataset.locked === unlock.dataset.unlock;
      if (unlock.open !== open) unlock.open = open;
    }
    if (!touched) return;
    const card = input && !input.dataset.locked ? input.parentElement.querySelector(".card") : null;
    touched.hidden = !card;
    if (touched.dataset.slot === (card ? input.value : "")) return;
    touched.dataset.slot = card ? input.value : "";
    touched.replaceChildren();
    if (!card) return;
    const copy = card.cloneNode(true);
    copy.classList.remove("mini");
    copy.classList.add("w-3");
    copy.setAttribute("aria-hidden", "true");
    const words = document.createElement("p");
    words.append(card.querySelector(".name").textContent);
    const small = document.createElement("small");
    small.append(...card.querySelector(".mnem").cloneNode(true).childNodes);
    words.append(small);
    touched.append(copy, words);
  };
  const put = (input, place) => {
    input.checked = true;
    target(place)?.form.requestSubmit(target(place));
  };
  const send = input => {
    const to = places(input);
    const best = to.find(place => Number.isNaN(Number(place))) ?? to[0];
    if (best) put(input, best);
  };
  const drop = () => {
    const input = picked();
    if (input) input.checked = false;
    show();
  };
  document.addEventListener("change", event => { if (event.target.name === "card") show(); });
  document.addEventListener("keydown", event => {
    if (!board() || event.target.closest("dialog[open]")) return;
    if (event.key === "Escape") drop();
    if (event.target.name === "card") keys(event);
  });

  // arrow keys go where they point; Enter sends the card to its best place, a locked one to its question
  const keys = event => {
    const input = event.target;
    if (event.key === "Enter") {
      event.preventDefault();
      if (input.dataset.locked) document.querySelector(`[data-unlock="${input.dataset.locked}"] button`)?.focus();
      else send(input);
      return;
    }
    const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (!(event.key in ways)) return;
    event.preventDefault();
    const [x, y] = ways[event.key], here = middle(input);
    let best = null, least = Infinity;
    for (const other of board().querySelectorAll("input[name=card]")) {
      const there = middle(other), dx = there.x - here.x, dy = there.y - here.y;
      const along = dx * x + dy * y, across = Math.abs(dx * y) + Math.abs(dy * x);
      if (other === input || along < 4 || (x && across > along * 4)) continue;
      const far = along + 3 * across;
      if (far < least) { least = far; best = other; }
    }
    if (best) { best.checked = true; best.focus(); show(); }
  };
  const middle = input => {
    const box = input.parentElement.getBoundingClientRect();
    return {x: box.left + box.width / 2, y: box.top};
  };

  // ---------------------------------------------------------------- dragging, and tapping twice
  let drag = null;
  document.addEventListener("pointerdown", event => {
    const label = event.target.closest("label.kl-touch");
    if (!label || event.button) return;
    const input = label.querySelector("input");
    drag = {label, input, was: input.checked, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null};
  });
  document.addEventListener("pointermove", event => {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.ghost && (far < 8 || drag.input.dataset.locked)) return;
    if (!drag.ghost) lift();
    drag.ghost.style.transform = `translate(${event.clientX - drag.x}px, ${event.clientY - drag.y}px)`;
    const over = under(event);
    for (const place of board().querySelectorAll(".kl-target")) place.classList.toggle("kl-over", place === over);
  });
  const lift = () => {
    const {label, input} = drag;
    input.checked = true;
    show();
    const first = label.closest(".kl-card"), column = first.closest(".kl-column ol");
    const all = column ? [...column.children] : [first];
    drag.cards = column ? all.slice(all.indexOf(first)) : [first];
    const box = label.getBoundingClientRect();
    drag.ghost = document.createElement("div");
    drag.ghost.className = "kl-lifted";
    drag.ghost.style.setProperty("--card-w", `${box.width}px`);
    drag.ghost.style.left = `${box.left}px`;
    drag.ghost.style.top = `${box.top}px`;
    drag.ghost.classList.add("kl-board");
    drag.ghost.style.setProperty("--kw", `${box.width}px`);
    for (const card of drag.cards) {
      drag.ghost.append(card.querySelector(".card").cloneNode(true));
      card.classList.add("kl-away");
    }
    document.body.append(drag.ghost);
  };
  const under = event => {
    const to = new Set(places(drag.input));
    let best = null, least = Infinity;
    for (const place of board().querySelectorAll(".kl-target")) {
      if (!to.has(place.value)) continue;
      const box = place.parentElement.getBoundingClientRect();
      const inside = event.clientX > box.left - 16 && event.clientX < box.right + 16
        && event.clientY > box.top - 30 && event.clientY < box.bottom + 60;
      const far = Math.abs(event.clientX - (box.left + box.right) / 2);
      if (inside && far < least) { least = far; best = place; }
    }
    return best;
  };
  const release = event => {
    if (!drag || event.pointerId !== drag.id) return;
    const {ghost, cards, input, was} = drag;
    if (ghost) {
      const place = event.type === "pointerup" ? under(event) : null;
      const box = ghost.getBoundingClientRect();
      ghost.remove();
      for (const card of cards) card.classList.remove("kl-away");
      if (place) {
        cards.forEach((card, depth) => places_before.set(card.id, {left: box.left, top: box.top + depth * box.width * .55}));
        put(input, place.value);
      } else drop();
      drag = {done: true};
      setTimeout(() => { drag = null; }, 0);
      return;
    }
    drag = null;
    if (event.type === "pointerup" && was) tapped = input;       // the same card once more: off it goes
  };
  let tapped = null;
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  document.addEventListener("click", event => {
    const label = event.target.closest("label.kl-touch");
    if (drag?.done && label) { event.preventDefault(); return; }
    if (label && tapped === label.querySelector("input")) {
      tapped = null;
      event.preventDefault();
      if (tapped_places(label).length) send(label.querySelector("input")); else drop();
      return;
    }
    tapped = null;
    if (!label && event.target.closest(".kl-board") && !event.target.closest("button")) drop();
  });
  const tapped_places = label => places(label.querySelector("input"));

  // ---------------------------------------------------------------- cards go from where they were to where they are
  let places_before = new Map();
  const measure = () => {
    const now = new Map();
    for (const card of board()?.querySelectorAll(".kl-card") ?? []) {
      const box = card.getBoundingClientRect();
      now.set(card.id, {left: box.left, top: box.top, face: card.querySelector(".card").className});
    }
    return now;
  };
  const stock = () => document.querySelector(".kl-stock")?.getBoundingClientRect();
  const settle = () => {
    const now = measure(), from = stock();
    let delay = 0, moved = 0;
    if (!still.matches && places_before.size) {
      for (const [id, here] of now) {
        const there = places_before.get(id) ?? (from && document.getElementById(id).closest(".kl-waste") ? from : null);
        if (!there) continue;
        const card = document.getElementById(id), x = there.left - here.left, y = there.top - here.top;
        if (Math.abs(x) + Math.abs(y) > 3) {
          card.animate(
            [{transform: `translate(${x}px, ${y}px)`, zIndex: 4}, {transform: "none", zIndex: 4}],
            {duration: 260, delay, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards"});
          if (++moved > 8) delay += 25;
        }
        if (there.face && there.face !== here.face && !here.face.includes("back")) {
          card.querySelector(".card").animate([{transform: "scaleX(.05)"}, {transform: "none"}], {duration: 260, easing: "ease-out"});
        }
      }
    }
    places_before = now;
  };
  let where = null;
  const changed = () => {
    if (!board()) return;
    const now = new Map();
    for (const card of board().querySelectorAll(".kl-card")) now.set(card.id, card.closest("[id^=kl-c-], [id^=kl-f-], .kl-waste").id);
    const input = picked() ?? board().querySelector(`input[name=card][value="${choice}"]`), card = input?.closest(".kl-card").id;
    if (input) input.checked = Boolean(input.dataset.locked) || !where || where.get(card) === now.get(card); // else it has gone there
    where = now;
    show();
    settle();
  };
  document.addEventListener("shown", changed);
  addEventListener("resize", () => { places_before = measure(); });
  addEventListener("scroll", () => { places_before = measure(); }, {passive: true});
})();
