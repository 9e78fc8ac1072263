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

// What a link leads to may stand in a language that is not shown: then that one is shown.
(() => {
  const open = (hash) => {
    const field = /^#f-[\w-]+$/.test(hash) && document.querySelector(hash);
    const into = field && field.closest("[data-in]")?.dataset.in.split(" ");
    const shown = document.querySelector("[name=shown]:checked");
    if (shown && into && ![...into, "all"].includes(shown.value)) document.querySelector(`[name=shown][value=${into[0]}]`).checked = true;
    if (field) field.focus();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".todo a");
    if (link) open(link.hash);
  });
  open(location.hash);
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

// A mnemonic is taken over with a tap. What stood there may have been somebody's own words: they can be put back.
(() => {
  const said = document.getElementById("said");
  if (!said) return;
  const taken = new WeakMap();

  const put = (field, words) => {
    field.value = words;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const offer = (field, words) => {
    const button = document.getElementById("put-back").content.cloneNode(true).firstElementChild;
    button.querySelector("span").textContent = words;
    button.addEventListener("click", () => {
      put(field, words);
      button.remove();
      field.focus();
    });
    field.parentElement.querySelector(".put-back")?.remove();
    field.after(button);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-take]");
    const field = button && document.getElementById(button.dataset.take);
    if (!field || field.value === button.value) return;
    if (field.value.trim() && field.value !== taken.get(field)) offer(field, field.value);
    taken.set(field, button.value);
    put(field, button.value);
    for (const one of button.parentElement.children) {
      one.classList.toggle("on", one === button);
      one.setAttribute("aria-pressed", one === button);
    }
    said.textContent = `${said.dataset.taken} ${button.textContent}`;
  });
})();

// What takes a moment shows that it is under way, and is not sent twice.
for (const form of document.querySelectorAll("form[data-busy]")) {
  form.addEventListener("submit", () => {
    form.querySelector(".busy label").hidden = false;
    setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
  });
}
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // back from the next page, as if nothing were under way
});
