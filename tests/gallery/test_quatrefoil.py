"""Nothing on the pages of Quatrefoil is cut off, covered, too small or out of reach; and how it ends."""

from types import SimpleNamespace

import pytest

from games.rules.pack import NO_CARDS
from games.rules.quatrefoil.moves import Stack
from games.tables.fragments import draw
from tests.gallery.frames import PHONE, SCREEN, SMALL, Frame, Size
from tests.gallery.moments import moments
from tests.rules.test_quatrefoil import ANNA, NOON, RULES, does, known


@pytest.mark.parametrize(
    ("language", "layout", "size", "seat", "way"),
    [
        ("de", "screen", SCREEN, None, "base"),
        ("ja", "screen", SCREEN, None, "dual"),
        ("ja", "table", SMALL, 0, "base"),
        ("de", "table", PHONE, 0, "open"),
        ("fr", "table", Size(640, 360), 1, "open"),
        ("it", "table", Size(320, 568), 0, "dual"),
    ],
)
def test_nobody_could_complain(faults, language, layout, size, seat, way):
    found = faults("quatrefoil", language, layout, size, seat, way=way)
    assert {number: wrong for number, wrong in found.items() if number} == {}, "the lobby is looked at elsewhere"


# the box of a line is taller than its letters
COVERED = """() => [...document.querySelectorAll('.sig')].filter(seat => {
  const name = document.createRange();
  name.selectNodeContents(seat.querySelector('.who'));
  const card = seat.querySelector('.cards > [role=img]').getBoundingClientRect();
  return [...name.getClientRects()].some(line => line.right > card.left && line.bottom > card.top + 5);
}).length"""


@pytest.mark.clause("QF-V2")
@pytest.mark.parametrize("way", ["half-colours", "open"])
def test_where_colours_lie_open_no_token_covers_a_name_and_a_signal_moves_nothing(browser, way):
    frame, tops = Frame(browser, SMALL), set()
    for moment in moments("quatrefoil", "ja", "table", 0, way=way):
        if 'id="leaf"' in moment.html() and 'id="ranking"' not in moment.html():
            frame.hang(moment)
            assert frame.page.evaluate(COVERED) == 0
            tops.add(frame.page.locator("#leaf").bounding_box()["y"])
    frame.close()
    assert len(tops) == 1


@pytest.mark.clause("QF-3")
@pytest.mark.parametrize("way", ["base", "dual"])
def test_whoever_stacks_reads_what_follows_and_confirms_where_the_push_button_was(browser, way):
    frame = Frame(browser, SMALL)
    frame.hang(next(one for one in moments("quatrefoil", "fr", "table", 0, way=way) if 'id="stack"' in one.html()))
    push, confirm = frame.page.locator("#push button"), frame.page.locator("#stack")
    before = push.bounding_box()
    frame.page.locator(".stack summary").click()
    assert frame.page.get_by_text("Les cinq doivent être justes, sinon").is_visible()
    assert not push.is_visible()
    assert abs(confirm.bounding_box()["y"] - before["y"]) < 8
    assert abs(confirm.bounding_box()["width"] - before["width"]) < 8
    assert frame.faults() == []
    frame.close()


@pytest.mark.clause("QF-3")
@pytest.mark.parametrize(
    ("tokens", "sound", "said"),
    [
        (("red", "green", "purple", "blue", "yellow"), "win", "you have all won"),
        (("green", "red", "purple", "blue", "yellow"), "wrong", "you have all lost"),
    ],
)
def test_a_lost_game_does_not_sound_like_a_won_one(tokens, sound, said):
    state = does(known(tokens), ANNA, Stack(0))
    result = RULES.result(state)
    part, people = SimpleNamespace(result=result, notes=result.notes), SimpleNamespace(host_name="", chair=None)
    ending = draw("games/quatrefoil/_ending.html", "en", {"part": part, "people": people})
    assert f'data-sound="{sound}"' in ending
    assert said in ending


@pytest.mark.clause("QF-3")
def test_at_the_end_every_open_card_says_whether_its_token_is_in_place():
    state = does(known(("green", "red", "purple", "blue", "yellow")), ANNA, Stack(0))
    assert [line.in_place for line in RULES.common(state, NO_CARDS, NOON).seats] == [False, False, True, True]
    assert [line.in_place for line in RULES.common(known(), NO_CARDS, NOON).seats] == [None] * 4
    leaves = [RULES.observe(at, ANNA, NO_CARDS, NOON).leaf for at in (state, known())]
    assert [[token.wrong for token in leaf.tokens] for leaf in leaves] == [[True, True] + [False] * 3, [False] * 5]


@pytest.mark.clause("QF-S3")
@pytest.mark.parametrize("way", ["base", "open", "half-colours", "half-positions", "race", "dual"])
@pytest.mark.parametrize("layout", ["screen", "table"])
def test_from_the_start_everybody_reads_what_must_be_reached(layout, way):
    pages = [one.html() for one in moments("quatrefoil", "en", layout, None if layout == "screen" else 0, way=way)]
    playing = [page for page in pages if 'id="leaf"' in page and 'id="ranking"' not in page]
    assert any("The card at N names the token that must be free." in page for page in playing)
    assert all(
        ("as few as possible" in page) == (way in ("open", "half-colours", "half-positions")) for page in playing
    )


@pytest.mark.clause("QF-1.1")
@pytest.mark.parametrize("way", ["base", "half-colours", "race", "dual"])
def test_on_a_small_phone_the_arrows_stand_free_of_the_frame_the_seats_and_the_free_token(browser, way):
    frame = Frame(browser, SMALL)
    frame.hang(next(one for one in moments("quatrefoil", "de", "table", 0, way=way) if 'id="push"' in one.html()))
    assert frame.page.evaluate(NEAREST) > 2
    frame.close()


# an arrow is as large as it is drawn, and a token is round
NEAREST = """() => {
  const round = (one, edge = 0) => { const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, box.width / 2 - edge]; };
  const others = [...document.querySelectorAll('circle.frame, .at-free > .tok-o')].map(one => round(one));
  const seats = Math.max(...[...document.querySelectorAll('.sig')].map(one => one.getBoundingClientRect().bottom));
  return Math.min(...[...document.querySelectorAll('.arrow')].map(one => round(one, one.clientLeft)).map(([x, y, r]) =>
    Math.min(y - r - seats, ...others.map(([x2, y2, r2]) => Math.hypot(x - x2, y - y2) - r - r2))));
}"""


@pytest.mark.clause("QF-V3")
@pytest.mark.parametrize(("language", "way"), [("en", "race"), ("ja", "dual-race")])
def test_when_the_time_is_up_what_must_be_free_does_not_lie_over_the_free_token(browser, language, way):
    frame = Frame(browser, SCREEN)
    frame.hang(
        next(one for one in moments("quatrefoil", language, "screen", way=way) if "qf-ending lost" in one.html())
    )
    token, words = (frame.page.locator(one).bounding_box() for one in (".at-free > .tok-o", ".goal-words"))
    assert token["y"] + token["height"] <= words["y"] + 5, "the box of a line is taller than its letters"
    frame.close()


@pytest.mark.clause("QF-E1")
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_at_the_end_a_phone_shows_what_one_may_do_next(browser, size):
    frame = Frame(browser, size)
    frame.hang(next(one for one in moments("quatrefoil", "de", "table", 0) if 'id="ranking"' in one.html()))
    for button in frame.page.locator("#banner .btn").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= size.height
        assert button.evaluate("""one => { const box = one.getBoundingClientRect();
            return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }""")
    frame.close()


@pytest.mark.clause("QF-E1")
@pytest.mark.parametrize("way", ["base", "dual"])
def test_at_the_end_a_laptop_shows_the_whole_felt_and_what_one_may_do_next(browser, way):
    frame = Frame(browser, Size(1366, 768))
    frame.hang(next(one for one in moments("quatrefoil", "de", "table", 0, way=way) if 'id="ranking"' in one.html()))
    for button in frame.page.locator("#banner .btn").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 768
    felt = frame.page.locator("section.table").bounding_box()
    assert felt["y"] + felt["height"] >= frame.page.evaluate("document.documentElement.scrollHeight") - 1
    frame.close()


@pytest.mark.clause("QF-E1")
@pytest.mark.parametrize("language", ["de", "fr", "it", "ja"])
@pytest.mark.parametrize("way", ["base", "race"])
def test_on_a_small_phone_the_buttons_leave_the_shortest_way_whole(browser, language, way):
    frame = Frame(browser, SMALL)
    lost = [one for one in moments("quatrefoil", language, "table", 0, way=way) if "qf-ending lost" in one.html()]
    assert lost
    for moment in lost:
        frame.hang(moment)
        steps = [one.bounding_box() for one in frame.page.locator(".qfway b").all()]
        low = max(step["y"] + step["height"] for step in steps)
        assert low <= frame.page.locator("#banner").bounding_box()["y"]
    frame.close()
