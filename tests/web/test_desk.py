"""A desk: what is chosen is written, judged as `verify` judges it, and can be taken back."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from tests.pages.records import RACE
from tests.web.driving import END, NAME, AtDesk, header_of, simulated, write_race
from verifier.errors import StewardError
from verifier.game import SimulateRequest
from verifier.games import GAMES
from verifier.plays import Chosen
from verifier.records.replay import Options
from verifier.web.desk import Desk, judged
from verifier.web.views import offer_view


class Kept:
    """What a desk saved."""

    def __init__(self) -> None:
        self.text = ""

    def __call__(self, text: str) -> None:
        self.text = text


@pytest.mark.parametrize("game", GAMES)
def test_a_simulated_race_is_written_by_its_choices(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, decided = simulated(SimulateRequest(7, 1, 2), game, monkeypatch)
    kept = Kept()
    desk = AtDesk("race.race", header_of(text, decided), Options(), kept)
    clicked, _ = write_race(desk, decided)
    desk.write(text[len(desk.text) :].rstrip("\n").split("\n"))
    assert kept.text == desk.text == text
    assert desk.now.verdict == "legal"
    assert clicked > 0.8 * len(decided)


def test_a_card_drawn_unseen_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text, decided = simulated(SimulateRequest(7, 1, 2), "great-race", monkeypatch)
    desk = AtDesk("race.race", header_of(text, decided), Options(), Kept())
    for one in decided:
        path = (*one.chosen[:-1], NAME)
        if NAME in desk.offered(path[:-1]):
            break
        desk.write([*one.lines])
    before = desk.text
    first, *others = [one for one in desk.offered(path) if one[0] == "card"]
    assert len(others) > 5 and END in desk.offered(path)
    desk.choose((*path, first, END))
    assert first[1] in desk.text.removeprefix(before) and desk.now.verdict == "legal"


@pytest.mark.parametrize("game", GAMES)
def test_the_result_is_asked_for_once_the_race_is_over(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = simulated(SimulateRequest(7, 1, 2), game, monkeypatch)
    played = "".join(f"{line}\n" for line in text.split("\n")[:-1] if not line.startswith("result "))
    desk = AtDesk("race.race", played, Options(), Kept())
    [stated] = [one for one in desk.offered(()) if one[0] == "note"]
    desk.choose((stated,))
    assert desk.text.split("\n")[-2] == stated[1] and stated[1].startswith("result ")
    assert desk.now.verdict == "legal"
    assert desk.offered(()) == [("check", "")]


def test_a_name_in_a_result_has_quotes_if_it_needs_them() -> None:
    text = 'game rallyman\nstage hollow-pine\ndriver "Ann B"\nposition\n  "Ann B" FINISH g2 t=1:40\nend\n'
    desk = AtDesk("race.race", text, Options(), Kept())
    desk.choose(desk.offered(())[:1])
    assert desk.text == f'{text}\nresult "Ann B" 1:40\n'
    assert desk.now.verdict == "legal"


@pytest.mark.parametrize("game", GAMES)
def test_what_the_table_shows_can_be_stated(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, decided = simulated(SimulateRequest(7, 1, 2), game, monkeypatch)
    for end in (len(decided) // 2, len(decided)):
        played = "".join(f"{line}\n" for one in decided[:end] for line in one.lines)
        desk = AtDesk("race.race", header_of(text, decided) + played, Options(), Kept())
        offered = desk.offered((("check", ""),))
        assert offered
        assert not desk.tried(words for _, words in offered)[1]


CONVOY = """game great-race
board kestrel
route Almar Dunmore
seat Blue
seat Orange

display Tracker Saboteur Technician
camp Orange Tracker
camp Blue Saboteur
camp Orange Technician
plan Blue X1 S4
plan Orange X1 S4
"""
SCOUTED = "Blue: scout scrub@b2 dunes@c2\n"


def test_of_two_tiles_in_the_order_of_the_board_the_last_is_not_offered_first() -> None:
    desk = AtDesk("race.race", CONVOY + SCOUTED, Options(), Kept())
    assert desk.offered((("play", "Tracker"),)) == [("space", "b2")]
    assert desk.offered((("play", "Tracker"), ("space", "b2"))) == [("space", "c2")]


def said(desk: AtDesk, *chosen: Chosen) -> list[str]:
    """The choices after these, in words."""
    offer = offer_view(desk, chosen)
    assert offer is not None
    return [choice["said"] for choice in offer["choices"]]


def test_choices_of_a_convoy_are_said_in_words() -> None:
    desk = AtDesk("race.race", CONVOY, Options(), Kept())
    assert "Orange: engine 1, chassis 1" in said(desk, ("play", "Saboteur"))
    assert "scrub on b2" in said(desk, ("scout", ""), ("tile", "scrub"), ("tile", "dunes"))


def test_steps_are_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    text, decided = simulated(SimulateRequest(7, 1, 2), "thunder-alley", monkeypatch)
    desk = AtDesk("race.race", header_of(text, decided), Options(), Kept())
    found: set[str] = set()
    for one in decided:
        for length in range(1, len(one.chosen)):
            found |= {*said(desk, *one.chosen[:length])}
        desk.write([*one.lines])
    for pattern in (r"forward with \d+( \d+)*(, to lane [a-d])?", r"forward(, displacing)? to lane [a-d]"):
        assert any(re.fullmatch(pattern, each) for each in found), pattern
    assert not [each for each in found if re.search(r"[\[\]>]", each)]


@pytest.mark.parametrize("game", GAMES)
def test_an_offer_says_where_a_piece_stands_by_then(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, decided = simulated(SimulateRequest(7, 1, 2), game, monkeypatch)
    desk = AtDesk("race.race", header_of(text, decided), Options(), Kept())
    told = 0
    for one in decided:
        offer = offer_view(desk, one.chosen[:-1])
        moved = offer["moved"] if offer is not None else {}
        desk.write([*one.lines])
        scene = desk.now.game.scene
        after = scene(desk.now.last.table) if scene is not None else None
        for id, (*_, place) in moved.items():
            piece = after.piece(id) if after is not None else None
            told += piece is not None and piece.place == place
    assert told > 2


def test_undo_takes_changes_back_one_by_one_and_redo_makes_them_again() -> None:
    kept = Kept()
    desk = Desk("race.race", RACE, Options(), kept)
    desk.choose((("car", "29"), ("card", "charge")) + (("step", "f"),) * 3 + (("stop", ""),))
    assert desk.text.removeprefix(RACE) == "29 Charge: f3\n"
    desk.write(["15 pass"])
    assert desk.now.verdict == "illegal"
    desk.undo()
    assert desk.now.verdict == "legal" and kept.text == desk.text
    desk.undo()
    assert kept.text == RACE
    desk.redo()
    assert desk.text.removeprefix(RACE) == "29 Charge: f3\n"
    desk.comment(9, "well driven")
    assert desk.text.removeprefix(RACE) == "29 Charge: f3  # well driven\n"
    assert desk.now.verdict == "legal"


def test_undo_after_a_restart_takes_the_last_lines_back_up_to_the_header() -> None:
    desk = Desk("race.race", f"{RACE}29 Charge: f3\n", Options(), Kept())
    desk.undo()
    assert desk.text == RACE
    desk.undo()
    assert desk.text == RACE[: RACE.index("position")]
    with pytest.raises(StewardError, match="nothing to undo"):
        desk.undo()


def test_what_is_not_offered_cannot_be_chosen() -> None:
    desk = Desk("race.race", RACE, Options(), Kept())
    for path in ([("car", "30")], [("card", "charge")], [("car", "29"), ("card", "charge"), ("step", "x")]):
        with pytest.raises(StewardError, match="is not offered here"):
            desk.choose(path)


def test_a_change_that_cannot_be_saved_is_not_made() -> None:
    def full(_text: str) -> None:
        raise StewardError("the disk is full")

    desk = Desk("race.race", RACE, Options(), full)
    with pytest.raises(StewardError, match="full"):
        desk.write(["29 Charge: f3"])
    assert desk.text == RACE and not desk.past


LINES = [
    "29 Charge: f3",
    "29 Charge: f9",
    "15 Charge: f3",
    "15 Charge: ?",
    "check 29 at 4a",
    "# said",
    "",
    "(",
    "position",
    "  29 5b",
    "end",
    "...",
    "event Accident",
    "turn 2",
    "ruleset es",
    'title "later"',
    "either",
    "or",
    "game rallyman",
]


def change_at_random(desk: Desk, rng: Random) -> None:
    """Adds lines, takes them back, mixes them, or cuts them off."""
    lines = desk.text.split("\n")
    changes: list[Callable[[], object]] = [
        lambda: desk.write([rng.choice(LINES)]),
        lambda: desk.write(rng.sample(LINES, 3)),
        desk.undo,
        desk.redo,
        lambda: desk.comment(rng.randrange(len(lines) + 1), "well"),
        lambda: desk.change("\n".join(rng.sample(lines, len(lines)))),
        lambda: desk.change("\n".join(lines[: rng.randrange(1, len(lines) + 1)])),
    ]
    rng.choice(changes)()


@pytest.mark.parametrize("seed", range(8))
def test_after_any_changes_the_findings_are_those_of_the_text(seed: int) -> None:
    rng = Random(seed)
    desk = Desk("race.race", RACE, Options(), Kept())
    for _ in range(60):
        with suppress(StewardError):
            change_at_random(desk, rng)
        fresh = judged(desk.text, "race.race", Options())
        assert desk.now.verdict == fresh.verdict
        assert [(one.kind, one.line, one.fact) for one in desk.now.findings] == [
            (one.kind, one.line, one.fact) for one in fresh.findings
        ]
        assert [one.statement.line for one in desk.now.steps] == [one.statement.line for one in fresh.steps]
