"""What Swiss Quiz looks like: nothing cut off, covered or out of reach, and a reveal in its order."""

from itertools import pairwise

from playwright.sync_api import Browser

from games.rules.swiss_quiz.state import Phase
from games.tables.showing import showing_of
from tests.gallery.conftest import Look
from tests.gallery.frames import SCREEN, SMALL, Frame, Size
from tests.gallery.moments import Moment, finished, looking


def test_the_big_screen_has_room_for_the_longest_texts(faults: Look) -> None:
    assert faults("swiss-quiz", "de", "screen", SCREEN, longest=True) == {}


def test_a_small_phone_has_room_for_the_longest_texts(faults: Look) -> None:
    assert faults("swiss-quiz", "fr", "table", SMALL, 0, longest=True) == {}


def test_on_the_big_screen_four_names_break_between_their_words(browser: Browser) -> None:
    frame, lines = Frame(browser, SCREEN), []
    for language in ("de", "ja"):
        frame.hang(Moment(finished("swiss-quiz", moves=1, seats=4), looking(None, language, "screen"), ()))
        lines += frame.page.evaluate(
            """() => [...document.querySelectorAll(".ranks b")].map(name => {
                 const line = parseFloat(getComputedStyle(name).lineHeight);
                 return [name.textContent.split(" ").length, name.offsetHeight / line];
               })"""
        )
    frame.close()
    assert all(round(high) <= words for words, high in lines)


def test_on_a_small_phone_four_seats_are_in_sight(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    frame.hang(Moment(finished("swiss-quiz", moves=1, seats=4), looking(0, "de", "table"), ()))
    seats = [seat.bounding_box() for seat in frame.page.locator("#seats .seat").all()]
    frame.close()
    assert [box is not None and box["x"] + box["width"] <= SMALL.width for box in seats] == [True] * 4


def test_on_a_small_phone_the_reveal_tells_of_each_seat_who_was_right_above_a_whole_trail(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    frame.hang(Moment(finished("swiss-quiz", moves=6, seats=4), looking(0, "de", "table"), ()))
    seats, marks = (frame.page.locator(part) for part in ("#seats .seat", "#seats .was"))
    trail, button = (frame.page.locator(part).bounding_box() for part in (".board.strip", ".hand > form"))
    assert marks.count() == seats.count() == 4
    frame.close()
    assert trail and button and trail["y"] + trail["height"] <= button["y"]


def test_on_a_tall_phone_what_the_others_have_laid_begins_below_the_button_and_above_the_edge(browser: Browser) -> None:
    frame = Frame(browser, Size(390, 844))
    frame.hang(Moment(finished("swiss-quiz", moves=17), looking(0, "en", "table"), ()))
    rows = [row.bounding_box() for row in frame.page.locator("#results li:visible").all()]
    button = frame.page.locator(".hand > form").bounding_box()
    frame.close()
    assert rows and rows[0] and button and button["y"] + button["height"] <= rows[0]["y"] < 844


def test_in_the_list_of_answers_what_wraps_loses_no_letters(browser: Browser) -> None:
    frame = Frame(browser, Size(390, 844))
    frame.hang(Moment(finished("swiss-quiz", moves=51), looking(0, "de", "table"), ()))
    first, edge = frame.page.evaluate(
        """() => {
             const lefts = [], text = document.createRange(), all = [...document.querySelectorAll(".results .pieces")];
             const inside = all.flatMap(one => [...one.querySelectorAll("*")]).flatMap(one => [...one.childNodes]);
             for (const words of inside.filter(one => one.nodeType === Node.TEXT_NODE && one.data.trim())) {
               text.selectNode(words);
               lefts.push(...[...text.getClientRects()].map(line => line.left));
             }
             const seen = all.filter(one => one.checkVisibility())
               .map(one => one.getBoundingClientRect().left + parseFloat(getComputedStyle(one).fontSize));
             return [Math.min(...lefts), Math.min(...seen)];
           }"""
    )
    frame.close()
    assert first >= edge - 1


def test_while_it_is_read_out_the_statement_is_large_on_the_big_screen_in_two_languages_too(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(Moment(finished("swiss-quiz", moves=1), looking(None, "de", "screen"), ()))
    said, also = (
        frame.page.locator(f".whose ~ .stmt > {part}").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        for part in (".text", ".alt")
    )
    frame.close()
    assert said >= 43 and also <= said * 0.65


def test_on_a_phone_six_seats_show_names_that_can_be_read(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    for language in ("de", "ja"):
        frame.hang(Moment(finished("swiss-quiz", moves=1, seats=6), looking(0, language, "table"), ()))
        names = frame.page.locator("#seats b > .short:visible, #seats .own:visible")
        boxes = [box for name in names.all() if (box := name.bounding_box())]
        assert sum(len(name) > 2 for name in names.all_inner_texts()) >= 5
        assert len(boxes) == 6 and all(box["x"] + box["width"] <= SMALL.width and box["height"] < 24 for box in boxes)
    frame.close()


def test_after_the_reveal_the_big_screen_says_who_was_right_who_reads_next_and_how_many_are_ready(
    browser: Browser,
) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(Moment(finished("swiss-quiz", moves=51), looking(None, "en", "screen"), ()))
    marks, whose = frame.page.locator("#seats .was").all_inner_texts(), frame.page.locator("#whose").inner_text()
    frame.close()
    assert {mark.strip() for mark in marks} == {"right", "wrong"} and len(marks) == 6
    assert "reads next" in whose and "0 of 6 are ready" in whose


def test_at_the_start_every_pawn_is_in_sight(browser: Browser) -> None:
    for size, layout, seat in ((SMALL, "table", 0), (SCREEN, "screen", None)):
        frame = Frame(browser, size)
        frame.hang(Moment(finished("swiss-quiz", moves=1, seats=6), looking(seat, "de", layout), ()))
        board = "strip" if layout == "table" else "map"
        pawns = [pawn.bounding_box() for pawn in frame.page.locator(f".board.{board} .pawn").all()]
        frame.close()
        boxes = [box for box in pawns if box]
        assert len(boxes) == 6 and all(0 <= box["x"] <= size.width - box["width"] for box in boxes)
        places = {(round(box["x"]), round(box["y"])) for box in boxes}
        assert all(abs(x - u) + abs(y - v) > 18 for x, y in places for u, v in places if (x, y) != (u, v))


def test_on_a_small_phone_no_button_covers_a_chip_nor_does_what_it_says_while_it_sends(browser: Browser) -> None:
    frame = Frame(browser, SMALL)
    frame.hang(Moment(finished("swiss-quiz", moves=1), looking(0, "de", "table"), ()))
    seen = """() => [...document.querySelectorAll(".stake label, .tf label, .lay .go")].map(choice => {
      const box = choice.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return choice === top || choice.contains(top);
    })"""
    under = frame.page.evaluate(seen)
    frame.page.evaluate("() => { document.querySelector('.lay .go').dataset.sending = 'Sending …'; }")
    sending = frame.page.evaluate(seen)
    frame.close()
    assert len(under) == 2 + 5 + 1 and all(under) and all(sending)


def test_on_a_phone_on_its_side_the_choice_covers_nobody_and_the_statement_is_whole(browser: Browser) -> None:
    frame = Frame(browser, Size(640, 360))
    frame.hang(Moment(finished("swiss-quiz", moves=1), looking(0, "de", "table"), ()))
    box = "name => document.querySelector(name).getBoundingClientRect().toJSON()"
    seats, hand, said = (frame.page.evaluate(box, name) for name in ("#seats", ".lay", ".stmt"))
    frame.close()
    assert hand["top"] >= seats["bottom"] and max(hand["bottom"], said["bottom"]) <= 360


def test_on_a_low_laptop_the_whole_map_is_in_sight_before_and_after_the_card_is_turned(browser: Browser) -> None:
    frame, maps = Frame(browser, Size(1280, 640)), []
    for moves in (1, 8):
        frame.hang(Moment(finished("swiss-quiz", moves=moves), looking(0, "de", "table"), ()))
        box = "name => document.querySelector(name).getBoundingClientRect().toJSON()"
        head, hand, drawn = (frame.page.evaluate(box, name) for name in (".sq-head", ".hand-area", ".board.map"))
        assert hand["top"] >= head["bottom"] and drawn["bottom"] <= 640
        maps.append(drawn["top"])
    frame.close()
    assert abs(maps[0] - maps[1]) < 32


def test_a_gesture_sits_on_the_corner_of_its_seat_and_says_its_words_to_ears_only(browser: Browser) -> None:
    frame = Frame(browser, SCREEN)
    frame.hang(Moment(finished("swiss-quiz", moves=1), looking(None, "de", "screen"), ()))
    wide, at_seat = frame.page.evaluate(
        """() => new Promise(seen => {
             document.documentElement.dataset.gestures = "on";
             const gestures = document.getElementById("gestures");
             gestures.innerHTML = '<p class="gesture" data-seat="0"><svg class="g"></svg><span>Zoé klatscht</span></p>';
             requestAnimationFrame(() => {
               const gesture = document.querySelector(".gesture").getBoundingClientRect();
               const seat = document.getElementById("seat-0").getBoundingClientRect();
               const right = gesture.left < seat.right && gesture.right > seat.right;
               const corner = right && gesture.top < seat.top && gesture.bottom > seat.top;
               seen([gesture.width, corner]);
             });
           })"""
    )
    frame.close()
    assert at_seat and wide < SCREEN.width / 20


def test_the_end_waits_for_the_card_that_decided(browser: Browser) -> None:
    over = finished("swiss-quiz")
    last = Moment(finished("swiss-quiz", moves=over.number - 1), looking(None, "en", "screen"), ())
    frame = Frame(browser, SCREEN, reduced_motion="no-preference")
    frame.hang(last)
    frame.page.evaluate(
        "html => { document.getElementById('whole').innerHTML = html; }",
        showing_of(over).page(looking(None, "en", "screen")),
    )
    shown = """after => {
      document.getAnimations().forEach(one => { one.pause(); one.currentTime = after; });
      return [".reveal", ".finale"].map(one => document.querySelector(one).checkVisibility({visibilityProperty: true}));
    }"""
    seen = [frame.page.evaluate(shown, after) for after in (2000, 9000)]
    frame.close()
    assert seen == [[True, False], [False, True]]


def test_each_seat_shows_its_card_in_turn_before_any_pawn_walks(browser: Browser) -> None:
    snapshot = finished("swiss-quiz", moves=8)
    assert snapshot.play is not None and snapshot.play.state.phase is Phase.SHOWN
    frame = Frame(browser, SCREEN, reduced_motion="no-preference")
    frame.hang(Moment(snapshot, looking(None, "en", "screen"), ()))
    delays, lasts, walks = frame.page.evaluate(
        """() => {
             const ms = (one, what) => 1000 * parseFloat(getComputedStyle(one)[what]);
             for (const pawn of document.querySelectorAll("[data-walk]")) pawn.dataset.key = "turned";
             document.dispatchEvent(new Event("shown"));
             return [[...document.querySelectorAll(".reveal li")].map(one => Math.round(ms(one, "animationDelay"))),
                     Math.max(...document.querySelector(".reveal").getAnimations()
                       .map(one => one.effect.getComputedTiming().endTime)),
                     [...document.querySelectorAll("[data-walk]:not([data-walk='']) [data-body]")]
                       .map(one => one.getAnimations()[0].effect.getTiming().delay)];
           }"""
    )
    names = frame.page.locator(".reveal li b").all_text_contents()
    frame.close()
    seen = [
        line.seat
        for line in snapshot.rules.common(snapshot.play.state, snapshot.game.pack, snapshot.play.at).results.lines
    ]
    assert names == [snapshot.people.chairs[seat].name for seat in seen]
    assert [later - sooner for sooner, later in pairwise(delays)] == [600] * (len(seen) - 1)
    assert walks and min(walks) >= lasts > max(delays) + 1000
