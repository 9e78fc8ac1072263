// Teams (CO-1): whoever shares my seat sees what I would choose or write, beside that choice, before anybody locks it in.
(() => {
  "use strict";
  const told = document.getElementById("leanings");
  if (!told) return;
  const FIELDS = "#hand form :is(input:not([type=hidden], [type=checkbox]), textarea)";
  const PAUSE = 500;          // milliseconds without a key, and what has been typed is told
  const wishes = new Map();   // who -> {asked, fields: field -> value}
  const asked = () => { const field = document.querySelector(FIELDS); return field ? window.moveOf(field.form) : ""; };
  const plain = value => encodeURIComponent([...value].slice(0, 50).join("")).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`);
  const tell = field => window.whisper?.({lean: `${field.name}=${plain(field.value)}`});

  let typing = null;
  document.addEventListener("change", event => { if (event.target.matches(FIELDS)) tell(event.target); });
  document.addEventListener("input", event => {
    if (!event.target.matches(FIELDS) || event.target.type === "radio") return;
    clearTimeout(typing);
    typing = setTimeout(() => tell(event.target), PAUSE);
  });

  // what stands beside a field: who would choose it, or who would write what
  const beside = field => [...wishes].flatMap(([who, {fields}]) => {
    const value = fields.get(field.name);
    if (field.type === "radio") return value === field.value ? [who] : [];
    return value ? [`${who}: ${value}`] : [];
  }).join(", ");
  const show = () => {
    const now = asked();
    for (const [who, wish] of wishes) if (wish.asked !== now) wishes.delete(who);
    for (const field of document.querySelectorAll(FIELDS)) {
      const label = field.labels?.[0], names = beside(field);
      let pill = label?.querySelector(".lean");
      if (!label || (pill?.textContent ?? "") === names) continue;
      if (!names) { pill.remove(); continue; }
      if (!pill) { pill = document.createElement("span"); pill.className = "lean"; label.append(pill); }
      pill.textContent = names;
    }
  };
  new MutationObserver(() => {
    const now = asked();
    for (const one of [...told.children]) {
      const {who, choice} = one.dataset, [name, value] = choice.split("=");
      if (wishes.get(who)?.asked !== now) wishes.set(who, {asked: now, fields: new Map()});
      wishes.get(who).fields.set(name, decodeURIComponent(value));
      one.remove();
    }
    show();
  }).observe(told, {childList: true});
  document.addEventListener("shown", show);
})();
