// What was chosen or typed in a form and not sent survives a reload: kept for this page in this tab, by form. It is
// forgotten when it has been sent, and when the page no longer asks for it.
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live || "lesson" in live.dataset) return;
  const STORE = `chosen:${location.pathname}`, FORMS = "form[hx-ws\\:send]";
  const kept = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
  const save = () => sessionStorage.setItem(STORE, JSON.stringify(kept));
  const fields = form => [...form.elements].filter(field => field.name && !["hidden", "submit", "button"].includes(field.type));
  const ticked = field => ["radio", "checkbox"].includes(field.type);

  const note = event => {
    const form = event.target.form;
    if (!form?.matches(FORMS)) return;
    kept[window.moveOf(form)] = fields(form).filter(field => !ticked(field) || field.checked).map(field => [field.name, field.value]);
    save();
  };
  document.addEventListener("input", note);
  document.addEventListener("change", note);

  const forget = () => {
    if (!Object.keys(kept).length) return;
    const asked = new Set([...live.querySelectorAll(FORMS)].map(window.moveOf));
    for (const key of Object.keys(kept)) if (!asked.has(key)) delete kept[key];
    save();
  };
  document.addEventListener("answered", event => { delete kept[event.detail]; save(); });

  let restored = false;
  const restore = () => {
    if (restored || !window.stageIsSet()) return;
    restored = true;
    for (const form of live.querySelectorAll(FORMS)) {
      for (const [name, value] of kept[window.moveOf(form)] ?? []) {
        const field = fields(form).find(one => one.name === name && (!ticked(one) || one.value === value));
        if (!field || (ticked(field) ? field.checked : field.value === value)) continue;
        if (ticked(field)) field.checked = true; else field.value = value;
        for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
      }
    }
    document.addEventListener("shown", forget);
    forget();
  };
  // when every script has looked at the page for the first time; at an evening it is loaded empty
  for (const event of ["DOMContentLoaded", "shown"]) document.addEventListener(event, () => setTimeout(restore));
})();
