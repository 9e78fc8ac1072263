// The sounds of the table, made here of tones and noise; off until somebody asks for them.
//
// An element with data-sound="card" is heard when it appears, and again whenever its data-key is another one (by its id, so
// give it one). What there is: card, chip, dice, flag, right, wrong, win, buzz. "Your move" is heard where the page says
// so (#hand .tag.turn), and the last ten seconds tick by themselves. A phone makes only the buzzer and "your move" heard.
// Buttons with [data-sounds] turn it on and off, and this browser remembers. <html data-heard> names the last one.
(() => {
  "use strict";
  const screen = document.documentElement.classList.contains("screen");
  const ON_PHONES = ["buzz", "turn"];
  const GAP = 0.09, MOST = 6;
  let audio = null, out = null;
  const on = () => localStorage.getItem("sound") === "on";

  // ---------------------------------------------------------------- what they are made of
  // each: where it goes (a context and its way out), when, in seconds; loud is the height of its beginning
  const shape = (to, at, length, loud, soft = 0.002) => {
    const gain = to.context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + soft);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(to);
    return gain;
  };
  const tone = (to, at, pitch, length, loud, kind = "sine") => {
    const wave = to.context.createOscillator();
    wave.type = kind;
    wave.frequency.value = pitch;
    wave.connect(shape(to, at, length, loud));
    wave.start(at);
    wave.stop(at + length);
  };
  const noises = new WeakMap();
  const noise = (to, at, pitch, width, length, loud, kind = "bandpass", soft = 0.002) => {
    const context = to.context;
    if (!noises.has(context)) {
      const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
      const samples = buffer.getChannelData(0);
      for (let number = 0; number < samples.length; number += 1) samples[number] = Math.random() * 2 - 1;
      noises.set(context, buffer);
    }
    const source = context.createBufferSource(), filter = context.createBiquadFilter();
    source.buffer = noises.get(context);
    filter.type = kind;
    filter.frequency.value = pitch;
    filter.Q.value = width;
    source.connect(filter).connect(shape(to, at, length, loud, soft));
    source.start(at, Math.random() * 0.2);
    source.stop(at + length);
  };
  const bell = (to, at, pitch, length, loud) => {
    for (const [partial, share, lasts] of [[1, 1, 1], [2, 0.45, 0.7], [2.76, 0.25, 0.45], [5.4, 0.1, 0.25]]) {
      tone(to, at, pitch * partial, length * lasts, loud * share);
    }
  };
  const wood = (to, at, pitch, loud) => {
    noise(to, at, pitch * 2.2, 6, 0.05, loud * 2.5);
    tone(to, at, pitch, 0.09, loud, "triangle");
  };
  const SOUNDS = {
    card: (to, at) => {
      noise(to, at, 1600, 0.7, 0.09, 0.75, "bandpass", 0.02);
      noise(to, at + 0.07, 320, 1, 0.09, 1.9);
    },
    chip: (to, at) => {
      tone(to, at, 2900, 0.06, 0.34);
      tone(to, at, 4300, 0.04, 0.2);
      noise(to, at, 3800, 3, 0.015, 0.5);
    },
    dice: (to, at) => [0, 0.09, 0.16, 0.27, 0.34, 0.45, 0.62].forEach((later, knock) =>
      wood(to, at + later, 480 + 90 * (knock * 5 % 4), 0.34 - 0.03 * knock)),
    right: (to, at) => bell(to, at, 1319, 1.1, 0.22),
    wrong: (to, at) => {
      noise(to, at, 420, 0.9, 0.16, 1.1, "lowpass");   // a small loudspeaker knows nothing of what is deeper
      tone(to, at, 131, 0.22, 0.5, "triangle");
    },
    turn: (to, at) => { wood(to, at, 330, 0.42); wood(to, at + 0.17, 330, 0.34); },
    flag: (to, at) => {
      for (const [pitch, loud] of [[587, 0.12], [845, 0.1], [1760, 0.03]]) tone(to, at, pitch, 0.55, loud, "square");
      noise(to, at, 2600, 2, 0.03, 0.3);
    },
    win: (to, at) => [1047, 880, 784, 523].forEach((pitch, step) => bell(to, at + step * 0.26, pitch, 1.3, 0.15)),
    buzz: (to, at) => { tone(to, at, 392, 0.22, 0.42, "triangle"); tone(to, at, 588, 0.28, 0.28, "triangle"); },
    tick: (to, at) => noise(to, at, 2400, 5, 0.04, 1.2),
  };
  window.tableSounds = SOUNDS;

  const play = (name, later = 0) => {
    if (!SOUNDS[name] || !on() || !(screen || ON_PHONES.includes(name))) return;
    if (name === "turn") navigator.vibrate?.(60);
    if (audio?.state !== "running") return;
    SOUNDS[name](out, audio.currentTime + 0.01 + later);
    document.documentElement.dataset.heard = name;
  };

  // ---------------------------------------------------------------- when they are heard
  let heard = new Map(), turn = false;
  const listen = first => {
    const now = new Map(), count = {};
    for (const place of document.querySelectorAll("[data-sound]")) {
      if (!place.dataset.sound) continue;
      const mark = `${place.dataset.sound}/${place.dataset.key ?? ""}`;
      now.set(place.id || place, mark);
      if (!first && heard.get(place.id || place) !== mark) count[place.dataset.sound] = (count[place.dataset.sound] ?? 0) + 1;
    }
    heard = now;
    Object.entries(count).forEach(([name, times], after) => {
      for (let time = 0; time < (name === "chip" ? Math.min(times, MOST) : 1); time += 1) play(name, GAP * (after + time));
    });
    const mine = Boolean(document.querySelector("#hand .tag.turn"));
    if (mine && !turn && !first) play("turn", 0.2);
    turn = mine;
  };
  const show = () => {
    for (const button of document.querySelectorAll("[data-sounds]")) button.setAttribute("aria-pressed", String(on()));
  };
  // browsers make nothing heard before a touch or a key
  const wake = () => {
    if (!on()) return;
    if (!audio) {
      audio = new AudioContext();
      out = audio.createDynamicsCompressor();
      out.connect(audio.destination);
    }
    if (audio.state !== "running") audio.resume();
  };
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-sounds]");
    if (button) localStorage.setItem("sound", on() ? "off" : "on");
    wake();
    if (button) { show(); if (on()) audio.resume().then(() => play(screen ? "card" : "turn")); }
  });
  document.addEventListener("keydown", wake);
  setInterval(() => {
    const last = screen && document.querySelector("[data-deadline].hurry");
    if (last && !document.hidden) play("tick");
  }, 1000);
  document.addEventListener("shown", () => { listen(false); show(); });
  document.addEventListener("DOMContentLoaded", () => { show(); listen(true); });
})();
