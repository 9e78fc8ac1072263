// Either a number is picked or dice are: the one lets go of the other. A second tap lets go as well.
(() => {
  "use strict";
  const DICE = ".dice input", NUMBERS = "#sheet td input";
  document.addEventListener("change", event => {
    const other = event.target.matches(DICE) ? NUMBERS : event.target.matches(NUMBERS) ? DICE : "";
    if (other) for (const one of document.querySelectorAll(other)) one.checked = false;
  });
  document.addEventListener("click", event => {
    const number = event.target.closest("#sheet td.lit label")?.control;
    if (!number?.checked) return;
    event.preventDefault();
    number.checked = false;
  });
})();
