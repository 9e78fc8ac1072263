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
})();
