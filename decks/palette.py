"""Emoji at hand in the scene composer: what the pictures of events are made of most often."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.rules.scene import Ground, Horizon

PALETTE: tuple[tuple[Promise, str], ...] = (
    (gettext_lazy("People"), "👶 👧 👦 👩 👨 👵 👴 👸 👮 🕵️ 🧑‍🚀 🧙 🧜‍♀️ 🏃 👻 🤖"),
    (gettext_lazy("Animals"), "🐕 🐈 🐎 🐄 🐖 🐑 🐘 🦁 🐒 🐻 🐧 🦉 🐟 🐢 🐍 🐝"),
    (gettext_lazy("Buildings"), "🏠 🏰 ⛪ 🕌 🏫 🏭 🏛️ 🏗️ 🗼 🌉 ⛺ 🧱"),
    (gettext_lazy("Things"), "📞 💡 ⏰ 📚 ✂️ 🔨 🎺 🎈 ⚽ 🎩 🕶️ 💰 🍞 🚲 🚗 🚂 ⛵ 🚀"),
    (gettext_lazy("Sky and weather"), "☀️ 🌙 ⭐ ✨ ☁️ 🌧️ ❄️ ⚡ 🌈 💨 🌊 🔥"),
)

GROUND_NAMES: Final[dict[Ground, Promise | str]] = {
    "night": gettext_lazy("night sky"),
    "snow": gettext_lazy("snow"),
    "meadow": gettext_lazy("meadow"),
    "desert": gettext_lazy("desert"),
    "sea": gettext_lazy("sea"),
    "room": gettext_lazy("room"),
    "dusk": gettext_lazy("dusk"),
    "space": gettext_lazy("space"),
}
HORIZON_NAMES: Final[dict[Horizon, Promise | str]] = {
    "none": gettext_lazy("no horizon"),
    "flat": gettext_lazy("flat"),
    "hills": gettext_lazy("hills"),
    "sea": gettext_lazy("waves"),
    "peaks": gettext_lazy("mountains"),
    "dunes": gettext_lazy("dunes"),
}
