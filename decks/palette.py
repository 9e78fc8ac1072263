"""Emoji at hand in the scene composer: what the pictures of events are made of most often."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

PALETTE: tuple[tuple[Promise, str], ...] = (
    (gettext_lazy("People"), "👶 👧 👦 👩 👨 👵 👴 👸 👮 🕵️ 🧑‍🚀 🧙 🧜‍♀️ 🏃 👻 🤖"),
    (gettext_lazy("Animals"), "🐕 🐈 🐎 🐄 🐖 🐑 🐘 🦁 🐒 🐻 🐧 🦉 🐟 🐢 🐍 🐝"),
    (gettext_lazy("Buildings"), "🏠 🏰 ⛪ 🕌 🏫 🏭 🏛️ 🏗️ 🗼 🌉 ⛺ 🧱"),
    (gettext_lazy("Things"), "📞 💡 ⏰ 📚 ✂️ 🔨 🎺 🎈 ⚽ 🎩 🕶️ 💰 🍞 🚲 🚗 🚂 ⛵ 🚀"),
    (gettext_lazy("Sky and weather"), "☀️ 🌙 ⭐ ✨ ☁️ 🌧️ ❄️ ⚡ 🌈 💨 🌊 🔥"),
)
