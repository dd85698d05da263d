"""TA-BUMP (page 14): spending the remaining MPs on a displacement that they cannot pay for."""

from model.thunder_alley.moves import FORWARD, INWARD, OUTWARD
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import NO_MARK, Log, Wish
from verifier.thunder_alley.engine.run import (
    BUMPED,
    ENDED,
    GHOST,
    LINKED,
    Run,
    State,
)
from verifier.thunder_alley.engine.steps import (
    Taken,
    may_go_sideways,
    only_the_line_goes_on,
    outward_only,
    still_drives,
)
from verifier.words import counted

BUMPS = ((FORWARD, True), (INWARD, True), (OUTWARD, True))
"""The kinds of bump."""

EMPTY = (0, GHOST)
"""What a space without a car holds; GHOST keeps the place of a car that has finished."""


def bumps(run: Run, left: int) -> tuple[tuple[str, bool], ...]:
    """The kinds of bump that may be tried with so many MPs left."""
    return BUMPS if 0 < left < run.forward_price and "TA-BUMP" not in run.left_out else ()


def bump(run: Run, state: State, kind: str, wish: Wish | None = None, log: Log | None = None) -> list[Taken]:
    """The ways to bump ahead, inward or outward: no car moves, all MPs are spent, the move ends."""
    if "TA-BUMP" in run.left_out:
        if log is not None:
            log(_no(f"`{kind}!` is a bump", "the ruleset leaves out bumping, so no car bumps"))
        return []
    if (kind, True) not in BUMPS:
        if log is not None:
            log(
                _no(
                    f"`{kind}!` attempts no displacement",
                    "a bump is an attempt to go ahead or sideways into a car: `f!`, `i!` or `o!`",
                )
            )
        return []
    at, left = state.at, state.mps_left
    if log is None and left >= (run.forward_price if kind == FORWARD else run.lateral_price):
        return []
    targets = _targets(run, state, kind, wish) if at >= 0 else []
    if log is None and not targets:
        return []
    reason = _refusal(run, state, kind, targets)
    if reason is not None:
        if log is not None:
            log(reason)
            if "bump-forbidden-direction" in reason.rulings:  # the rule that forbids this direction
                if kind != FORWARD:
                    may_go_sideways(run, state, kind == INWARD, log)
                elif run.no_forward:
                    log(outward_only(run, at))
        return []
    ways = [Taken(state._replace(mps_left=0, mode=state.mode | ENDED), NO_MARK, ())]
    if left == 2 and run.readings.bump_split:
        ways.append(Taken(state._replace(mps_left=1, mode=state.mode | BUMPED), NO_MARK, ()))
    return ways


def _targets(run: Run, state: State, kind: str, wish: Wish | None) -> list[int]:
    """Neighbouring spaces in that direction that hold a car outside the mover's own line."""
    at, board = state.at, state.board
    if kind == FORWARD:
        spaces = run.ahead[at]
        wanted = None if wish is None else wish.places.get(at) or wish.lane
        if wanted is not None:
            spaces = tuple(space for space in spaces if run.track.lane[space] == wanted)
    else:
        side = (run.inside if kind == INWARD else run.outside)[at]
        spaces = (side,) if side >= 0 else ()
    return [space for space in spaces if board[space] not in EMPTY]


def _refusal(run: Run, state: State, kind: str, targets: list[int]) -> Breach | None:
    """Why this bump is not allowed, or None."""
    left, at, board, seen = state.mps_left, state.at, state.board, state.seen
    if at < 0:
        return Breach(
            "TA-9.4",
            f"{run.numbers[run.mover]} has not left the apron",
            "a car leaves the pits sideways before anything else",
        )
    if not still_drives(run, state):
        return only_the_line_goes_on(run, f"{kind}!")
    readings = run.readings
    direction = {FORWARD: "ahead of", INWARD: "inside of"}.get(kind, "outside of")
    if kind == INWARD and run.inside[at] < 0:
        return Breach(
            "TA-1.3-apron",
            f"`i!` from `{run.track.spaces[at]}` leads onto the apron",
            "no ordinary move leads onto the apron, not even as an attempt",
            rulings=("lateral-step-into-apron-lane",),
        )
    if not targets:
        return _no(
            f"no car stands {direction} `{run.track.spaces[at]}`{_what_lies_there(run, at, kind)}",
            "a bump needs a car to bump against",
        )
    if not left:
        return _no(f"all {run.total} MPs are spent", "a bump spends the MPs that are left, at least one")
    if kind == FORWARD:
        if run.in_line and not readings.bump_in_line:
            linked = "TA-6.4.1-line-moves" if run.pulls else "TA-6.5"
            return Breach(
                linked if state.mode & LINKED else "TA-BUMP",
                f"with {run.movement.capitalize()} movement {_cars(run, board, targets)} is pushed for 1 MP",
                "no MPs are wasted if the car can pay for a step ahead",
                rulings=("bump-draft-pursuit",),
            )
        barred = run.no_forward
    else:
        barred = not may_go_sideways(run, state, kind == INWARD)
    cost = price(run, kind)
    if left >= cost:
        return _no(
            f"{counted(left, 'MP')} {'is' if left == 1 else 'are'} left, and {'pushing' if kind == FORWARD else 'displacing'} "
            f"{_cars(run, board, targets)} costs {cost}",
            "a bump is a displacement that the MPs left cannot pay for; this one must be carried out",
            *(() if kind == FORWARD else ("bump-lateral-wording",)),
            numbers={"mp_left": left, "cost": cost},
        )
    if (barred or all(seen >> space & 1 for space in targets)) and not readings.bump_forbidden_side:
        return _no(
            "the card, a link or an earlier visit forbids a step that way",
            "a bump is an attempt at a displacement that the car may make",
            "bump-forbidden-direction",
        )
    if left == 2 and kind == FORWARD and _can_push_aside(run, state) and not readings.bump_two_beside:
        return _no(
            "2 MPs are left and a car alongside can be displaced",
            "under this reading MPs may only be wasted if the car can pay for no displacement",
            "bump-two-left-sideways",
        )
    if left == 1 and _has_empty_neighbour(run, state) and not readings.bump_one_empty:
        return _no(
            "1 MP is left and a space alongside or ahead is empty",
            "under this reading the MP may only be wasted if the car can enter no empty space",
            "bump-with-one-mp",
        )
    return None


def price(run: Run, kind: str) -> int:
    """MPs of the displacement that a bump attempts; with this many left it must be carried out."""
    if kind == FORWARD:
        return run.forward_price if run.in_line else run.push_cost
    return run.side_push_cost


def _cars(run: Run, board: bytes, targets: list[int]) -> str:
    return " or ".join(f"{run.numbers[board[space]]} at `{run.track.spaces[space]}`" for space in targets)


def _what_lies_there(run: Run, at: int, kind: str) -> str:
    spaces = run.ahead[at] if kind == FORWARD else ((run.inside if kind == INWARD else run.outside)[at],)
    names = [f"`{run.track.spaces[space]}`" for space in spaces if space >= 0]
    if not names:
        return "; the wall is there" if kind not in (FORWARD, INWARD) else ""
    return f"; {' and '.join(names)} {'is' if len(names) == 1 else 'are'} empty"


def _no(fact: str, reason: str, *rulings: str, numbers: dict[str, int] | None = None) -> Breach:
    return Breach("TA-BUMP", fact, reason, rulings=rulings, numbers=numbers or {})


def step_after_bump() -> Breach:
    """A step of any kind after the last bump."""
    return _no("a step follows the bump", "a bump spends all MPs and ends the move", "bump-split")


def misbooked(cost: int, written: int, prices: str) -> Breach:
    """MPs written after a bump that are not those it spends; `prices` is what steps cost with the card."""
    fact = f"the bump spends all that is left: {counted(cost, 'MP')}, not {written}"
    return _no(fact, prices, "bump-split", numbers={"cost": cost, "written": written})


def _can_push_aside(run: Run, state: State) -> bool:
    at, board, seen = state.at, state.board, state.seen
    for inward in (True, False):
        side = (run.inside if inward else run.outside)[at]
        if may_go_sideways(run, state, inward) and board[side] and not seen >> side & 1:
            return True
    return False


def _has_empty_neighbour(run: Run, state: State) -> bool:
    at, board, seen = state.at, state.board, state.seen
    spaces = [] if run.no_forward else list(run.ahead[at])
    for inward in (True, False):
        if may_go_sideways(run, state, inward):
            spaces.append((run.inside if inward else run.outside)[at])
    return any(
        board[space] in EMPTY and space not in state.trail and not seen >> space & 1 for space in spaces
    )


MOST_LAPSING = 2
"""The most MPs that a bump may spend, and that lapse under the reading that lets them."""


def may_lapse(run: Run, state: State) -> bool:
    """Whether the last MPs lapse because there is no car to bump (bump-needs-neighbour): on the track, with no more MPs than a
    bump spends."""
    return (
        "TA-BUMP" not in run.left_out
        and run.forward_price > 1
        and run.readings.may_lapse
        and state.at >= 0
        and still_drives(run, state)
        and state.mps_left <= MOST_LAPSING
        and not has_neighbour(run, state)
    )


def has_neighbour(run: Run, state: State) -> bool:
    """Whether any space ahead or to the side holds a car (bump-needs-neighbour)."""
    at, board = state.at, state.board
    beside = [space for space in (run.inside[at], run.outside[at]) if space >= 0]
    return any([board[space] not in EMPTY for space in (*beside, *run.ahead[at])])
