// Teams (CO-1): whoever shares my seat sees what I would choose, as a name beside that choice, before anybody locks it in.
(() => {
  "use strict";
  const told = document.getElementById("leanings");
  if (!told) return;
  const CHOICES = "#hand form input[type=radio]";
  const wishes = new Map();   // who -> {asked, choice}
  const asked = () => { const field = document.querySelector(CHOICES); return field ? window.moveOf(field.form) : ""; };

  document.addEventListener("change", event => {
    const field = event.target;
    if (field.matches(CHOICES)) window.whisper?.({lean: `${field.name}=${field.value}`});
  });

  const show = () => {
    const now = asked();
    for (const [who, wish] of wishes) if (wish.asked !== now) wishes.delete(who);
    for (const field of document.querySelectorAll(CHOICES)) {
      const label = field.labels[0], choice = `${field.name}=${field.value}`;
      const names = [...wishes].filter(([, wish]) => wish.choice === choice).map(([who]) => who).join(", ");
      let pill = label?.querySelector(".lean");
      if (!label || (pill?.textContent ?? "") === names) continue;
      if (!names) { pill.remove(); continue; }
      if (!pill) { pill = document.createElement("span"); pill.className = "lean"; label.append(pill); }
      pill.textContent = names;
    }
  };
  new MutationObserver(() => {
    for (const one of [...told.children]) {
      const {who, choice} = one.dataset;
      for (const [other, wish] of wishes) if (other === who && wish.choice.split("=")[0] === choice.split("=")[0]) wishes.delete(other);
      wishes.set(who, {asked: asked(), choice});
      one.remove();
    }
    show();
  }).observe(told, {childList: true});
  document.addEventListener("shown", show);
})();
