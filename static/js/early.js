// A tap before the other scripts are there waits for them: without them the browser would send its form to nowhere, and
// the page would be gone.
(() => {
  "use strict";
  let tapped = null;
  const hold = event => {
    if (!event.target.matches("form[hx-ws\\:send]")) return;
    event.preventDefault();
    event.stopPropagation();
    tapped = [event.target, event.submitter];
  };
  addEventListener("submit", hold, true);
  addEventListener("DOMContentLoaded", () => setTimeout(() => {   // every script has looked at the page by then
    removeEventListener("submit", hold, true);
    if (tapped?.[0].isConnected) tapped[0].requestSubmit(tapped[1]);
  }));
})();
