"""Which step kinds a car may try, and the one door through which every step is taken."""

from collections.abc import Callable

from model.thunder_alley.moves import BACKWARD, DIAGONAL_IN, DIAGONAL_OUT, FORWARD, INWARD, OUTWARD, SWAP
from verifier.findings import Breach
from verifier.thunder_alley.engine.bump import bump
from verifier.thunder_alley.engine.choices import Log, Wish
from verifier.thunder_alley.engine.run import BUMPED, ENDED, GONE, LINKED, Run, State
from verifier.thunder_alley.engine.special_steps import backward, diagonal, swap
from verifier.thunder_alley.engine.steps import Taken, forward, sideways

Kind = tuple[str, bool]
"""A step kind and whether it is a bump."""

Stepper = Callable[[Run, State, str, Wish | None, Log | None], list[Taken]]

STEPS: dict[str, Stepper] = {
    FORWARD: lambda run, state, kind, wish, log: forward(run, state, wish, log),
    INWARD: sideways,
    OUTWARD: sideways,
    SWAP: lambda run, state, kind, wish, log: swap(run, state, wish, log),
    DIAGONAL_IN: diagonal,
    DIAGONAL_OUT: diagonal,
    BACKWARD: lambda run, state, kind, wish, log: backward(run, state, wish, log),
}


def take(run: Run, state: State, kind: Kind, wish: Wish | None = None, log: Log | None = None) -> list[Taken]:
    """The ways to take one step of this kind; none after the car has bumped or finished."""
    mode = state[5]
    name, bumps = kind
    if mode & ENDED or (mode & BUMPED and not bumps):
        if log is not None:
            log(_ended(state))
        return []
    if bumps:
        return bump(run, state, name, wish, log)
    return STEPS[name](run, state, name, wish, log)


def kinds(run: Run) -> tuple[Kind, ...]:
    """The step kinds that this card knows, bumps last."""
    plain = [FORWARD, INWARD, OUTWARD]
    if run.swaps:
        plain.append(SWAP)
    if run.slings:
        plain += [DIAGONAL_IN, DIAGONAL_OUT]
    return (*((kind, False) for kind in plain), (FORWARD, True), (INWARD, True), (OUTWARD, True))


def ways(run: Run, state: State, all_kinds: tuple[Kind, ...]) -> list[tuple[Kind, Taken]]:
    """Every way to take one more step."""
    left, mode = state[0], state[5]
    if mode & ENDED or (not left and run.side_cost):
        return []
    found: list[tuple[Kind, Taken]] = []
    for kind in all_kinds:
        name, bumps = kind
        if bumps:
            if not 0 < left < 3:
                continue
        elif name != FORWARD and mode & LINKED and not run.leads and not run.readings.rubbin_linked:
            continue
        for taken in take(run, state, kind):
            found.append((kind, taken))
    return found


def _ended(state: State) -> Breach:
    if state[1] == GONE:
        return Breach(
            "TA-10.1", "a step after the car has crossed the finish", "a finished car is off the track"
        )
    return Breach(
        "TA-BUMP", "a step after a bump", "a bump spends all MPs and ends the move", rulings=("bump-split",)
    )
