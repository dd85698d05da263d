"""The page at the table in a browser: recording by clicks and by keys, undo, reload, a phone, other windows, hostile names."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Watched
from tests.pages.records import EVIL, HOSTILE, RACE, RIGHT_TO_LEFT, ROOT
from tests.web.driving import Decided, header_of, simulated
from tests.web.page import Served, served
from verifier.game import SimulateRequest
from verifier.plays import Chosen
from verifier.records.replay import verify

FIRST_TURNS = {
    "thunder-alley": (
        SimulateRequest(4, 1, 2, options=(("cars-per-team", 2),), given={"laps": 3}),
        "turn 3",
    ),
    "rallyman": (SimulateRequest(4, 1, 2), "R3 "),
    "great-race": (SimulateRequest(4, 1, 2), "turn 3"),
}
"""A race of each game, and how its third turn begins."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Served]:
    """The page of an empty folder."""
    with served(tmp_path) as page:
        yield page


class AtPage:
    """Somebody at the page of a record."""

    def __init__(self, window: Watched, folder: Served, name: str, text: str | None = None) -> None:
        self.window, self.file = window, folder.folder / name
        if text is not None:
            self.file.write_text(text, encoding="utf-8")
        self.page: Page = window.page
        self.page.goto(folder.link(f"/table/{name}"))
        self.ready()

    def ready(self) -> None:
        """Waits until nothing is under way."""
        self.page.wait_for_selector('#next[aria-busy="false"]', state="attached")

    @property
    def saved(self) -> str:
        return self.file.read_text(encoding="utf-8")

    def click(self, name: str) -> None:
        self.page.click(name)
        self.ready()

    def choose(self, chosen: Sequence[Chosen]) -> None:
        """Clicks on every choice; what is not there cannot be clicked. Where one choice is left, the page makes it."""
        begun = self.page.locator("#path button").count()
        for place, (kind, name) in enumerate(chosen, begun):
            if place > begun and self.page.locator("#path button").count() > place:
                continue
            choice = f"{kind} {name}".replace("\\", "\\\\").replace('"', '\\"')
            self.click(f'#choices [data-choice="{choice}"]')

    def add(self, lines: Sequence[str]) -> None:
        self.page.fill("#typed", "\n".join(lines))
        self.click("#type button")

    def record(self, decided: Sequence[Decided]) -> None:
        """Makes the choices; lines that no choice writes are typed."""
        for one in decided:
            before = self.saved
            self.choose(one.chosen)
            made, wanted = self.saved[len(before) :], "".join(f"{line}\n" for line in one.lines)
            if made != wanted:
                self.click("#undo")
                self.add(one.lines)


@pytest.mark.parametrize("game", FIRST_TURNS)
def test_two_turns_are_recorded_by_clicks(
    game: str, folder: Served, window: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    request, third = FIRST_TURNS[game]
    text, decided = simulated(request, game, monkeypatch)
    at = AtPage(window, folder, "race.race", header_of(text, decided))
    wanted = [*takewhile(lambda one: not any(line.startswith(third) for line in one.lines), decided)]
    at.record(wanted)
    expected = header_of(text, decided) + "".join(f"{line}\n" for one in wanted for line in one.lines)
    assert at.saved == expected and text.startswith(expected)
    assert [one.verdict for one in verify(at.saved)] == ["legal"]
    expect(at.page.locator("#verdict")).to_have_text("legal")
    assert not [url for url in window.asked if not url.startswith(f"http://127.0.0.1:{folder.port}/")]


def test_a_race_begins_at_the_start_page_and_can_be_undone_to_the_start(
    folder: Served, window: Watched
) -> None:
    page = window.page
    page.goto(folder.link())
    page.select_option("#game", "rallyman")
    page.fill("#players", "1")
    page.fill("#title", "Evening & <b>run</b>")
    page.click("#new button")
    page.wait_for_selector("#choices button")
    assert page.inner_text("#title") == "Evening & <b>run</b>"
    at = AtPage(window, folder, "race.race")
    begun = at.saved
    for _ in range(2):
        at.choose([("die", "1"), ("face", "clear"), ("end", "")])
    assert at.saved.count("\nR") == 2
    page.reload()  # what was undone or done is not forgotten by the file
    at.ready()
    for _ in range(2):
        at.click("#undo")
    assert at.saved.rstrip() == begun.rstrip() and page.is_disabled("#undo")
    at.click("#redo")
    assert at.saved.count("\nR") == 1


def test_a_car_and_a_card_light_up_the_spaces(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    page = at.page
    page.click("#board .target >> nth=0")
    at.ready()
    at.choose([("card", "charge")])
    expect(page.locator("#ways button").first).to_be_visible()
    assert page.locator("#board .target").count() > 0
    at.page.locator("#board .target").last.click()
    at.ready()
    if page.locator("#ways p", has_text="The ways to").count():
        at.click("#ways button >> nth=0")
    assert at.saved.startswith(f"{RACE}29 Charge") and at.saved.count("\n") == RACE.count("\n") + 1
    expect(page.locator("#verdict")).to_have_text("legal")


def test_a_click_on_a_car_chooses_it_and_its_ring_goes_with_it(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    at.click("#board .target >> nth=0")
    expect(at.page.locator("#path button")).to_have_text(["29 ×"])
    picked = at.page.locator("#board .picked")
    expect(picked).to_have_count(1)
    before = picked.get_attribute("x")
    at.choose([("card", "charge"), ("step", "f")])
    expect(picked).not_to_have_attribute("x", before or "")
    at.click("#path button >> nth=0")
    expect(picked).to_have_count(0)


def test_a_car_is_shown_where_its_steps_have_brought_it(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)

    def place(car: int) -> str | None:
        return at.page.get_attribute(f'#board [data-piece="{car}"]', "transform")

    before = place(29), place(15)
    at.choose([("car", "29"), ("card", "charge"), ("step", "f")])
    expect(at.page.locator("#said")).to_have_text("29 at 2a")
    assert place(29) != before[0] and place(15) == before[1]
    at.choose([("step", "f")])
    expect(at.page.locator("#said")).to_have_text("15 at 4a, 29 at 3a")
    there = place(29), place(15)
    at.click('#path button[aria-label="take back: Charge"]')
    assert (place(29), place(15)) == before
    at.choose([("card", "charge")] + [("step", "f")] * 2)
    assert (place(29), place(15)) == there
    at.choose([("step", "f"), ("stop", "")])
    assert at.saved == f"{RACE}29 Charge: f3\n" and place(15) != there[1]


def test_an_illegal_line_is_explained_where_it_stands(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    at.add(["29 Charge: f9"])
    expect(at.page.locator("#lines .finding")).to_be_visible()
    expect(at.page.locator("#verdict")).to_have_text("illegal")
    assert at.page.locator("#board .marks .stop").count() == 1
    assert not at.page.locator("#choices button").count()
    at.click("#undo")
    assert at.saved == RACE


def test_what_was_typed_stays_until_it_is_written(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    at.page.context.set_offline(True)
    at.add(["29 Charge: f3"])
    expect(at.page.locator("#said")).to_contain_text("The server does not answer")
    expect(at.page.locator("#typed")).to_have_value("29 Charge: f3")
    at.page.context.set_offline(False)
    at.click("#type button")
    assert at.saved == f"{RACE}29 Charge: f3\n"
    expect(at.page.locator("#typed")).to_have_value("")
    window.errors.clear()  # the browser reports what it could not reach


def test_questions(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    page = at.page
    page.fill("#asked", "29 Charge: f9")
    page.click('[data-ask="why-not"]')
    expect(page.locator("#answer .finding")).to_be_visible()
    link = page.get_attribute("#answer a", "href")
    page.fill("#asked", "")
    page.click('[data-ask="why-not"]')
    expect(page.locator("#answer")).to_have_text("Write the line first.")
    page.click('[data-ask="legal"]')
    expect(page.locator("#answer li").first).to_be_visible()
    assert page.locator("#board .marks .ghost").count() > 0
    page.goto(page.url.split("#")[0])
    page.goto(f"{page.url.split('#')[0]}{link}")
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    expect(page.locator("#answer .finding")).to_be_in_viewport()
    page.evaluate("location.hash = '#s=8&ask=rule&words=TA-6.7%'")  # a link that somebody cut off
    expect(page.locator("#answer")).to_contain_text("there is no rule")
    window.errors[:] = [one for one in window.errors if "422" not in one]


@pytest.mark.parametrize("game", FIRST_TURNS)
def test_before_the_first_move_it_is_said_what_is_due(game: str, folder: Served, window: Watched) -> None:
    window.page.goto(folder.link())
    window.page.select_option("#game", game)
    window.page.click("#new button")
    window.page.wait_for_selector("#choices button")
    window.page.click('[data-ask="legal"]')
    expect(window.page.locator("#answer li").first).to_be_visible()
    assert not window.page.locator("#answer .finding").count()


def test_a_decision_shows_its_drawings(folder: Served, window: Watched) -> None:
    (folder.folder / "a.race").write_text(f"{RACE}29 Charge: f9\n", encoding="utf-8")
    window.page.goto(folder.link("/"))
    window.page.goto(f"{folder.link('/').partition('?')[0]}decide/a.race?line=9")
    drawings = window.page.locator("img")
    assert drawings.count() > 0
    for drawing in drawings.all():
        expect(drawing).to_have_js_property("complete", True)
        assert drawing.evaluate("drawn => drawn.naturalWidth") > 0


MIDDLE = """name => {
  const at = new DOMPoint(...table.board.places[name]).matrixTransform(document.querySelector("#board svg").getScreenCTM());
  return [at.x, at.y];
}"""
"""The middle of a place in the window."""


@pytest.mark.parametrize("wide", [360, 1400])
def test_a_position_is_set_up_by_dragging(wide: int, folder: Served, window: Watched) -> None:
    window.page.set_viewport_size({"width": wide, "height": 800})
    at = AtPage(window, folder, "a.race", RACE)
    page = at.page
    at.click("#arrange")
    page.locator('#board [data-piece="15"]').scroll_into_view_if_needed()
    for place, press in (("3a", page.mouse.down), ("4b", page.mouse.up)):
        page.mouse.move(*page.evaluate(MIDDLE, place), steps=5)
        press()
    at.ready()
    expect(page.locator("#block")).to_have_value("15 4b\n29 1a")
    page.select_option("#piece", "29")
    page.select_option("#place", "7b")
    at.click("#put")
    block = page.input_value("#block")
    assert "29 7b" in block
    page.click("#use")
    page.wait_for_url("**/a-position.race")
    at.ready()
    assert "29 7b" in (folder.folder / "a-position.race").read_text(encoding="utf-8")


def test_pieces_stay_on_the_board_while_a_position_is_impossible(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    page = at.page
    at.click("#arrange")
    for place, wrong in (("4b", False), ("1a", True), ("5b", False)):
        page.select_option("#piece", "15")
        page.select_option("#place", place)
        at.click("#put")
        expect(page.locator("#said")).to_contain_text("same space" if wrong else "possible")
        expect(page.locator("#board [data-piece]")).to_have_count(2)
        if wrong:
            at.click("#use")
            assert [one.name for one in folder.folder.iterdir()] == ["a.race"]
    at.click("#use")
    page.wait_for_url("**/a-position.race")


def test_keys_are_enough(folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    page = at.page

    def press(selector: str) -> None:
        """Walks to a control by Tab and presses it."""
        for _ in range(80):
            if page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
                page.keyboard.press("Enter")
                at.ready()
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{selector} cannot be reached")

    press('#choices [data-choice="car 29"]')
    press('#choices [data-choice="card charge"]')
    for _ in range(3):
        press('#choices [data-choice="step f"]')
    press("#choices .last")
    assert at.saved == f"{RACE}29 Charge: f3\n"
    expect(page.locator("#said")).to_have_text("29 Charge: f3, 7 of 7 MPs, 29 at 4a, black")
    page.keyboard.press("Home")
    at.ready()
    expect(page.locator("#where")).to_have_text("line 1")
    page.keyboard.press("End")
    page.keyboard.press("Control+z")
    at.ready()
    assert at.saved == RACE


def test_another_window_follows(folder: Served, window: Watched, browser: Browser) -> None:
    at = AtPage(window, folder, "a.race", RACE)
    other = browser.new_context().new_page()
    other.goto(folder.link("/table/a.race"))
    other.wait_for_selector("#choices button")
    at.add(["29 Charge: f3"])
    expect(other.locator("#lines li").last).to_contain_text("29 Charge: f3")
    other.context.close()


def test_a_record_of_a_file_with_several_is_opened_by_itself(folder: Served, window: Watched) -> None:
    text = f"{RACE}29 Charge: f3\n\n" + RACE.replace("track", 'title "The other"\ntrack')
    (folder.folder / "cases.race").write_text(text, encoding="utf-8")
    window.page.goto(folder.link("/table/cases.race"))
    window.page.click("#parts button >> nth=1")
    window.page.wait_for_url("**/cases-2.race")
    expect(window.page.locator("#title")).to_have_text("The other")
    assert (folder.folder / "cases.race").read_text(encoding="utf-8") == text
    window.errors.clear()  # the browser reports the answer that refuses to write the file at once


@pytest.mark.parametrize("game", FIRST_TURNS)
def test_hostile_names_stay_names(game: str, folder: Served, window: Watched) -> None:
    at = AtPage(window, folder, "a(b)&'.race", HOSTILE[game])
    assert EVIL in at.page.inner_text("#title")
    assert EVIL in at.page.inner_text("#lines")
    assert RIGHT_TO_LEFT in at.saved and RIGHT_TO_LEFT not in at.page.inner_text("body")
    assert not at.page.locator("main :is(script, img, style, b), header :is(script, img, b)").count()
    at.page.keyboard.press("Home")
    at.ready()
    assert window.overflow() <= 0


def test_a_tall_board_fills_the_frame_and_follows_the_mover(folder: Served, window: Watched) -> None:
    text = (ROOT / "replays/rallyman/ridge-cup-1.race").read_text(encoding="utf-8")
    window.page.set_viewport_size({"width": 1400, "height": 900})
    window.page.emulate_media(reduced_motion="reduce")
    at = AtPage(window, folder, "a.race", text)
    at.click("#lines li:nth-child(60) a")
    board, drawn, mover = (
        at.page.locator(f"#board{part}").bounding_box() for part in ("", " > svg", " .marks .mover")
    )
    assert board is not None and drawn is not None and mover is not None
    assert drawn["width"] > 0.95 * board["width"]
    assert board["y"] <= mover["y"] and mover["y"] + mover["height"] <= board["y"] + board["height"]


@pytest.mark.parametrize("wide", [360, 800, 1400])
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("race", ["start", "table"])
def test_it_fits_and_is_accessible(
    race: str, colours: str, wide: int, folder: Served, window: Watched
) -> None:
    window.page.set_viewport_size({"width": wide, "height": 800})
    window.page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    at = AtPage(window, folder, "a.race", f"{RACE}29 Charge: f3\n15 Charge: f9\n")
    if race == "start":
        window.page.goto(folder.link())
        window.page.wait_for_selector("#records li")
    else:
        at.click("#lines li:nth-child(9) a")
    assert window.overflow() <= 0
    assert not window.violations()
