"""A class from nothing to the lesson: a teacher, three pupils' phones and a projector."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import segno
from django.contrib.auth.models import Group, User
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, Route, expect

from decks.roles import TEACHERS
from games.revision import services
from games.revision.models import Class
from tests.browser.conftest import TELEVISION, cut_off_once
from tests.browser.test_everyone import violations

PASSWORD = "long enough for a test"
PHONE = {"width": 360, "height": 640}


def printed_code(page: Page, number: int) -> str:
    """The link that a slip's own QR code says: read from the picture on the page, square by square.

    Which link it could be is known; its picture must be the one that segno draws for it.
    """
    qr = page.locator(".slip div.qr").nth(number)
    link = qr.get_attribute("data-link") or ""
    matrix = [list(row) for row in segno.make(link, error="m", micro=False).matrix]
    picture = Image.open(BytesIO(qr.locator("svg").screenshot())).convert("L")
    side, squares = picture.width, len(matrix)
    middle = [int((place + 0.5) * side / squares) for place in range(squares)]
    seen = [[picture.getpixel((x, y)) < 128 for x in middle] for y in middle]
    assert seen == [[bool(square) for square in row] for row in matrix]
    return link


def by_keyboard(page: Page, selector: str, key: str) -> None:
    """Presses Tab until this is reached, and then the key."""
    for _ in range(40):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"no way to {selector} by keyboard")
    page.keyboard.press(key)


def one_deed(page: Page, *, wrong: bool = False) -> bool:
    """The next thing to be done in a round, with Tab and Enter alone, as a switch has them; False once it is over."""
    if page.locator(".round.over").count():
        return False
    for do in ("met", "next"):
        if page.locator(f"button[value={do}]").count():
            with page.expect_navigation():
                by_keyboard(page, f"button[value={do}]", "Enter")
            return True
    place = (page.locator(".card.hidden").get_attribute("aria-label") or "").removeprefix("picture ").split(" ")[0]
    choices = page.locator("input[name=pick]")
    values = [choices.nth(number).get_attribute("value") for number in range(4)]
    chosen = next(value for value in values if (value == place) != wrong)
    by_keyboard(page, f"input[name=pick][value='{chosen}']", "Enter")
    expect(page.locator(f"input[name=pick][value='{chosen}']")).to_be_checked()
    with page.expect_navigation():
        by_keyboard(page, "button[value=answer]", "Enter")
    return True


VOICE = """() => {
  class Utterance extends EventTarget { constructor(text) { super(); this.text = text; } }
  const said = [], synthesis = new EventTarget();
  Object.assign(synthesis, {said, speaking: false, cancel() { said.length = 0; },
    speak(one) { said.push([one.lang, one.text]); },
    getVoices: () => [{lang: "en-GB"}, {lang: "fr_CH"}]});
  Object.defineProperty(window, "speechSynthesis", {value: synthesis});
  window.SpeechSynthesisUtterance = Utterance;
}"""


def heard(page: Page) -> list[list[str]]:
    """What the browser's voice was given to say, with its language."""
    found: list[list[str]] = page.evaluate("speechSynthesis.said")
    return found


def answers_of(page: Page) -> int:
    """How many answers lie in the seal of whoever holds this phone."""
    kept = page.context.request.get("/s/data/file/").json()
    return sum(len(card[0]) for card in kept["memory"]["cards"].values())


def test_from_the_slips_to_the_lesson(site: str, person: Any) -> None:
    teacher = User.objects.create_user("frau-keller", password=PASSWORD)
    teacher.groups.add(Group.objects.get(name=TEACHERS))
    desk: Page = person(site, "frau-keller", viewport=TELEVISION).page
    desk.goto("/accounts/login/?next=/classes/")
    desk.fill("#id_login", "frau-keller")
    desk.fill("#id_password", PASSWORD)
    desk.locator("main form button").last.click()
    desk.wait_for_url("**/classes/")
    desk.fill("#id_name", "History 3b")
    desk.fill("#id_number", "3")
    desk.fill("#id_last_day", (timezone.localdate() + timedelta(days=60)).isoformat())
    desk.locator("main form button.go").click()
    desk.wait_for_url("**/classes/*/")
    home = desk.url

    late: list[Route] = []
    desk.route("**/print*.js", lambda route: late.append(route))
    desk.get_by_role("link", name="Print slips").first.click()
    desk.locator("main button.go").click()
    first = desk.locator(".slip div.qr").first
    place = first.bounding_box()
    late.pop().continue_()
    desk.wait_for_load_state()
    assert first.bounding_box() == place  # nothing moves when the page's script has come
    links = [printed_code(desk, number) for number in range(3)]
    assert len(set(links)) == 3

    desk.goto("/decks/small-events/")
    desk.get_by_role("link", name="Assign").click()
    desk.locator("main form button.go").click()
    expect(desk.locator(".tasks h3")).to_have_count(1)

    phones = [person(site, f"pupil {number}", viewport=PHONE).page for number in range(2)]
    phones.append(person(site, "pupil 3", viewport=PHONE, locale="ja").page)
    for phone in phones[1:]:
        phone.add_init_script(f"({VOICE})()")  # this machine has no voice: what it would be given is kept
    phones[0].goto("/s/")  # and scans while this page is open
    for phone, link in zip(phones, links, strict=True):
        phone.goto(link)
        phone.wait_for_url("**/s/today/")
        assert "#" not in phone.url
    expect(phones[0].locator("h1")).to_contain_text("9")
    with phones[0].expect_navigation():
        by_keyboard(phones[0], "form[action$='/begin/'] button.go", "Enter")
    wrong_once = False
    for _ in range(40):
        asked = phones[0].locator("input[name=pick]").count() > 0
        if not one_deed(phones[0], wrong=asked and not wrong_once):
            break
        wrong_once = wrong_once or asked
    expect(phones[0].locator(".hill .cap b")).to_have_text("9")
    for phone in phones[1:]:
        by_keyboard(phone, "input[name=aloud]", "Enter")
        with phone.expect_navigation():
            by_keyboard(phone, "form[action$='/begin/'] button.go", "Enter")
        while phone.locator("button[value=met]").count():
            one_deed(phone)
    alt = phones[1].locator(".card.hidden").get_attribute("aria-label")
    choices = [["en", text] for text in phones[1].locator(".choice").all_inner_texts()]
    assert heard(phones[1]) == [["en", "What happened here?"], ["en", alt], *choices]
    assert phones[1].locator(".voiceless").count() == 0
    one_deed(phones[1], wrong=True)
    assert ["en", phones[1].locator("h1").inner_text()] in heard(phones[1])
    expect(phones[2].locator(".voiceless")).to_have_text(
        "この端末にはこの言語の音声がありません。端末の設定で追加できます。"
    )
    assert {language for language, _text in heard(phones[2])} <= {"en"}, "what no voice can read is not read in another"

    desk.goto(home)
    expect(desk.locator(".keyline").first).to_contain_text("3 on the way")
    assert {page.url: found for page in (desk, *phones) if (found := violations(page))} == {}

    desk.locator(".play-now summary").click()
    desk.select_option("#play-names", "slips")
    desk.get_by_role("button", name="Play it now").click()
    desk.wait_for_url("**/t/*/")
    code = desk.url.rstrip("/").rsplit("/", 1)[1]
    projector = desk.context.new_page()
    projector.set_viewport_size(TELEVISION)
    projector.goto(f"/t/{code}/screen/")
    for phone in phones:
        phone.goto("/s/today/")
        phone.locator("form[action$='/s/lesson/'] button").click()
        phone.wait_for_url(f"**/t/{code}/")
    for name in ("Fox 1", "Owl 1", "Hare 1"):
        expect(projector.locator("#live")).to_contain_text(name)
    desk.locator("#live form[action$='/begin/'] button").click()
    desk.locator("#hand form:has(input[value=deal]) button").first.click()
    for phone in phones:
        phone.locator("#hand form:has(input[value=give-up]) button").first.click()
    expect(projector.locator("#live")).to_contain_text("of 3 knew it")
    before = answers_of(phones[0])
    cut_off_once(phones[0], "**/s/played/")
    services.end_lesson(Class.objects.get())
    with phones[0].expect_response("**/s/played/", timeout=60_000) as asked:
        desk.locator("#hand form:has(input[value=deal]) button").first.click()
    assert asked.value.status == 204
    assert answers_of(phones[0]) == before + 1, "it was asked twice and is kept once"
    expect(phones[0].get_by_role("link", name="To my cards")).to_be_visible()
