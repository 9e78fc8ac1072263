// Sounds, made here from plain tones; off until somebody asks for them. [data-sound-of] with a new [data-key] is heard once.
(() => {
  "use strict";
  let audio = null;
  const heard = new Map();
  const on = () => localStorage.getItem("sound") === "on";
  const tone = (pitch, at, length, loud, shape = "sine") => {
    const start = audio.currentTime + at, wave = audio.createOscillator(), gain = audio.createGain();
    wave.type = shape;
    wave.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    wave.connect(gain).connect(audio.destination);
    wave.start(start);
    wave.stop(start + length);
  };
  const SOUNDS = {
    card: () => tone(180, 0, 0.06, 0.2, "triangle"),
    chip: () => tone(1900, 0, 0.05, 0.1, "triangle"),
    right: () => { tone(1320, 0, 0.9, 0.2); tone(2640, 0, 0.5, 0.06); },
    wrong: () => tone(110, 0, 0.18, 0.3, "triangle"),
    turn: () => { tone(300, 0, 0.08, 0.25, "triangle"); tone(300, 0.16, 0.08, 0.25, "triangle"); },
    flag: () => { tone(620, 0, 0.7, 0.2, "square"); tone(930, 0, 0.5, 0.08, "square"); },
    buzz: () => tone(440, 0, 0.25, 0.2, "sawtooth"),
    win: () => [1046, 880, 784, 523].forEach((pitch, step) => tone(pitch, step * 0.22, 0.9, 0.2)),
  };
  const listen = first => {
    for (const place of document.querySelectorAll("[data-sound-of]")) {
      const mark = `${place.dataset.soundOf}/${place.dataset.key}`;
      const before = heard.get(place.id);
      heard.set(place.id, mark);
      if (first || before === mark || !audio || !on()) continue;
      SOUNDS[place.dataset.soundOf]?.();
      if (place.dataset.soundOf === "turn") navigator.vibrate?.(60);
    }
  };
  const show = () => {
    for (const button of document.querySelectorAll("[data-sound]")) button.setAttribute("aria-pressed", String(on()));
  };
  document.addEventListener("click", event => {
    if (event.target.closest("[data-sound]")) {
      localStorage.setItem("sound", on() ? "off" : "on");
      show();
    }
    if (on()) { audio ??= new AudioContext(); audio.resume(); }       // browsers allow sound after a touch only
  });
  document.addEventListener("shown", () => listen(false));
  document.addEventListener("DOMContentLoaded", () => { show(); listen(true); });
})();
