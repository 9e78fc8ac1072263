// Small things at every table that HTML and htmx cannot do: dialogs, and where to type.
(() => {
  "use strict";

  // ---------------------------------------------------------------- dialogs
  document.addEventListener("click", event => {
    const opener = event.target.closest("[data-dialog]");
    if (opener) document.getElementById(opener.dataset.dialog)?.showModal();
    const dialog = event.target.closest("dialog");
    if (dialog && event.target === dialog) dialog.close();            // a tap beside the sheet
  });

  // ---------------------------------------------------------------- focus
  // when a question comes up whose answer is typed, the first field is ready (only if nobody is typing elsewhere)
  let asked = null;
  document.addEventListener("shown", () => {
    const field = document.querySelector("[data-focus]");
    if (!field) { asked = null; return; }
    if (asked === field.dataset.focus) return;
    asked = field.dataset.focus;
    if (!document.activeElement || document.activeElement === document.body || document.activeElement.closest(".buzz")) field.focus();
  });

  // ---------------------------------------------------------------- the end
  // <html data-over>: the game makes way for how it ended; whoever has scrolled down sees it from the top
  const root = document.documentElement;
  const end = first => {
    const over = Boolean(document.querySelector(".ended"));
    if (over && !first && !("over" in root.dataset)) scrollTo(0, 0);
    root.toggleAttribute("data-over", over);
  };
  document.addEventListener("shown", () => end(false));
  end(true);

  // ---------------------------------------------------------------- one picture to keep
  // phones keep PNGs: the drawing is painted here; without a canvas the link brings the drawing itself
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-picture]");
    if (!link) return;
    event.preventDefault();
    const drawing = new Image(), side = 1200;
    drawing.onerror = () => { location.href = link.href; };
    drawing.onload = () => {
      const canvas = Object.assign(document.createElement("canvas"), {width: side, height: side});
      canvas.getContext("2d").drawImage(drawing, 0, 0, side, side);
      canvas.toBlob(picture => {
        const address = URL.createObjectURL(picture);
        const name = link.pathname.split("/").at(-2);
        Object.assign(document.createElement("a"), {href: address, download: `${name}.png`}).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
      });
    };
    drawing.src = link.href;
  });

  // ---------------------------------------------------------------- gestures
  // each goes to its seat, if that is to be seen, and away after a moment or with it; whoever wants none sees none
  const gestures = document.getElementById("gestures");
  const wanted = () => localStorage.getItem("gestures") !== "off";
  const show = () => {
    document.documentElement.dataset.gestures = wanted() ? "on" : "off";
    if (!wanted()) gestures?.replaceChildren();
    for (const button of document.querySelectorAll("[data-gestures][aria-pressed]")) button.setAttribute("aria-pressed", wanted());
  };
  document.addEventListener("click", event => {
    if (event.target.closest("button[data-gestures]")) {
      localStorage.setItem("gestures", wanted() ? "off" : "on");
      show();
    }
    if (event.target.closest("[data-closes]")) setTimeout(() => event.target.closest("dialog")?.close());
  });
  document.addEventListener("DOMContentLoaded", show);
  if (gestures) {
    new MutationObserver(changes => {
      for (const made of changes.flatMap(change => [...change.addedNodes])) {
        if (!made.dataset?.seat) continue;
        if (!wanted()) { made.remove(); continue; }           // unseen it would wait, and play when they are wanted again
        made.addEventListener("animationend", () => made.remove());
        const seat = document.getElementById(`seat-${made.dataset.seat}`) ?? document.getElementById(`lobby-seat-${made.dataset.seat}`);
        const box = seat?.getBoundingClientRect();
        if (!box?.width || box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) continue;
        made.classList.add("at-seat");                        // on its corner, over nobody else's
        made.dataset.beside = seat.id;
        made.style.left = `${Math.min(box.right - made.offsetWidth * 0.95, innerWidth - made.offsetWidth - 4)}px`;
        made.style.top = `${Math.max(box.top - made.offsetHeight * 0.3, 4)}px`;
      }
    }).observe(gestures, {childList: true});
    document.addEventListener("shown", () => {
      for (const made of gestures.querySelectorAll(".at-seat")) if (!document.getElementById(made.dataset.beside)) made.remove();
    });
  }
})();
