// The scene composer: a picture put together with buttons. The text beside it stays what counts; this only writes it.
(() => {
  const template = document.getElementById("composer");
  if (!template) return;
  const ITEM = /([^@\s]+)@(-?\d+),(-?\d+)\*(\d+)(?:~(-?\d+))?(\|)?/g;
  const STEP = 4;

  const read = (text) => {
    if (/^\s*picture\b/.test(text)) text = ""; // an uploaded one: whoever composes begins anew
    const words = text.trim().split(/\s+/).filter((word) => word && !word.includes("@"));
    const items = [...text.matchAll(ITEM)].map(([, emoji, x, y, size, turn, mirrored]) => ({
      emoji, x: +x, y: +y, size: +size, turn: +(turn ?? 0), mirrored: Boolean(mirrored),
    }));
    return { ground: words[0] ?? "meadow", horizon: words[1] ?? "none", items };
  };

  const written = ({ ground, horizon, items }) =>
    [ground, ...(horizon === "none" ? [] : [horizon]), ...items.map((item) =>
      `${item.emoji}@${item.x},${item.y}*${item.size}${item.turn ? `~${item.turn}` : ""}${item.mirrored ? "|" : ""}`,
    )].join(" ");

  const moves = {
    left: (item) => { item.x -= STEP; },
    right: (item) => { item.x += STEP; },
    up: (item) => { item.y -= STEP; },
    down: (item) => { item.y += STEP; },
    larger: (item) => { item.size = Math.min(90, item.size + STEP); },
    smaller: (item) => { item.size = Math.max(6, item.size - STEP); },
    turn: (item) => { item.turn = (item.turn + 15) % 360; },
    mirror: (item) => { item.mirrored = !item.mirrored; },
  };

  for (const text of document.querySelectorAll("textarea[name^='scene.']")) {
    const box = template.content.cloneNode(true).firstElementChild;
    const [ground, horizon] = box.querySelectorAll("select");
    const emoji = box.querySelector("[data-emoji]");
    const list = box.querySelector("ol");
    const line = list.querySelector("template");

    const write = (scene, focus) => {
      text.value = written(scene);
      show();
      text.dispatchEvent(new Event("input", { bubbles: true }));
      if (focus) list.querySelectorAll("li")[focus[0]]?.querySelector(`[data-do=${focus[1]}]`)?.focus();
    };

    const show = () => {
      const scene = read(text.value);
      ground.value = scene.ground;
      horizon.value = scene.horizon;
      list.replaceChildren(line, ...scene.items.map((item, number) => {
        const row = line.content.cloneNode(true).firstElementChild;
        row.querySelector("b").textContent = item.emoji;
        row.addEventListener("click", (event) => {
          const what = event.target.closest("[data-do]")?.dataset.do;
          if (!what) return;
          const now = read(text.value);
          if (what === "remove") now.items.splice(number, 1);
          else if (what === "front") now.items.push(...now.items.splice(number, 1));
          else moves[what](now.items[number]);
          write(now, what === "remove" ? null : [what === "front" ? now.items.length - 1 : number, what]);
        });
        return row;
      }));
    };

    for (const choice of [ground, horizon]) {
      choice.addEventListener("change", () => write({ ...read(text.value), ground: ground.value, horizon: horizon.value }));
    }
    box.querySelector("[data-add]").addEventListener("click", () => {
      const scene = read(text.value);
      for (const one of emoji.value.trim().split(/\s+/).filter((word) => word && !word.includes("@"))) {
        scene.items.push({ emoji: one, x: 50, y: 80, size: scene.items.length ? 24 : 52, turn: 0, mirrored: false });
      }
      emoji.value = "";
      write(scene);
      emoji.focus();
    });
    emoji.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      box.querySelector("[data-add]").click();
    });
    for (const quiet of [ground, horizon, emoji]) quiet.addEventListener("input", (event) => event.stopPropagation());
    text.addEventListener("change", show);
    text.after(box);
    show();
  }
})();
