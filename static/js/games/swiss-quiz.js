// Swiss Quiz: the line below a choice, pawns that walk, the map, chips that slide.
(() => {
  "use strict";
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // ---------------------------------------------------------------- what follows from a choice
  // a stake lights its chips, and the line below says where a right answer would lead with it
  const choose = () => {
    for (const form of document.querySelectorAll("form.lay")) {
      const chosen = new FormData(form);
      const total = Number(chosen.get("chips") ?? 0) + 4 * Number(chosen.get("flags") ?? 0);
      for (const line of form.querySelectorAll("[data-total]")) line.hidden = Number(line.dataset.total) !== total;
      for (const words of form.querySelectorAll("[data-when]")) words.hidden = words.dataset.when !== (chosen.get("answer") ?? "");
      for (const input of form.querySelectorAll(".stake input")) {
        input.parentElement.classList.toggle("on", input.value !== "0" && Number(input.value) <= Number(chosen.get(input.name)));
      }
    }
  };
  document.addEventListener("change", choose);
  document.addEventListener("shown", choose);

  // ---------------------------------------------------------------- pawns walk
  // a piece with [data-walk="x,y x,y ..."] and a new [data-key] goes its way point by point; then it stands where it stands
  const walked = new Map();
  const walk = first => {
    for (const piece of document.querySelectorAll("[data-walk]")) {
      const before = walked.get(piece.id);
      walked.set(piece.id, piece.dataset.key);
      if (first || before === piece.dataset.key || before === undefined || still.matches || !piece.dataset.walk) continue;
      const way = piece.dataset.walk.split(" ").map(point => point.split(",").map(Number));
      const [endX, endY] = way[way.length - 1];
      const frames = [];
      way.forEach(([x, y], step) => {
        frames.push({transform: `translate(${x - endX}px, ${y - endY}px)`, offset: step / (way.length - 1 || 1)});
        if (step < way.length - 1) {
          const [nextX, nextY] = way[step + 1];
          frames.push({
            transform: `translate(${(x + nextX) / 2 - endX}px, ${(y + nextY) / 2 - endY - 26}px)`,
            offset: (step + 0.5) / (way.length - 1),
          });
        }
      });
      const inner = piece.querySelector("[data-body]") ?? piece;
      const showing = Number(document.querySelector("[data-lasts]")?.dataset.lasts ?? 0);   // first everybody shows their card
      const delay = showing + Number(piece.dataset.delay || 0);
      inner.animate(frames, {duration: 220 * Math.max(1, way.length - 1), delay, fill: "backwards"});
    }
  };
  document.addEventListener("shown", () => walk(false));
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".reveal.last")?.remove();   // whoever comes after the end sees how it ended
    walk(true);
    choose();
  });

  // ---------------------------------------------------------------- the board
  // the strip follows your own pawn (or the front one); the whole map opens over everything
  let followed = null, on = null;   // where it stood, and on which strip: a page drawn anew has another one, which shows the start
  const follow = () => {
    const strip = document.querySelector("[data-follow]");
    if (!strip || strip.scrollWidth <= strip.clientWidth) return;   // nothing to follow yet, or on a wide window
    const seat = document.body.dataset.you;
    const pawn = strip.querySelector(seat ? `#pawn-strip-${seat}` : "[id^=pawn-strip]");
    if (!pawn || strip === on && followed === pawn.getAttribute("transform")) return;
    const behavior = still.matches || strip !== on ? "auto" : "smooth";   // whoever comes finds themselves at once
    followed = pawn.getAttribute("transform");
    on = strip;
    // by where it stands, not by where it is seen: its picture may still be on its way
    const board = pawn.ownerSVGElement, scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
    strip.scrollTo({left: pawn.transform.baseVal[0].matrix.e * scale - strip.clientWidth * 0.35, behavior});
  };
  document.addEventListener("shown", follow);
  document.addEventListener("click", event => {
    if (event.target.closest("[data-zoom]")) {
      const page = document.documentElement;
      if (page.dataset.map) delete page.dataset.map; else page.dataset.map = "open";
    }
  });
  document.addEventListener("keydown", event => { if (event.key === "Escape") delete document.documentElement.dataset.map; });

  // ---------------------------------------------------------------- chips move
  // where a [data-count] has changed, a chip slides from the board to it, or from it to the board
  const counted = new Map();
  const slide = first => {
    const boards = [...document.querySelectorAll(".board.map, #board")];  // a phone shows the strip and no map
    const board = boards.find(one => one.checkVisibility());
    for (const place of document.querySelectorAll("[data-count]")) {
      const before = counted.get(place.id), now = Number(place.dataset.count);
      counted.set(place.id, now);
      if (first || before === undefined || before === now || still.matches || !board || !place.checkVisibility()) continue;
      const chip = place.querySelector("svg")?.cloneNode(true);
      if (!chip) continue;
      const here = place.getBoundingClientRect(), there = board.getBoundingClientRect();
      const from = {x: there.left + there.width / 2 - here.left, y: Math.max(0, there.top) + there.height / 2 - here.top};
      const ways = now > before ? [from, {x: 0, y: 0}] : [{x: 0, y: 0}, from];
      chip.classList.add("sliding");
      chip.style.left = `${here.left}px`;
      chip.style.top = `${here.top}px`;
      document.body.append(chip);
      chip.animate(ways.map(({x, y}) => ({transform: `translate(${x}px, ${y}px)`})), {duration: 520, easing: "ease-out"})
        .finished.finally(() => chip.remove());
    }
  };
  document.addEventListener("shown", () => slide(false));
  document.addEventListener("DOMContentLoaded", () => slide(true));
})();
