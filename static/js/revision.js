// What html cannot do on a pupil's pages: a scanned code is posted, a memory is kept in this browser, cards are read aloud,
// a clock counts. Without scripts everything else works.
(() => {
  "use strict";

  // The code of a slip stands after #, which no server and no log ever sees.
  const slip = document.querySelector("form[data-slip]");
  if (slip) {
    const scan = () => {
      const code = location.hash.slice(1);
      history.replaceState(null, "", location.pathname);
      if (code) {
        slip.elements.code.value = code;
        slip.submit();
      }
    };
    addEventListener("hashchange", scan);   // another slip is scanned while this page is open
    scan();
  }

  // "Learn this deck": the sealed text goes along with each form, and is kept here.
  const keeper = (deck) => `learn:${deck}`;
  const store = {
    get(deck) { try { return localStorage.getItem(keeper(deck)); } catch { return null; } },
    set(deck, text, games) {
      try {
        localStorage.setItem(keeper(deck), text);
        if (games) localStorage.setItem(`learn-games:${deck}`, "1");
        else localStorage.removeItem(`learn-games:${deck}`);
      } catch { /* a browser that keeps nothing */ }
    },
  };
  const kept = document.querySelector("input[name=sealed][data-kept]");
  if (kept && kept.dataset.kept) store.set(kept.dataset.kept, kept.value, "games" in kept.dataset);
  const fresh = document.querySelector("[data-fresh]");
  const known = fresh && store.get(fresh.dataset.fresh);
  if (known) {
    const form = fresh.querySelector("form");
    for (const input of document.querySelectorAll("input[name=sealed]")) input.value = known;
    form.elements.do.value = "see";
    form.querySelector("input[name=likes]").disabled = true;
    form.submit();
  }

  // Read aloud by the browser's own voice, each part in the language it is written in: a deck may lack the reader's.
  const button = document.querySelector("[data-aloud]");
  if (button && "speechSynthesis" in window) {
    const READ = "main h1, main .ask p, main .choice, main .sounds .mn, main .story, main .just-right, main .yours p, main .stated,"
      + " main .hill .cap, main .backwhen li";
    const SILENT = ["language-unavailable", "voice-unavailable", "synthesis-unavailable", "synthesis-failed"];
    const main = (lang) => lang.toLowerCase().split(/[-_]/)[0];
    // an empty list tells nothing: some browsers have voices and do not name them
    const voiced = (lang) => {
      const voices = speechSynthesis.getVoices();
      return !voices.length || voices.some((voice) => main(voice.lang) === main(lang));
    };
    const tell = () => {
      if (document.querySelector(".voiceless")) return;
      const note = document.createElement("p");
      note.className = "note voiceless";
      note.setAttribute("role", "status");
      note.textContent = button.dataset.voiceless;
      document.querySelector("main").prepend(note);
    };
    const parts = () => [...document.querySelectorAll(READ)]
      .map((part) => [part.innerText.trim(), part.closest("[lang]").lang]).filter(([words]) => words);
    const check = () => { if (!parts().every(([, lang]) => voiced(lang))) tell(); };
    const say = () => {
      speechSynthesis.cancel();
      check();
      for (const [words, lang] of parts()) {
        if (!voiced(lang)) continue;   // German in an English voice is no help
        const speech = new SpeechSynthesisUtterance(words);
        speech.lang = lang;
        speech.addEventListener("error", (event) => {
          // some browsers speak only after a tap on this very page: then the button waits for it
          if (event.error === "not-allowed") button.setAttribute("aria-pressed", "false");
          if (SILENT.includes(event.error)) tell();
        });
        speechSynthesis.speak(speech);
      }
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      const on = speechSynthesis.speaking;
      if (on) speechSynthesis.cancel();
      else say();
      button.setAttribute("aria-pressed", String(!on));
    });
    if (button.getAttribute("aria-pressed") === "true") say();
    // voices may be named only a moment later
    speechSynthesis.addEventListener?.("voiceschanged", () => { if (button.getAttribute("aria-pressed") === "true") check(); });
    addEventListener("pagehide", () => speechSynthesis.cancel());
  }

  // A clock, only for whoever likes one: it counts up, and nothing follows from it.
  const clock = document.querySelector("[data-stopwatch]");
  if (clock) {
    const since = Date.now();
    setInterval(() => { clock.textContent = String(Math.round((Date.now() - since) / 1000)); }, 1000);
  }
})();
