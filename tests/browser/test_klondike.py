"""Klondike as people play it: by touch on a phone, by dragging, and by the keyboard alone."""

import json

import pytest
from playwright.sync_api import expect

from decks.services import publish
from games.bots.kernel import Memory, Strength
from games.bots.quizterix_klondike import KlondikeBot
from games.rules.chance import Chance
from games.rules.quizterix_klondike.layout import ENDS
from games.rules.quizterix_klondike.moves import Answer, Ask, Finish, GiveUp, Guess, Put, Turn
from games.rules.quizterix_klondike.rules import question_of
from games.tables.models import Table
from games.tables.snapshot import load
from tests.browser.conftest import MOVING, PHONE, TELEVISION
from tests.browser.test_everyone import WIDER
from tests.rules.klondike_table import NOON
from tests.tables.packs import full_event_pack

SLUG = "quizterix-klondike"
KNOWS_ALL = Memory(full_event_pack(), Strength.HARD, Chance(b"memory", 1))


@pytest.fixture
def whole_deck(transactional_db):
    return publish(full_event_pack())


class Game:
    """A solitaire on somebody's page, and what the table behind it knows."""

    def __init__(self, anna, touch, **options):
        self.page, self.touch = anna.page, touch
        page = anna.page
        page.goto(f"/games/{SLUG}/")
        page.fill("#id_nickname", anna.name)
        page.locator("details.options summary").click()
        page.select_option("#id_deck", label=f"All events ({page.locator('html').get_attribute('lang')})")
        for name, value in options.items():
            page.select_option(f"#id_{name}", value)
        page.locator("form button.go").first.click()
        page.wait_for_url("**/t/*/")
        self.code = page.url.rstrip("/").rsplit("/", 1)[1]
        self.table = Table.objects.get(code=self.code)
        anna.live()
        self.press(page.locator("form[action$='/do/begin/'] button"))
        page.locator("#board").wait_for()

    def press(self, what):
        what.tap() if self.touch else what.click()

    @property
    def snapshot(self):
        return load(self.table, NOON)

    @property
    def state(self):
        return self.snapshot.play.state

    def event(self, slot):
        return self.snapshot.game.pack.events[self.state.deal[slot]]

    def choice(self):
        """What somebody who knows every card would do."""
        snapshot = self.snapshot
        rules, pack, state = snapshot.rules, snapshot.game.pack, snapshot.play.state
        if state.locked():
            return Ask(state.locked()[0]) if state.asked < 2 else self.guess(state.locked()[0])
        legal = tuple(rules.legal_moves(state, 0, pack))
        return KlondikeBot().choose(rules.observe(state, 0, pack, NOON), legal, KNOWS_ALL, Chance(b"dice", 1))

    def guess(self, slot):
        return Guess(slot, self.event(slot).name.en, str(self.event(slot).year))

    def lies_still(self):
        """Waits until every card lies where it belongs: one in flight is hard to catch."""
        self.page.wait_for_function(
            "() => document.getAnimations().every(one => !one.effect.target.closest('.kl-board'))"
        )

    def touch_card(self, slot):
        self.lies_still()
        card = self.page.locator(f"label.kl-touch[data-slot='{slot}']")
        card.scroll_into_view_if_needed()
        place = {"x": 8, "y": 8}
        chosen = self.page.locator(f"#kl-pick-{slot}")
        for _ in range(3):  # a touch that falls on what is just being told anew is made again, as a person would
            if chosen.is_checked():  # a second touch would put it back
                break
            self.page.keyboard.press("Escape")  # a card chosen before may go just there: its place lies over this one
            card.tap(position=place) if self.touch else card.click(position=place)
            self.lies_still()
        expect(chosen).to_be_checked()

    def makes(self, move):
        """This move on the page, and waits until the table has it."""
        page, number = self.page, self.snapshot.number
        hand = page.locator("#hand")
        match move:
            case Put(card=card, target=target):
                self.touch_card(card)
                self.press(page.locator(f".kl-target[value='{target}']"))
            case Turn():
                self.press(page.locator("#kl-turn-button"))
            case Ask(card=card):
                self.touch_card(card)
                self.press(page.locator(f"#kl-unlock-{card}").get_by_role("button", name="Draw a question"))
            case Answer(text=text):
                page.fill("#kl-answer", text)
                self.press(hand.get_by_role("button", name="Answer", exact=True))
            case Guess(card=card, name=name, year=year):
                self.touch_card(card)
                self.press(page.locator(f"#kl-unlock-{card} .kl-risk summary"))
                page.fill(f"#kl-name-{card}", name)
                page.fill(f"#kl-year-{card}", year)
                self.press(page.locator(f"#kl-unlock-{card}").get_by_role("button", name="Risk it"))
            case Finish():
                self.press(hand.get_by_role("button", name="Sort the rest"))
            case GiveUp():
                self.press(page.locator(".kl-quit summary"))
                self.press(hand.get_by_role("button", name="Yes, give up"))
        self.until(number + 1)

    def until(self, number):
        """Waits until the page shows the table after this move: nobody plays on what they do not see."""
        shown = "number => Number(document.documentElement.dataset.number) >= number"
        self.page.wait_for_function(shown, arg=number)

    def answer(self):
        drawn = self.state.drawn
        return question_of(self.snapshot.game.pack, drawn.question, self.event(drawn.card).suit).answer.en


def phone(person, site, **options):
    return person(site, "Anna", **{"viewport": PHONE, "has_touch": True, "is_mobile": True} | MOVING | options)


def test_a_whole_game_by_touch_on_a_phone(whole_deck, site, person):
    anna = phone(person, site)
    screen = person(site, "Screen", viewport=TELEVISION)
    game = Game(anna, touch=True, deal="winnable")
    screen.watches(game.code)
    for number in range(160):
        if game.snapshot.over or (number >= 45 and game.state.sorted):  # some deals take their time
            break
        move = game.choice()
        game.makes(move)
        if isinstance(move, Ask):
            game.makes(Answer(game.state.asked, game.answer()))
            expect(anna.page.locator("#kl-verdict")).to_contain_text("Right.")
    assert game.state.sorted and game.state.asked == 2
    expect(screen.page.locator("#bar")).to_contain_text(f"{game.state.sorted} of 52 sorted")
    wider = anna.page.evaluate(WIDER)
    assert wider <= 0
    if not game.snapshot.over:
        game.makes(GiveUp())
    expect(anna.page.locator("#ranking")).to_contain_text("Not this time")
    expect(screen.page.locator("#ranking")).to_be_visible()


def test_a_wrong_answer_is_told_and_can_be_appealed(whole_deck, site, person):
    game = Game(phone(person, site), touch=True)
    game.makes(Ask(0))
    expect(game.page.locator("#kl-answer")).to_be_visible()
    right = game.answer()
    game.makes(Answer(1, "nonsense"))
    expect(game.page.locator("#kl-verdict")).to_contain_text(right)
    game.press(game.page.get_by_role("button", name="I was right"))
    expect(game.page.locator("#kl-0 .card")).to_contain_text(game.event(0).name.en)
    game.makes(Guess(2, "nonsense", "1000"))
    expect(game.page.locator("#hand")).to_contain_text("The solitaire is bust")
    game.press(game.page.get_by_role("button", name="That is that"))
    expect(game.page.locator("#ranking")).to_contain_text("Bust")


def test_whatever_is_typed_stays_in_its_place(whole_deck, site, person):
    screen = person(site, "Screen", viewport=TELEVISION)
    game = Game(phone(person, site), touch=True)
    screen.watches(game.code)
    game.makes(Ask(0))
    game.makes(Answer(1, "x" * 110))
    expect(game.page.locator("#kl-verdict q")).to_be_visible()
    expect(screen.page.locator(".klpaper .said")).to_be_visible()
    out = "all => all.map(one => one.getBoundingClientRect().right - innerWidth)"
    assert max(game.page.locator("#kl-verdict, #kl-verdict q").evaluate_all(out)) <= 0
    assert max(screen.page.locator(".bwhose, .klpaper").evaluate_all(out)) <= 0
    assert screen.page.locator(".klpaper .said span").evaluate("said => said.scrollWidth <= said.clientWidth")


def open_ends(game):
    for slot in ENDS:
        game.makes(game.guess(slot))


def first_put(game):
    """A card that can be moved now; the stock is turned until there is one."""
    for _ in range(60):
        state = game.state
        for slot in state.locked():
            game.makes(game.guess(slot))
        puts = [m for m in game.snapshot.rules.legal_moves(game.state, 0, full_event_pack()) if isinstance(m, Put)]
        if puts:
            return puts[0]
        game.makes(Turn())
    raise AssertionError("nothing to move")


def test_a_card_is_dragged_and_the_move_taken_back(whole_deck, site, person):
    anna = person(site, "Anna", viewport={"width": 1280, "height": 800})
    game = Game(anna, touch=False)
    open_ends(game)
    move = first_put(game)
    card = game.page.locator(f"label.kl-touch[data-slot='{move.card}']")
    before, number = game.state.layout, game.snapshot.number
    card.scroll_into_view_if_needed()
    game.page.keyboard.press("Escape")  # the card that was named last may go just there
    game.lies_still()
    start = card.bounding_box()
    place = game.page.locator(f"*:has(> .kl-target[value='{move.target}'])").bounding_box()
    mouse = game.page.mouse
    mouse.move(start["x"] + 12, start["y"] + 8)
    mouse.down()
    mouse.move(start["x"] + 40, start["y"] + 40, steps=4)
    expect(game.page.locator(".kl-lifted")).to_be_visible()
    mouse.move(place["x"] + place["width"] / 2, place["y"] + 30, steps=6)
    mouse.up()
    game.until(number + 1)
    assert game.state.layout != before
    expect(game.page.locator(".kl-lifted")).to_have_count(0)
    game.page.get_by_role("button", name="Take back").click()
    game.until(number + 2)
    assert game.state.layout == before


def test_a_second_tap_sends_a_card_on_its_way(whole_deck, site, person):
    game = Game(phone(person, site), touch=True)
    open_ends(game)
    move, number = first_put(game), None
    number = game.snapshot.number
    game.touch_card(move.card)
    expect(game.page.locator("#kl-touched")).to_contain_text(game.event(move.card).name.en)
    game.page.locator(f"label.kl-touch[data-slot='{move.card}']").tap(position={"x": 8, "y": 8})
    game.until(number + 1)
    assert json.loads(game.table.moves.last().move)["card"] == move.card


def test_by_keyboard_alone(whole_deck, site, person):
    anna = person(site, "Anna", viewport={"width": 1280, "height": 800})
    game = Game(anna, touch=False)
    page, keyboard = game.page, game.page.keyboard

    def tab_to(selector):
        for _ in range(80):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            keyboard.press("Tab")
        raise AssertionError(f"the keyboard never reaches {selector}")

    def go_to(slot):
        """With the arrows, once the focus is among the cards."""
        tab_to("#board input[name=card]")
        keyboard.press("Space")
        for arrow in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") * 12:
            for _ in range(8):
                if page.evaluate("slot => document.activeElement.value === slot", str(slot)):
                    return
                keyboard.press(arrow)
        raise AssertionError(f"the arrows never reach {slot}")

    for slot in ENDS:
        number, guess = game.snapshot.number, game.guess(slot)
        go_to(slot)
        expect(page.locator(f"#kl-unlock-{slot}")).to_have_attribute("open", "")
        if slot == ENDS[0]:  # the low risk
            tab_to(f"#kl-unlock-{slot} button.go")
            keyboard.press("Enter")
            game.until(number + 1)
            expect(page.locator("#kl-answer")).to_be_focused()
            keyboard.type(game.answer())
            keyboard.press("Enter")
            game.until(number + 2)
        else:
            tab_to(f"#kl-unlock-{slot} .kl-risk summary")
            keyboard.press("Enter")
            tab_to(f"#kl-name-{slot}")
            keyboard.type(guess.name)
            keyboard.press("Tab")
            keyboard.type(guess.year)
            keyboard.press("Enter")
            game.until(number + 1)
        expect(page.locator(f"#kl-{slot} .card.flipped")).to_be_visible()
    number = game.snapshot.number
    tab_to("#kl-turn-button")
    keyboard.press("Enter")
    game.until(number + 1)
    move = first_put(game)
    number = game.snapshot.number
    go_to(move.card)
    tab_to(f".kl-target[value='{move.target}']")
    keyboard.press("Enter")
    game.until(number + 1)
    tab_to("#kl-undo")
    keyboard.press("Enter")
    game.until(number + 2)


def test_nothing_is_cut_off_in_any_language(whole_deck, site, person):
    for language in ("de", "fr", "it"):
        anna = phone(person, site, locale=language)
        game = Game(anna, touch=True)
        game.touch_card(0)
        wider = anna.page.evaluate(WIDER)
        assert wider <= 0, language
        cut = anna.page.evaluate(
            "() => [...document.querySelectorAll('#hand .btn')].filter(b => b.scrollWidth > b.clientWidth + 1).length"
        )
        assert cut == 0, language


def test_for_who_prefers_no_motion_the_cards_lie_where_they_go(whole_deck, site, person):
    game = Game(phone(person, site, reduced_motion="reduce"), touch=True)
    open_ends(game)
    game.makes(first_put(game))
    running = "() => document.getAnimations().filter(one => one.effect.target.closest?.('.kl-card')).length"
    assert game.page.evaluate(running) == 0
