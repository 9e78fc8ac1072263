// A tap that nobody has taken yet, since the scripts are still on their way, is tapped again until they are there: the
// browser by itself would send its form to nowhere, and the page would be gone.
(() => {
  "use strict";
  const AGAIN = 50;   // milliseconds
  let waiting = 0;
  addEventListener("submit", event => {
    const {target: form, submitter} = event;
    if (event.defaultPrevented || !form.matches("form[hx-ws\\:send]")) return;
    event.preventDefault();
    clearTimeout(waiting);
    waiting = setTimeout(() => form.isConnected && form.requestSubmit(form.contains(submitter) ? submitter : null), AGAIN);
  });
})();
