"""Every packaged event on its card, in every language: index, year, name and mnemonic keep out of each other's way."""

import pytest
from playwright.sync_api import Browser

from decks.packaged import DATA, deck_folders, read_deck
from games.rules.pack import Event
from games.rules.typeset import steps
from games.rules.words import Text
from games.tables.fragments import draw
from tests.gallery.frames import Frame, Size

EVENTS = [folder.name for folder in deck_folders() if read_deck(DATA / folder.name).pack.kind == "event"]
COLLIDING = """() => [...document.querySelectorAll(".card")].flatMap(card => {
  const edge = card.getBoundingClientRect(), flow = card.querySelector(".flow");
  const lines = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const texts = [".ix", ".year", ".name", ".mnem"].map(name => lines(card.querySelector(name)));
  const foot = card.querySelector(".foot").getBoundingClientRect(), share = edge.width / 50;
  const apart = (a, b) => a.right <= b.left + share || b.right <= a.left + share || a.bottom <= b.top + 2 * share
    || b.bottom <= a.top + 2 * share;
  const meet = (ones, others) => !ones.every(a => others.every(b => apart(a, b)));
  const wrong = texts.some((ones, i) => texts.some((others, j) => i < j && meet(ones, others)))
    || texts.flat().some(a => a.left < edge.left || a.right > edge.right || a.bottom > foot.top + 3 * share)
    || flow.scrollHeight > flow.clientHeight + 2;
  return wrong ? [`${card.closest("section").lang}: ${card.querySelector(".name").textContent}`] : [];
})"""


@pytest.mark.parametrize("slug", EVENTS)
def test_nothing_on_a_card_lies_over_anything_else(browser: Browser, slug: str) -> None:
    pack = read_deck(DATA / slug).pack
    sheets = "".join(
        f'<section lang="{language}">{"".join(_card(event, language) for event in pack.events)}</section>'
        for language in pack.languages
    )
    frame = Frame(browser, Size(1280, 800))
    colliding = frame.measured(sheets, COLLIDING)
    frame.close()
    assert colliding == []


def _card(event: object, language: str, size: str = "w-6") -> str:
    return draw("parts/event_flipped.html", language, {"card": event, "size": size})


WORDS = {  # narrow and wide ones, in capitals, longer than a line, of signs that break anywhere
    "en": ("little illicit", "MMMM WWWW HHHH", "Why a mnemonic may run on and on"),
    "de": ("Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "Die Öffnung der Mauer am Übergang"),
    "fr": ("L’« affaire » des œufs – qu’est-ce ?", "anticonstitutionnellement"),
    "it": ("La proclamazione dell’indipendenza", "illillilli"),
    "ja": ("東京オリンピックの開会式、", "ベルリンの壁の崩壊"),
}


def _full(words: str, long_name: bool) -> Event:
    """An event whose name, or whose mnemonic, is as long as the gates allow."""
    short, long = (words[:12], "[D]o[g] [c]a[t] [m]ou[s]e"), f"{words} " * (400 // len(words))
    for count in range(400, 3, -1):
        more = long[:count].strip()
        name, mnemonic = (more, short[1]) if long_name else (short[0], f"[{more[:3]}]{more[3:]}")
        if steps(name, mnemonic):
            break
    return Event("Q", "hearts", 1961, Text(en=name), Text(en=mnemonic), Text(), Text(), Text())


def test_whatever_the_gates_allow_has_room_on_cards_of_every_size(browser: Browser) -> None:
    """Two texts in each language, as a name and as a mnemonic; all on a card is measured in its width."""
    events = [
        (language, _full(words, long_name))
        for language, texts in WORDS.items()
        for words in texts
        for long_name in (True, False)
    ]
    sheets = "".join(
        f'<section lang="{language}">{_card(event, language, size)}</section>'
        for size in ("w-3", "w-7")
        for language, event in events
    )
    frame = Frame(browser, Size(1280, 800))
    colliding = frame.measured(sheets, COLLIDING)
    frame.close()
    assert colliding == []
