"""The smallest position with a turn whose outcome differs when one thing in a ruleset changes.

The search tries positions without a second car first, then few dice before many, and ordinary positions before those with damage,
flats, dirt and markers. The solver finds positions for rules about single dice, and time attacks for rules about the dice that
may be rolled. For rules about the start of a turn and its consequences, plain positions are tried one by one. Both judges play
each candidate under both rulesets, and only candidates that they confirm count.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from model.rallyman.facts import DATA
from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup
from model.ruleset import Ruleset, parameter
from verifier.rallyman.answers import engine_result, essence
from verifier.rallyman.check import attacks, elsewhere, rallies
from verifier.rallyman.check.attacks import ASKED, differing_attack
from verifier.rallyman.check.board import BUMP_AT_THE_FINISH
from verifier.rallyman.check.plain import Worn
from verifier.rallyman.check.record import picture_of, record_of, result_text, size_text, writable
from verifier.rallyman.check.small import FLATS, Small, decode, differ, played, small
from verifier.rallyman.spec.driven import Drive
from verifier.rallyman.spec.judging import judge
from verifier.rulesets.changes import Change, NotedRuleset, concerns
from verifier.rulesets.checking import WAYS, Looked, Witness, first_witness, way_of, with_options
from verifier.sharing import Share, alone
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.session import GaveUpError, Limits, Session
from verifier.solving.witness import find_witness

STAGES = ("hollow-pine", "mill-lane", "airfield", BUMP_AT_THE_FINISH)
DICE, ROUNDS = 3, 20
SIZES = tuple(
    (stage, dice, other)
    for other in (False, True)
    for dice in range(1, DICE + 1)
    for stage in (STAGES if dice < DICE else STAGES[: not other])
)
"""Stages, numbers of dice, and whether there is a second car: few before many."""

BOUND = (
    f"basic turns with a die on {len(STAGES)} stages: 2 cars with up to 2, 1 car with up to 3 on {STAGES[0]}"
)
LIMITS = Limits(steps=8_000_000)

Candidate = tuple[Setup, Position, Turn]
Both = tuple[Ruleset, Ruleset]


@dataclass(slots=True)
class _Table:
    """Small positions with a turn under a ruleset, and the names that the turn looks up."""

    small: Small
    made: tuple[Drive, Bit]
    asked: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sought:
    """What the search for one change among turns has come to: a confirmed turn, if there is one. `asked`: something within the
    bound depends on the change. `limit`: one that was hit."""

    bound: str
    asked: bool
    found: Candidate | None = None
    limit: str = ""

    def looked(self, both: Both) -> Looked:
        """The same with the turn as a witness."""
        shown = None if self.found is None else witness(self.found, both)
        return Looked(self.bound, self.asked, shown, self.limit)


@dataclass(slots=True)
class Differences:
    """Changes of one ruleset, each searched separately; results for the ruleset itself are computed once for all. Processes may
    `share` a search."""

    ruleset: Ruleset
    share: Share = alone
    _tables: dict[object, _Table] = field(default_factory=dict)

    def find(self, change: Change, ways: Sequence[str] = WAYS) -> Looked:
        """The smallest witness of a change, of one of these ways.

        Satisfiable: there is a candidate, and it is a witness if both judges confirm it. Unsatisfiable: none exists in
        positions of this size.
        """
        return first_witness(self._searches(self.ruleset, change, ways))

    def find_with_options(self, change: Change) -> Looked:
        """The same, and if nothing depends on the change, with each of the other optional rules in force."""
        return with_options(
            DATA, self.ruleset, change, lambda base: first_witness(self._searches(base, change, WAYS))
        )

    def _searches(self, base: Ruleset, change: Change, ways: Sequence[str]) -> Iterator[Looked]:
        both = base, change.applied(base)
        for search in (self._by_solver, self._among_attacks):
            yield search(both, change, ways).looked(both)
        for look in (self._elsewhere, rallies.look):
            yield look(both, change, ways)

    def turn(self, change: Change) -> Sought:
        """The smallest turn that has another result with the change."""
        both = self.ruleset, change.applied(self.ruleset)
        found = self._by_solver(both, change, WAYS)
        if found.found is not None:
            return found
        attack = self._among_attacks(both, change, WAYS)
        return replace(attack, limit=found.limit or attack.limit)

    def _by_solver(self, both: Both, change: Change, ways: Sequence[str]) -> Sought:
        """Searches all positions of one size after another."""
        flats = min(FLATS, *(parameter(DATA, rules, "max_flats_before_elimination") for rules in both))
        asked, limit = False, ""
        for stage, dice, other in SIZES:
            table = self._table(both[0], stage, dice, other, flats)
            if not concerns(change, table.asked):
                continue
            asked = True
            difference = differ(table.small, table.made, played(table.small, both[1]), ways)
            if difference == FALSE:
                continue
            try:
                confirm = partial(confirmed, both=both, ways=ways)
                found = plainest(table.small, difference, both[0], confirm)
            except GaveUpError as error:
                limit = error.limit
                continue
            if found is not None:
                return Sought(BOUND, True, found, limit)
        return Sought(BOUND, asked, limit=limit)

    def _table(self, ruleset: Ruleset, stage: str, dice: int, other: bool, flats: int) -> _Table:
        key = tuple(ruleset.options), stage, dice, other, flats
        if key not in self._tables:
            asked = NotedRuleset(ruleset)
            table = small(stage, dice, other=other, flats=flats)
            self._tables[key] = _Table(table, played(table, asked.ruleset), asked.names())
        return self._tables[key]

    def _among_attacks(self, both: Both, change: Change, ways: Sequence[str]) -> Sought:
        """Searches for a time attack, for changes to which dice may be rolled. Few attacks are tried, which proves nothing."""
        ruling = attacks.RULED.get(change.name, change.name)
        if ruling not in ASKED or "attack" not in both[0].options:
            return Sought(attacks.BOUND, False)
        if len(ways) < len(WAYS):
            return Sought(attacks.BOUND, True, limit="few attacks")
        try:
            found = differing_attack(*both, ruling, partial(confirmed, both=both))
        except GaveUpError as error:
            return Sought(attacks.BOUND, True, limit=error.limit)
        return Sought(attacks.BOUND, True, found)

    def _elsewhere(self, both: Both, change: Change, ways: Sequence[str]) -> Looked:
        """Searches what does not depend on the dice of one turn."""
        return elsewhere.look(both, change, worn_for(both, change.name), ways, self.share)


def witness(found: Candidate, rulesets: Sequence[Ruleset]) -> Witness:
    """A confirmed candidate as a record, with the engine's results under each ruleset."""
    setup, position, turn = found
    results = (result_text(turn, engine_result(under(setup, rules), position, turn)) for rules in rulesets)
    return Witness(
        tuple(rulesets),
        record_of(setup, position, turn),
        tuple(results),
        size_text(position, turn),
        picture_of(setup, position),
    )


def worn_for(both: Both, changed: str = "") -> Worn:
    """How worn a car must be for a number to matter: as worn as both rulesets let it drive."""
    least = {
        name: min(parameter(DATA, rules, name) for rules in both)
        for name in ("damage_that_retires", "black_dice", "max_flats_before_elimination")
    }
    usual = Worn()
    damage = least["damage_that_retires"] - 1
    if changed == "black_dice":
        damage = min(damage, least["black_dice"])
    elif changed != "damage_that_retires":
        damage = min(damage, usual.damage)
    flats = least["max_flats_before_elimination"]
    return Worn(damage, flats if changed == "max_flats_before_elimination" else min(flats, usual.flats))


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The same stage under another ruleset."""
    return replace(setup, ruleset=ruleset)


def plainest(
    table: Small, wanted: Bit, ruleset: Ruleset, confirm: Callable[[Candidate], bool], rounds: int = ROUNDS
) -> Candidate | None:
    """A position with a turn for which this bit holds and that is confirmed, as ordinary as possible; so many are tried in each
    round. Raises `GaveUpError` at a limit."""
    shown = list(table.circuit.variables.values())
    session = Session(table.circuit, [*table.facts, wanted], more=[*shown, *table.plain], limits=LIMITS)
    if not session.fits():
        return None
    plain: list[Bit] = []
    for bit in table.plain:
        if session.fits(assuming=[*plain, bit]):
            plain.append(bit)
    # Candidates may fail to be confirmed; then what a reader would miss least is given up first.
    for kept in (len(plain), len(plain) // 2, len(plain) // 4, 0):
        search = find_witness(
            session, shown, lambda true: decode(table, true, ruleset), confirm, rounds, plain[:kept]
        )
        if search.witness is not None or (search.complete and not kept):
            return search.witness
    raise GaveUpError(f"{rounds} positions that a judge refused")


def confirmed(found: Candidate, both: Iterable[Ruleset], ways: Sequence[str] = WAYS) -> bool:
    """Whether both judges get different results under the two rulesets, in one of these ways, and a record can express the
    turn."""
    results = agreed(found, both)
    if not results or results[0] == results[1]:
        return False
    return way_of(*(one is not None for one in results)) in ways


def agreed(found: Candidate, rulesets: Iterable[Ruleset]) -> list[Hashable | None]:
    """What both judges find under each ruleset: the essence of the position that follows, None if the turn is illegal. Nothing
    if they disagree, or no record can express the turn."""
    setup, position, turn = found
    results: list[Hashable | None] = []
    for rules in rulesets if writable(turn) else ():
        result = engine_result(under(setup, rules), position, turn)
        by_engine = essence(setup, result) if isinstance(result, Position) else None
        judged = judge(under(setup, rules), position, turn)
        if by_engine != (essence(setup, judged.outcomes[0].position.after) if judged.legal else None):
            return []
        results.append(by_engine)
    return results
