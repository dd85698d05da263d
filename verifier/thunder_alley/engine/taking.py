"""Which step kinds a car may try, and the single function through which every step is taken."""

from model.thunder_alley.moves import (
    BACKWARD,
    DIAGONAL_IN,
    DIAGONAL_OUT,
    FORWARD,
    INWARD,
    OUTWARD,
    SWAP,
    UNKNOWN,
)
from verifier.findings import Breach
from verifier.thunder_alley.engine.bump import bump, bumps, step_after_bump
from verifier.thunder_alley.engine.choices import Log, Wish
from verifier.thunder_alley.engine.linking import may_leave_line
from verifier.thunder_alley.engine.refusals import too_dear
from verifier.thunder_alley.engine.run import BUMPED, ENDED, GONE, LINKED, SIDEWAYS, Run, State
from verifier.thunder_alley.engine.special_steps import backward, diagonal, swap
from verifier.thunder_alley.engine.steps import Taken, forward, may_go_sideways, sideways

Kind = tuple[str, bool]
"""A step kind and whether it is a bump."""


def take(run: Run, state: State, kind: Kind, wish: Wish | None = None, log: Log | None = None) -> list[Taken]:
    """The ways to take one step of this kind; empty after the car has bumped or finished."""
    mode = state.mode
    name, bumps = kind
    if mode & ENDED or (mode & BUMPED and not bumps):
        if log is not None:
            log(_ended(run, state))
        return []
    if bumps:
        return bump(run, state, name, wish, log)
    if name == FORWARD:
        return forward(run, state, wish, log)
    if name in SIDEWAYS:
        return sideways(run, state, name, wish, log)
    if name == SWAP:
        return swap(run, state, wish, log)
    if name == BACKWARD:
        return backward(run, state, log)
    return diagonal(run, state, name, wish, log)


AHEAD, IN, OUT, SWAPPED = (FORWARD, False), (INWARD, False), (OUTWARD, False), (SWAP, False)
DIAGONALS = ((DIAGONAL_IN, False), (DIAGONAL_OUT, False))


def kinds(run: Run, state: State) -> list[Kind]:
    """The kinds of step that may be tried, whether or not there is a way to take them."""
    left, mode = state.mps_left, state.mode
    if mode & ENDED or (not left and run.side_cost):
        return []
    found: list[Kind] = []
    if not mode & BUMPED:
        found.append(AHEAD)
        if not mode & LINKED or may_leave_line(run, mode):
            found += (IN, OUT)
        if run.swaps:
            found.append(SWAPPED)
        if run.slings:
            found += DIAGONALS
    found += bumps(run, left)
    return found


def ways(run: Run, state: State) -> list[tuple[Kind, Taken]]:
    """Every way to take one more step."""
    return [(kind, taken) for kind in kinds(run, state) for taken in take(run, state, kind)]


def beyond_drawing(run: Run, state: State, kind: str, wish: Wish | None = None) -> Breach | None:
    """Reports that a step forward or sideways fails only because it moves a car off the drawn stretch of track; None if the
    step is possible or breaks a rule. A step of unknown kind may be any step forward or sideways."""
    if kind == UNKNOWN and not run.track.ring:
        tried = (beyond_drawing(run, state, name) for name, bumps in kinds(run, state) if not bumps)
        return next((breach for breach in tried if breach is not None), None)
    if run.track.ring or (kind != FORWARD and kind not in SIDEWAYS):
        return None
    if kind == FORWARD:
        barred = run.no_forward or state.mps_left < _least_price(run, state)
    else:
        barred = state.at >= 0 and not may_go_sideways(run, state, kind == INWARD)
    log: list[Breach] = []
    if barred or take(run, state, (kind, False), wish, log.append):
        return None
    return next((breach for breach in log if not breach.rule), None)


def unpaid_ahead(run: Run, state: State) -> Breach:
    """A step forward that the MPs left cannot pay for in any lane, regardless of what lies beyond the drawing."""
    at, board = state.at, state.board
    target = next(iter(run.ahead[at]), -1)
    return too_dear(
        run, state.mps_left, _least_price(run, state), FORWARD, target, board[target] if target >= 0 else 0
    )


def _least_price(run: Run, state: State) -> int:
    """MPs for a step forward by the cheapest lane."""
    at, board = state.at, state.board
    return min((run.push_cost if board[space] else 1 for space in run.ahead[at]), default=1)


def _ended(run: Run, state: State) -> Breach:
    if state.at == GONE:
        return Breach(
            "TA-10.1",
            f"{run.numbers[run.mover]} has finished, but a step follows",
            "a finished car is off the track",
        )
    return step_after_bump()
