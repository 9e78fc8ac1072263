// Timers: every [data-deadline] counts down to it. The number is always there; the bar is only its picture.
(() => {
  "use strict";
  const now = () => (window.serverNow ? window.serverNow() : Date.now());
  const clock = seconds => {
    if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const tick = () => {
    for (const timer of document.querySelectorAll("[data-deadline]")) {
      const deadline = Number(timer.dataset.deadline);
      if (!deadline) continue;
      const left = Math.max(0, deadline - now());
      const figure = timer.querySelector("[data-left]");
      const bar = timer.querySelector("[data-bar]");
      const whole = Math.ceil(left / 1000);
      const text = timer.hasAttribute("data-plain") && whole < 100 ? String(whole) : clock(whole);
      if (figure && figure.textContent !== text) figure.textContent = text;
      if (bar) bar.style.transform = `translateX(${Math.min(0, 100 * left / Number(timer.dataset.total || left || 1) - 100)}%)`;
      timer.classList.toggle("hurry", left < Math.min(10000, 0.3 * Number(timer.dataset.total || 0)));
    }
  };
  setInterval(tick, 250);
  document.addEventListener("shown", tick);
  tick();
})();
