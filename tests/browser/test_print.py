"""What comes out of the printer: a page for every side of a sheet, and no card that is too small for its text."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from decks.packaged import deck_folders, read_deck
from decks.printing import PAPERS, SUITS
from decks.services import publish
from games.rules.pack import Pack
from games.rules.words import LANGUAGES, Text, Texts
from tests.browser.test_everyone import WIDER, violations
from tests.tables.packs import full_event_pack, quiz_show_pack, statement_pack

DECKS = [folder.name for folder in deck_folders()]
TOO_SMALL = """() => [...document.querySelectorAll('.pc')].filter(card => {
  const boxes = [...card.querySelectorAll('.ix, .year, .name, .mnem, .digits, .story')]
    .map(one => one.getBoundingClientRect()).filter(box => box.height);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth
    || boxes.some((one, i) => boxes.some((other, j) => i < j && !apart(one, other)));
}).map(card => card.dataset.card || `${card.dataset.back}, back`)"""
CORNERS = """() => {
  const sheet = document.querySelector('.page').getBoundingClientRect(), mm = 25.4 / 96;
  return [...document.querySelectorAll('.page:first-child .place')].map(place => {
    const box = place.getBoundingClientRect();
    return [box.left - sheet.left, box.top - sheet.top, box.width, box.height].map(px => px * mm);
  });
}"""


def packaged(slug: str) -> Pack:
    """A deck as it comes with the site, published."""
    source = read_deck(next(folder for folder in deck_folders() if folder.name == slug))
    publish(source.pack, credits=source.about.credits, licence=source.about.licence)
    return source.pack


def pages_of(page: Page) -> tuple[int, set[tuple[int, int]]]:
    """How many pages the browser prints, and their sizes in points."""
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), {(round(float(x)), round(float(y))) for x, y in boxes}


@pytest.mark.parametrize(("wanted", "count"), [("", 24), ("?sides=fronts", 12), ("?cards=events", 12)])
def test_the_cold_war_is_printed_on_two_pages_a_sheet(site: str, person: Any, wanted: str, count: int) -> None:
    packaged("cold-war")
    anna = person(site, "Anna", color_scheme="dark")
    anna.page.goto(f"/decks/cold-war/print/{wanted}")
    assert pages_of(anna.page) == (count, {(595, 842)})


def test_letter_paper_is_letter_paper(site: str, person: Any) -> None:
    anna = person(site, "Anna")
    anna.page.goto("/decks/small-events/print/?paper=letter")
    assert pages_of(anna.page) == (4, {(612, 792)})


@pytest.mark.parametrize("slug", DECKS)
def test_no_text_is_too_long_for_its_card(site: str, person: Any, slug: str) -> None:
    pack, anna = packaged(slug), person(site, "Anna")
    for language in pack.languages:
        anna.page.goto(f"/decks/{slug}/print/?language={language}")
        assert (language, anna.page.evaluate(TOO_SMALL)) == (language, [])


def long(length: int) -> Text:
    """A text of this length in every language, in words of every length."""
    latin = ("Wer die lange Verfassungsgerichtsbarkeit mag, " * (length // 40 + 1))[: length - 1]
    kana = ("長い文章でもカードからはみ出してはいけません。" * (length // 40 + 1))[: length // 2]
    return Text(**{language: kana if language == "ja" else latin.strip() + "." for language in LANGUAGES})


def longest(pack: Pack) -> Pack:
    """A deck whose texts are all as long as they may be, and much longer than any that is written."""
    replace = msgspec.structs.replace
    four = {suit: replace(pack.questions[0].clubs, ask=long(160), answer=long(60)) for suit in SUITS}
    names = {
        "name": long(80),
        "mnemonic": replace(long(40), en="[Sh]" + "ivering " * 5 + "[T]errier"),
        "story": long(600),
    }
    return replace(
        pack,
        languages=LANGUAGES,
        events=tuple(replace(event, accept=Texts(), **names) for event in pack.events[:9]),
        questions=tuple(replace(card, **four) for card in pack.questions[:9]),
        statements=tuple(replace(one, text=long(160), explanation=long(400)) for one in pack.statements[:4]),
        shows=tuple(
            replace(show, questions=(long(90),) * 10, words=tuple(replace(word, name=long(24)) for word in show.words))
            for show in pack.shows
        ),
    )


@pytest.mark.parametrize("kind", ["statement", "event", "quiz-show"])
def test_the_longest_texts_fit_too(site: str, person: Any, kind: str) -> None:
    packs = (statement_pack(), full_event_pack(), quiz_show_pack())
    pack = longest(
        msgspec.structs.replace(
            full_event_pack(),
            **{
                name: getattr(next(one for one in packs if one.kind == kind), name)
                for name in ("slug", "kind", "statements", "events", "shows")
            },
        )
    )
    publish(pack)
    anna = person(site, "Anna")
    for language in LANGUAGES:
        anna.page.goto(f"/decks/{pack.slug}/print/?language={language}")
        assert (language, anna.page.evaluate(TOO_SMALL)) == (language, [])


@pytest.mark.parametrize("name", PAPERS)
def test_the_cards_lie_where_the_crop_marks_say(site: str, person: Any, name: str) -> None:
    anna, paper = person(site, "Anna", viewport={"width": 1280, "height": 720}), PAPERS[name]
    anna.page.goto(f"/decks/small-events/print/?paper={name}")
    for place, box in enumerate(anna.page.evaluate(CORNERS)):
        row, column = divmod(place, 3)
        left = (paper.width - 3 * 63 - 2 * paper.gap) / 2 + column * (63 + paper.gap)
        top = (paper.height - 3 * 88 - 2 * paper.gap) / 2 + row * (88 + paper.gap)
        assert box == pytest.approx([left, top, 63, 88], abs=0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", ["small-statements", "small-events", "small-shows"])
def test_everybody_can_use_the_page(site: str, person: Any, scheme: str, slug: str) -> None:
    anna = person(site, "Anna", color_scheme=scheme)
    anna.page.goto(f"/decks/{slug}/print/?paper=papyrus")
    assert violations(anna.page) == []
    assert anna.page.evaluate(WIDER) == 0


def test_the_button_opens_the_print_dialogue(site: str, person: Any) -> None:
    anna = person(site, "Anna")
    anna.page.add_init_script("window.print = () => { document.title = 'printed'; }")
    anna.page.goto("/decks/small-events/print/")
    anna.page.get_by_role("button", name="Print or save as PDF").click()
    expect(anna.page).to_have_title("printed")


def test_without_scripts_there_is_no_button_and_the_choices_still_work(site: str, person: Any) -> None:
    anna = person(site, "Anna", java_script_enabled=False)
    anna.page.goto("/decks/small-events/print/")
    expect(anna.page.get_by_role("button", name="Print or save as PDF")).to_have_count(0)
    anna.page.select_option("#print-language", "de")
    anna.page.select_option("#print-paper", "letter")
    anna.page.get_by_role("button", name="Show these cards").click()
    anna.page.wait_for_url("**language=de*paper=letter*")
    expect(anna.page.locator(".page.letter .name").first).to_contain_text("(de)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_rulebook_prints_on_a_few_pages_without_the_house_around_it(site: str, person: Any, scheme: str) -> None:
    anna = person(site, "Anna", color_scheme=scheme)
    anna.page.goto("/rules/swiss-quiz/")
    anna.page.emulate_media(media="print", color_scheme=scheme)
    for furniture in (".site-head", ".rules-toc", ".rules-way", ".end"):
        expect(anna.page.locator(furniture)).to_be_hidden()
    expect(anna.page.locator(".clause-text").first).to_have_css("color", "rgb(17, 17, 17)")
    assert pages_of(anna.page)[0] <= 4
