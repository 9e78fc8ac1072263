"""Phones stay awake while it is one's move, the big screen always; what is heard; what a tab in the background says."""

from playwright.sync_api import expect

from tests.browser.conftest import TELEVISION, seat_bots
from tests.browser.lines import Line

LOCKS = """
    window.locks = [];
    const request = navigator.wakeLock?.request;
    if (request) navigator.wakeLock.request = async kind => {
      const lock = await request.call(navigator.wakeLock, kind);
      locks.push(lock);
      return lock;
    };
"""
HELD = "() => locks.filter(lock => !lock.released).length === 1"
FREE = "() => locks.length > 0 && locks.every(lock => lock.released)"
ROLLS = (
    "() => { const film = document.querySelector('video.film'); return film && !film.paused && film.currentTime > 0; }"
)
STANDS = "() => document.querySelector('video.film').paused"


MAY = {"permissions": ["screen-wake-lock"]}  # a browser without a window asks nobody
HEARD = """() => {
  window.heard = [];
  const page = document.documentElement;
  const seen = new MutationObserver(all => heard.push(...all.map(one => one.oldValue), page.dataset.heard));
  seen.observe(page, {attributes: true, attributeFilter: ["data-heard"], attributeOldValue: true});
}"""


def two(person, address):
    """Anna, who is asked and opens, and Beat with a bot beside him."""
    anna, beat = person(address, "Anna", **MAY), person(address, "Beat", **MAY)
    for one in (anna, beat):
        one.page.add_init_script(LOCKS)
    code = anna.opens("swiss-quiz", answering="at-once", clock="86400")
    beat.joins(code)
    seat_bots(code, 1)
    expect(anna.page.locator("#lobby li")).to_have_count(3)
    return anna, beat, code


def test_a_phone_is_awake_and_says_so_in_its_title_while_it_is_ones_move_and_the_big_screen_always(
    site, person, browser
):
    anna, beat, code = two(person, site)
    screen = person(site, "the screen", viewport=TELEVISION, **MAY)
    screen.page.add_init_script(LOCKS)
    screen.watches(code)
    screen.page.wait_for_function(HELD)
    assert anna.page.evaluate("() => locks.length") == 0
    assert "Your move" not in anna.page.title()
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    anna.page.wait_for_function(HELD)
    assert anna.page.title().startswith("● Your move · Swiss Quiz")
    anna.lays(True)
    anna.page.wait_for_function(FREE)
    assert anna.page.title().startswith("Swiss Quiz")
    screen.page.wait_for_function(HELD)
    anna.page.locator("[data-dialog=menu-dialog]").click()
    undecided = anna.page.evaluate("() => Notification.permission === 'default'")  # without a window nobody is asked
    expect(anna.page.locator("[data-notify]")).to_be_visible(visible=undecided)  # a 24 h table may call


def test_on_plain_http_a_silent_film_keeps_the_phone_awake_and_the_title_says_whose_move_it_is(site, person):
    with Line(site, "home.test") as line:
        anna, beat, code = two(person, line.address)
        page = anna.page
        assert page.evaluate("() => [isSecureContext, 'wakeLock' in navigator]") == [False, False]
        page.get_by_role("button", name="Begin the game").click()
        anna.until_can("lay")
        page.wait_for_function(ROLLS)
        assert page.title().startswith("● Your move · Swiss Quiz")
        anna.lays(True)
        page.wait_for_function(STANDS)
        page.locator("[data-dialog=menu-dialog]").click()
        expect(page.locator("[data-notify]")).to_be_hidden()  # nobody is asked for what cannot be had


PEAKS = """async () => {
  const peaks = {};
  for (const [name, sound] of Object.entries(tableSounds)) {
    const context = new OfflineAudioContext(1, 44100 * 3, 44100);
    sound(context.destination, 0.01);
    const samples = (await context.startRendering()).getChannelData(0);
    const loud = samples.map(Math.abs), peak = loud.reduce((one, other) => Math.max(one, other), 0);
    let end = loud.length;
    while (end && loud[end - 1] < 0.002) end -= 1;
    peaks[name] = [peak, end / 44100];
  }
  return peaks;
}"""


def test_the_big_screen_is_heard_once_it_was_asked_to_be_and_remembers_it(site, person):
    anna, beat, code = two(person, site)
    screen = person(site, "the screen", viewport=TELEVISION)
    screen.watches(code)
    page = screen.page
    for name, (peak, seconds) in page.evaluate(PEAKS).items():
        assert 0.02 < peak < 1, name
        assert 0.01 < seconds < 2.3, name
    sound = page.locator("[data-sounds]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    anna.page.get_by_role("button", name="Begin the game").click()
    anna.until_can("lay")
    assert page.evaluate("() => document.documentElement.dataset.heard") is None
    tools = page.locator(".screen-tools")
    expect(tools).to_have_css("opacity", "0")  # nothing of the table lies under them
    tools.hover()
    expect(tools).to_have_css("opacity", "1")
    page.locator("[data-full]").click()
    page.wait_for_function("() => document.fullscreenElement")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-heard", "card")
    page.evaluate(HEARD)
    anna.lays(True)
    beat.until_can("lay")
    beat.lays(True)
    for one in (anna, beat):  # the game has begun, and all three have laid
        one.page.wait_for_function("() => Number(document.documentElement.dataset.number) >= 4", polling=100)
    one = next((one for one in (anna, beat) if one.can() == "turn"), None)
    if one:
        one.presses("turn")
    # chips that were won are heard in the same moment, and a page behind others may paint nothing meanwhile
    page.wait_for_function("() => heard.includes('right')", polling=100)
    page.reload()
    screen.live()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.fullscreenElement")  # any key will do
    expect(anna.page.locator("html")).not_to_have_attribute("data-heard", "right")
