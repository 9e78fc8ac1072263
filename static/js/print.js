// The button that opens the browser's print dialogue; where there are no scripts, the style sheet takes it away.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
  }
})();
