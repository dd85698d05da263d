"""A line whose card and path occurred in an earlier line has the same meaning as a line read for the first time."""

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Setup, Team, make_position
from tests.thunder_alley.lines.play import statement
from verifier.records.speaking import NotationError
from verifier.thunder_alley.lines import plain
from verifier.thunder_alley.lines.names import Names, names_of
from verifier.thunder_alley.lines.read import Written, read_move

TEAMS = (Team("Red", "Ana", (29, 25, 41)), Team("Blue", None, (15, 4, 9)))

LINES = (
    "29 Charge: f7",
    "29 Charge: f3 o2 f>b",
    "  29   Charge:  f3  o2,  f>b  # a note",
    "25 Dirty Air: f2 ix f!",
    "15 Charge: f(4>b) f2",
    "15 15: [25 29] f f3",
    '"Dave" Charge: f7',
    "29 Charge left 3: f3",
    "29 Charge: f(15>b) o(4>b 9>a) [4 25] f2(41>a)",
    "29 Charge: f2 [ 4 ] [9 15] f [] ox/2",
    "29 Charge: f3 ?2",
    "29 Charge: f3 ...",
    "29 Charge: f left 2",
    "41 Teamwork: f4 + 29 f3",
    "41 Teamwork: [15] f4 o + 29 [] f3 f>a",
    "41 Teamwork: - + 29 f3",
    "41 Teamwork: f4",
    "29 Charge: -",
    "29 80: f2",
    "29 pass",
    '"Dave" retire',
    "29 chosen",
    "Red pass",
)


def names(reading: str = "inside-line") -> Names:
    ruleset = with_changes(DATA, default_ruleset(DATA), rulings={"card-80": reading})
    return names_of(Setup(None, ruleset, TEAMS, names={"Dave": 29}), make_position(()))


def told(written: Written) -> tuple[object, ...]:
    return written.move, dict(written.places), written.words


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "_words", {})


@pytest.mark.parametrize("line", LINES)
def test_the_second_time_says_what_the_first_said(line: str) -> None:
    first = told(read_move(statement(line), names()))
    assert told(read_move(statement(line), names())) == first


def test_another_car_with_the_same_path_has_its_own_places() -> None:
    read_move(statement("29 Charge: f3 o"), names())
    alone = told(read_move(statement("4 Charge: f3 o"), names()))
    plain._words.clear()
    assert told(read_move(statement("4 Charge: f3 o"), names())) == alone


def test_a_car_that_is_not_in_the_race_is_told_however_often_its_path_was_read() -> None:
    read_move(statement("29 Charge: f3 o"), names())
    with pytest.raises(NotationError, match="car `28` is not in this race"):
        read_move(statement("28 Charge: f3 o"), names())


def test_a_card_that_a_ruling_names_is_asked_each_time() -> None:
    for reading in ("inside-line", "understeer"):
        written = read_move(statement("29 80: f2"), names(reading))
        assert getattr(written.move, "card", None) == reading


def test_no_more_is_kept_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "MOST_KEPT", 3)
    for count in range(1, 9):
        read_move(statement(f"29 Charge: f{count}"), names())
        assert len(plain._words) <= 3
