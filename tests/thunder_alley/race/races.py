"""Settings for simulated races, and the books kept of the race with a setting."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Position
from tests.thunder_alley.race import points_book
from tests.thunder_alley.race.bookkeeper import Book
from verifier.game import SimulateRequest
from verifier.records.replay import Options, RecordReport, verify
from verifier.thunder_alley.simulate import SHIPPED

OPTIONS: tuple[tuple[tuple[str, int | None], ...], ...] = (
    (),
    (("variable-pit-stops", None),),
    (("grid-per-round", None),),
    (("grid-per-card", None),),
    (("race-completion", None),),
    (("cars-per-team", 2),),
    (("variable-pit-stops", None), ("grid-per-card", None), ("race-completion", None), ("cars-per-team", 3)),
)


@lru_cache(maxsize=1)
def other_readings() -> tuple[tuple[str, str], ...]:
    """Every reading that can be chosen and is not the default."""
    return tuple(
        (ruling.id, reading.id)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.readings.values()
        if reading.id != ruling.default and not reading.unmodelled
    )


def setting(number: int, seed: int = 7) -> SimulateRequest:
    """The setting of the `number`-th race: players, tracks, editions, readings, options and policies rotate at different rates,
    so that all combinations occur."""
    players = 2 + number % 6
    track = SHIPPED[number % 5 + 1] if number % 11 else None
    options = OPTIONS[number // 2 % len(OPTIONS)]
    if number % 13 == 0:
        players, track, options = (
            2,
            SHIPPED[0],
            (*options, *(() if dict(options).get("cars-per-team") else (("cars-per-team", 4),))),
        )
    readings = other_readings()
    rulings = (readings[number // 4 % len(readings)],) if number % 4 in (1, 3) else ()
    ruleset = (None, None, "es", "el", "en-2014")[number % 5]
    policy = "wild" if number % 3 == 2 else "plausible"
    given = {"laps": 1 + number % 3, **({"track": track} if track else {})}
    return SimulateRequest(seed, number, players, policy, ruleset, rulings, options, given)


@dataclass(frozen=True)
class Kept:
    """A race, its record, the judge's report, and its books."""

    text: str
    report: RecordReport
    book: Book


def keep_books(text: str) -> Kept:
    """Judges a record, which must be legal, and keeps its books. Raises `AssertionError` if the two differ."""
    [report] = verify(text, "race.race", Options(steps=True))
    assert report.verdict == "legal", (report.verdict, report.findings[:2])
    book: Book | None = None
    for source, position, stood in tables(report):
        if book is None:
            book = Book(report.table.setup, position)
        else:
            book.line(source, position, stood)
    assert book is not None
    _end(text, report, book)
    return Kept(text, report, book)


def tables(report: RecordReport) -> Iterator[tuple[str, Position, Position]]:
    """Line by line: the line, the position after it, and the position right after its move. A turn without a `turn` line gets
    one."""
    turn = 1
    for step, following in zip(report.steps, (*report.steps[1:], None), strict=True):
        position, past = step.after.position, step.after.past
        if (
            step.statement.kind == "event"
            and following is not None
            and " wear " in following.statement.source
        ):
            # The event left the colour of a marker open, and the next line gives it.
            position = following.after.position
        if position is None:
            continue
        stood = position
        if past and past[-1].line == step.statement.line:
            stood, before = past[-1].after, past[-1].before
            if before.turn != turn:
                yield f"turn {before.turn}", before, before
            turn = before.turn
        else:
            turn = position.turn
        yield step.statement.source, position, stood


def _end(text: str, report: RecordReport, book: Book) -> None:
    """Places and points at the end, compared with the position, the report and the lines that a league writes."""
    points = book.points()
    counts = book.counts()
    assert counts.total() == len(book.cars)
    if book.stage != "over":
        assert not report.complete and report.result is None
        return
    assert points is not None and not counts["racing"] and not book.left
    assert report.complete
    assert report.result in (None, points)
    results = [line for line in text.splitlines() if line.startswith("result ")]
    written = results[0].split()[1:]
    assert dict(zip(written[::2], map(int, written[1::2]), strict=True)) == points
    assert written[0] == points_book.winner(book)
