"""Assertions of a record about a move that are wrong: MPs, spaces, displaced cars, lanes, the end of the move."""

from collections.abc import Sequence
from typing import NamedTuple

from model.thunder_alley.moves import DIAGONAL_IN, DIAGONAL_OUT, FORWARD, INWARD, OUTWARD, SWAP, Path, Step
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.bump import misbooked
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.choices import wrong_lane
from verifier.thunder_alley.engine.displacement import Moved
from verifier.thunder_alley.engine.endings import Ending, slide_obstacle
from verifier.thunder_alley.engine.refusals import text_not_counted
from verifier.thunder_alley.engine.run import GHOST, GONE, Run, State
from verifier.thunder_alley.engine.story import Way
from verifier.words import counted


def disagrees(run: Run, step: Step, before: State, after: State, shifts: Sequence[Moved]) -> Breach | None:
    """The first false assertion of the record about a step: its MPs, the space reached, a displaced car."""
    if step.to is not None:
        here = finished_over(run, shifts) if after.at == GONE else run.track.spaces[after.at]
        if here is not None and here != step.to:
            return _elsewhere(run, step.kind, before, step.to, here)
    cost = before.mps_left - after.mps_left
    if step.booked is not None and step.booked != cost:
        if step.bump:
            return misbooked(cost, step.booked, _price_list(run))
        rule = _price_rule(run, step, cost)
        return Breach(
            rule,
            f"the step costs {counted(cost, 'MP')}, not {step.booked}{_what_it_does(run, step, before, after, shifts)}",
            "the diagonal step costs 1 MP" if rule == "TA-RC-slingshot" else _price_list(run),
            numbers={"cost": cost, "written": step.booked},
        )
    if step.displaces and not displaces(run, before, after, shifts):
        return no_car_displaced(step.kind, _what_it_does(run, step, before, after, shifts))
    return None


def displaces(run: Run, before: State, after: State, shifts: Sequence[Moved]) -> bool:
    """Whether a car that is not a follower stood where the moving car arrives."""
    entered = [shift.end for shift in shifts if shift.car == run.mover]
    crew = (GHOST, *before.crew, *after.crew)
    return any(shift.start in entered and shift.car not in crew for shift in shifts)


def no_car_displaced(kind: str, instead: str) -> Breach:
    """An `x` after a step that displaces no car; `instead` is what it does."""
    return Breach(
        "TA-6.8" if kind == FORWARD else "TA-6.7",
        f"`{kind}x` displaces no car{instead}",
        "an `x` marks a displaced car",
    )


def finished_over(run: Run, shifts: Sequence[Moved]) -> str | None:
    """The space by which the moving car finished in a step (TA-10.1): the one that it entered."""
    return next((run.track.spaces[shift.end] for shift in shifts if shift.car == run.mover), None)


def _price_rule(run: Run, step: Step, cost: int) -> str:
    """The rule that sets the price of a step other than a bump."""
    if step.kind == SWAP:
        return "TA-RC-working-the-pack"
    if step.kind in (DIAGONAL_IN, DIAGONAL_OUT):
        return "TA-RC-slingshot"
    if step.kind in (INWARD, OUTWARD) and run.text == "rubbin-is-racin" and not cost:
        return "TA-RC-rubbin-is-racin"
    return "TA-6.1-cost"


def _what_it_does(run: Run, step: Step, before: State, after: State, shifts: Sequence[Moved]) -> str:
    """`: it pushes 15 from `14b``, or that the space is empty."""
    target = after.at
    if target < 0 or step.bump or step.kind in ("s", "b"):
        return ""
    space = run.track.spaces[target]
    for code, start, end, _ in shifts:
        if start == target and code not in before.crew:
            verb = "pushes" if step.kind == "f" else "displaces"
            return f": it {verb} {run.numbers[code]} from `{space}` to `{run.track.spaces[end]}`"
    return f": `{space}` is empty"


def _price_list(run: Run) -> str:
    """The cost of steps with this card."""
    ahead = (
        "1 MP ahead with all cars of the line" if run.in_line else f"1 MP ahead, {run.push_cost} into a car"
    )
    return f"{ahead}; sideways {run.side_cost}, into a car {run.side_push_cost}"


def _elsewhere(run: Run, kind: str, before: State, claimed: str, real: str) -> Breach:
    """The record gives a space after a step that is not the one reached: which rule the claimed step would break. At a fork
    that is the card that demands the lane, or the line that has already taken it."""
    track = run.track
    at = before.at
    start = f"from `{track.spaces[at]}` " if at >= 0 else ""
    fact = f"`{kind}` leads {start}to `{real}`, not to `{claimed}`"
    if claimed.endswith("p"):
        return Breach("TA-1.3-apron", fact, "no ordinary move leads onto the apron", token="ends")
    target = track.index[claimed]
    if at < 0:
        return Breach("TA-6.1-directions", fact, "a step goes one space forward or sideways", token="ends")
    here, there = track.place[track.sector[at]], track.place[track.sector[target]]
    if track.sectors[(there + 1) % len(track.sectors)] == track.sector[at]:
        return Breach("TA-6.1-no-backward", fact, "the car that moves goes forward or sideways", token="ends")
    if track.sectors[(here + 1) % len(track.sectors)] == track.sector[target] and target not in run.ahead[at]:
        if track.lane[target] == track.lane[at]:
            return Breach("TA-4.5", fact, "a step ahead needs a border that both spaces share", token="ends")
        return Breach("TA-6.1-no-diagonal", fact, "a step goes forward or sideways, never both", token="ends")
    return _other_lane(run, kind, before, target, real) or Breach(
        "TA-6.1-directions", fact, "a step goes one space forward or sideways", token="ends"
    )


def _other_lane(run: Run, kind: str, before: State, target: int, real: str) -> Breach | None:
    """Why a step ahead does not lead into the other lane of a fork, if the card or the line has settled that."""
    track, at = run.track, before.at
    remembered = next((chosen for place, chosen in before.lanes if place == at), None)
    settled = remembered is not None or run.fork_side is not None
    if kind != FORWARD or target not in run.ahead[at] or not settled:
        return None
    breach = wrong_lane(run, at, run.mover, track.lane[target], (track.index[real],), remembered)
    return replace(breach, token="ends")


def lanes_met(
    run: Run, steps: tuple[Step, ...], number: int, ways: list[Way]
) -> tuple[list[Way], Breach | None]:
    """The ways up to this step in which one of the steps of the word takes the lane written after it; the breach if there are
    none."""
    step = steps[number - 1]
    if (
        step.lane is None
        or step.bump
        or step.kind in ("di", "do")
        or (number < len(steps) and steps[number].token == step.token)
    ):
        return ways, None
    first = next(i for i, other in enumerate(steps) if other.token == step.token)
    met = [_forks_met(run, way, first, number) if step.kind in ("f", "s") else [] for way in ways]
    kept = [way for way, forks in zip(ways, met, strict=True) if _takes(run, way, step.lane, forks)]
    if kept:
        return kept, None
    return ways, _lane_elsewhere(run, steps, number, ways, met)


class Fork(NamedTuple):
    """A fork that is met: by which car, from where to where, in which step (counted from 0). `new`: its line has not passed it
    before."""

    car: int
    start: int
    end: int
    step: int
    new: bool


def _takes(run: Run, way: Way, lane: str, forks: list[Fork]) -> bool:
    """Whether this lane is taken at one of these forks; at all of them, if a line has passed them before. Without forks, whether
    the moving car is in this lane in the end."""
    ends = [fork.end for fork in forks] or [
        move.end for move in way.moved if move.car == run.mover and move.end >= 0
    ]
    taken = [run.track.lane[end] == lane for end in ends]
    passed = forks and run.in_line and not any(fork.new for fork in forks)
    return all(taken) if passed else any(taken)


def _lane_elsewhere(
    run: Run,
    steps: tuple[Step, ...],
    number: int,
    ways: list[Way],
    met: list[list[Fork]],
) -> Breach:
    """A lane written after a word that none of its steps takes."""
    step = steps[number - 1]
    assert step.lane is not None
    first = next(i for i, other in enumerate(steps) if other.token == step.token)
    wrong: Breach | None = None
    for fork in (forks[-1] for forks in met if forks):
        remembered = fork.end if run.in_line and run.fork_side is None else None
        breach = wrong_lane(run, fork.start, fork.car, step.lane, (fork.end,), remembered)
        wrong = wrong or replace(breach, step=fork.step + 1)
    return wrong or Breach(
        "TA-4.5",
        f"`>{step.lane}` is written, but {_no_fork(run, ways[0], first, number)}",
        "a lane is chosen only where a space has two ahead",
        step=number,
    )


def _forks_met(run: Run, way: Way, first: int, number: int) -> list[Fork]:
    """The forks met in the steps from `first` to before `number`. Followers choose no lane; they go where the cars before them
    went. So does a line at a fork that it has passed before: there the active car counts, if it meets one."""
    found = [
        Fork(car, start, end, when, all(place != start for place, _ in after.before.state.lanes))
        for when, after in enumerate(way.last(number - first), first)
        for car, start, end, _ in after.moved
        if after.before is not None and start >= 0 and len(run.ahead[start]) > 1 and end in run.ahead[start]
        if car == run.mover or (run.in_line and car not in after.state.crew[1:])
    ]
    own = [] if any(fork.new for fork in found) else [fork for fork in found if fork.car == run.mover]
    return own or found


def _no_fork(run: Run, way: Way, first: int, number: int) -> str:
    """Between which spaces there is no fork, and where the next one is."""
    spaces = run.track.spaces
    start, end = way.states[first].at, way.states[number].at
    if start < 0 or end < 0:
        return "no fork is met here"
    onward, steps = end, 1
    while len(run.ahead[onward]) == 1 and steps < 9:
        onward, steps = run.ahead[onward][0], steps + 1
    far = f"; the next one in this lane is at `{spaces[onward]}`" if len(run.ahead[onward]) > 1 else ""
    return f"from `{spaces[start]}` to `{spaces[end]}` no fork is met{far}"


def left_after(path: Path, found: Sequence[int], short: int, *, pit: bool) -> tuple[Breach, ...]:
    """The breaches if no way leaves the MPs that a record claims at the end of a path. If `short` more would fit, the speed
    that the card prints for the track, a penalty or the speed for leaving the pits was overlooked."""
    if path.left_after is None or path.left_after in found:
        return ()
    left = found[0]
    overlooked = short and path.left_after - short in found
    rule, reason = "TA-6.1-cost", "each step costs what the rules say"
    if overlooked or not path.steps:
        rule, reason = "TA-7.4", "the card and the wear markers of the car say how many MPs there are"
        if pit:
            rule, reason = "TA-9.4", "a car leaves the pits by the pit speed of the card"
    return (
        Breach(
            rule,
            f"{counted(left, 'MP')} {'is' if left == 1 else 'are'} left, not {path.left_after}",
            reason,
            token="left_after",
            numbers={"mp_left": left, "written": path.left_after},
        ),
    )


def wrong_placement(run: Run, path: Path, way: Way, ended: list[Ending]) -> Breach:
    """Why the car cannot be put where the record puts it, or must be put somewhere (TA-RC-clean-air)."""
    spaces = run.track.spaces
    offered_spaces = [ending.placed for ending in ended if ending.placed is not None]
    number = len(path.steps) + 1
    offered = _may_be_put(run, way, offered_spaces)
    number_of_car = run.numbers[run.mover]
    if path.placed is None:
        return Breach(
            "TA-RC-clean-air",
            f"{number_of_car} stays at `{spaces[way.state.at]}`; {offered}",
            "with this reading the car must be put behind the next one",
            step=number,
            rulings=("clean-air-text",),
        )
    if run.pit_exit and run.card.text == "clean-air":
        return replace(
            text_not_counted(run, f"the car is put down at `{path.placed}`"), step=number, token="placed"
        )
    if run.text != "clean-air":
        return Breach(
            "TA-6.1-directions",
            f"{number_of_car} is put down at `{path.placed}`, and the card is {run.card.name}",
            "only Clean Air puts a car down",
            step=number,
            token="placed",
        )
    return Breach(
        "TA-RC-clean-air",
        f"{number_of_car} is put at `{path.placed}`, but {offered}",
        "alone in its sector and not leading, the car goes on up to the next sector with a car, or stays",
        step=number,
        token="placed",
        rulings=("clean-air-text", "clean-air-leader-test", "clean-air-zero-sectors"),
    )


def _why_not_put(run: Run, way: Way) -> str:
    track, board, at = run.track, way.state.board, way.state.at
    if run.total < run.card.speed and not run.readings.clean_air_reduced:
        return "its speed is reduced"
    own = track.sector[at]
    coming = {track.sector[space] for space in run.ahead[at]}
    for sectors, words in (({own}, "stands beside it"), (coming, "stands in the next sector")):
        for space in range(len(track.spaces)):
            if track.sector[space] in sectors and board[space]:
                return f"{run.numbers[board[space]]} at `{track.spaces[space]}` {words}"
    return "it leads"


def _may_be_put(run: Run, way: Way, offered: Sequence[int]) -> str:
    """Where Clean Air may put the car: single spaces, or whole sectors up to the next car."""
    track = run.track
    if not offered:
        return f"it may not be put anywhere: {_why_not_put(run, way)}"
    if len(offered) <= 4:
        return f"it may be put at {' or '.join(f'`{track.spaces[space]}`' for space in offered)} only"
    here = track.place[track.sector[way.state.at]]
    sectors = sorted(
        {track.sector[space] for space in offered},
        key=lambda sector: (track.place[sector] - here) % len(track.sectors),
    )
    beyond = track.sectors[(track.place[sectors[-1]] + 1) % len(track.sectors)]
    board = way.state.board
    met = [
        f"{run.numbers[board[space]]} at `{track.spaces[space]}`"
        for space in range(len(track.spaces))
        if track.sector[space] == beyond and board[space]
    ]
    stands = f" ({' and '.join(met)} {'stands' if len(met) == 1 else 'stand'} ahead)" if met else ""
    return f"it may be put in sectors {sectors[0]} to {sectors[-1]} only{stands}"


def wrong_end(run: Run, path: Path, way: Way, real: str) -> Breach:
    """The asserted last space is wrong: blames a forced shift that was skipped or made up, otherwise the steps."""
    spaces = run.track.spaces
    claimed = path.ends or ""
    fact = f"the move ends at `{real}`, not at `{claimed}`"
    number = len(path.steps)
    if path.placed is not None:
        reason = "the car stays where Clean Air puts it"
        return Breach("TA-RC-clean-air", fact, reason, step=number + 1, token="ends")
    if run.pit_exit and run.card.text in ("oversteer", "understeer"):
        reason = "a car that leaves the pits moves as with Solo; the card's text does not count"
        return Breach("TA-9.4", fact, reason, step=number + 1, token="ends")
    if run.slides is not None and way.state.at != GONE:
        before = way.state.at
        shifted = run.slides[before]
        side = "in" if run.slides is run.inside else "out"
        if claimed == spaces[before] and run.track.index[real] == shifted:
            return Breach(
                CARD_RULES[run.card.id],
                fact,
                f"after its steps the car goes one lane {side}, and `{real}` is free",
                step=number + 1,
                token="ends",
            )
        if shifted >= 0 and claimed == spaces[shifted]:
            why = slide_obstacle(run, way.state)
            if why == "entered":
                return Breach(
                    "TA-6.1-once-per-space",
                    fact,
                    "under this reading the shift into a space entered before is skipped",
                    step=number + 1,
                    token="ends",
                    rulings=("forced-shift-reenter",),
                )
            return Breach(
                CARD_RULES[run.card.id],
                fact,
                f"the shift is skipped: {_why_skipped(run, way, shifted, why)}",
                step=number + 1,
                token="ends",
            )
        return Breach(
            CARD_RULES[run.card.id],
            fact,
            f"after its movement the car goes one lane {side} if that space is free",
            step=number + 1,
            token="ends",
        )
    if claimed not in run.track.index:
        return Breach(
            "TA-1.3-apron", fact, "no ordinary move leads onto the apron", step=number, token="ends"
        )
    if path.steps:
        last = path.steps[-1].kind
        lane = _other_lane(run, last, way.states[number - 1], run.track.index[claimed], real)
        if lane is not None:
            return replace(lane, step=number)
    start = way.states[0].at
    steps = (
        f"the steps written lead from `{spaces[start]}` there"
        if start >= 0
        else "the steps written lead there"
    )
    return Breach("TA-6.1-directions", fact, steps, step=number, token="ends")


def _why_skipped(run: Run, way: Way, shifted: int, why: str | None) -> str:
    board = way.state.board
    if why == "occupied" and run.numbers[board[shifted]]:
        return f"`{run.track.spaces[shifted]}` is taken by {run.numbers[board[shifted]]}"
    return "the car is linked" if why == "linked" else "the lane is taken"
