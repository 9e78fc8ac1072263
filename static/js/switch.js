// Tab and Enter are enough, as a switch has them: Tab stops at every choice of a group, and Enter takes the one it stands
// on. Arrows and the space bar do what they always do.
(() => {
  "use strict";
  let forward = false;
  const group = radio => [...document.getElementsByName(radio.name)]
    .filter(one => one.type === "radio" && one.form === radio.form && !one.disabled);

  document.addEventListener("keydown", event => {
    const here = event.target;
    forward = event.key === "Tab" && !event.shiftKey;
    if (event.key === "Tab" && here.type === "radio") {
      const all = group(here), next = all[all.indexOf(here) + (forward ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    } else if (event.key === "Enter" && (here.type === "checkbox" || (here.type === "radio" && !here.checked))) {
      event.preventDefault();   // else the form would be sent
      here.click();
    }
  });

  // whoever comes to a group in which something is chosen comes to its first choice, so that none is left out
  document.addEventListener("focusin", event => {
    const here = event.target;
    if (!forward || here.type !== "radio") return;
    const all = group(here);
    if (!all.includes(event.relatedTarget)) all[0].focus();
  });
  document.addEventListener("pointerdown", () => { forward = false; });
})();
