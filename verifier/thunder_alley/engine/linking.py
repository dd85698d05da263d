"""Chapters 6.2, 6.4, 6.5, 6.6: which cars are in line with the mover.

Cars linked ahead are found on the board at each step. Cars linked behind are the trail: they are taken off the board when
they are linked and follow the mover space by space.
"""

from itertools import pairwise
from typing import NamedTuple

from verifier.findings import Breach
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.choices import Lanes, Log, Wish
from verifier.thunder_alley.engine.run import BEGUN, DRAFT, LEAD, Run


class Tail(NamedTuple):
    """Spaces and cars behind, nearest first; the board without them; `chosen` repeats the cars if they had to be chosen."""

    spaces: tuple[int, ...]
    cars: tuple[int, ...]
    board: bytes
    chosen: tuple[int, ...] | None


def tails(run: Run, board: bytes, at: int, wish: Wish | None, log: Log | None, mode: int = 0) -> list[Tail]:
    """The lines behind `at` that may be linked: spaces and cars nearest first, the board without them, the choice. `mode`
    are the flags of the state.

    Where two lanes lead to the same space the active player chooses which of them counts as the line, even an empty one
    next to an occupied one (TA-6.9.3-case-1, TA-6.9.3-case-2).
    """
    chains = _chains(run, board, at, wish, ())
    if not chains:
        if log is not None and wish is not None:
            log(_no_lane_behind(run, wish))
        return []
    if wish is not None and wish.links is not None:
        agreeing = [chain for chain in chains if chain[1] == wish.links]
        if not agreeing:
            if log is not None:
                log(_wrong_links(run, at, wish.links, [cars for _, cars, _ in chains], mode))
            return []
        chains = agreeing
    found = []
    for spaces, cars, free in chains:
        cells = bytearray(board)
        for space in spaces:
            cells[space] = 0
        found.append(Tail(spaces, cars, bytes(cells) if spaces else board, cars if free else None))
    return found


def _chains(
    run: Run, board: bytes, at: int, wish: Wish | None, met: tuple[int, ...]
) -> list[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    """Chains of cars nose to tail behind `at`: spaces, cars, and whether a choice was made."""
    behind = run.behind[at]
    wanted = None if wish is None else wish.places_back.get(at)
    if wanted is not None and all(run.track.lane[space] != wanted for space in behind):
        return []
    taken = [space for space in behind if board[space] and space not in met]
    if not taken:
        return [((), (), False)]
    empty = len(taken) < len(behind)
    free = len(behind) > 1
    if free and run.fork_side is not None and run.readings.card_fixes_rear:
        kept = behind[run.fork_side]
        taken, empty, free = [space for space in taken if space == kept], kept not in taken, False
    if wanted is not None:
        kept_lane = [space for space in taken if run.track.lane[space] == wanted]
        empty = empty and not kept_lane
        taken = kept_lane
    found: list[tuple[tuple[int, ...], tuple[int, ...], bool]] = []
    for space in taken:
        for spaces, cars, chose in _chains(run, board, space, wish, (*met, space)):
            found.append(((space, *spaces), (board[space], *cars), free or chose))
    if empty:
        found.append(((), (), free))
    return found


def _no_lane_behind(run: Run, wish: Wish) -> Breach:
    """The lane written for the line behind does not lead to its space."""
    track = run.track
    for space, lane in wish.places_back.items():
        lanes = [track.lane[behind] for behind in run.behind[space]]
        if lane not in lanes:
            fact = f"behind `{track.spaces[space]}` lies lane {' and '.join(lanes)}, not lane {lane}"
            return Breach("TA-4.5", fact, "a step ahead needs a border that both spaces share")
    return Breach("TA-6.2", "no line behind agrees with the record", "cars in line stand nose to tail")


def _wrong_links(
    run: Run, at: int, wanted: tuple[int, ...], chains: list[tuple[int, ...]], mode: int
) -> Breach:
    """The cars written as linked behind do not form a line behind `at`."""
    numbers = run.numbers
    claimed = " ".join(str(numbers[code]) for code in wanted)
    possible = " or ".join("[" + " ".join(str(numbers[code]) for code in cars) + "]" for cars in chains)
    verb = "are" if len(chains) == 1 else "can be"
    fact = f"the cars linked behind {verb} {possible}, not [{claimed}]"
    if chains == [()]:
        fact = f"no car stands nose to tail behind {numbers[run.mover]}, but [{claimed}] is written"
    if run.fork_side is not None and run.readings.card_fixes_rear:
        reason = (
            "under this reading the lane that the card demands also decides which cars behind are in line"
        )
        return Breach(
            CARD_RULES[run.card.id], fact, reason, token="links", rulings=("line-card-rear-choice",)
        )
    for cars in chains:
        if cars[: len(wanted)] == wanted:
            left_out = numbers[cars[len(wanted)]]
            reason = f"{left_out} stands nose to tail in the line and must come along"
            rule = {LEAD: "TA-6.6-must-follow", DRAFT: "TA-6.4.1-line-moves"}.get(run.movement, "TA-6.2")
            if run.movement == DRAFT and at != run.home:
                # The line was not there at the start: this step makes it.
                rule, reason = (
                    "TA-6.4.2-link-on-forward",
                    f"the step ahead links {left_out} automatically",
                )
            return Breach(rule, fact, reason, token="links")
    if _both_lanes(wanted, chains):
        return Breach(case_of(mode), fact, ONE_LANE, token="links")
    return Breach(
        "TA-6.2", fact, "cars in line stand nose to tail, each behind the one before", token="links"
    )


ONE_LANE = "where two lanes meet behind a car, one of them counts as the line, never both"


def case_of(mode: int) -> str:
    """The rule of a fork that the line runs through before the first step ahead, or reaches on the way."""
    return "TA-6.9.3-case-2" if mode & BEGUN else "TA-6.9.3-case-1"


def _both_lanes(wanted: tuple[int, ...], chains: list[tuple[int, ...]]) -> bool:
    """Whether two cars that are written one after the other stand side by side, in two lanes that meet before them."""

    def begins(*cars: int) -> bool:
        return any(chain[: len(cars)] == cars for chain in chains)

    return any(
        begins(*wanted[:place], one) and begins(*wanted[:place], other)
        for place, (one, other) in enumerate(pairwise(wanted))
    )


def touching(run: Run, board: bytes, at: int, lanes: Lanes, *, behind: bool) -> bool:
    """Whether the mover, having gone forward, is linked with a car directly ahead or, if `behind`, directly behind.

    Before a fork with one lane empty it may choose the empty lane and so is not linked (draft-fork-keeps-free).
    """
    ahead, spaces = run.ahead[at], run.behind[at]
    if len(ahead) == 1 and board[ahead[0]]:
        return True
    if behind and len(spaces) == 1 and board[spaces[0]]:
        return True
    if len(ahead) > 1:
        remembered = tuple(chosen for place, chosen in lanes if place == at)
        if _blocked(run, board, remembered or ahead):
            return True
    # Where two lanes meet behind it, the chosen lane counts as the line, and it may be an empty one (TA-6.9.3-case-1).
    return behind and len(spaces) > 1 and all(board[space] for space in spaces)


def _blocked(run: Run, board: bytes, lanes: tuple[int, ...]) -> bool:
    """Whether there is a car in each of these lanes; under the other reading one is enough (draft-fork-keeps-free)."""
    taken = sum([board[space] > 0 for space in lanes])
    return taken > 0 and (taken == len(lanes) or not run.readings.fork_keeps_free)
