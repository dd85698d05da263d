"""For each ruling about a turn: the smallest position on which its readings come to different results.

Without a second car first, then few dice before many, and nothing out of the ordinary before damage, flats, dirt and markers.
The solver finds positions for the rulings about single dice, and time attacks for those about the dice that may be rolled; those
about how a turn begins and what follows it are looked for among plain positions one by one. The engine plays each of them under
both readings, and what it does not confirm is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from model.asked import AskedReadings
from model.rallyman.facts import DATA
from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from model.ruleset import Ruleset
from model.rulings import load_rulings
from verifier.rallyman.second.check.attacks import RULINGS, differing_attack
from verifier.rallyman.second.check.plain import further, situations
from verifier.rallyman.second.check.record import record_of, result_text
from verifier.rallyman.second.check.small import Small, decode, differ, played, small
from verifier.rallyman.second.engine_answers import engine_result
from verifier.rallyman.second.tables import told
from verifier.rallyman.spec import judge
from verifier.second import FOUND, GAVE_UP, PROVED, Checked
from verifier.solving.session import GaveUpError, Limits, Session
from verifier.solving.witness import Search, find_witness

ABOUT, CONTROLS = "rulings about a turn", "controls"
STAGES = ("hollow-pine", "mill-lane", "airfield")
DICE, CARS, ROUNDS = 3, 2, 20
MOST_LOOKS = 6_000
"""Turns that are looked at one by one."""

BOUND = f"{', '.join(STAGES)}; {CARS} cars, {DICE} dice; {MOST_LOOKS} plain turns"

LIMITS = Limits(steps=8_000_000)

Candidate = tuple[Setup, Position, Turn]


@dataclass(slots=True)
class _Open:
    """A reading whose difference is still looked for, and why the search for it ended where it did."""

    ruling: str
    reading: str
    asked: bool = False
    gave_up: str = ""
    found: Candidate | None = None


def check_readings(ruleset: Ruleset) -> Iterator[Checked]:
    """Each reading that is not in force, of every ruling that a turn asks; then both controls.

    SAT: a position with a turn that is legal under one reading only, or comes out otherwise. UNSAT: there is none within the
    bound.
    """
    pending = [
        _Open(ruling.id, reading)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.readings
        if reading != ruleset.readings.get(ruling.id) and not ruling.readings[reading].unmodelled
    ]
    for other in (False, True):
        for dice in range(1, DICE + 1):
            for stage in STAGES if dice < DICE else STAGES[: not other]:
                _look(ruleset, stage, dice, other, [one for one in pending if one.found is None])
    _look_among_attacks(ruleset, [one for one in pending if one.ruling in RULINGS])
    _look_among_plain(ruleset, [one for one in pending if one.found is None])
    for one in pending:
        yield from _said(ruleset, one)
    yield from _controls(ruleset)


def _said(ruleset: Ruleset, one: _Open) -> Iterator[Checked]:
    name = f"{one.ruling} = {one.reading}"
    if one.found is not None:
        setup, position, turn = one.found
        results = [engine_result(under(setup, rules), position, turn) for rules in _both(ruleset, one)]
        first, second = (result_text(turn, result) for result in results)
        fact = f"{ruleset.readings[one.ruling]}: {first}; {one.reading}: {second}"
        yield Checked(ABOUT, name, FOUND, BOUND, fact, witness=record_of(setup, position, turn))
    elif one.gave_up and one.asked:
        yield Checked(ABOUT, name, GAVE_UP, BOUND, f"limit: {one.gave_up}")
    elif one.asked:
        yield Checked(ABOUT, name, PROVED, BOUND, "no difference")


def _both(ruleset: Ruleset, one: _Open) -> tuple[Ruleset, Ruleset]:
    return ruleset, with_reading(ruleset, one.ruling, one.reading)


def with_reading(ruleset: Ruleset, ruling: str, reading: str) -> Ruleset:
    """The ruleset with one ruling read otherwise."""
    return replace(ruleset, readings={**ruleset.readings, ruling: reading})


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The setup with other readings; its options stay."""
    return replace(setup, ruleset=replace(setup.ruleset, readings=ruleset.readings))


def _look(ruleset: Ruleset, stage: str, dice: int, other: bool, pending: list[_Open]) -> None:
    """Looks at all positions of one size for every reading that the dice ask."""
    table = small(stage, dice, other=other)
    asked = AskedReadings(dict(ruleset.readings))
    base = played(table, replace(ruleset, readings=asked))
    for one in pending:
        if one.ruling not in asked.asked:
            continue
        one.asked = True
        try:
            again = played(table, with_reading(ruleset, one.ruling, one.reading))
            one.found = _smallest(table, differ(table, base, again), _both(ruleset, one)).witness
        except GaveUpError as error:
            one.gave_up = error.limit


def _smallest(table: Small, difference: int, both: tuple[Ruleset, Ruleset]) -> Search[Candidate]:
    """A position on which a turn comes out differently: an ordinary one if there is one."""
    shown = list(table.circuit.variables.values())
    session = Session(table.circuit, [*table.facts, difference], more=shown, limits=LIMITS)
    search: Search[Candidate] = Search(None)
    for assumed in (table.plain, ()):
        search = find_witness(
            session,
            shown,
            lambda true: decode(table, true, both[0]),
            lambda found: confirmed(found, both),
            ROUNDS,
            list(assumed),
        )
        if search.witness is not None:
            return search
    return search


def confirmed(found: Candidate, both: tuple[Ruleset, Ruleset]) -> bool:
    """Whether both judges come to different results under the two rulesets."""
    setup, position, turn = found
    by_spec, by_engine = [], []
    for rules in both:
        here = under(setup, rules)
        judgement = judge(here, position, turn)
        by_spec.append(told(setup, judgement.positions[0]) if judgement.legal else None)
        result = engine_result(here, position, turn)
        by_engine.append(told(setup, result) if isinstance(result, Position) else None)
    return by_spec[0] != by_spec[1] and by_engine[0] != by_engine[1]


def _look_among_attacks(ruleset: Ruleset, pending: list[_Open]) -> None:
    """Looks for time attacks that two readings of their own rulings judge otherwise."""
    for one in pending:
        both = _both(ruleset, one)
        try:
            one.found = differing_attack(*both, one.ruling, partial(confirmed, both=both))
        except GaveUpError as error:
            one.asked, one.gave_up = True, error.limit


def _look_among_plain(ruleset: Ruleset, pending: list[_Open]) -> None:
    """Looks at plain positions one by one for every reading that a turn asks there."""
    asked = AskedReadings(dict(ruleset.readings))
    looks = 0
    for setup, position, turn in situations(replace(ruleset, readings=asked)):
        waiting = [turn]
        while waiting:
            looks += 1
            if looks > MOST_LOOKS or not pending:
                for one in pending:
                    one.gave_up = one.gave_up or f"{MOST_LOOKS} plain turns"
                return
            turn = waiting.pop()
            asked.use(ruleset.readings)
            judgement = judge(setup, position, turn)
            waiting += further(turn, judgement)
            for one in [one for one in pending if one.ruling in asked.asked]:
                one.asked, one.gave_up = True, ""
                again = judge(under(setup, with_reading(ruleset, one.ruling, one.reading)), position, turn)
                if again.positions != judgement.positions and confirmed(
                    (setup, position, turn), _both(ruleset, one)
                ):
                    one.found = (under(setup, ruleset), position, turn)
                    pending.remove(one)


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    """Equal rules have no difference, and one that is planted is found."""
    table = small(STAGES[0], 1, other=False)
    base = played(table, ruleset)
    same = _smallest(table, differ(table, base, played(table, ruleset)), (ruleset, ruleset))
    outcome = PROVED if same.witness is None and same.complete else FOUND
    yield Checked(CONTROLS, "equal rules", outcome, BOUND, "no difference", PROVED, control=True)
    planted = table.circuit.both(base[1], base[0].end.at["s1"])
    found = Session(table.circuit, [*table.facts, planted], limits=LIMITS).fits()
    fact = "a turn to s1 that is said to be legal under one reading alone is found"
    yield Checked(
        CONTROLS, "a planted difference", FOUND if found else PROVED, BOUND, fact, FOUND, control=True
    )
