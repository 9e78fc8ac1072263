// When a game has ended, its device asks for what its own seat has known: with the key of a slip, which no script ever sees,
// and for each deck that is learnt in this browser alone and whose reader wishes it (revision.js keeps their sealed texts).
(() => {
  "use strict";
  const {slip, learn, table} = document.currentScript.dataset, live = document.getElementById("live");
  const LONGEST = 60_000;
  let asked = false, patience = 1000;   // milliseconds until a line that was cut is tried again
  const post = async (address, fields, keepalive = false) => {
    const body = new URLSearchParams({table, ...fields});
    const answer = await fetch(address, {method: "POST", body, keepalive, headers: {"X-CSRFToken": live.dataset.csrf}});
    if (answer.status >= 500) throw new Error(`${answer.status}`);
    return answer;
  };

  const sealAnew = async deck => {
    const before = localStorage.getItem(`learn:${deck}`);
    const answer = await post(learn.replace("-", deck), {do: "see", sealed: before});
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const sealed = page.querySelector("input[name=sealed]")?.value;
    // another page of this browser may have gone on meanwhile: then the game is counted the next time
    if (sealed && localStorage.getItem(`learn:${deck}`) === before) localStorage.setItem(`learn:${deck}`, sealed);
  };

  const ask = async () => {
    if (asked || !document.getElementById("ranking")) return;
    asked = true;
    document.getElementById("to-my-cards")?.removeAttribute("hidden");
    try {
      if (slip) await post(slip, {}, true);   // also when the page is closed meanwhile
      for (const key of learn ? Object.keys(localStorage) : []) {
        if (key.startsWith("learn-games:")) await sealAnew(key.slice("learn-games:".length));
      }
    } catch {
      // cut off before it was asked, or before the answer came: whoever asks twice is counted once
      setTimeout(() => { asked = false; ask(); }, patience);
      patience = Math.min(2 * patience, LONGEST);
    }
  };
  document.addEventListener("shown", ask);
  ask();
})();
