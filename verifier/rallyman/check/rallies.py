"""What a change does between two stages of a rally: times that are equal, and dirt that an earlier stage left behind."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

from model.rallyman.facts import DATA
from model.rallyman.moves import StageDriven, Start
from model.rallyman.position import FINISHED, Car, Position
from model.rallyman.standing import EMPTY, Rally, RallySetup, clock
from model.ruleset import Ruleset
from verifier.changes import RULE, Change, rule_lines
from verifier.checking import Looked, Witness
from verifier.rallyman.check.board import road
from verifier.rallyman.check.dice import setup_of
from verifier.rallyman.engine import door as engine
from verifier.rallyman.lines.terms import Door
from verifier.rallyman.spec import door as spec
from verifier.scenes import Altered, Result
from verifier.solving.cases import Cases, in_case

STAGE, LAST, DIRTY = "mill-lane", "s9", "K1"
"""A short stage, its last space, and its first corner."""

SECONDS = (100, 110, 120)
"""Times of a stage. The last die, in first gear, is 50 of them."""

LAST_DIE = 50
NAMES = ("tie-in-times", "dirt-between-stages")
BOUND = f"two stages of a rally, 2 cars, {len(SECONDS)} different times"

Times = tuple[tuple[int, int], tuple[int, int]]
"""The times of two drivers in two stages."""


def look(both: tuple[Ruleset, Ruleset], change: Change) -> Looked:
    """The plainest rally of two stages that goes on otherwise with the change."""
    if change.kind != RULE and change.name not in NAMES:
        return Looked(BOUND, False)
    altered = Altered(both[0], change)
    found = next(chain(_by_times(altered), _by_dirt(altered)), None)
    return Looked(BOUND, altered.asked or found is not None, found, altered.limit if found is None else "")


# equal times


def _by_times(altered: Altered) -> Iterator[Witness]:
    """RM-3.4, RM-13.4, RM-13.6: the classification after two stages."""
    cases = Cases()
    times: Any = tuple(tuple(cases.choice(SECONDS) for _ in "AB") for _ in "12")
    cases.begin()
    for case in altered.cases(cases, partial(_classified, spec, times)):
        exact = in_case(times, case)
        results = altered.confirmed(partial(_classified, engine, exact), partial(_classified, spec, exact))
        if results is not None:
            first, second = (f"legal: places {' '.join(result.ways[0][0])}" for result in results)
            check = f"check places {' '.join(results[0].ways[0][0])}"
            record = _rally(altered.rulesets[0], (), *map(_driven, exact), last=check)
            yield Witness(altered.rulesets, record, (first, second), "2 cars, 2 stages")


def _classified(door: Door, times: Times, ruleset: Ruleset) -> Result:
    """The places, the leaders and the next starters after two stages with these times."""
    setup = RallySetup(ruleset, ("A", "B"))
    rally = Rally("", cars=(Car("A"), Car("B")), starting=setup.names)
    for stage in times:
        cars = tuple(
            Car(name, "FINISH", 1, FINISHED, chrono=seconds, arrival=place)
            for place, (name, seconds) in enumerate(zip(setup.names, stage, strict=True), 1)
        )
        driven = StageDriven(STAGE, setup.names, Position(4, cars, (), None))
        rally = door.judge_rally(setup, rally, driven).outcomes[0].position
    return Result("", ((rally.places, rally.leaders, rally.starters),))


def _driven(times: tuple[int, int]) -> tuple[str, ...]:
    """A stage whose drivers cross the finish with these times."""
    cars = (
        f"  {name} {LAST} g1 t={clock(seconds - LAST_DIE)}" for name, seconds in zip("AB", times, strict=True)
    )
    return "position", "  turn 3", *cars, "end", "A: 1", "B: 1"


# dirt left behind


def _by_dirt(altered: Altered) -> Iterator[Witness]:
    """RM-2.3: dirt on a corner at the end of a stage, and a second stage over the same corner. The driver brings two flats, so
    that the next one ends the stage."""
    cases = Cases()
    markers = cases.choice((1, 2))
    cases.begin()
    for case in altered.cases(cases, partial(_begins, spec, markers)):
        exact = in_case(markers, case)
        results = altered.confirmed(partial(_begins, engine, exact), partial(_begins, spec, exact))
        if results is not None:
            before = "position", "  turn 2", f"  dirt {DIRTY}={exact}", f"  A {LAST} g1", "end", "A: 1"
            again = "R1 A: 1 2", "R2 A: 2 1", "R3 A: 1/kx *out"
            record = _rally(altered.rulesets[0], ("flats=2",), before, again)
            first, second = (f"legal: the second stage begins with {_dirt(result)}" for result in results)
            yield Witness(altered.rulesets, record, (first, second), "1 car, 2 stages")


def _begins(door: Door, markers: int, ruleset: Ruleset) -> Result:
    """The dirt on a stage at its start, after an earlier stage that left these markers."""
    setup = setup_of(road(STAGE), ruleset, [Car("A")])
    standing = door.judge(setup, EMPTY, Start(((DIRTY, markers),))).outcomes[0].position
    return Result("", (standing.position.dirt,))


def _dirt(result: Result) -> str:
    return ", ".join(f"{corner} dirt {count}" for corner, count in result.ways[0]) or "no dirt"


# records


def _rally(
    ruleset: Ruleset, fields: tuple[str, ...], *stages: tuple[str, ...], last: str = ""
) -> tuple[str, ...]:
    """The records of these stages and that of the rally."""
    names = "AB" if any(line.startswith("B") for stage in stages for line in stage) else "A"
    drivers = [" ".join(("driver", name, *fields)) for name in names]
    head = "game rallyman", "format 1", *rule_lines(DATA, ruleset)
    records = [(*head, f"stage {STAGE}", *drivers, *stage, "") for stage in stages]
    races = [f'race "#{number}"' for number, _ in enumerate(stages, 1)]
    return (*chain(*records), *head, 'rally "witness"', *drivers, *races, *([last] if last else []))
