"""Chapters 6.7, 6.8 and the unique case of page 14: what happens to the other cars.

Each function yields every way to move the cars, with the choices made. Nothing is moved here: `carry` does that once a way
has been chosen.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import Lanes, Log, Pick, Picks, Wish, lanes_ahead
from verifier.thunder_alley.engine.ground import ONE_BYTE
from verifier.thunder_alley.engine.run import GHOST, Run


class Moved(NamedTuple):
    """A car, by its code, that goes from one space to another by a rule."""

    car: int
    start: int
    end: int
    rule: str


class Room(NamedTuple):
    """A way to make room: the cars that move, the lanes that pushed cars keep to, the choices made."""

    moved: tuple[Moved, ...]
    lanes: Lanes
    picks: Picks


class Ahead(NamedTuple):
    """A way ahead: the space entered, the cars pushed, the lanes that a line keeps to, the choices made."""

    target: int
    pushed: tuple[Moved, ...]
    lanes: Lanes
    picks: Picks


def step_ahead(
    run: Run,
    board: bytes,
    trail: tuple[int, ...],
    place: int,
    car: int,
    lanes: Lanes,
    wish: Wish | None,
    log: Log | None,
    *,
    mover: bool = True,
    rule: str = "",
    met: tuple[int, ...] = (),
) -> list[Ahead]:
    """Where a car may go from `place`, with the shifts of the cars it pushes, front car first.

    In Draft and Pursuit the cars ahead move as one line (TA-6.4.1, TA-6.5); otherwise each is displaced by the one behind
    it (TA-6.8-cascade) and takes its own lane at a fork. `met` are spaces where a chain of cars cannot end.
    """
    written = wish is not None and bool(wish.places)
    targets = run.ahead[place]
    if (
        mover
        and len(targets) == 1
        and not (written or board[targets[0]])
        and targets[0] != place
        and targets[0] not in trail
    ):
        return [
            Ahead(targets[0], (), lanes, ())
        ]  # Most steps go into an empty space and leave nothing to choose.
    closed = [place, *trail, *met] if mover else [*trail, *met]
    chain: list[Moved] = []
    picked: Picks = ()
    first, name = -1, ""
    options: list[tuple[int, Lanes, Picks]] = []
    while True:
        # As long as there is nothing to choose: from car to car, to the space where the last one ends.
        targets = run.ahead[place]
        if len(targets) == 1 and not written:
            target = targets[0]
        else:
            options = _options(run, place, car, lanes, wish, log, mover=mover, rule=rule)
            if len(options) != 1:
                break
            target, lanes, picks = options[0]
            picked += picks
        if _closes_ring(run, closed, target, log):
            return []
        if first < 0:
            first = target
        else:
            chain.append(Moved(car, place, target, name))
        occupant = board[target]
        if not occupant:
            chain.reverse()
            return [Ahead(first, tuple(chain), lanes, picked)]
        closed.append(target)
        name = _pushed_by(run, rule, mover)
        place, car, mover = target, occupant, False
    chain.reverse()
    found: list[Ahead] = []
    for target, memory, picks in options:
        if _closes_ring(run, closed, target, log):
            continue
        shifts = tuple(chain) if first < 0 else (Moved(car, place, target, name), *chain)
        entered = target if first < 0 else first
        occupant = board[target]
        if not occupant:
            found.append(Ahead(entered, shifts, memory, picked + picks))
            continue
        follows = _pushed_by(run, rule, mover)
        met = (*closed, target)
        for onward, more, memory2, picks2 in step_ahead(
            run, board, (), target, occupant, memory, wish, log, mover=False, rule=rule, met=met
        ):
            moves = (*more, Moved(occupant, target, onward, follows), *shifts)
            found.append(Ahead(entered, moves, memory2, picked + picks + picks2))
    return found


def _options(
    run: Run,
    place: int,
    car: int,
    lanes: Lanes,
    wish: Wish | None,
    log: Log | None,
    *,
    mover: bool,
    rule: str,
) -> list[tuple[int, Lanes, Picks]]:
    """The spaces ahead that a car may take, each with the lanes that its line keeps to and the choice made."""
    targets = run.ahead[place]
    if len(targets) > 1:
        return lanes_ahead(run, place, car, lanes, wish, log, leads=mover, line=run.in_line and not rule)
    if not targets:
        if log is not None:
            log(_undrawn(run, place, "ends"))
        return []
    if wish is not None:
        wanted = wish.places.get(place)
        if wanted is not None and run.track.lane[targets[0]] != wanted:
            if log is not None:
                log(
                    Breach(
                        "TA-4.5",
                        f"from `{run.track.spaces[place]}` a step ahead leads to `{run.track.spaces[targets[0]]}` only",
                        "a step ahead needs a border that both spaces share",
                    )
                )
            return []
    return [(targets[0], lanes, ())]


IN_LINE = ("TA-6.4.1-line-moves", "TA-6.5-push-only")
"""The rules by which the cars ahead move with a Draft or a Pursuit line."""


def _pushed_by(run: Run, rule: str, mover: bool) -> str:
    """The rule that moves a car ahead when the mover, or a car it pushes, runs into it."""
    if run.in_line and not rule:
        return IN_LINE[0] if run.pulls else IN_LINE[1]
    return rule or ("TA-6.8" if mover else "TA-6.8-cascade")


def _closes_ring(run: Run, closed: list[int], target: int, log: Log | None) -> bool:
    """Whether a chain of cars has come all the way round, to a space that is `closed` to it."""
    if target not in closed:
        return False
    if log is not None:
        log(_closed_ring(run, target, "TA-6.8-cascade"))
    return True


def pushed_aside(
    run: Run,
    board: bytes,
    trail: tuple[int, ...],
    crew: Sequence[int],
    space: int,
    side: Sequence[int],
    lanes: Lanes,
    wish: Wish | None,
    log: Log | None,
) -> Iterator[Room]:
    """The ways in which the car in `space` makes room to that side (TA-6.7): the cars in its way are pushed on in the same
    direction (TA-6.7-cascade), and the one at the wall or the apron falls back (TA-6.7-wall)."""
    shifts: list[Moved] = []
    rule = "TA-6.7"
    while True:
        car, beyond = board[space], side[space]
        if beyond < 0 or (run.no_cascade and board[beyond]):
            filled = tuple(shift.start for shift in shifts)
            for moves, memory, picks in falls_back(run, board, trail, crew, space, filled, lanes, wish, log):
                yield Room((*shifts, *moves), memory, picks)
            return
        shifts.append(Moved(car, space, beyond, rule))
        if not board[beyond]:
            yield Room(tuple(shifts), lanes, ())
            return
        space, rule = beyond, "TA-6.7-cascade"


def falls_back(
    run: Run,
    board: bytes,
    trail: tuple[int, ...],
    crew: Sequence[int],
    space: int,
    filled: tuple[int, ...],
    lanes: Lanes,
    wish: Wish | None,
    log: Log | None,
) -> list[Room]:
    """The ways in which the car in `space` goes back one, pushing the cars nose to tail behind it (TA-6.7-wall). With Lead, a
    car that would fall back onto the led line goes forward instead (TA-UNIQUE). `filled` are the spaces where cars pushed
    aside and the mover end, so no other car can end there. Without TA-6.7-wall it goes one space forward, pushing the cars
    ahead."""
    car = board[space]
    if run.edge_leads_on:
        # What the row chooses at forks does not bind the line of the mover.
        bound = () if run.in_line else lanes
        row = step_ahead(
            run, board, trail, space, car, bound, wish, log, mover=False, rule="TA-6.8-cascade", met=filled
        )
        return [
            Room((*shifts, Moved(car, space, target, "TA-6.7")), lanes if run.in_line else memory, picks)
            for target, shifts, memory, picks in row
        ]
    back: list[Room] = []
    onto_line: list[Picks] = []
    for moves, picks, hits_line in _chain_back(run, board, trail, crew, space, car, wish, log, (), filled):
        if hits_line:
            onto_line.append(picks)
        else:
            back.append(Room(moves, lanes, picks))
    if not onto_line or (back and run.readings.special_back_first):
        return back
    if wish is not None and run.readings.special_back_first:
        free = [
            moves
            for moves, _, hits in _chain_back(run, board, trail, crew, space, car, None, None, (), filled)
            if not hits
        ]
        if free:
            if log is not None:
                log(_free_way_back(run, car, free[0][0].end))
            return []
    choice = onto_line[0] if back else ()
    for target, shifts, memory, picks in step_ahead(
        run, board, trail, space, car, lanes, wish, log, mover=False, rule="TA-UNIQUE", met=filled
    ):
        back.append(Room((*shifts, Moved(car, space, target, "TA-UNIQUE")), memory, choice + picks))
    return back


def _chain_back(
    run: Run,
    board: bytes,
    trail: tuple[int, ...],
    crew: Sequence[int],
    space: int,
    car: int,
    wish: Wish | None,
    log: Log | None,
    met: tuple[int, ...],
    filled: tuple[int, ...],
) -> Iterator[tuple[tuple[Moved, ...], Picks, bool]]:
    """Ways back for the car in `space`: shifts nearest first, choices, and whether a car of the led line is in the way."""
    options = _lanes_back(run, space, car, wish, log)
    if not options and not run.behind[space] and log is not None:
        log(_undrawn(run, space, "begins"))
    for target, picks in options:
        if target in met or target in filled:
            if log is not None:
                log(_closed_ring(run, target, "TA-6.7-wall"))
            continue
        move = Moved(car, space, target, "TA-6.7-wall")
        occupant = board[target]
        behind = crew[1 + list(trail).index(target) :] if target in trail else ()
        if any(
            behind
        ):  # where the last cars of the line have finished, their spaces are free (finish-removed-space)
            if run.spares_line and (not met or run.readings.special_whole_chain):
                yield (), picks, True
                continue
            occupant = behind[0]
        if not occupant:
            yield (move,), picks, False
            continue
        for moves, picks2, hits in _chain_back(
            run, board, trail, crew, target, occupant, wish, log, (*met, space), filled
        ):
            yield (move, *moves), picks + picks2, hits


def _lanes_back(
    run: Run, space: int, car: int, wish: Wish | None, log: Log | None
) -> list[tuple[int, Picks]]:
    """The spaces a car may fall back to from `space` (TA-6.7-wall), each with the choice made."""
    options = run.behind[space]
    written = None if wish is None else wish.places_back.get(space)
    if len(options) < 2 and (written is None or any(run.track.lane[option] == written for option in options)):
        return [(option, ()) for option in options]
    track = run.track
    chosen: tuple[int, ...] = options
    if not run.readings.choose_way_back:
        chosen = tuple(o for o in options if track.lane[o] == track.lane[space]) or options
    free = len(chosen) > 1
    if wish is not None:
        wanted = wish.places_back.get(space) or wish.cars.get(car)
        if wanted is not None:
            kept = tuple(o for o in chosen if track.lane[o] == wanted)
            if not kept and log is not None:
                lanes = " or ".join(track.lane[o] for o in chosen)
                log(
                    Breach(
                        "TA-6.7-wall",
                        f"{run.numbers[car]} falls back from `{track.spaces[space]}` to lane {lanes}, not to lane {wanted}",
                        "a car at the wall or the apron goes back one space, along a border that both spaces share",
                        rulings=("push-back-into-two-lanes",),
                    )
                )
            chosen = kept
        else:
            chosen = tuple(o for o in chosen if track.lane[o] == wish.earlier.get(car)) or chosen
    return [(o, (Pick(car, space, track.lane[o]),) if free else ()) for o in chosen]


def carry(
    run: Run, board: bytes, crossed: bytes, finished: tuple[int, ...], shifts: Sequence[Moved]
) -> tuple[bytes, bytes, tuple[int, ...]]:
    """Moves the cars, front car first; one that crosses Start/Finish after its last lap is taken off (TA-10.1)."""
    near_line = run.near_line
    cells = bytearray(board)
    for shift in shifts:
        cells[shift.start] = 0
    for place, (car, start, end, rule) in enumerate(shifts):
        if near_line[start] and car != GHOST:
            crossed, finished, gone = cross(run, crossed, finished, car, start, end)
            if gone:
                # A car further up in the same line keeps its place in it although this one is gone.
                if place > 0 and rule in IN_LINE:
                    cells[end] = GHOST
                continue
        cells[end] = car
    return bytes(cells), crossed, finished


def cross(
    run: Run, crossed: bytes, finished: tuple[int, ...], car: int, start: int, end: int
) -> tuple[bytes, tuple[int, ...], bool]:
    """Counts a crossing of Start/Finish (TA-1.3-first-crossing) or takes one back (backward-over-line), and returns whether
    the car has finished (TA-10.1). A crossing that moved the lap marker up and is taken back is kept under code 0 (TA-4.6)."""
    if run.before[start] and run.after[end]:
        count = crossed[car] + 1
        crossed = crossed[:car] + ONE_BYTE[count] + crossed[car + 1 :]
        if run.laps is None:
            return crossed, finished, False
        done = count > run.laps or ((run.won or bool(finished)) and run.readings.lapped_car_finishes)
        return crossed, ((*finished, car) if done else finished), done
    if run.after[start] and run.before[end] and run.readings.crossing_undone:
        marked = max(crossed[:1], crossed[car : car + 1])
        count = max(0, crossed[car] - 1)
        crossed = marked + crossed[1:car] + ONE_BYTE[count] + crossed[car + 1 :]
    return crossed, finished, False


def _free_way_back(run: Run, car: int, target: int) -> Breach:
    return Breach(
        "TA-UNIQUE",
        f"{run.numbers[car]} is sent onto the led line although it can fall back to `{run.track.spaces[target]}`",
        "a displaced car only goes forward if every way back meets the led line",
        rulings=("lead-special-fork",),
    )


def _undrawn(run: Run, place: int, edge: str) -> Breach:
    """A car would have to go on from `place`, where the drawn stretch of track `begins` or `ends`."""
    fact = f"the drawn stretch of track {edge} at `{run.track.spaces[place]}`"
    return Breach("", fact, "draw more of the track")


def _closed_ring(run: Run, place: int, rule: str) -> Breach:
    return Breach(
        rule,
        f"the cars stand nose to tail all the way round to `{run.track.spaces[place]}`",
        "a chain of cars needs an empty space to end in",
        rulings=("no-space-behind", "train-around-the-track"),
    )
