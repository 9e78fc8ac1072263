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
