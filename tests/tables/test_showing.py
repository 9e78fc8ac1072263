"""What browsers are sent: only what has changed, and afterwards they show what a page drawn afresh shows."""

import json
import re
from html import escape
from random import Random

import pytest
from jinja2 import DictLoader
from msgspec import structs

from games.bots.kernel import Strength
from games.rules.kernel import PUBLIC, Seat
from games.rules.registry import GAMES
from games.tables.fragments import CLOSES, OPENS, Fragments, UnknownName
from games.tables.showing import Drawn, Look, Showing, showing_of
from games.tables.snapshot import Person
from tests.gallery.moments import finished, table_of
from tests.rules.courses import Course, by_bots, played, seats_of
from tests.tables.looking import GUEST_ID, HOST_ID, look_of, snapshot_of

PARTIAL = re.compile(r'<hx-partial id="([\w-]+)"(?: hx-swap="(\w+)")?>(.*?)</hx-partial>', re.DOTALL)


def to(name: str) -> str:
    """How a partial for this element begins, inside of a JSON string."""
    return rf"<hx-partial id=\"{name}\""


class Page:
    """A browser that knows nothing but how to put a partial into its place."""

    def __init__(self, stage: str) -> None:
        self.html = stage

    def swap(self, content: str) -> None:
        partials = [one for one in PARTIAL.findall(json.loads(f'"{content}"')) if one[0] != "menu"]  # beside the stage
        if partials and partials[0][0] == "whole":
            assert partials[0][1] == "innerMorph"
            self.html = partials.pop(0)[2]
        for number, (target, _, _) in enumerate(partials):  # all are found before anything moves
            marked = re.sub(rf'(<\w+(?=[^<>]*\sid="{target}")[^<>]*)>', rf"\1 to-{number}>", self.html, count=1)
            assert marked != self.html, f"nothing on the page is called {target}"
            self.html = marked
        for number, (_, how, html) in enumerate(partials):
            start, end = self._element(f"to-{number}")
            if how in ("afterend", "beforebegin"):
                start = end = end if how == "afterend" else start
            elif not how:
                others = "".join(re.findall(r" to-\d+", self.html[start : self.html.index(">", start)]))
                html = re.sub(r"^(<[^<>]*)>", rf"\1{others}>", html)
            self.html = self.html[:start] + html + self.html[end:]
        self.html = re.sub(r" to-\d+", "", self.html)

    def _element(self, mark: str) -> tuple[int, int]:
        opening = re.search(rf"<(\w+)[^<>]*\s{mark}\b[^<>]*>", self.html)
        assert opening is not None, "what another has taken away cannot be a target"
        depth = 0
        for tag in re.finditer(rf"<(/?){opening[1]}\b[^<>]*>", self.html[opening.start() :]):
            depth += -1 if tag[1] else 1
            if depth == 0:
                return opening.start(), opening.start() + tag.end()
        raise AssertionError(f"{opening[0]} is not closed")


@pytest.mark.parametrize("slug", GAMES)
def test_whoever_gets_the_changes_shows_what_a_page_drawn_afresh_shows(slug: str) -> None:
    rules = GAMES[slug]
    course = Course(rules, max(2, rules.seats.start), b"showing", persons=frozenset({Seat(0)}))
    showing, pages = Showing(), dict[tuple[Seat, str, str], tuple[Look, Page]]()
    moves = sent = 0
    for _ in played(course, by_bots(Strength.MEDIUM), Random(3), 60):
        for watcher, layout, language in ((Seat(0), "table", "fr"), (Seat(1), "table", "de"), (PUBLIC, "screen", "en")):
            snapshot, fresh = snapshot_of(course.game, course.play, watcher, layout, language)
            if moves == 12:  # somebody has gone for a moment: who sits where is not what it was
                snapshot.people = type(snapshot.people)(snapshot.people.chairs[:], (), snapshot.people.host)
            showing.observe(snapshot)
            if (watcher, layout, language) not in pages:
                look = look_of(course.play, watcher, layout, language)
                pages[watcher, layout, language] = look, Page(showing.page(look))
                continue
            look, page = pages[watcher, layout, language]
            content = showing.content(look)
            sent += bool(content)
            page.swap(content)
            assert page.html == showing_of(snapshot).page(fresh), f"move {course.play.number}, {watcher} {language}"
        moves += 1
    assert sent > 5


def test_a_table_is_observed_once_and_each_seat_once_however_many_look(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course(GAMES["swiss-quiz"], 4, b"once", persons=frozenset({Seat(0)}))
    showing, asked = Showing(), list[object]()
    rules = type(course.rules)
    common, own = rules.common, rules.own
    monkeypatch.setattr(rules, "common", lambda *facts: asked.append("all") or common(*facts))
    monkeypatch.setattr(rules, "own", lambda *facts: asked.append(facts[3]) or own(*facts))
    looks = [look_of(course.play, watcher) for watcher in (*seats_of(course.state), *[PUBLIC] * 20)]
    for _ in played(course, by_bots(Strength.MEDIUM), Random(1), 3):
        asked.clear()
        snapshot, _ = snapshot_of(course.game, course.play, PUBLIC)
        for look in looks:
            showing.observe(snapshot)
            showing.content(look)
        assert sorted(map(str, asked)) == sorted(["all", *map(str, (PUBLIC, *seats_of(course.state)))])


def test_what_all_of_a_language_get_is_encoded_once() -> None:
    course = Course(GAMES["quizterix-snap"], 3, b"shared", persons=frozenset({Seat(0)}))
    showing = Showing()
    guests = [look_of(course.play, PUBLIC) for _ in range(2)]
    for number, _ in enumerate(played(course, by_bots(Strength.MEDIUM), Random(1), 4)):
        snapshot, _ = snapshot_of(course.game, course.play, PUBLIC)
        showing.observe(snapshot)
        one, other = (showing.content(look) for look in guests)
        assert one == other and (number == 0 or to("whole") not in one)


def test_what_looks_the_same_from_two_seats_is_drawn_and_encoded_once() -> None:
    snapshot = finished("quizterix-snap", moves=1)
    showing, looks = showing_of(snapshot), [Look(player, "de") for player in (1, 2)]
    for look in looks:
        showing.page(look)
    assert looks[0].own["hand"] is looks[1].own["hand"], "both may buzz"


def test_only_the_pieces_that_differ_are_sent() -> None:
    def row(*cells: str, head: str = "x") -> Drawn:
        marked = "".join(f'{OPENS}<li id="c-{n}">{cell}</li>{CLOSES}' for n, cell in enumerate(cells))
        return Drawn("row", None, None, f'<ol id="row" class="{head}">{marked}</ol>')

    before = row("a", "b", "c")
    assert before.html == '<ol id="row" class="x"><li id="c-0">a</li><li id="c-1">b</li><li id="c-2">c</li></ol>'
    changed = row("a", "B", "c").since(before)
    assert to("c-1") in changed and ">B<" in changed and to("row") not in changed and to("c-0") not in changed
    assert row("a", "b", "c").since(before) == ""
    assert to("row") in row("a", "b", "c", head="y").since(before)
    assert to("row") in before.since(None)


# -- fragments -------------------------------------------------------------------------------------------------------


def drawn(source: str, language: str = "en", **given: object) -> str:
    fragments = Fragments(language)
    fragments.loader = DictLoader({"it.html": source, "other.html": "<i>{{ n }}</i>"})
    return fragments.draw("it.html", given)


def test_a_line_break_beside_a_tag_means_nothing_and_between_words_a_space() -> None:
    assert drawn("<p>\n  one\n  two <b>three</b>\n  {% if n %}\n    four\n  {% endif %}\n</p>\n", n=1) == (
        "<p>one two <b>three</b>four</p>"
    )
    assert (
        drawn('<p id="a"\n  class="b"\n  {% if n %} hidden{% endif %}>x</p>', n=1) == '<p id="a" class="b" hidden>x</p>'
    )


@pytest.mark.parametrize(("n", "said"), [(0, "0 Karten"), (1, "1 Karte"), (2, "2 Karten")])
def test_texts_are_in_the_language_of_the_page_as_it_counts(n: int, said: str) -> None:
    source = '{{ ngettext("Turn the stock, %(n)s card", "Turn the stock, %(n)s cards", n, n=n) }}'
    assert said in drawn(source, "de", n=n)
    assert f"{n} carte" in drawn(source, "fr", n=n)


def test_what_stands_in_the_gap_of_a_text_is_escaped() -> None:
    assert drawn('{{ _("%(name)s answers.", name=name) }}', name="<b>&\"'") == "&lt;b&gt;&amp;&quot;&#x27; answers."
    assert drawn('{{ move("answer", name=name) }}', name='">') == (
        '<input type="hidden" name="move" value="answer"><input type="hidden" name="name" value="&quot;&gt;">'
    )


def test_a_name_that_nobody_gives_is_an_error_not_an_empty_place() -> None:
    with pytest.raises(UnknownName, match="who"):
        drawn("<p>{{ who }}</p>")
    with pytest.raises(UnknownName, match="n"):
        drawn('{% include "other.html" %}')
    with pytest.raises(AttributeError):
        drawn("<p>{{ part.nothing }}</p>", part=object())


@pytest.mark.parametrize(
    ("language", "languages", "said"),
    [
        ("ja", ("de", "fr", "en"), "英語"),
        ("it", ("fr", "de"), "francese"),
        ("de", ("de", "en"), ""),
        ("ja", (), ""),
    ],
)
def test_who_reads_cards_in_another_language_is_told_in_which(
    language: str, languages: tuple[str, ...], said: str
) -> None:
    assert drawn("{{ read_in(languages) }}", language, languages=languages) == said
    course = Course(GAMES["swiss-quiz"], 2, b"language", persons=frozenset({Seat(0)}))
    snapshot, look = snapshot_of(course.game, course.play, Seat(0), language=language)
    snapshot.house = structs.replace(snapshot.house, languages=languages, begun=False)
    snapshot.play = None
    fragments = showing_of(snapshot).fragments(look)
    for name in ("lobby", "menu"):
        assert bool(re.search("(: |：)(英語|francese)", fragments[name])) is bool(said)


def test_a_page_that_saw_the_lobby_shows_the_game_whoever_hears_of_it_first() -> None:
    course = Course(GAMES["quizterix-standard"], 2, b"begins", persons=frozenset({Seat(0)}))
    snapshot, look = snapshot_of(course.game, course.play, Seat(0))
    begun, snapshot.play = snapshot.play, None
    showing = Showing()
    showing.observe(snapshot)
    assert "lobby" in showing.content(look)
    snapshot.play = begun  # the house still says that nothing has begun
    showing.observe(snapshot)
    assert 'id=\\"ending\\"' in showing.content(look)


def row(*pieces: str, name: str = "row") -> Drawn:
    marked = "".join(f'{OPENS}<li id="{piece[0]}">{piece}</li>{CLOSES}' for piece in pieces)
    return Drawn(name, None, None, f'<ol id="{name}">{marked}</ol>')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a b c", "a x b c"),  # a card is inserted
        ("a b c", "x a b c"),
        ("a b c", "a b c x y"),
        ("a b c", "a c"),  # given away
        ("a b c", "b c"),
        ("a b c", "c a b"),  # moved
        ("a b c", "a x c"),  # swapped
        ("a b c d", "d x b2 a"),  # and one of them turned over
    ],
)
def test_of_pieces_in_a_row_only_those_are_sent_that_come_go_or_change(before: str, after: str) -> None:
    was, now = row(*before.split()), row(*after.split())
    page, content = Page(was.html), now.since(was)
    page.swap(content)
    assert page.html == now.html
    assert to("row") not in content, "the row itself is not sent"
    untouched = {piece for piece in after.split() if piece in before.split()} - {"a", "c", "d"}
    assert not any(f">{piece}<" in content for piece in untouched)


def test_a_row_of_which_nothing_stays_is_sent_as_a_whole() -> None:
    assert to("row") in row("x", "y").since(row("a", "b"))
    assert to("row") in row("x").since(row())


@pytest.mark.parametrize("said", ["\x1e\x1f\x1e", OPENS, CLOSES, f'{CLOSES}{OPENS}<li id="hand">', "\x00\x7f\u2028"])
def test_whatever_somebody_types_is_no_mark_of_a_piece(said: str) -> None:
    source = '<ol id="row">{% piece %}<li id="a">{{ said }}</li>{% endpiece %}</ol>'
    fragments = Fragments("en")
    fragments.loader = DictLoader({"it.html": source})
    now, before = (Drawn("row", None, None, fragments.draw("it.html", {"said": text})) for text in (said, "nothing"))
    assert now.html == f'<ol id="row"><li id="a">{escape(said)}</li></ol>'
    assert now.pieces == (f'<li id="a">{escape(said)}</li>',)
    assert to("a") in now.since(before) and to("row") not in now.since(before)


def test_whoever_leads_is_not_among_those_who_watch() -> None:
    snapshot = table_of(Course(GAMES["swiss-quiz"], 3, b"lobby").game, 3, ("Anna", "Beat", "Zoé"))
    here = (Person(8, "Nonna", True), Person(9, "Ueli", True))
    snapshot.people = structs.replace(snapshot.people, spectators=here, host=8)
    lobby = showing_of(snapshot).fragments(Look(9, "en"))["lobby"]
    assert "Nonna leads and does not play." in lobby
    assert re.search(r"Watching:\s*Ueli\s*<", lobby)


def test_whoever_opened_the_table_has_not_just_sat_down_when_others_leave() -> None:
    snapshot = table_of(Course(GAMES["swiss-quiz"], 3, b"lobby").game, 3, ("Anna", "Beat", "Zoé"))
    chairs = snapshot.people.chairs
    for sitting, news in ((2, 1), (1, 0)):
        snapshot.people = structs.replace(snapshot.people, chairs=chairs[:sitting], host=chairs[0].persons[0].id)
        lobby = showing_of(snapshot).fragments(Look(9, "en", "screen"))["lobby"]
        assert lobby.count("just sat down") == news


@pytest.mark.parametrize("opener", [HOST_ID, 1, GUEST_ID])
def test_a_big_screen_shows_the_same_whoever_has_opened_it(opener: int) -> None:
    course = Course(GAMES["quizterix-snap"], 3, b"screen", persons=frozenset({Seat(0)}))
    snapshot, look = snapshot_of(course.game, course.play, PUBLIC, "screen")
    assert showing_of(snapshot).page(Look(opener, look.language, "screen")) == showing_of(snapshot).page(look)
