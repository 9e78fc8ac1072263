// Nothing typed is lost: not what was typed before the page could listen, and not what was typed as the tab closed.
(() => {
  const editor = document.getElementById("editor");
  if (!editor) return;
  let unsaved = false;
  const changed = (field) => (field.options
    ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
    : field.value !== field.defaultValue);

  editor.addEventListener("input", () => { unsaved = true; });
  editor.addEventListener("submit", () => { unsaved = false; });
  document.addEventListener("htmx:before:request", () => { unsaved = false; });
  addEventListener("load", () => {
    if ([...editor.querySelectorAll("textarea, select, input:not([type=hidden])")].some(changed)) {
      editor.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  addEventListener("pagehide", () => {
    if (!unsaved) return;
    const typed = new FormData(editor);
    for (const name of [...typed.keys()]) if (name.startsWith("file.")) typed.delete(name); // too much for a farewell
    fetch(editor.action, { method: "POST", body: typed, headers: { "HX-Request": "true" }, keepalive: true });
  });
})();

// A picture is sent as soon as it is chosen, and then stands in the field. Without a script the button beside it does that.
(() => {
  for (const box of document.querySelectorAll("[data-upload]")) {
    const text = document.getElementById(box.dataset.for);
    const [file, button, said] = box.querySelectorAll("input, button, [role=status]");
    button.hidden = true;

    const say = (sentence, wrong) => {
      said.textContent = sentence;
      said.classList.toggle("err", wrong);
    };

    const send = async () => {
      const body = new FormData();
      body.append("csrfmiddlewaretoken", text.form.elements.csrfmiddlewaretoken.value);
      body.append("file", file.files[0]);
      const answer = await fetch(box.dataset.upload, { method: "POST", body });
      // Anything else is a page: somebody was signed out, or a proxy has refused it.
      const known = !answer.redirected && [200, 422].includes(answer.status);
      return [known ? await answer.text() : box.dataset.lost, known && answer.ok];
    };

    file.addEventListener("input", (event) => event.stopPropagation());
    file.addEventListener("change", async () => {
      if (!file.files.length) return;
      say(box.dataset.busy, false);
      const [sentence, good] = await send().catch(() => [box.dataset.lost, false]);
      say(good ? box.dataset.done : sentence, !good);
      file.value = "";
      if (!good) return;
      text.value = sentence;
      for (const kind of ["input", "change"]) text.dispatchEvent(new Event(kind, { bubbles: true }));
    });
  }
})();

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
