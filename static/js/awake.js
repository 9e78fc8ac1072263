// A phone stays awake while it is one's move, the big screen always; a tab in the background says "your move" in its title,
// and by a notification where somebody has asked for it. The screen fills the screen by one button.
//
// It is your move where the page says so: #hand .tag.turn; a phone stays awake for a buzzer and a red button, too. On plain
// http:// browsers withhold wake lock and notifications: there a silent film of two pixels, drawn here, keeps the phone
// awake where it can, and the title does the rest.
(() => {
  "use strict";
  const live = document.getElementById("live");
  if (!live || "lesson" in live.dataset) return;
  const page = document.documentElement, screen = page.classList.contains("screen");
  const title = document.title;
  const mine = () => Boolean(document.querySelector("#hand .tag.turn"));

  // ---------------------------------------------------------------- awake
  let lock = null, asking = false, video = null;
  const asked = () => Boolean(document.querySelector("#hand :is(.tag.turn, [data-buzz], .btn.go:not(:disabled))"));
  const wanted = () => !document.hidden && (screen || asked());
  const keepAwake = async () => {
    page.dataset.awake = !wanted() ? "no" : navigator.wakeLock ? "lock" : "film";
    if (!navigator.wakeLock) { roll(); return; }
    if (asking) return;
    asking = true;
    try {
      if (wanted() && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
      else if (!wanted() && lock && !lock.released) await lock.release();
    } catch { lock = null; }                        // a battery that is nearly empty: then it sleeps
    asking = false;
  };
  const roll = () => {
    if (!wanted()) { video?.pause(); return; }
    if (!video) {
      const canvas = document.createElement("canvas");
      video = document.createElement("video");
      canvas.width = canvas.height = 2;
      const draw = canvas.getContext("2d");
      video.muted = video.loop = true;
      video.playsInline = true;
      video.className = "film";
      video.setAttribute("aria-hidden", "true");
      video.tabIndex = -1;
      video.srcObject = canvas.captureStream?.(2) ?? null;
      setInterval(() => {
        if (video.paused) return;
        draw.fillStyle = draw.fillStyle === "#000000" ? "#010101" : "#000000";
        draw.fillRect(0, 0, 2, 2);
      }, 500);
      document.body.append(video);
    }
    if (video.paused) video.play().catch(() => {});             // allowed after the next touch
  };

  // ---------------------------------------------------------------- your move, in the background
  let was = mine();
  const call = () => {
    const now = mine();
    document.title = now ? `● ${live.dataset.turn} · ${title}` : title;
    if (now && !was && document.hidden && window.Notification?.permission === "granted") {
      try {
        const icon = document.querySelector("link[rel=icon]")?.href;
        const note = new Notification(live.dataset.turn, {body: title, tag: location.pathname, icon});
        note.onclick = () => { window.focus(); note.close(); };
      } catch { /* phones let only installed pages do so */ }
    }
    was = now;
    for (const button of document.querySelectorAll("[data-notify]")) {
      button.hidden = !(window.isSecureContext && window.Notification?.permission === "default");
    }
  };

  // ---------------------------------------------------------------- the whole screen
  const fill = () => page.requestFullscreen?.().catch(() => {});
  const full = () => {
    for (const button of document.querySelectorAll("[data-full]")) {
      button.hidden = !document.fullscreenEnabled;
      button.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement)));
    }
  };
  document.addEventListener("fullscreenchange", full);
  // whoever moves a mouse sees the buttons for a moment
  let gone = null;
  if (screen) document.addEventListener("pointermove", () => {
    page.dataset.pointer = "";
    clearTimeout(gone);
    gone = setTimeout(() => { delete page.dataset.pointer; }, 4000);
  });

  document.addEventListener("click", event => {
    if (event.target.closest("[data-notify]")) Notification.requestPermission().then(call);
    const button = event.target.closest("[data-full]");
    if (button) {
      localStorage.setItem("full", document.fullscreenElement ? "no" : "yes");
      if (document.fullscreenElement) document.exitFullscreen(); else fill();
    } else if (screen && localStorage.getItem("full") === "yes" && !document.fullscreenElement) fill();
    keepAwake();
  });
  document.addEventListener("keydown", event => {
    if (screen && event.key !== "Escape" && localStorage.getItem("full") === "yes" && !document.fullscreenElement) fill();
  });
  document.addEventListener("shown", () => { call(); keepAwake(); full(); });
  document.addEventListener("visibilitychange", keepAwake);
  document.addEventListener("DOMContentLoaded", () => { call(); keepAwake(); full(); });
})();
