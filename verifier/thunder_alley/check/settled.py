"""Rulings that take effect when a movement is over: Lap-down markers, laps, who leads, Clean Air, Teamwork's second car.

The constraints of a movement do not consult them, so there is no circuit to solve. Instead every position of a few cars is
generated, smallest first, and the engine lists its results under both rulesets. Where they differ, the spec must agree about
the move.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from model.ruleset import Ruleset
from model.thunder_alley.cards import Card, cards_of
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import FINISHED, UNNOTED, Car, Position, Setup, Team, make_position
from model.thunder_alley.track import Track
from verifier.rulesets.changes import NotedRuleset
from verifier.sharing import Share, alone
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.anywhere import Kind, slowest_exit
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.candidates import candidate, under
from verifier.thunder_alley.check.differences import Sought
from verifier.thunder_alley.check.small import ACTIVE, CROSSED, EXIT, LAPS, played
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.spec.lapped import mark_lapped
from verifier.thunder_alley.spec.play import DRAFT, SOLO
from verifier.words import counted

KINDS = (Kind(SOLO), Kind(DRAFT), Kind(SOLO, "clean-air"), Kind(DRAFT, "teamwork"), Kind(SOLO, pit=True))
"""Movements after which rulings take effect: laps and markers after each of them, so one kind for a single car and one for a
line are enough; and leaving the pits, where markers slow no car."""

SLOWING = 3
"""Wear markers of a car that leaves the pits; on the track they would slow it."""

SIZES = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2))
"""Numbers of cars and MPs, smallest first."""

TOGETHER = 50
"""Positions that one process tries before it takes the next ones."""

NEAR = 2
"""Sectors over which three cars may spread; fewer cars may stand anywhere."""

RULE_CARS, RULE_MPS = 2, 1
"""The effect of a rule that is left out shows with so many, or not in these moves."""


def bound(cars: int, *, ruling: bool = True) -> str:
    """The range of the search for a ruling, or for another change, with up to so many cars."""
    few = f"every position of up to {counted(min(cars, 2), 'car')}"
    if not ruling:
        return f"{few}, {counted(RULE_MPS, 'MP')}, {SECTORS} sectors"
    more = f", of 3 cars in {NEAR} sectors" if cars > 2 else ""
    return f"{few}{more}, {counted(max(mps for _, mps in SIZES), 'MP')}, {SECTORS} sectors"


BOUND = bound(max(SIZES)[0])
Table = tuple[Setup, Position, int | None]
"""A position, and the MPs left if the movement has already begun."""

FINISHER = 9
"""The number of a car that has already won."""


def look(ruleset: Ruleset, pending: Sequence[Sought]) -> None:
    """Finds the smallest position on which each ruleset differs from the first; fewest cars first, then MPs, then sectors."""
    for cars in dict.fromkeys(cars for cars, _ in SIZES):
        look_with(ruleset, cars, pending)


def look_with(ruleset: Ruleset, cars: int, pending: Sequence[Sought], share: Share = alone) -> None:
    """The same with so many cars."""
    for (_, mps), kind in product((size for size in SIZES if size[0] == cars), KINDS):
        left = [one for one in pending if one.found is None and _worth_a_look(one, kind, cars, mps)]
        every = list(tables(ruleset, kind, cars, mps)) if left else []
        looked = partial(_looked, left, every, kind, mps)
        for parts in share(looked, range(0, len(every), TOGETHER)):
            for number, part in parts:
                left[number].add(part)
            if all(one.found is not None for one in left):
                break


def _looked(
    pending: Sequence[Sought], every: Sequence[Table], kind: Kind, mps: int, first: int
) -> list[tuple[int, Sought]]:
    """What some positions from the first on show of each ruleset without a find, by its place."""
    parts = [(number, one.afresh()) for number, one in enumerate(pending) if one.found is None]
    for setup, position, in_the_middle in every[first : first + TOGETHER]:
        left = [part for _, part in parts if part.found is None]
        if not left:
            break
        _compare(setup, position, kind, mps, in_the_middle, left)
    return parts


def _worth_a_look(one: Sought, kind: Kind, cars: int, mps: int) -> bool:
    """Whether this kind and size can show anything new. Plain movements cover all that is not about the text of a card, and a
    movement that does not consult a ruling with two cars and 1 MP never does."""
    if kind.text not in (one.texts or (None,)):
        return False
    if not one.ruling:
        return mps == RULE_MPS and cars <= RULE_CARS
    return cars == 1 or (cars, mps) == (2, 1) or kind in one.asked


def _compare(
    setup: Setup, position: Position, kind: Kind, mps: int, left: int | None, pending: Sequence[Sought]
) -> None:
    """Plays one position under the ruleset and under those that differ in what is looked up there."""
    noted = NotedRuleset(setup.ruleset)
    card = _played(setup.ruleset, kind, mps)[0]
    here = listed(setup, position, kind, mps, left, noted.ruleset)
    names = noted.names()
    for one in pending:
        if one.name not in names:
            continue
        one.asked.add(kind)
        there = listed(setup, position, kind, mps, left, one.ruleset)
        moves = [move for table, move in here.items() if table not in there]
        moves += [move for table, move in there.items() if table not in here]
        found = (
            candidate(setup, one.ruleset, position, move, card.pit_speed if kind.pit else mps, one.ways)
            for move in moves
        )
        one.found = next((two for two in found if two.confirmed), None)


def listed(
    setup: Setup, position: Position, kind: Kind, mps: int, left: int | None, ruleset: Ruleset
) -> dict[Position, Activation]:
    """Where the active car can come under a ruleset, each with a move."""
    card = _played(setup.ruleset, kind, mps)[0]
    every = legal_moves(under(setup, ruleset), position, ACTIVE, card.id, left=left)
    return {one.position: one.move for one in every}


def tables(ruleset: Ruleset, kind: Kind, cars: int, mps: int) -> Iterator[Table]:
    """Every position with this many cars, in order of the sectors they span.

    Cars other than the active one are on the track or the apron; with Teamwork they are of its team and flipped, as the card
    may require. A position of one car also occurs with a car that has won the race.
    """
    track = ring(SECTORS)
    _, markers, left = _played(ruleset, kind, mps)
    own = kind.text == "teamwork"
    setups = [Setup(track, ruleset, _teams(cars, own, won), LAPS) for won in (False, True)]
    aprons = [f"{sector}p" for sector in track.sectors] if cars == 2 else []
    starts = (f"{EXIT[:-1]}p",) if kind.pit else track.spaces
    places = list(product(starts, *[(*track.spaces, *aprons)] * (cars - 1)))
    places = [standing for standing in places if len(set(standing)) == cars and _in_order(track, standing)]
    spans = {standing: _span(track, standing) for standing in places}
    if cars > 2:
        places = [standing for standing in places if spans[standing] <= NEAR]
    places.sort(key=spans.__getitem__)
    for standing, crossed in product(places, product(CROSSED, repeat=cars)):
        for won in (False, True) if cars == 1 else (False,):
            table = [
                Car(
                    number,
                    "Red" if own or number == ACTIVE else "Blue",
                    space,
                    laps,
                    (UNNOTED,) * (markers if number == ACTIVE else 0),
                    flipped=own and number != ACTIVE,
                )
                for number, (space, laps) in enumerate(zip(standing, crossed, strict=True), ACTIVE)
            ]
            if won:
                table.append(Car(FINISHER, "Green", None, LAPS + 1, status=FINISHED, place=1))
            laid = make_position(table, lap=min(LAPS, max(car.crossed for car in table)))
            setup = setups[won]
            yield setup, mark_lapped(setup, laid, laid, ()), left


def _played(ruleset: Ruleset, kind: Kind, mps: int) -> tuple[Card, int, int | None]:
    """The card, the wear markers and the MPs left of a movement of this kind."""
    deck = cards_of(ruleset)
    return (played(kind, slowest_exit(deck), deck)[0], SLOWING, None) if kind.pit else played(kind, mps, deck)


def _in_order(track: Track, standing: Sequence[str]) -> bool:
    """The third car is after the second one, so that each position is generated only once."""
    return len(standing) < 3 or track.index[standing[1]] < track.index[standing[2]]


def _teams(cars: int, own: bool, won: bool) -> tuple[Team, ...]:
    others = tuple(range(ACTIVE + 1, cars + 1))
    red = (ACTIVE, *others) if own else (ACTIVE,)
    blue = (Team("Blue", None, others),) if others and not own else ()
    green = (Team("Green", None, (FINISHER,)),) if won else ()
    return (Team("Red", None, red), *blue, *green)


def _span(track: Track, standing: Sequence[str]) -> int:
    """How many neighbouring sectors these spaces span."""
    places = [track.sectors.index(int(space[:-1])) for space in standing]
    return 1 + min(max((place - first) % SECTORS for place in places) for first in places)
