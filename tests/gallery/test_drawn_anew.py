"""What somebody has chosen, typed and opened stays when a line that was down brings the whole page once more."""

import re
from typing import Any

from django.contrib.staticfiles import finders
from playwright.sync_api import Browser

from games.tables.showing import showing_of
from tests.gallery.frames import PHONE, Frame
from tests.gallery.moments import Moment, looking, moments

CHOOSE = """() => {
  for (const place of document.querySelectorAll("#whole details")) place.open = true;
  for (const field of document.querySelectorAll("#whole form[hx-ws\\\\:send] input:not([type=hidden])")) {
    if (["radio", "checkbox"].includes(field.type)) field.click(); else field.value = "1848";
  }
}"""
CHOSEN = """() => [...document.querySelectorAll("#whole :is(details, input)")].map(one =>
  [one.id || one.name, one.open ?? "", one.checked ?? "", one.type === "hidden" ? "" : one.value ?? ""].join(" "))"""
ANEW = """text => {
  const live = document.getElementById("live");
  return htmx.swap({sourceElement: live, target: live, swap: "none", text, transition: false});
}"""


def before_and_after(frame: Frame, moment: Moment) -> tuple[Any, Any]:
    """What is chosen, typed and open on a page, and what still is when all of it has come once more."""
    frame.hang(moment)
    frame.page.add_script_tag(path=finders.find("django_htmx/htmx-4.min.js"))
    frame.page.evaluate(CHOOSE)
    before = frame.page.evaluate(CHOSEN)
    page = showing_of(moment.snapshot).page(looking(0, "de", "table"))
    frame.page.evaluate(ANEW, f'<hx-partial id="whole" hx-swap="innerMorph">{page}</hx-partial>')
    return before, frame.page.evaluate(CHOSEN)


def test_what_was_chosen_typed_and_opened_stays_when_the_page_comes_once_more(browser: Browser) -> None:
    frame = Frame(browser, PHONE)
    for game, choice in (
        ("swiss-quiz", "answer-false"),
        ("quizterix-snap", "answer-name"),
        ("quizterix-standard", "act-name"),
    ):
        seen = moments(game, "de", "table", 0)
        before, after = before_and_after(
            frame, next(one for one in seen if re.search(f'(id|name)="{choice}"', one.html()))
        )
        assert any(line.startswith(choice) for line in before), before
        assert after == before
    frame.close()
