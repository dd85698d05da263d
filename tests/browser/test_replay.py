"""The page to step through, in a browser: by mouse, by keys, on a phone, in the dark, on paper."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PageOf, Watched
from tests.pages.records import EVIL, HOSTILE, ILLEGAL, LONG, frames
from verifier.games import GAMES
from verifier.render.replay_page import replay_page

RACES = LONG[1:]
"""A whole race of each game."""


def shows(page: Page, number: int) -> bool:
    """Whether a step is shown, or soon will be: in the log, in the counter, by the slider, in the address."""
    page.wait_for_selector(f"li[data-step='{number - 1}'][aria-current]")
    last = page.locator("li[data-step]").count()
    assert page.inner_text("#count") == f"{number} / {last}"
    assert page.input_value("#at") == str(number)
    return page.url.endswith(f"#s={number}")


def pieces(page: Page) -> list[str]:
    """The pieces on the board and where they stand."""
    code = "all => all.map(one => one.getAttribute('transform') + one.textContent).sort()"
    found: list[str] = page.eval_on_selector_all("figure:not([hidden]) svg > g[transform]", code)
    return found


@pytest.mark.parametrize("case", [*RACES, *ILLEGAL])
def test_it_loads_nothing_but_itself(window: Watched, page_of: PageOf, case: str) -> None:
    file = page_of(case)
    window.open(file)
    assert window.asked == [file.as_uri()]


@pytest.mark.parametrize("case", RACES)
def test_every_way_to_a_step(window: Watched, page_of: PageOf, case: str) -> None:
    page = window.open(page_of(case))
    last = page.locator("li[data-step]").count()
    assert shows(page, 1)
    for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("Home", 1)):
        page.keyboard.press(key)
        assert shows(page, number)
    page.fill("#at", "5")
    assert shows(page, 5)
    fifth = pieces(page)
    page.click("li[data-step='6'] a.line")
    assert shows(page, 7)
    for button, number in (("#on", 8), ("#back", 7), ("#last", last), ("#first", 1)):
        page.click(button)
        assert shows(page, number)
    assert page.is_disabled("#back") and page.is_enabled("#on")
    page.click("#last")
    assert page.is_enabled("#back") and page.is_disabled("#on") and pieces(page) != fifth
    page = window.again(page_of(case), "#s=5")
    assert shows(page, 5) and pieces(page) == fifth, "a link leads to the same step"


@pytest.mark.parametrize("case", RACES)
def test_it_works_by_keyboard_alone(window: Watched, page_of: PageOf, case: str) -> None:
    page = window.open(page_of(case))
    seen = []
    for _ in range(9):
        page.keyboard.press("Tab")
        seen.append(str(page.evaluate("document.activeElement.id || document.activeElement.className")))
        if seen[-1] == "on":
            page.keyboard.press("Enter")
            assert shows(page, 2)
        if seen[-1] == "at":
            page.keyboard.press("ArrowRight")
            assert shows(page, 3)
        if seen[-1] == "line":
            page.keyboard.press("Enter")
            assert shows(page, 1)
            break
    assert seen[-1] == "line", seen


@pytest.mark.parametrize("case", [*RACES, *ILLEGAL])
def test_it_fits_a_phone_and_everybody_can_use_it(window: Watched, page_of: PageOf, case: str) -> None:
    page = window.open(page_of(case))
    page.keyboard.press("End")
    assert window.violations() == ""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
    page.set_viewport_size({"width": 360, "height": 740})
    if page.locator(".finding").count():
        page.keyboard.press("Home")
        page.click("#fault")
    assert window.overflow() == 0
    assert window.violations() == ""


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_finding_is_found_and_said(window: Watched, page_of: PageOf, case: str) -> None:
    page = window.open(page_of(case))
    page.click("#fault")
    assert page.locator("li[aria-current] .finding").is_visible()
    assert page.locator("figure:not([hidden]) .marks .stop").count() == 1
    assert "illegal" in page.inner_text("#said")
    assert page.get_attribute("#said", "aria-live") == "polite"
    rule = page.locator("li[aria-current] details p").first
    assert rule.is_visible()
    page.locator("li[aria-current] summary").first.click()
    assert not rule.is_visible()


@pytest.mark.parametrize("case", RACES)
def test_it_prints_with_the_whole_log(window: Watched, page_of: PageOf, case: str) -> None:
    page = window.open(page_of(case), "#s=12")
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.is_visible("#controls") and page.is_visible("figure:not([hidden]) svg")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    ink = page.evaluate("getComputedStyle(document.querySelector('#log code')).color")
    assert sum(map(int, ink[4:-1].split(","))) < 250, "dark on white, although the system is dark"
    log = page.evaluate(
        "[document.querySelector('#log').scrollHeight, document.querySelector('#log').clientHeight]"
    )
    assert log[0] == log[1], "nothing of the log is cut off"
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("game", GAMES)
def test_hostile_names_are_only_text(window: Watched, page_of: PageOf, game: str) -> None:
    page = window.open(page_of.write(replay_page(frames(HOSTILE[game], f"{EVIL}.race"))))
    while page.is_enabled("#on"):
        page.click("#on")
    assert page.locator("img, script:not([type]), iframe").count() == 1, "the page's own script"
    assert EVIL in page.inner_text("body")
    page.set_viewport_size({"width": 360, "height": 740})
    assert window.overflow() == 0
    assert window.violations() == ""


def test_cars_glide_unless_the_system_asks_for_less_motion(window: Watched, page_of: PageOf) -> None:
    page = window.open(page_of(LONG[0]), "#s=9")
    moving = "document.getAnimations().length"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(moving) > 0


@pytest.mark.parametrize("wide", [360, 1400])
@pytest.mark.parametrize("case", RACES)
def test_the_mover_is_in_view(window: Watched, page_of: PageOf, case: str, wide: int) -> None:
    """A board larger than its frame moves along."""
    page = window.page
    page.set_viewport_size({"width": wide, "height": 800})
    window.open(page_of(case))
    seen = 0
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        mover, frame = (page.locator(f"figure:not([hidden]){part}").first for part in (" .marks .mover", ""))
        if not mover.count():
            continue
        seen += 1
        one, all = mover.bounding_box(), frame.bounding_box()
        assert one is not None and all is not None
        assert all["x"] <= one["x"] and one["x"] + one["width"] <= all["x"] + all["width"]
        assert all["y"] <= one["y"] and one["y"] + one["height"] <= all["y"] + all["height"]
    assert seen
