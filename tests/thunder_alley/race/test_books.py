"""Simulated races are legal, and a bookkeeper that does not know the engine gets the same markers, places and points.

The long run over 10,000 races and a mutation of each is `python -m tests.thunder_alley.race.long_run`; the profile `thorough`
includes it.
"""

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from model.thunder_alley.position import Car, Position
from tests.thorough import THOROUGH
from tests.thunder_alley.race import races
from tests.thunder_alley.race.bookkeeper import CARD_WEAR, WEAR_OF, Book
from tests.thunder_alley.race.long_run import run, tally
from tests.thunder_alley.race.races import OPTIONS, keep_books, other_readings, setting
from tests.thunder_alley.race.standing_book import WrongError
from verifier.records.replay import Options, RecordReport, verify
from verifier.thunder_alley.simulate import SHIPPED, simulate

RACES = 84
RARE = (163, 208, 337, 349, 460, 685, 5308, 9617)
"""Races with rare features: a new leader in the front row of a restart (TA-9.6-7), a First Player by the distance to the line, a
lap marker that was moved up by a car that is swapped back (TA-4.6)."""
HERE = Path(__file__).parent
BOOKS = ("bookkeeper.py", "standing_book.py", "events_book.py", "points_book.py")


@pytest.mark.parametrize("number", (*range(1, RACES + 1), *RARE))
def test_a_race_is_legal_and_the_books_agree(number: int) -> None:
    kept = keep_books(simulate(setting(number)))
    assert kept.book.counts().total() == sum(len(team.cars) for team in kept.book.setup.teams)
    assert kept.book.stage == "over"


if THOROUGH:  # it takes half an hour

    def test_ten_thousand_races() -> None:
        figures = tally(map(run, range(1, 10_001)))
        assert (figures.races, figures.errors) == (10_000, [])


@pytest.mark.parametrize("name", BOOKS)
def test_the_books_do_not_know_the_engine(name: str) -> None:
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    allowed = {
        "model.thunder_alley.position",
        *(f"tests.thunder_alley.race.{Path(one).stem}" for one in BOOKS),
    }
    ours = {module for module in modules if module.split(".")[0] in ("model", "grammar", "verifier", "tests")}
    assert ours <= {*allowed, "tests.thunder_alley.race"}


def test_the_settings_mix_everything() -> None:
    settings = [setting(number) for number in range(1, 10_001)]
    assert {one.players for one in settings} == {2, 3, 4, 5, 6, 7}
    assert {one.given.get("track") for one in settings} == {None, *SHIPPED}
    assert {one.ruleset for one in settings} == {None, "en-2014", "es", "el"}
    assert {one.policy for one in settings} == {"plausible", "wild"}
    assert {options for one in settings for options in one.options} == {
        two for many in OPTIONS for two in many
    } | {("cars-per-team", 4)}
    assert {ruling for one in settings for ruling in one.rulings} == set(other_readings())
    assert len(other_readings()) > 70


def test_the_cards_of_the_books_are_all_of_them() -> None:
    assert len(WEAR_OF) == sum(len(cards) for cards in CARD_WEAR.values()) == 22


@pytest.fixture(scope="module")
def judged() -> RecordReport:
    [report] = verify(simulate(setting(6)), "race.race", Options(steps=True))
    return report


def any_car(car: Car) -> bool:
    return True


def driving(car: Car) -> bool:
    return car.status == "racing"


DOCTORED: dict[str, tuple[str, Callable[[Car], bool], Callable[[Car], Car]]] = {
    "a Turn Leader marker too many": ("turn", any_car, lambda car: replace(car, led=car.led + 1)),
    "a wear marker too many": ("turn", any_car, lambda car: replace(car, wear=(*car.wear, "yellow"))),
    "a temporary marker left on after a pit stop": (
        "pit",
        driving,
        lambda car: replace(car, wear=tuple(sorted((*car.wear, "green")))),
    ),
    "an event that gives a marker to somebody else": (
        "event",
        driving,
        lambda car: replace(car, wear=(*car.wear, "red", "red", "red")),
    ),
    "a car flipped twice": ("turn", driving, lambda car: replace(car, flipped=True)),
    "a car that comes back": ("result", any_car, lambda car: replace(car, status="racing", space="1a")),
    "a crossing too many": ("turn", driving, lambda car: replace(car, crossed=car.crossed + 1)),
    "a crossing too few": ("turn", driving, lambda car: replace(car, crossed=car.crossed - 1)),
    "a place given twice": ("check", any_car, lambda car: replace(car, place=1)),
    "a Lap-down marker": ("event", driving, lambda car: replace(car, lap_down=not car.lap_down)),
    "a car in the space of another": ("event", driving, lambda car: replace(car, space="1a")),
}
"""Simulated engine mistakes: the kind of line, the car, and the error in it."""


@pytest.mark.parametrize("what", DOCTORED)
def test_a_wrong_table_is_noticed(what: str, judged: RecordReport) -> None:
    kind, able, spoil = DOCTORED[what]
    found = 0
    lines = list(races.tables(judged))
    for index, (source, after, _) in enumerate(lines):
        if source.startswith(kind) and any(map(able, after.cars)):
            found += 1
            with pytest.raises(WrongError):
                _kept(judged, lines, index, _spoilt(after, able, spoil))
    assert found


def _spoilt(position: Position, able: Callable[[Car], bool], spoil: Callable[[Car], Car]) -> Position:
    chosen = [car for car in position.cars if able(car)]
    changed = {
        car.number: spoil(car) for car in (chosen if "space" in _changes(chosen[0], spoil) else chosen[-1:])
    }
    return replace(position, cars=tuple(changed.get(car.number, car) for car in position.cars))


def _changes(car: Car, spoil: Callable[[Car], Car]) -> set[str]:
    new = spoil(car)
    return {name for name in ("space",) if getattr(car, name) != getattr(new, name)}


def _kept(
    report: RecordReport, lines: list[tuple[str, Position, Position]], at: int, wrong: Position
) -> None:
    """The books of a race whose position is wrong after one line and from then on."""
    book: Book | None = None
    for index, (source, after, stood) in enumerate(lines):
        if index == at:
            after = wrong
            stood = wrong if stood is lines[index][1] else stood
        if book is None:
            book = Book(report.table.setup, after)
        else:
            book.line(source, after, stood)
            if index == at:
                book.compare(after)
    raise AssertionError("no book noticed")
