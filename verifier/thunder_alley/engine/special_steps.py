"""Steps that only a card's text allows, and one that is never allowed: swap, diagonal, backward."""

from model.thunder_alley.moves import DIAGONAL_IN, SWAP
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import NO_MARK, Log, Mark, Wish, wrong_lane
from verifier.thunder_alley.engine.displacement import Moved, carry
from verifier.thunder_alley.engine.refusals import entered_before, text_not_counted, too_dear
from verifier.thunder_alley.engine.run import SLUNG, Run, State
from verifier.thunder_alley.engine.steps import Taken, enter


def swap(run: Run, state: State, wish: Wish | None = None, log: Log | None = None) -> list[Taken]:
    """Working the Pack: changes places with the car directly ahead for 1 MP (TA-RC-working-the-pack)."""
    left, at, board = state.mps_left, state.at, state.board
    if not run.swaps:
        if log is not None and run.pit_exit:
            log(text_not_counted(run, "`s` swaps places"))
        elif log is not None:
            log(
                Breach(
                    "TA-6.1-directions",
                    f"`s` swaps places, but the card is {run.card.name}",
                    "a car goes forward or sideways; only Working the Pack swaps places",
                )
            )
        return []
    ahead = run.ahead[at]
    occupied = [space for space in ahead if board[space]]
    wanted = None
    if wish is not None:
        at_fork = wish.lane if len(ahead) > 1 else None
        wanted = wish.places.get(at) or wish.cars.get(state.crew[0]) or at_fork
    if wanted is not None and occupied:
        ahead = tuple(space for space in ahead if run.track.lane[space] == wanted)
        occupied = [space for space in occupied if space in ahead]
    if not occupied and log is not None:
        if wanted is not None and not ahead:
            log(wrong_lane(run, at, state.crew[0], wanted, run.ahead[at], None))
        else:
            log(
                Breach(
                    "TA-RC-working-the-pack",
                    _nobody_ahead(run, board, at, ahead),
                    "the card swaps places with the car that the active car is linked behind",
                )
            )
    found = []
    for target in occupied:
        if left < 1:
            if log is not None:
                log(too_dear(run, left, 1, SWAP, target, board[target]))
            continue
        if state.seen >> target & 1:
            if log is not None:
                log(entered_before(run, target))
            continue
        move = Moved(board[target], target, at, "TA-RC-working-the-pack")
        swapped, crossed, finished = carry(run, board, state.crossed, state.finished, (move,))
        after = state._replace(
            mps_left=left - 1, at=target, board=swapped, crossed=crossed, finished=finished
        )
        mark = Mark(lane=run.track.lane[target]) if len(occupied) > 1 else NO_MARK
        found.append(
            enter(
                run,
                after,
                at,
                mark,
                (move,),
                forward=True,
                rule="TA-RC-working-the-pack",
            )
        )
    return found


def diagonal(
    run: Run, state: State, kind: str, wish: Wish | None = None, log: Log | None = None
) -> list[Taken]:
    """Slingshot: once in the move, forward and sideways at once into an empty space for 1 MP (TA-RC-slingshot)."""
    at, trail = state.at, state.trail
    refused = _no_diagonal(run, state, kind)
    if refused is not None:
        if log is not None and run.pit_exit:
            log(text_not_counted(run, f"`{kind}` goes forward and sideways at once"))
        if log is not None and not (run.pit_exit and run.card.text == "slingshot"):
            log(refused)
        return []
    targets = diagonal_targets(run, at, kind)
    mark_needed = len(targets) > 1
    for wanted in () if wish is None else (wish.places.get(at), wish.cars.get(state.crew[0]), wish.lane):
        targets = [space for space in targets if wanted in (None, run.track.lane[space])]
    if not targets and log is not None:
        log(_leads_nowhere(run, at, kind))
    found = []
    for target in targets:
        follow = not trail or run.readings.follow_diagonal
        new_trail = trail if follow else _parallel(run, state.board, trail, kind, target)
        blocked = _diagonal_blocked(run, state, kind, target, new_trail)
        if blocked is not None:
            if log is not None:
                log(blocked)
            continue
        after = state._replace(mps_left=state.mps_left - 1, at=target, mode=state.mode | SLUNG)
        mark = Mark(lane=run.track.lane[target]) if mark_needed else NO_MARK
        parallel = None if follow else new_trail
        found.append(
            enter(run, after, at, mark, (), forward=True, rule="TA-RC-slingshot", new_trail=parallel)
        )
    return found


def _no_diagonal(run: Run, state: State, kind: str) -> Breach | None:
    """Why this move has no diagonal step at all, or none any more."""
    if not run.slings:
        fact = f"`{kind}` goes forward and sideways at once, but the card is {run.card.name}"
        reason = "a step goes forward or sideways, never both; only Slingshot has one diagonal step"
        return Breach("TA-6.1-no-diagonal", fact, reason)
    if state.mode & SLUNG:
        fact = f"`{kind}` from `{run.track.spaces[state.at]}` is the second diagonal step of this move"
        return Breach("TA-RC-slingshot", fact, "the card allows one in the whole move")
    return None


def _leads_nowhere(run: Run, at: int, kind: str) -> Breach:
    """There is no such space: next to every space ahead is the wall or the apron, or the card does not reach that far."""
    side = "inward" if kind == DIAGONAL_IN else "outward"
    edge = run.inside if kind == DIAGONAL_IN else run.outside
    if run.ahead[at] and all(edge[space] < 0 for space in run.ahead[at]):
        start = run.track.spaces[at]
        if kind == DIAGONAL_IN:
            fact, reason = (
                f"`{kind}` from `{start}` leads onto the apron",
                "no ordinary move leads onto the apron",
            )
            return Breach("TA-1.3-apron", fact, reason)
        fact = f"`{kind}` from `{start}` leads into the wall"
        return Breach("TA-6.1-directions", fact, "no step leads into the wall")
    return Breach(
        "TA-RC-slingshot",
        f"from `{run.track.spaces[at]}` no diagonal step {side} leads there",
        "the diagonal leads to a space next to one that a step ahead can reach",
        rulings=("slingshot-at-fork",),
    )


def _diagonal_blocked(
    run: Run, state: State, kind: str, target: int, new_trail: tuple[int, ...] | None
) -> Breach | None:
    """Why the diagonal into this space cannot be taken. `new_trail` is None if a follower cannot take its own."""
    left, board, trail = state.mps_left, state.board, state.trail
    if board[target] or target in trail:
        number = run.numbers[board[target] or state.crew[1 + trail.index(target)]]
        fact = f"`{kind}` leads to `{run.track.spaces[target]}`, where {number} stands"
        return Breach("TA-RC-slingshot", fact, "the diagonal step needs an empty space")
    if left < 1:
        return too_dear(run, left, 1, kind, target, 0)
    if state.seen >> target & 1:
        return entered_before(run, target)
    if new_trail is None:
        return Breach(
            "TA-RC-slingshot",
            "a follower's own diagonal step leads nowhere or into a car",
            "under this reading every car of the line takes the diagonal at the same time",
            rulings=("slingshot-followers",),
        )
    return None


def _nobody_ahead(run: Run, board: bytes, at: int, ahead: tuple[int, ...]) -> str:
    """No car to swap with in these spaces ahead, all of them or the one in the lane written: that they are empty, and which car
    stands in another lane or behind the gap."""
    spaces = run.track.spaces
    lane = f" in lane {run.track.lane[ahead[0]]}" if ahead != run.ahead[at] else ""
    free = [f"`{spaces[space]}`" for space in ahead]
    empty = f"{' and '.join(free)} {'is' if len(free) == 1 else 'are'} empty"
    beyond = [space for space in run.ahead[at] if board[space]]
    beyond += [far for space in ahead for far in run.ahead[space] if board[far]]
    gap = f", and {run.numbers[board[beyond[0]]]} stands at `{spaces[beyond[0]]}`" if beyond else ""
    return f"no car stands directly ahead of `{spaces[at]}`{lane}: {empty}{gap}"


def diagonal_targets(run: Run, at: int, kind: str) -> list[int]:
    """The spaces one lane to the side of those that a step ahead can reach; inner lane first."""
    side = run.inside if kind == DIAGONAL_IN else run.outside
    ahead = run.ahead[at]
    if len(ahead) > 1 and not run.readings.diagonal_beside_any:
        ahead = tuple(s for s in ahead if run.track.lane[s] == run.track.lane[at]) or ahead
    return sorted({side[space] for space in ahead if side[space] >= 0})


def backward(run: Run, state: State, log: Log | None) -> list[Taken]:
    """Never legal (TA-6.1-no-backward); into a space where the car has been it breaks TA-6.1-once-per-space as well."""
    if log is not None:
        at, seen = state.at, state.seen
        fact = f"`b` goes back{f' from `{run.track.spaces[at]}`' if at >= 0 else ''}"
        log(Breach("TA-6.1-no-backward", fact, "the car that moves goes forward or sideways"))
        behind = run.behind[at] if at >= 0 else ()
        if behind and all(seen >> space & 1 for space in behind):
            log(entered_before(run, behind[0]))
    return []


def _parallel(
    run: Run, board: bytes, trail: tuple[int, ...], kind: str, mover_to: int
) -> tuple[int, ...] | None:
    """The diagonals of the followers, each one lane to the side of its straight continuation; None if one is blocked."""
    side = run.inside if kind == DIAGONAL_IN else run.outside
    found: list[int] = []
    for space in trail:
        ahead = run.ahead[space]
        straight = next((s for s in ahead if run.track.lane[s] == run.track.lane[space]), ahead[0])
        target = side[straight]
        if target < 0 or board[target] or target == mover_to or target in found:
            return None
        found.append(target)
    return tuple(found)
