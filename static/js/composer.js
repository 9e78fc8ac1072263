// The scene composer: a picture put together by hand, or with buttons alone. The text beside it stays what counts;
// this reads it, draws it, and writes it.
(() => {
  const template = document.getElementById("composer");
  if (!template) return;
  const ITEM = /^([^@]+)@(-?\d+),(-?\d+)\*(\d+)(?:~(-?\d+))?(\|)?$/;
  const STEP = 4;
  const [WIDTH, HEIGHT] = [100, 140];
  const FINGER = 22; // px: whatever is nearer than this is meant, however small it is drawn
  const STILL = 4; // px: no hand is steadier; less than this is a tap

  const LETTERS = /\p{Letter}/u;
  const [FOUND, MEANT] = [0, 1]; // the trays before those of the palette

  const within = (number, most) => Math.min(most, Math.max(0, Math.round(number)));

  const read = (text) => {
    if (/^\s*picture\b/.test(text)) text = ""; // an uploaded one: whoever composes begins anew
    const words = text.trim().split(/\s+/).filter(Boolean);
    const [ground = "meadow", horizon = "none", ...more] = words.filter((word) => !word.includes("@"));
    const found = words.map((word) => word.match(ITEM)).filter(Boolean);
    const items = found.map(([, emoji, x, y, size, turn, mirrored]) => ({
      emoji, x: +x, y: +y, size: +size, turn: +(turn ?? 0), mirrored: Boolean(mirrored),
    }));
    // What cannot be drawn is somebody's typing all the same, and stays.
    const odd = [...more, ...words.filter((word) => word.includes("@") && !ITEM.test(word))];
    return { ground, horizon, items, odd };
  };

  const written = ({ ground, horizon, items, odd }) =>
    [ground, ...(horizon === "none" ? [] : [horizon]), ...items.map((item) =>
      `${item.emoji}@${item.x},${item.y}*${item.size}${item.turn ? `~${item.turn}` : ""}${item.mirrored ? "|" : ""}`,
    ), ...odd].join(" ");

  const moves = {
    pick: () => {},
    left: (item) => { item.x = within(item.x - STEP, WIDTH); },
    right: (item) => { item.x = within(item.x + STEP, WIDTH); },
    up: (item) => { item.y = within(item.y - STEP, HEIGHT); },
    down: (item) => { item.y = within(item.y + STEP, HEIGHT); },
    larger: (item) => { item.size = Math.min(90, item.size + STEP); },
    smaller: (item) => { item.size = Math.max(6, item.size - STEP); },
    turn: (item) => { item.turn = ((item.turn + 195) % 360) - 180; }, // from -180 to 180, as scenes are written
    mirror: (item) => { item.mirrored = !item.mirrored; },
  };

  const svg = (name, attributes, words = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = words;
    return made;
  };

  // The same as parts/scene.html, item by item.
  const drawn = ({ emoji, x, y, size, turn, mirrored }) => svg("text", {
    x, y, "font-size": size,
    transform: `${turn ? `rotate(${turn} ${x} ${y})` : ""} ${mirrored ? `translate(${2 * x} 0) scale(-1 1)` : ""}`.trim(),
  }, emoji);

  for (const text of document.querySelectorAll("textarea[name^='scene.']")) {
    const box = template.content.cloneNode(true).firstElementChild;
    const [ground, horizon] = box.querySelectorAll("select");
    const emoji = box.querySelector("[data-emoji]");
    const list = box.querySelector("ol");
    const line = list.querySelector("template");
    // The page brings one empty scene per horizon. The first becomes the canvas, the others lend it their horizons.
    const [canvas, ...others] = box.querySelectorAll(".scene");
    const horizons = [canvas, ...others].map((scene) => scene.querySelector(".horizon"));
    const sky = canvas.querySelector("rect");
    for (const other of others) other.remove();
    let chosen = -1;
    let held = null;

    const draw = ({ items }) => {
      const there = items[chosen];
      const ring = there ? { cx: there.x, cy: there.y, r: there.size * 0.62 + 2 } : null;
      sky.setAttribute("class", `gr-${ground.value || "meadow"}`);
      canvas.replaceChildren(
        sky,
        ...[horizons[horizon.selectedIndex]].filter(Boolean),
        ...items.map(drawn),
        ...(ring ? [svg("circle", { ...ring, class: "ring" }), svg("circle", { ...ring, class: "ring lit" })] : []),
      );
    };

    const show = () => {
      const scene = read(text.value);
      ground.value = scene.ground;
      horizon.value = scene.horizon;
      if (chosen >= scene.items.length) chosen = -1;
      draw(scene);
      list.replaceChildren(line, ...scene.items.map((item, number) => {
        const row = line.content.cloneNode(true).firstElementChild;
        const name = row.querySelector("[data-do=pick]");
        row.classList.toggle("on", number === chosen);
        name.textContent = item.emoji;
        name.setAttribute("aria-pressed", number === chosen);
        row.querySelector("[role=group]").setAttribute("aria-label", item.emoji);
        row.addEventListener("click", (event) => {
          const what = event.target.closest("[data-do]")?.dataset.do;
          if (what) act(number, what);
        });
        return row;
      }));
    };

    const focus = (number, what) => (list.querySelectorAll("li")[number]?.querySelector(`[data-do=${what}]`) ?? emoji).focus();

    const choose = (number) => {
      chosen = number;
      show();
    };

    const write = (scene) => {
      text.value = written(scene);
      text.dispatchEvent(new Event("input", { bubbles: true })); // it is shown, and saved, as if it had been typed
    };

    const act = (number, what) => {
      const scene = read(text.value);
      const last = scene.items.length - 1;
      chosen = number;
      if (what === "remove") {
        scene.items.splice(number, 1);
        chosen = -1;
        write(scene);
        focus(Math.min(number, last - 1), "pick");
        return;
      }
      if (what === "front") {
        scene.items.push(...scene.items.splice(number, 1));
        chosen = last;
      } else moves[what](scene.items[number]);
      if (what === "pick") show();
      else write(scene);
      focus(chosen, what);
    };

    const add = (words) => {
      const scene = read(text.value);
      for (const one of words) {
        const last = scene.items.at(-1);
        const size = last ? 24 : 52;
        const away = last ? (last.size + size) / 2 : 0;
        // Beside the last one, to the right or else to the left: on top of each other nobody could take hold of it.
        const x = !last ? 50 : last.x + away <= WIDTH - 6 ? last.x + away : Math.max(6, last.x - away);
        scene.items.push({ emoji: one, x: within(x, WIDTH), y: last?.y ?? 80, size, turn: 0, mirrored: false });
      }
      chosen = scene.items.length - 1;
      write(scene);
    };

    // -- by hand: what is on the canvas is chosen with a tap and dragged to its place

    const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(canvas.getScreenCTM().inverse());

    // Which emoji are under the finger: those really hit, the front one first, then those just missed.
    const under = (items, point) => {
      const finger = FINGER / canvas.getScreenCTM().a;
      const near = items.map(({ x, y, size }, number) => ({ number, half: size * 0.55, far: Math.hypot(x - point.x, y - point.y) }));
      const hit = near.filter(({ half, far }) => far <= half).reverse();
      const missed = near.filter(({ half, far }) => far > half && far <= finger).sort((one, other) => one.far - other.far);
      return [...hit, ...missed].map(({ number }) => number);
    };

    canvas.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button) return;
      const scene = read(text.value);
      const point = at(event);
      const there = under(scene.items, point);
      // What is chosen stays so while it is dragged from behind something else; a second tap goes on to the next below.
      const again = there.indexOf(chosen);
      const next = there[(again + 1) % there.length] ?? -1;
      choose(again < 0 ? next : chosen);
      if (chosen < 0) return;
      const item = scene.items[chosen];
      held = { scene, item, next, from: event, moved: false, dx: item.x - point.x, dy: item.y - point.y };
      canvas.setPointerCapture(event.pointerId);
    });

    canvas.addEventListener("pointermove", (event) => {
      if (!held || !event.isPrimary) return;
      held.moved ||= Math.hypot(event.clientX - held.from.clientX, event.clientY - held.from.clientY) >= STILL;
      if (!held.moved) return;
      const point = at(event);
      held.item.x = within(point.x + held.dx, WIDTH);
      held.item.y = within(point.y + held.dy, HEIGHT);
      draw(held.scene);
    });

    canvas.addEventListener("pointerup", (event) => {
      if (!held || !event.isPrimary) return;
      const { scene, moved, next } = held;
      held = null;
      if (moved) write(scene);
      else choose(next);
    });

    canvas.addEventListener("pointercancel", () => {
      held = null;
      show();
    });

    // -- the tools beside it

    for (const choice of [ground, horizon]) {
      choice.addEventListener("change", () => write({ ...read(text.value), ground: ground.value, horizon: horizon.value }));
    }
    box.querySelector("[data-add]").addEventListener("click", async () => {
      if (LETTERS.test(emoji.value)) { // a word: what is found by it is at hand, the best first
        await find();
        trays[FOUND].querySelector("[data-put]")?.focus();
        return;
      }
      add(emoji.value.trim().split(/\s+/).filter((word) => word && !word.includes("@")));
      emoji.value = "";
      emoji.focus();
    });
    emoji.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      box.querySelector("[data-add]").click();
    });
    const labels = [...box.querySelectorAll("[data-tray]")];
    const trays = box.querySelectorAll(".tray");
    const open = (opened) => labels.forEach((label, number) => {
      label.classList.toggle("on", number === opened);
      label.setAttribute("aria-pressed", number === opened);
      trays[number].hidden = number !== opened;
    });
    box.querySelector(".palette").addEventListener("click", (event) => {
      const put = event.target.closest("[data-put]");
      if (put) add([put.textContent]);
      const opened = labels.indexOf(event.target.closest("[data-tray]"));
      if (opened >= 0) open(opened);
    });

    // -- emoji by what they are called: by a word that is typed, and by the words of the mnemonic

    const asked = ["", ""];
    const fill = async (tray, words) => {
      if (words === asked[tray]) return;
      asked[tray] = words;
      const there = LETTERS.test(words) ? await called(words) : "";
      if (words !== asked[tray]) return; // somebody has typed on
      trays[tray].replaceChildren(...new DOMParser().parseFromString(there, "text/html").body.childNodes);
      labels[tray].hidden = !there.trim();
      if (there.trim()) open(tray);
      else if (!trays[tray].hidden) open(MEANT + 1);
    };
    const called = async (words) => {
      const answer = await fetch(`${box.dataset.emojiAt}?q=${encodeURIComponent(words)}`).catch(() => null);
      return answer?.ok && !answer.redirected ? answer.text() : "";
    };
    const said = box.querySelector("[data-found]");
    const find = async () => {
      const words = emoji.value.trim();
      await fill(FOUND, words);
      said.textContent = LETTERS.test(words) ? `${said.dataset.found} ${trays[FOUND].children.length}` : "";
    };
    const later = (what, wait) => {
      let waiting;
      return () => {
        clearTimeout(waiting);
        waiting = setTimeout(what, wait);
      };
    };
    emoji.addEventListener("input", later(find, 250));

    const language = text.name.split(".")[1];
    const mnemonics = [...document.querySelectorAll("textarea[name^='mnemonic.']")]
      .sort((one, other) => other.name.endsWith(language) - one.name.endsWith(language));
    const mean = () => box.open && fill(MEANT, mnemonics.map((field) => field.value.trim()).join(" ").trim());
    for (const field of mnemonics) field.addEventListener("input", later(mean, 600));
    box.addEventListener("toggle", mean);
    for (const quiet of [ground, horizon, emoji]) quiet.addEventListener("input", (event) => event.stopPropagation());
    text.addEventListener("input", show);
    box.open = !text.value.trim(); // whoever has no picture yet begins one
    text.before(box);
    show();
  }
})();
