// When the room goes on to its next table, whoever looks at this one goes along: phones, the big screen, onlookers.
(() => {
  "use strict";
  const next = () => document.querySelector("#menu [data-follow]")?.dataset.follow;
  let first = true, past = false;
  document.addEventListener("shown", () => {
    if (first) past = Boolean(next());              // somebody has come to look at a table that was over long ago
    first = false;
    const room = next();
    if (!room || past) return;
    past = true;
    const place = document.documentElement.classList.contains("screen") ? "screen/" : "";
    location.replace(`/t/${room}/${place}${location.search}`);
  });
})();
