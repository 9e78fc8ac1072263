// The buzzer, for the games that measure reactions.
(() => {
  "use strict";

  // time runs from the moment the card is painted in this browser (SN-C3)
  let key = null, painted = null;
  const watchCard = () => {
    const buzzer = document.querySelector("[data-buzz-key]");
    if (!buzzer) { key = null; return; }
    if (buzzer.dataset.buzzKey === key) return;
    key = buzzer.dataset.buzzKey;
    painted = null;
    requestAnimationFrame(() => requestAnimationFrame(time => { painted = time; }));
  };
  document.addEventListener("shown", watchCard);
  const buzz = button => {
    if (painted === null || button.disabled) return;
    const form = button.form;
    form.elements.reaction.value = Math.min(60000, Math.max(0, Math.round(performance.now() - painted)));
    painted = null;                                                   // one buzz per opening
    form.requestSubmit();
  };
  document.addEventListener("pointerdown", event => {
    const button = event.target.closest("[data-buzz]");
    if (button) buzz(button);                                         // a click would come a finger's length later
  });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-buzz]");
    if (button) buzz(button);                                         // keyboard and screen reader
  });
  document.addEventListener("keydown", event => {
    if (event.key !== " " || event.repeat || event.target.closest("input, textarea, select, button, a, dialog[open]")) return;
    const button = document.querySelector("[data-buzz]");
    if (button) { event.preventDefault(); buzz(button); }
  });
})();
